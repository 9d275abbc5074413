import type { ProjectScope, TeamScope } from '../../../auth/project-role.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { normaliseEmail } from '../../../lib/text.ts';
import { recordAll } from '../../audit/audit.service.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import { touchListing } from '../../members/members.service.ts';
import { createPeople, lockPeopleByEmail } from '../../people/people.service.ts';
import { lockProjects } from '../../projects/owners.service.ts';
import { changeRole, insertMemberships, rolesInTeam, takePlaces } from './memberships.queries.ts';
import type { Role } from './memberships.queries.ts';
import { findTeam } from '../teams.queries.ts';
import { createTeam } from '../teams.service.ts';
import type { ImportRow } from './memberships.schema.ts';

/** The actor in the audit log. */
const actor = 'command-line';

export class ImportRejected extends Error {
  readonly problems: readonly RowProblem[];

  constructor(problems: readonly RowProblem[]) {
    super('the file cannot be imported');
    this.problems = problems;
  }
}

/** `chiefs`: new members who are chiefs. `promoted`: members who became chiefs. */
export type ImportTotals = Record<'people' | 'known' | 'teams' | 'memberships' | 'chiefs' | 'promoted', number>;
const none: ImportTotals = { people: 0, known: 0, teams: 0, memberships: 0, chiefs: 0, promoted: 0 };
type Options = { dryRun: boolean; listing: 'public' | 'hidden'; onPerson?: (done: number, total: number) => void };
type Services = { db: Db; clock: Clock };

class DryRunEnded extends Error {}

/**
 * One transaction. Nobody is removed, demoted or renamed, so importing the same file again changes nothing. A dry run
 * is rolled back.
 */
export async function importPeople(
  { db, clock }: Services,
  scope: ProjectScope,
  rows: readonly Placed[],
  options: Options,
): Promise<ImportTotals> {
  const totals = { ...none };
  const now = clock.now();
  const work = async (trx: Trx): Promise<void> => {
    Object.assign(totals, none);
    const people = await findOrCreate(trx, now, rows, options, totals);
    await lockProjects(trx, [scope.pid]);
    const problems = rows.flatMap(({ line, email }) =>
      people.get(normaliseEmail(email))?.suspended === true ? [{ line, text: 'the account is suspended' }] : [],
    );
    const teams = Map.groupBy(
      rows.filter(({ team }) => team !== undefined),
      ({ team = '' }) => team,
    );
    for (const [tid, members] of teams) {
      const uidOf = ({ email }: Placed) => people.get(normaliseEmail(email))?.uid ?? '';
      problems.push(...(await fillTeam({ trx, now, scope, tid, members, uidOf, totals })));
    }
    if (problems.length > 0) throw new ImportRejected(problems.toSorted((a, b) => a.line - b.line));
    if (options.dryRun) throw new DryRunEnded();
  };
  await db.transaction(work).catch((error: unknown) => {
    if (!(error instanceof DryRunEnded)) throw error;
  });
  return totals;
}

type Known = { uid: string; suspended: boolean };
const batchSize = 500;

async function findOrCreate(
  trx: Trx,
  now: Date,
  rows: readonly Placed[],
  { listing, onPerson }: Options,
  totals: ImportTotals,
): Promise<Map<string, Known>> {
  const names = new Map(rows.map(({ email, name }) => [normaliseEmail(email), (name ?? '').trim()]));
  const people = new Map<string, Known>();
  const emails = [...names.keys()];
  for (let first = 0; first < emails.length; first += batchSize) {
    const some = emails.slice(first, first + batchSize);
    const lockKnown = async () => {
      for (const { uid, email, suspended_at } of await lockPeopleByEmail(trx, some))
        people.set(email, { uid, suspended: suspended_at !== null });
    };
    await lockKnown();
    const fresh = some.filter((email) => !people.has(email));
    await createPeople(
      trx,
      now,
      actor,
      fresh.map((email) => ({ email, name: names.get(email) ?? '', listing })),
    );
    await lockKnown();
    totals.people += fresh.length;
    totals.known += some.length - fresh.length;
    onPerson?.(Math.min(first + batchSize, emails.length), emails.length);
  }
  return people;
}

type Filling = {
  trx: Trx;
  now: Date;
  scope: ProjectScope;
  tid: string;
  members: readonly Placed[];
  uidOf: (row: Placed) => string;
  totals: ImportTotals;
};

/** Returns why the team cannot take these people; empty if it has them now. */
async function fillTeam({ trx, now, scope, tid, members, uidOf, totals }: Filling): Promise<RowProblem[]> {
  const team: TeamScope = { ...scope, tid };
  const all = (text: string): RowProblem[] => members.map(({ line }) => ({ line, text }));
  const described = { ...members.find(({ team_name }) => team_name !== undefined) };
  if ((await findTeam(trx, team)) === undefined) {
    if (described.team_name === undefined) return all(`there is no team ${tid}; with team_name it would be created`);
    const headcount = members.find(({ team_headcount }) => team_headcount !== undefined)?.team_headcount ?? null;
    await createTeam(trx, now, { uid: actor }, { scope }, { tid, name: described.team_name, headcount });
    totals.teams += 1;
  }
  const wanted = new Map(members.map((row): [string, Role] => [uidOf(row), row.role ?? 'member']));
  const roles = await rolesInTeam(trx, team, [...wanted.keys()]);
  const fresh = [...wanted].filter(([uid]) => !roles.has(uid));
  const promoted = [...wanted].filter(([uid, role]) => role === 'chief' && roles.get(uid) === 'member');
  if (fresh.length + promoted.length === 0) return [];
  if (!(await takePlaces(trx, team, fresh.length))) return all(await whyNoPlaces(trx, team, fresh.length));
  await addAll(trx, now, team, fresh, promoted);
  totals.memberships += fresh.length;
  totals.chiefs += fresh.filter(([, role]) => role === 'chief').length;
  totals.promoted += promoted.length;
  return [];
}

async function whyNoPlaces(trx: Trx, team: TeamScope, wanted: number): Promise<string> {
  const row = await findTeam(trx, team);
  if (row === undefined || row.disabled_at !== null) return `team ${team.tid} is disabled`;
  const open = Math.max(0, (row.headcount ?? 0) - row.member_count);
  return `team ${team.tid} has ${open} places open, and the file brings ${wanted} people`;
}

type Assigned = readonly (readonly [uid: string, role: Role])[];

async function addAll(trx: Trx, now: Date, team: TeamScope, fresh: Assigned, promoted: Assigned): Promise<void> {
  for (const role of ['chief', 'member'] as const) {
    const uids = fresh.filter(([, wanted]) => wanted === role).map(([uid]) => uid);
    for (let first = 0; first < uids.length; first += batchSize) {
      const some = uids.slice(first, first + batchSize);
      await insertMemberships(trx, team, some, role, timestamp(now));
      await recordAll(trx, now, some.map(entryOf(team, `${role}.added`)));
    }
  }
  for (const [uid] of promoted) await changeRole(trx, team, { uid, from: 'member', to: 'chief', now });
  const uids = promoted.map(([uid]) => uid);
  await recordAll(trx, now, uids.map(entryOf(team, 'chief.added')));
  await touchListing(trx, team.pid);
}

const entryOf =
  ({ pid, tid }: ProjectScope & { tid: string }, kind: AuditEntry['kind']) =>
  (subject: string): AuditEntry => ({ actor, kind, subject, pid, detail: { tid } });

/** A row with its line in the file. */
export type Placed = ImportRow & { line: number };
export type RowProblem = { line: number; text: string };

/** Rules across rows that the schema of a row cannot express. */
export function problemsIn(rows: readonly Placed[]): RowProblem[] {
  const names = new Map<string, Placed>();
  const places = new Map<string, Placed>();
  const teams = new Map<string, Placed>();
  return rows.flatMap((row) => {
    const email = normaliseEmail(row.email);
    const problem = (text: string): RowProblem => ({ line: row.line, text });
    const found = [
      ...(row.team === undefined && row.role !== undefined ? [problem('role needs a team')] : []),
      ...(row.team === undefined && (row.team_name ?? row.team_headcount) !== undefined
        ? [problem('team_name and team_headcount need a team')]
        : []),
    ];
    const place = `${email}\n${row.team ?? ''}`;
    const [same, named, team] = [places.get(place), names.get(email), teams.get(row.team ?? '')];
    if (same !== undefined) found.push(problem(`repeats line ${same.line}`));
    if (named !== undefined && named.name !== row.name)
      found.push(problem(`email has a different name in line ${named.line}`));
    const differs = (field: 'team_name' | 'team_headcount') =>
      team?.[field] !== undefined && row[field] !== undefined && team[field] !== row[field];
    if (differs('team_name') || differs('team_headcount'))
      found.push(problem(`describes the team differently from line ${team?.line ?? 0}`));
    places.set(place, same ?? row);
    names.set(email, named ?? row);
    if (row.team !== undefined) teams.set(row.team, { ...row, ...team });
    return found;
  });
}
