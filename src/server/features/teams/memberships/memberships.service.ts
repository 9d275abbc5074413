import type { Person } from '../../../auth/caller.ts';
import { personUid } from '../../../auth/scopes.ts';
import type { ProjectRole, ProjectScope, TeamScope } from '../../../auth/project-role.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { chiefsOrOwners } from '../../../db/memberships.ts';
import { fail } from '../../../errors.ts';
import type { FieldError } from '../../../errors.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { timestamp } from '../../../lib/clock.ts';
import { normaliseEmail } from '../../../lib/text.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { record, recordAll } from '../../audit/audit.service.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import { endConsentsOfLeavers } from '../../forms/disclosure/consents.service.ts';
import { touchListing } from '../../members/members.service.ts';
import { lockActiveTarget, lockPeople, lockPeopleByEmail, lockTarget } from '../../people/people.service.ts';
import { endGrantsOf } from '../../projects/grants/ending.service.ts';
import { activeOwners, lockProjects } from '../../projects/owners.service.ts';
import { previewReleases, releasePlaces } from '../../tasks/releases/releases.service.ts';
import type { ReleasedPlacePage } from '../../tasks/releases/releases.schema.ts';
import { changeRole, deleteMembership, insertMemberships, rolesInTeam, takePlaces } from './memberships.queries.ts';
import type { Role } from './memberships.queries.ts';
import type { AddedMembers, NewMembers } from './memberships.schema.ts';
import { changerOf, notifyOwners } from './role-notices.service.ts';
import type { Changer, NoticeServices } from './role-notices.service.ts';
import { notifyAdded, notifyOfRoom, notifyOfTeam, notifyRoleChanged } from './team-notices.service.ts';
import { canRemove } from '../teams.policy.ts';
import { findTeam } from '../teams.queries.ts';

type Services = { db: Db; keys: Keyring } & NoticeServices;

/**
 * Lock order for changes of memberships: person, project, team. The lock on the project keeps roles unchanged after
 * they were read.
 */
async function lockMembership(trx: Trx, team: TeamScope, uid: string): Promise<Role | undefined> {
  await lockProjects(trx, [team.pid]);
  return (await rolesInTeam(trx, team, [uid])).get(uid);
}

async function conclude(trx: Trx, now: Date, team: TeamScope, entry: Omit<AuditEntry, 'pid'>) {
  await touchListing(trx, team.pid);
  await record(trx, now, { ...entry, pid: team.pid, detail: { tid: team.tid, ...entry.detail } });
}

/** Fails with the reason why no place could be taken. */
async function refuse(trx: Trx, team: TeamScope, errors?: FieldError[]): Promise<never> {
  const row = await findTeam(trx, team);
  if (row === undefined) return fail('not_found');
  if (row.disabled_at !== null) return fail('team_disabled');
  const open = Math.max(0, (row.headcount ?? 0) - row.member_count);
  return fail('team_full', { detail: `Free places in the team: ${open}`, ...(errors === undefined ? {} : { errors }) });
}

/**
 * Who adds people to a team for a while, as a deputy, would stay in it. Chiefs are in their team already, and owners may join
 * any. Requires that the caller is locked.
 */
export async function refuseOneself(
  trx: Trx,
  team: ProjectScope,
  { uid }: Pick<Person, 'uid'>,
  uids: readonly string[],
): Promise<void> {
  if (!uids.includes(uid)) return;
  const owners = await activeOwners(trx, team);
  if (!owners.some((owner) => owner.uid === uid))
    fail('forbidden', { detail: "You can't add yourself to a team. Ask an owner" });
}

export async function addMember(services: Services, caller: Person, team: TeamScope, uid: string) {
  const now = services.clock.now();
  await services.db.transaction(async (trx) => {
    const { person } = await lockActiveTarget(trx, now, caller, uid);
    if (!(await rolesInTeam(trx, team, [uid])).has(uid)) await refuseOneself(trx, team, caller, [uid]);
    if (await admitMember(trx, now, services, { team, person, caller }))
      await notifyAdded(trx, { actor: caller.uid, now, role: 'member' }, team, [uid]);
  });
}

type NewMember = Admission & { person: NamedPerson };
type NamedPerson = { uid: string; name: string };
type Admission = {
  team: TeamScope;
  caller: Person;
  /** Who counts as having changed the role; the caller if missing. */
  changer?: Changer;
  detail?: AuditEntry['detail'];
};

/** Requires a locked person. People who are in the team already keep their role; then it returns false. */
export async function admitMember(
  trx: Trx,
  now: Date,
  services: NoticeServices,
  { person, ...admission }: NewMember,
): Promise<boolean> {
  return (await admitMembers(trx, now, services, admission, [person])) > 0;
}

/** Requires locked people. All of them or none; returns how many were not in the team before. */
export async function admitMembers(
  trx: Trx,
  now: Date,
  services: NoticeServices,
  { team, caller, changer = changerOf(caller), detail = {} }: Admission,
  people: readonly NamedPerson[],
): Promise<number> {
  const { pid, tid } = team;
  await lockProjects(trx, [pid]);
  const roles = await rolesInTeam(
    trx,
    team,
    people.map(({ uid }) => uid),
  );
  const added = people.filter(({ uid }) => !roles.has(uid));
  if (added.length === 0) return 0;
  if (!(await takePlaces(trx, team, added.length))) await refuse(trx, team);
  const uids = added.map(({ uid }) => uid);
  await insertMemberships(trx, team, uids, 'member', timestamp(now));
  await touchListing(trx, pid);
  const entry = { actor: caller.uid, kind: 'member.added' as const, pid, detail: { tid, ...detail } };
  await recordAll(
    trx,
    now,
    uids.map((subject) => ({ ...entry, subject })),
  );
  await notifyOwners(trx, services, changer, team, { change: 'member_added', names: added.map(({ name }) => name) });
  return added.length;
}

/** Adds a new chief, or promotes a member. */
export async function addChief(services: Services, caller: Person, team: TeamScope, uid: string) {
  const now = services.clock.now();
  await services.db.transaction(async (trx) => {
    const { person } = await lockActiveTarget(trx, now, caller, uid);
    const added = await makeChief(trx, now, services, { team, person, caller });
    if (added) await notifyAdded(trx, { actor: caller.uid, now, role: 'chief' }, team, [uid]);
  });
}

/** Requires a locked person. Returns whether they were not in the team before. */
export async function makeChief(
  trx: Trx,
  now: Date,
  services: NoticeServices,
  { team, person: { uid, name }, caller, changer = changerOf(caller), detail }: NewMember,
): Promise<boolean> {
  const role = await lockMembership(trx, team, uid);
  if (role === 'chief') return false;
  if (!(await takePlaces(trx, team, role === undefined ? 1 : 0))) await refuse(trx, team);
  if (role === 'member') {
    await changeRole(trx, team, { uid, from: 'member', to: 'chief', now });
    // Forms for members do not ask chiefs.
    await endConsentsOfLeavers(trx, { actor: caller.uid, now }, team, uid);
  } else await insertMemberships(trx, team, [uid], 'chief', timestamp(now));
  const entry = { actor: caller.uid, kind: 'chief.added' as const, subject: uid };
  await conclude(trx, now, team, detail === undefined ? entry : { ...entry, detail });
  await notifyOwners(trx, services, changer, team, { change: 'chief_added', names: [name] });
  if (role === 'member')
    await notifyRoleChanged(trx, { actor: caller.uid, now, from: 'member', to: 'chief' }, team, uid);
  return role === undefined;
}

/** The person stays a member. */
export async function removeChief(services: Services, caller: Person, team: TeamScope, uid: string) {
  const now = services.clock.now();
  await services.db.transaction(async (trx) => {
    const { person } = await lockTarget(trx, now, caller, uid);
    if ((await lockMembership(trx, team, uid)) !== 'chief') return;
    await changeRole(trx, team, { uid, from: 'chief', to: 'member', now });
    await endGrantsOf(trx, { actor: caller.uid, now }, team, { uids: [uid], tid: team.tid });
    await endConsentsOfLeavers(trx, { actor: caller.uid, now }, team, uid);
    await conclude(trx, now, team, { actor: caller.uid, kind: 'chief.removed', subject: uid });
    await notifyOwners(trx, services, changerOf(caller), team, { change: 'chief_removed', names: [person.name] });
    await notifyRoleChanged(trx, { actor: caller.uid, now, from: 'chief', to: 'member' }, team, uid);
  });
}

export async function removeMember(services: Services, caller: Person, team: TeamScope, uid: string): Promise<void> {
  const now = services.clock.now();
  await services.db.transaction(async (trx) => {
    const { person, roles } = await lockTarget(trx, now, caller, uid);
    const role = await lockMembership(trx, team, uid);
    if (!canRemove(roles, team.tid, caller.uid, { uid, chief: role === 'chief' })) refuseRemoval();
    if (role === undefined) return;
    await deleteMembership(trx, team, { uid, by: personUid(caller.uid), now });
    await endGrantsOf(trx, { actor: caller.uid, now }, team, { uids: [uid], tid: team.tid });
    await endConsentsOfLeavers(trx, { actor: caller.uid, now }, team, uid);
    await releasePlaces(trx, { actor: caller.uid, now, keys: services.keys }, team, { uid, tid: team.tid });
    await conclude(trx, now, team, { actor: caller.uid, kind: 'member.removed', subject: uid });
    await notifyOwners(trx, services, changerOf(caller), team, { change: 'member_removed', names: [person.name] });
    if (uid === caller.uid) await notifyOfLeaving(trx, now, team, uid);
    else await notifyOfTeam(trx, { actor: caller.uid, now, kind: 'team.removed' }, team, [uid]);
    await notifyOfRoom(trx, now, caller.uid, team);
  });
}

async function notifyOfLeaving(trx: Trx, now: Date, team: TeamScope, uid: string): Promise<void> {
  const chiefs = await chiefsOrOwners(trx, { ...team, actor: uid, now });
  await notifyOfTeam(trx, { actor: uid, now, kind: 'team.left' }, team, chiefs);
}

const refuseRemoval = (): never =>
  fail('forbidden', { detail: 'Members can only remove themselves, and only owners of the project can remove chiefs' });

type Leaving = { caller: string; uid: string; query: PageQuery };

/** The tasks that the confirmation dialog lists. */
export async function placesLostByLeaving(
  { db, clock }: Services,
  projectRole: ProjectRole,
  team: TeamScope,
  { caller, uid, query }: Leaving,
): Promise<ReleasedPlacePage> {
  const role = (await rolesInTeam(db.read, team, [uid])).get(uid);
  if (!canRemove(projectRole, team.tid, caller, { uid, chief: role === 'chief' })) refuseRemoval();
  if (role === undefined) return { data: [], next: null };
  return previewReleases({ read: db.read, now: clock.now(), query }, team, { uid, tid: team.tid });
}

type AddedMember = AddedMembers['data'][number];

/** Adds all or nobody, unless the caller wants those who can be added. The number of queries does not depend on the number of people. */
export async function addMembers(
  trx: Trx,
  services: NoticeServices,
  caller: Person,
  team: TeamScope,
  { people, partial = false }: NewMembers,
): Promise<AddedMembers> {
  const now = services.clock.now();
  const found = await findEach(trx, people);
  if (!partial) requireAll(found);
  await lockProjects(trx, [team.pid]);
  const roles = await rolesInTeam(trx, team, [...new Set(found.flatMap(({ uid }) => uid ?? []))]);
  const places = partial ? await openPlaces(trx, team) : Infinity;
  const seen = new Set<string>();
  let taken = 0;
  const data = found.map(({ uid, name, problem, field }): AddedMember => {
    // Who is not in the team afterwards is not named: the caller would learn whose address or identifier it is.
    const unnamed = { uid: field === 'email' ? null : uid, name: '' };
    if (uid === null || problem !== undefined) return { ...unnamed, outcome: problem ?? 'unknown_person' };
    if (seen.has(uid)) return { ...(field === 'email' ? unnamed : { uid, name }), outcome: 'repeated' };
    const isMember = roles.has(uid);
    // Not "repeated" when it comes again: with an address, the caller would learn that it is the same person.
    if (!isMember && taken === places) return { ...unnamed, outcome: 'team_full' };
    seen.add(uid);
    if (isMember) return { uid, name, outcome: 'already_member' };
    taken += 1;
    return { uid, name, outcome: 'added' };
  });
  const added = data.filter(({ outcome }) => outcome === 'added');
  const uids = added.flatMap(({ uid }) => uid ?? []);
  if (uids.length === 0) return { data };
  await refuseOneself(trx, team, caller, uids);
  if (!(await takePlaces(trx, team, uids.length))) {
    const errors = data.flatMap(({ outcome }, index) =>
      outcome === 'added' ? [{ pointer: `/people/${index}`, detail: 'There are not enough places' }] : [],
    );
    await refuse(trx, team, errors);
  }
  await insertMemberships(trx, team, uids, 'member', timestamp(now));
  await touchListing(trx, team.pid);
  await recordAll(
    trx,
    now,
    uids.map((subject) => ({
      actor: caller.uid,
      kind: 'member.added',
      subject,
      pid: team.pid,
      detail: { tid: team.tid },
    })),
  );
  await notifyOwners(trx, services, changerOf(caller), team, {
    change: 'member_added',
    names: added.map(({ name }) => name),
  });
  await notifyAdded(trx, { actor: caller.uid, now, role: 'member' }, team, uids);
  return { data };
}

/** The project is locked, so that nobody else takes them. */
async function openPlaces(trx: Trx, team: TeamScope): Promise<number> {
  const row = (await findTeam(trx, team)) ?? fail('not_found');
  if (row.disabled_at !== null) return fail('team_disabled');
  return row.headcount === null ? Infinity : Math.max(0, row.headcount - row.member_count);
}

export const addressesIn = ({ people }: NewMembers): number => people.filter(({ email }) => email !== undefined).length;

/** Whether the caller learnt who has an account, or has none, without adding them. */
export const hasLookedUp = ({ data }: AddedMembers): boolean =>
  data.some(({ outcome }) => outcome === 'unknown_person' || outcome === 'suspended' || outcome === 'team_full');

/** A refused request still tells which addresses have an account, so it is recorded. Never with the addresses. */
export async function recordLookup({ db, clock }: Services, caller: Person, team: TeamScope, input: NewMembers) {
  const addresses = addressesIn(input);
  if (addresses === 0) return;
  const detail = { tid: team.tid, addresses };
  const entry = { actor: caller.uid, kind: 'members.looked_up' as const, subject: team.tid, pid: team.pid, detail };
  await db.transaction((trx) => record(trx, clock.now(), entry));
}

type FoundPerson = {
  uid: string | null;
  name: string;
  problem?: 'unknown_person' | 'suspended';
  /** This field of the request names them. */
  field: 'uid' | 'email';
};

/** Finds and locks the person of each entry. */
async function findEach(trx: Trx, entries: NewMembers['people']): Promise<FoundPerson[]> {
  const uids = entries.flatMap(({ uid }) => uid ?? []);
  const emails = entries.flatMap(({ email }) => (email === undefined ? [] : normaliseEmail(email)));
  const people = [
    ...(uids.length === 0 ? [] : await lockPeople(trx, uids)),
    ...(emails.length === 0 ? [] : await lockPeopleByEmail(trx, emails)),
  ];
  const byUid = new Map(people.map((person) => [person.uid, person]));
  const byEmail = new Map(people.map((person) => [person.email, person]));
  return entries.map(({ uid, email = '' }) => {
    const person = uid === undefined ? byEmail.get(normaliseEmail(email)) : byUid.get(uid);
    const field = uid === undefined ? 'email' : 'uid';
    if (person === undefined) return { uid: null, name: '', problem: 'unknown_person', field };
    const found = { uid: person.uid, name: person.name, field } as const;
    return person.suspended_at === null ? found : { ...found, problem: 'suspended' };
  });
}

const problemTexts = { unknown_person: 'There is no such person', suspended: 'The account is suspended' } as const;

/** Fails with one error per entry that cannot be added. */
function requireAll(found: readonly FoundPerson[]): void {
  const errors = found.flatMap(({ problem, field }, index): FieldError[] =>
    problem === undefined ? [] : [{ pointer: `/people/${index}/${field}`, detail: problemTexts[problem] }],
  );
  if (errors.length > 0)
    fail('unknown_person', {
      detail: `Nobody was added, because ${errors.length} of them can't be. See \`errors\``,
      errors,
    });
}
