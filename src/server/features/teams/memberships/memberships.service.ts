import type { Person } from '../../../auth/caller.ts';
import type { ProjectRole, TeamScope } from '../../../auth/project-role.ts';
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
import { lockProjects } from '../../projects/owners.service.ts';
import { previewReleases, releasePlaces } from '../../tasks/releases/releases.service.ts';
import type { ReleasedPlacePage } from '../../tasks/releases/releases.schema.ts';
import { changeRole, deleteMembership, insertMemberships, rolesInTeam, takePlaces } from './memberships.queries.ts';
import type { Role } from './memberships.queries.ts';
import type { AddedMembers, NewMembers } from './memberships.schema.ts';
import { notifyOwners } from './role-notices.service.ts';
import type { NoticeServices } from './role-notices.service.ts';
import { notifyAdded, notifyOfTeam, notifyRoleChanged } from './team-notices.service.ts';
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

export async function addMember(services: Services, caller: Person, team: TeamScope, uid: string) {
  const now = services.clock.now();
  await services.db.transaction(async (trx) => {
    const { person } = await lockActiveTarget(trx, now, caller, uid);
    if (await admitMember(trx, now, services, { team, person, caller }))
      await notifyAdded(trx, { actor: caller.uid, now, role: 'member' }, team, [uid]);
  });
}

type NewMember = {
  team: TeamScope;
  person: { uid: string; name: string };
  caller: Person;
  detail?: AuditEntry['detail'];
};

/** Requires a locked person. People who are in the team already keep their role; then it returns false. */
export async function admitMember(
  trx: Trx,
  now: Date,
  services: NoticeServices,
  { team, person: { uid, name }, caller, detail }: NewMember,
): Promise<boolean> {
  if ((await lockMembership(trx, team, uid)) !== undefined) return false;
  if (!(await takePlaces(trx, team, 1))) await refuse(trx, team);
  await insertMemberships(trx, team, [uid], 'member', timestamp(now));
  const entry = { actor: caller.uid, kind: 'member.added' as const, subject: uid };
  await conclude(trx, now, team, detail === undefined ? entry : { ...entry, detail });
  await notifyOwners(trx, services, caller, team, { change: 'member_added', names: [name] });
  return true;
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
  { team, person: { uid, name }, caller, detail }: NewMember,
): Promise<boolean> {
  const role = await lockMembership(trx, team, uid);
  if (role === 'chief') return false;
  if (!(await takePlaces(trx, team, role === undefined ? 1 : 0))) await refuse(trx, team);
  if (role === 'member') {
    await changeRole(trx, team, uid, 'member', 'chief');
    // Forms for members do not ask chiefs.
    await endConsentsOfLeavers(trx, { actor: caller.uid, now }, team, uid);
  } else await insertMemberships(trx, team, [uid], 'chief', timestamp(now));
  const entry = { actor: caller.uid, kind: 'chief.added' as const, subject: uid };
  await conclude(trx, now, team, detail === undefined ? entry : { ...entry, detail });
  await notifyOwners(trx, services, caller, team, { change: 'chief_added', names: [name] });
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
    await changeRole(trx, team, uid, 'chief', 'member');
    await endConsentsOfLeavers(trx, { actor: caller.uid, now }, team, uid);
    await conclude(trx, now, team, { actor: caller.uid, kind: 'chief.removed', subject: uid });
    await notifyOwners(trx, services, caller, team, { change: 'chief_removed', names: [person.name] });
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
    await deleteMembership(trx, team, uid);
    await endConsentsOfLeavers(trx, { actor: caller.uid, now }, team, uid);
    await releasePlaces(trx, { actor: caller.uid, now, keys: services.keys }, team, { uid, tid: team.tid });
    await conclude(trx, now, team, { actor: caller.uid, kind: 'member.removed', subject: uid });
    await notifyOwners(trx, services, caller, team, { change: 'member_removed', names: [person.name] });
    if (uid === caller.uid) await notifyOfLeaving(trx, now, team, uid);
    else await notifyOfTeam(trx, { actor: caller.uid, now, kind: 'team.removed' }, team, [uid]);
  });
}

async function notifyOfLeaving(trx: Trx, now: Date, team: TeamScope, uid: string): Promise<void> {
  const chiefs = await chiefsOrOwners(trx, { ...team, actor: uid });
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

/** All or nothing. The number of queries does not depend on the number of people. */
export async function addMembers(
  trx: Trx,
  services: NoticeServices,
  caller: Person,
  team: TeamScope,
  { people }: NewMembers,
): Promise<AddedMembers> {
  const now = services.clock.now();
  const found = await findEach(trx, people);
  await lockProjects(trx, [team.pid]);
  const roles = await rolesInTeam(trx, team, [...new Set(found.map((person) => person.uid))]);
  const seen = new Set<string>();
  const data = found.map(({ uid, name }) => {
    const outcome: AddedMembers['data'][number]['outcome'] = seen.has(uid)
      ? 'repeated'
      : roles.has(uid)
        ? 'already_member'
        : 'added';
    seen.add(uid);
    return { uid, name, outcome };
  });
  const added = data.filter(({ outcome }) => outcome === 'added');
  const uids = added.map(({ uid }) => uid);
  if (uids.length === 0) return { data };
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
  await notifyOwners(trx, services, caller, team, { change: 'member_added', names: added.map(({ name }) => name) });
  await notifyAdded(trx, { actor: caller.uid, now, role: 'member' }, team, uids);
  return { data };
}

export const addressesIn = ({ people }: NewMembers): number => people.filter(({ email }) => email !== undefined).length;

/** A refused request still tells which addresses have an account, so it is recorded. Never with the addresses. */
export async function recordLookup({ db, clock }: Services, caller: Person, team: TeamScope, input: NewMembers) {
  const addresses = addressesIn(input);
  if (addresses === 0) return;
  const detail = { tid: team.tid, addresses };
  const entry = { actor: caller.uid, kind: 'members.looked_up' as const, subject: team.tid, pid: team.pid, detail };
  await db.transaction((trx) => record(trx, clock.now(), entry));
}

/** Finds and locks the person of each entry. Fails with one error per entry that cannot be added. */
async function findEach(trx: Trx, entries: NewMembers['people']) {
  const uids = entries.flatMap(({ uid }) => uid ?? []);
  const emails = entries.flatMap(({ email }) => (email === undefined ? [] : normaliseEmail(email)));
  const people = [
    ...(uids.length === 0 ? [] : await lockPeople(trx, uids)),
    ...(emails.length === 0 ? [] : await lockPeopleByEmail(trx, emails)),
  ];
  const byUid = new Map(people.map((person) => [person.uid, person]));
  const byEmail = new Map(people.map((person) => [person.email, person]));
  const errors: FieldError[] = [];
  const found = entries.flatMap(({ uid, email = '' }, index) => {
    const person = uid === undefined ? byEmail.get(normaliseEmail(email)) : byUid.get(uid);
    const pointer = `/people/${index}/${uid === undefined ? 'email' : 'uid'}`;
    if (person === undefined) errors.push({ pointer, detail: 'There is no such person' });
    else if (person.suspended_at !== null) errors.push({ pointer, detail: 'The account is suspended' });
    else return [person];
    return [];
  });
  if (errors.length > 0)
    fail('unknown_person', {
      detail: `Nobody was added, because ${errors.length} of them can't be. See \`errors\``,
      errors,
    });
  return found;
}
