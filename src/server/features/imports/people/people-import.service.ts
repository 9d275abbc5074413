import { setImmediate as turn } from 'node:timers/promises';
import { nameKey } from '../../../../locales/format/names.ts';
import { maxTeams } from '../../../../shared/limits.ts';
import { slugOf } from '../../../../shared/slug.ts';
import type { MailboxLimits } from '../../../auth/mailbox-limits.ts';
import { limits } from '../../../auth/rate-limits.ts';
import type { Actor, ProjectScope, Roles } from '../../../auth/project-role.ts';
import { requireFreshProof } from '../../../auth/gate.ts';
import type { Config } from '../../../config.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { mailWay } from '../../../lib/mailer.ts';
import { seal } from '../../../lib/seal.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { mapInTurns } from '../../../lib/table.ts';
import type { Outbox } from '../../outbox/outbox.service.ts';
import { leftOutOf, phoneContext } from '../../teams/invitations/imported.service.ts';
import type { LeftOut, ToInvite } from '../../teams/invitations/imported.service.ts';
import { createTeam } from '../../teams/teams.service.ts';
import { listTeams } from '../imports.queries.ts';
import type { ImportedPeople, ImportError, PastedPeople } from '../imports.schema.ts';
import { beginImport, readImport } from '../imports.service.ts';
import { columnOf } from './columns.policy.ts';
import { readPeople } from './lines.policy.ts';
import type { PeopleLine } from './lines.policy.ts';
import { errorAt, refuseWrong, shownOf } from '../table-errors.policy.ts';
import { readPeopleTable } from './table.policy.ts';
import type { PeopleTable } from './table.policy.ts';

type Reason = LeftOut | 'own_address' | 'repeated';
type Team = Awaited<ReturnType<typeof listTeams>>[number];
type Checked = { person: PeopleLine; tid: string };

async function check(read: Reader, { projectRole: { scope }, caller, now }: Actor, pasted: PastedPeople) {
  const table = await readPeopleTable(pasted.text, { columnOf, chosen: pasted.columns });
  const teams = await listTeams(read, scope);
  // Without the columns, each line would be wrong.
  const readable = table.errors.length === 0 ? table : { ...table, lines: [] };
  const lines = await readPeople(readable, { teams, tid: pasted.tid, create: pasted.create_teams === true });
  const { fresh, errors: tooMany } = newTeams(teams, lines.people);
  const tidOf = ({ team }: PeopleLine): string =>
    'tid' in team ? team.tid : (fresh.get(nameKey(team.unknown))?.tid ?? '');
  const people = await mapInTurns(lines.people, (person) => ({ person, tid: tidOf(person) }));
  const { unique, repeated, errors: repeats } = withoutRepeats(people);
  await turn();
  const leftOut = await leftOutOf(
    read,
    scope,
    now,
    unique.map(({ person }) => person.email),
  );
  const reasons: Record<Reason, number> = {
    already_member: 0,
    already_invited: 0,
    declined: 0,
    own_address: 0,
    repeated,
  };
  const checked = await mapInTurns(unique, (one) => {
    const { email, role } = one.person;
    const reason = email === caller.email ? 'own_address' : leftOut({ email, tid: one.tid, role });
    if (reason !== undefined) reasons[reason] += 1;
    return reason === undefined ? [one] : [];
  });
  const wanted = checked.flat();
  const wrong = [...lines.errors, ...repeats, ...tooMany].toSorted((a, b) => a.line - b.line);
  const errors = [...table.errors, ...wrong];
  return { table, teams, fresh, wanted, reasons, errors, unknown: unknownTeams(table, lines.errors) };
}

type Checking = Awaited<ReturnType<typeof check>>;

/** The names in the order of the table, with the identifiers that they get. */
function newTeams(teams: readonly Team[], people: readonly PeopleLine[]) {
  const taken = new Set(teams.map(({ tid }) => tid));
  const fresh = new Map<string, { tid: string; name: string }>();
  const errors: ImportError[] = [];
  for (const { team, line } of people) {
    if ('tid' in team || fresh.has(nameKey(team.unknown))) continue;
    // Before identifiers are looked for, which takes longer the more there are.
    if (taken.size >= maxTeams)
      errors.push(errorAt(line, 'team', 'unknown_team', `a project has at most ${maxTeams} teams`));
    else {
      const tid = freeTid(team.unknown, taken);
      taken.add(tid);
      fresh.set(nameKey(team.unknown), { tid, name: team.unknown });
    }
  }
  return { fresh, errors };
}

/** An identifier for a new team, made from its name as far as it has Latin letters and digits. */
function freeTid(name: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(name).slice(0, 60);
  if (slug !== '' && !taken.has(slug)) return slug;
  for (let number = slug === '' ? 1 : 2; ; number += 1) {
    const tid = `${slug === '' ? 'team' : slug}-${number}`;
    if (!taken.has(tid)) return tid;
  }
}

/** The same line twice is done once; lines that contradict each other are errors. */
function withoutRepeats(people: readonly Checked[]) {
  const seen = new Map<string, Checked>();
  const errors: ImportError[] = [];
  let repeated = 0;
  const unique = people.filter((one) => {
    const key = `${one.tid} ${one.person.email}`;
    const first = seen.get(key);
    if (first === undefined) return seen.set(key, one);
    const { role, name } = first.person;
    if (one.person.role !== role || (one.person.name !== name && one.person.name !== ''))
      errors.push(
        errorAt(
          one.person.line,
          'email',
          'repeated',
          `differs from line ${first.person.line}, which has the same address`,
        ),
      );
    repeated += 1;
    return false;
  });
  return { unique, repeated, errors };
}

function unknownTeams({ columns, lines }: PeopleTable, errors: readonly ImportError[]): string[] {
  const at = columns.indexOf('team');
  const wrong = new Set(errors.filter(({ code }) => code === 'unknown_team').map(({ line }) => line));
  const names = lines.filter(({ line }) => wrong.has(line)).map(({ cells }) => cells[at] ?? '');
  const groups = Map.groupBy(
    names.filter((name) => name !== ''),
    nameKey,
  );
  return [...groups.values()].flatMap(([first]) => first ?? []);
}

type Context = { config: Config; state: string; imported: ImportedPeople['import'] };

function resultOf(found: Checking, { config, state, imported }: Context): ImportedPeople {
  const { table, errors } = found;
  const counted = Map.groupBy(found.wanted, ({ tid }) => tid);
  const isNew = [...found.fresh.values()].map(({ tid, name }) => ({ tid, name, open_places: null, is_new: true }));
  const known = found.teams.map(({ tid, name, headcount, member_count: members }) => {
    const open_places = headcount === null ? null : Math.max(0, headcount - members);
    return { tid, name, open_places, is_new: false };
  });
  return {
    import: imported,
    header: table.header,
    columns: table.columns,
    ...shownOf(table.lines, errors),
    people: errors.length > 0 ? 0 : found.wanted.length,
    left_out: found.reasons,
    teams: [...known, ...isNew].flatMap((team) => {
      const people = counted.get(team.tid)?.length ?? 0;
      return people === 0 ? [] : [{ ...team, people }];
    }),
    unknown_teams: found.unknown,
    held: state === 'draft',
    mail: mailWay(config),
  };
}

export async function previewPeople(
  { db, config }: { db: { read: Reader }; config: Config },
  actor: Actor,
  pasted: PastedPeople,
): Promise<ImportedPeople> {
  return resultOf(await check(db.read, actor, pasted), { config, state: actor.projectRole.state, imported: null });
}

type Services = { config: Config; keys: Keyring; outbox: Outbox; mailboxes: MailboxLimits };

/** Imports all lines, or none if one is wrong. */
export async function importPeople(
  trx: Trx,
  services: Services,
  actor: Actor,
  roles: Roles,
  pasted: PastedPeople,
): Promise<ImportedPeople> {
  const { projectRole, caller, now } = actor;
  const { scope } = projectRole;
  // Mail to thousands must not be one stolen token away.
  requireFreshProof(caller, now);
  const found = await check(trx, actor, pasted);
  refuseWrong(found.errors);
  if (!(await services.mailboxes.admitImported(trx, scope.pid, found.wanted.length)))
    fail('too_many_requests', {
      detail: `At most ${limits.importedInvitations.max} people are invited to a project by imports in a day; nobody was invited`,
    });
  const used = new Set(found.wanted.map(({ tid }) => tid));
  const fresh = [...found.fresh.values()].filter(({ tid }) => used.has(tid));
  for (const team of fresh) await createTeam(trx, now, caller, projectRole, team);
  const lines = await mapInTurns(found.wanted, ({ person, tid }) =>
    toInvite(services.keys, scope, person, tid, pasted.language),
  );
  const teams = fresh.map(({ tid }) => tid);
  const id = await beginImport(trx, services, actor, roles, { form: null, teams, work: { kind: 'people', lines } });
  const imported = await readImport(trx, scope, id);
  return resultOf(found, { config: services.config, state: projectRole.state, imported });
}

function toInvite(
  keys: Keyring,
  scope: ProjectScope,
  { email, name, phone, role, language, tags }: PeopleLine,
  tid: string,
  usual: PastedPeople['language'],
): ToInvite {
  const sealed = phone === '' ? null : seal(keys, phoneContext(scope.pid), phone);
  return { email, name, phone: sealed, tid, role, language: language ?? usual ?? null, tags };
}
