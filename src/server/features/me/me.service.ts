import { needsPasskey } from '../../../shared/deputies.ts';
import type { Person } from '../../auth/caller.ts';
import type { Db } from '../../db/db.ts';
import { timestamp } from '../../lib/clock.ts';
import { disclosedKinds } from '../forms/disclosure/disclosure.schema.ts';
import { openFormsFor } from '../forms/forms.service.ts';
import type { EmailHasher } from '../members/members.service.ts';
import { unreadNotices } from '../notices/notices.service.ts';
import { isGiven, privateKinds } from '../private-data/private.policy.ts';
import type { PrivateKind } from '../private-data/private.schema.ts';
import { ownPlaces } from './me.queries.ts';
import type { Me, OwnProject, WaitingApplications } from './me.schema.ts';

/** Five queries for any number of teams. */
function describeMe(db: Db, hash: EmailHasher) {
  const places = ownPlaces(db);
  const countUnread = unreadNotices(db);
  return async (person: Person, at: Date): Promise<Omit<Me, 'missing_forms' | 'needed'>> => {
    const { uid } = person;
    const now = timestamp(at);
    const [teams, owned, granted, given, unread] = await Promise.all([
      places.teams({ uid, now }),
      places.owned({ uid, now }),
      places.granted({ uid, now }),
      places.privateData({ uid }),
      countUnread(uid),
    ]);
    const projects = new Map<string, OwnProject>();
    const projectOf = (pid: string, name: string): OwnProject => {
      const project = projects.get(pid) ?? { pid, name, owner: false, teams: [], grants: [] };
      projects.set(pid, project);
      return project;
    };
    for (const { pid, project } of owned) projectOf(pid, project).owner = true;
    const disabled_teams: Me['disabled_teams'] = [];
    for (const { pid, project, tid, team, role: kept, disabled_at } of teams) {
      const role = kept === 'chief' ? 'chief' : 'member';
      if (disabled_at === null) projectOf(pid, project).teams.push({ tid, name: team, role });
      else disabled_teams.push({ pid, project, tid, team, role });
    }
    for (const { pid, project, tid, team, id, role, until } of granted) {
      const own = projectOf(pid, project);
      own.grants.push({ id, role, tid, team, until });
      if (tid !== null && team !== null) lead(own, { tid, name: team });
    }
    return {
      uid: person.uid,
      email: person.email,
      email_hash: hash(person.email, person.listing),
      name: person.name,
      listing: listingOf(person.listing),
      roles: person.appointed ? ['administrator'] : [],
      projects: [...projects.values()].toSorted((a, b) => (a.pid < b.pid ? 1 : -1)),
      disabled_teams,
      missing: missingOf(person.name, given),
      bank_unconfirmed_since: given.find(({ kind }) => kind === 'bank')?.unconfirmed_at ?? null,
      // Rights of owners can be withheld, those of chiefs cannot.
      waiting_applications: waitingIn([...(person.withheld ? [] : owned), ...teams, ...granted]),
      unread_notices: unread,
      rights_withheld:
        person.withheld && (person.appointed || owned.length > 0 || granted.some(({ role }) => needsPasskey(role))),
      signed_in_at: person.credential.signedInAt,
    };
  };
}

/** Deputies lead the team like its chiefs. */
function lead({ teams }: OwnProject, { tid, name }: { tid: string; name: string }): void {
  const own = teams.find((team) => team.tid === tid);
  if (own === undefined) teams.push({ tid, name, role: 'chief' });
  else own.role = 'chief';
}

/** Everything about the caller, and what they still have to answer and to fill in. */
export function readMe({ db, hash }: { db: Db; hash: EmailHasher }) {
  const describe = describeMe(db, hash);
  const openForms = openFormsFor(db);
  return async (caller: Person, now: Date): Promise<Me> => {
    const [me, forms] = await Promise.all([describe(caller, now), openForms(caller.uid, now)]);
    return { ...me, missing_forms: forms.missing, needed: neededFor(me.missing, forms.disclosing) };
  };
}

type PassingForm = { pid: string; form: string; title: string; kinds: readonly string[] };

/** What the person lacks and a form needs, each with the forms. Nothing else is asked of them. */
function neededFor(missing: Me['missing'], forms: readonly PassingForm[]): Me['needed'] {
  return disclosedKinds
    .filter((kind) => missing.includes(kind))
    .map((record) => ({
      record,
      forms: forms.filter(({ kinds }) => kinds.includes(record)).map(({ pid, form, title }) => ({ pid, form, title })),
    }))
    .filter((need) => need.forms.length > 0);
}

type Place = { pid: string; project: string; tid: string | null; team: string | null; applications: number | null };

/** Lists a team once even if the person is both its chief and an owner. */
function waitingIn(places: readonly Place[]): WaitingApplications[] {
  const found = new Map<string, WaitingApplications>();
  for (const { pid, project, tid, team, applications } of places) {
    const count = applications ?? 0;
    if (tid !== null && team !== null && count > 0) found.set(`${pid}/${tid}`, { pid, project, tid, team, count });
  }
  return [...found.values()];
}

/** Empty fields are not stored, so nothing needs to be decrypted. */
function missingOf(name: string, given: readonly { kind: string; fields: string }[]): Me['missing'] {
  const rows = new Map(given.map(({ kind, fields }) => [kind, fields]));
  const lacks = (kind: PrivateKind): boolean => {
    const fields = rows.get(kind);
    return fields === undefined || !isGiven(kind, new Set(Object.keys(JSON.parse(fields) as object)));
  };
  return [...(name === '' ? (['name'] as const) : []), ...privateKinds.filter(lacks)];
}

const listingOf = (value: string): Me['listing'] => (value === 'keyed' || value === 'hidden' ? value : 'public');
