import type { Person } from '../../auth/caller.ts';
import type { Db, Trx } from '../../db/db.ts';
import type { PeopleTable } from '../../db/tables.ts';
import { timestamp } from '../../lib/clock.ts';
import { newId, newIds } from '../../lib/secrets.ts';
import { sortKey } from '../../lib/text.ts';
import { record, recordAll } from '../audit/audit.service.ts';
import type { AuditEntry } from '../audit/audit.service.ts';
import type { EmailHasher } from '../members/members.service.ts';
import { isGiven, privateKinds } from '../private-data/private.policy.ts';
import type { PrivateKind } from '../private-data/private.schema.ts';
import { appointAdministrator, findPersonByEmail, insertPerson, ownPlaces } from './people.queries.ts';
import type { Me, OwnProject, WaitingApplications } from './people.schema.ts';

export { findPersonByEmail, lockPeople, isSetUp, markSetUp } from './people.queries.ts';

type NewPerson = { email: string; name: string; administrator: boolean };

/** The person of this address, who is created on the first sign-in. */
export async function findOrCreatePerson(trx: Trx, now: Date, { email, name, administrator }: NewPerson) {
  const at = timestamp(now);
  const known = await findPersonByEmail(trx, email);
  if (known !== undefined) {
    if (administrator) await appointAdministrator(trx, known.uid, at);
    return known;
  }
  const uid = newId(now);
  const created = await insertPerson(trx, {
    uid,
    email,
    name,
    sort_key: sortKey(name),
    listing: 'public',
    administrator_since: administrator ? at : null,
    created_at: at,
  });
  if (created) await record(trx, now, { actor: uid, kind: 'person.created', subject: uid });
  return (await findPersonByEmail(trx, email)) ?? { uid, email, name, suspended_at: null };
}

type Newcomer = Pick<PeopleTable, 'email' | 'name' | 'listing'>;

/** People whom somebody else brings in. Whoever has come by themselves meanwhile stays as they are. */
export async function createPeople(trx: Trx, now: Date, actor: string, people: readonly Newcomer[]): Promise<void> {
  const ids = newIds(now, people.length);
  const created: AuditEntry[] = [];
  for (const [index, { email, name, listing }] of people.entries()) {
    const uid = ids[index] ?? newId(now);
    const row = { uid, email, name, sort_key: sortKey(name), listing, administrator_since: null };
    if (await insertPerson(trx, { ...row, created_at: timestamp(now) }))
      created.push({ actor, kind: 'person.imported', subject: uid });
  }
  await recordAll(trx, now, created);
}

/** Three reads a call, however many teams there are. */
export function describeMe(db: Db, hash: EmailHasher) {
  const places = ownPlaces(db);
  return async (person: Person, at: Date): Promise<Omit<Me, 'missing_forms'>> => {
    const { uid } = person;
    const now = timestamp(at);
    const [teams, owned, given] = await Promise.all([
      places.teams({ uid, now }),
      places.owned({ uid, now }),
      places.privateData({ uid }),
    ]);
    const projects = new Map<string, OwnProject>();
    const projectOf = (pid: string, name: string): OwnProject => {
      const project = projects.get(pid) ?? { pid, name, owner: false, teams: [] };
      projects.set(pid, project);
      return project;
    };
    for (const { pid, project } of owned) projectOf(pid, project).owner = true;
    const disabled_teams: Me['disabled_teams'] = [];
    for (const { pid, project, tid, team, role, disabled_at } of teams) {
      if (disabled_at === null) projectOf(pid, project).teams.push({ tid, name: team, role });
      else disabled_teams.push({ pid, project, tid, team, role });
    }
    return {
      uid: person.uid,
      email: person.email,
      email_hash: hash(person.email, person.listing),
      name: person.name,
      listing: person.listing,
      roles: person.appointed ? ['administrator'] : [],
      projects: [...projects.values()].toSorted((a, b) => (a.pid < b.pid ? 1 : -1)),
      disabled_teams,
      missing: missingOf(person.name, given),
      // The rights of an owner may rest; those of a chief never do.
      waiting_applications: waitingIn([...(person.withheld ? [] : owned), ...teams]),
      rights_withheld: person.withheld && (person.appointed || owned.length > 0),
      signed_in_at: person.credential.signedInAt,
    };
  };
}

type Place = { pid: string; project: string; tid: string | null; team: string | null; applications: number | null };

/** Each team once, also of somebody who is both its chief and an owner. */
function waitingIn(places: readonly Place[]): WaitingApplications[] {
  const found = new Map<string, WaitingApplications>();
  for (const { pid, project, tid, team, applications } of places) {
    const count = applications ?? 0;
    if (tid !== null && team !== null && count > 0) found.set(`${pid}/${tid}`, { pid, project, tid, team, count });
  }
  return [...found.values()];
}

/** Which fields are there is known without opening any: what is empty is not kept. */
function missingOf(name: string, given: readonly { kind: PrivateKind; fields: string }[]): Me['missing'] {
  const rows = new Map(given.map(({ kind, fields }) => [kind, fields]));
  const lacks = (kind: PrivateKind): boolean => {
    const fields = rows.get(kind);
    return fields === undefined || !isGiven(kind, new Set(Object.keys(JSON.parse(fields) as object)));
  };
  return [...(name === '' ? (['name'] as const) : []), ...privateKinds.filter(lacks)];
}
