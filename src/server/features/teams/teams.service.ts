import { maxTeams } from '../../../shared/limits.ts';
import { changerOf, notifyOwners } from './memberships/role-notices.service.ts';
import type { NoticeServices } from './memberships/role-notices.service.ts';
import type { Person } from '../../auth/caller.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import { teamOfRow } from '../../auth/project-role.ts';
import type { ProjectRole, ProjectScope, TeamScope } from '../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail, refuseField } from '../../errors.ts';
import { changedFields } from '../audit/changed-fields.policy.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { contains, sortKey } from '../../lib/text.ts';
import type { Keyring } from '../../lib/seal.ts';
import { record, recordAll } from '../audit/audit.service.ts';
import { endConsentsOfLeavers } from '../forms/disclosure/consents.service.ts';
import { touchListing, touchListings } from '../members/members.service.ts';
import { lockPeople, lockPerson } from '../people/people.service.ts';
import { giveUpOwnerships, lockProjects, listOwnedProjects } from '../projects/owners.service.ts';
import { releasePlaces } from '../tasks/releases/releases.service.ts';
import { sendHeld } from './invitations/sending.service.ts';
import { notifyOfLoss, notifyOfTeam } from './memberships/team-notices.service.ts';
import {
  activeTeamsOf,
  deleteMembershipsOf,
  listMemberUids,
  membershipsOf,
} from './memberships/memberships.queries.ts';
import { canSeeContacts, fieldsBeyond, teamRights } from './teams.policy.ts';
import {
  changeTeam,
  countApplicationsByTeam,
  countInvitationsByTeam,
  countTeams,
  disableTeam,
  enableTeam,
  findTeam,
  insertTeam,
  listTeamNames,
  listFirstChiefs,
  listTids,
  nextTeamRevision,
} from './teams.queries.ts';
import type { TeamRow } from './teams.queries.ts';
import { chiefsNamed } from './teams.schema.ts';
import type { NewTeam, Team, TeamChange, TeamSummary } from './teams.schema.ts';

/** Enabled teams by part of their name. Everybody in the project may know of them. */
export const findTeamsByName = async (read: Reader, scope: ProjectScope, text: string, limit: number) =>
  (await listTeamNames(read, scope)).filter(({ name }) => contains(name, text)).slice(0, limit);

/** For changes that listings show: name, visibility and suspension of a person. */
export async function touchListingsOf(trx: Trx, uid: string): Promise<void> {
  const places = await membershipsOf(trx, uid);
  await touchListings(trx, [...new Set(places.map((place) => place.pid))]);
}

/**
 * Removes a person from all teams and from all owners. Fails with `last_owner` if they must hand over a project first.
 */
export async function leaveEverything(trx: Trx, now: Date, uid: string): Promise<void> {
  // Lock the person first, so that nobody adds them to another team meanwhile.
  await lockPerson(trx, uid);
  const pids = [...(await membershipsOf(trx, uid)).map((place) => place.pid), ...(await listOwnedProjects(trx, uid))];
  await lockProjects(trx, [...new Set(pids)]);
  await giveUpOwnerships(trx, now, uid);
  await touchListingsOf(trx, uid);
  const places = await membershipsOf(trx, uid);
  if (places.length === 0) return;
  const teams = await activeTeamsOf(trx, uid);
  await deleteMembershipsOf(trx, uid);
  await notifyOfLoss(trx, now, teams, 'erased');
  await recordAll(
    trx,
    now,
    places.map(({ pid, tid, role }) => ({
      actor: uid,
      kind: 'member.removed',
      subject: uid,
      pid,
      detail: { tid, role },
    })),
  );
}

/** `pids`: the projects where the person lost places in tasks. */
export async function notifyOfSuspension(trx: Trx, now: Date, uid: string, pids: ReadonlySet<string>): Promise<void> {
  if (pids.size === 0) return;
  const teams = await activeTeamsOf(trx, uid);
  await notifyOfLoss(
    trx,
    now,
    teams.filter(({ pid }) => pids.has(pid)),
    'suspended',
  );
}

/**
 * Others count only those they see, or the difference would tell how many are hidden. The headcount is lowered by as
 * many, so that the number of open places is right.
 */
function countsFor(projectRole: ProjectRole, row: TeamRow) {
  const { tid, headcount, member_count: all } = row;
  const open_places = headcount === null ? null : Math.max(0, headcount - all);
  if (canSeeContacts(projectRole, tid))
    return { headcount, member_count: all - (row.suspended_count ?? 0), open_places };
  const seen = row.listed_count ?? all;
  return { headcount: headcount === null ? null : headcount - all + seen, member_count: seen, open_places };
}

export function presentTeam(row: TeamRow, projectRole: ProjectRole): Team {
  const { tid, name, public_description, description, mailing_list } = row;
  return {
    tid,
    name,
    public_description,
    ...countsFor(projectRole, row),
    takes_applications: row.applications_open_at !== null,
    disabled: row.disabled_at !== null,
    ...(canSeeContacts(projectRole, tid) ? { description, mailing_list } : {}),
    rights: teamRights(projectRole, row),
  };
}

/** Four queries for any number of teams. */
export async function summariesOf(read: Reader, scope: ProjectScope, now: string): Promise<TeamSummary[]> {
  const [teams, chiefs, invitations, applications] = await Promise.all([
    listTids(read, scope),
    listFirstChiefs(read, scope, chiefsNamed),
    countInvitationsByTeam(read, scope, now),
    countApplicationsByTeam(read, scope, now),
  ]);
  const chiefsOf = Map.groupBy(chiefs, ({ tid }) => tid);
  const invitationsOf = new Map(invitations.map(({ tid, open, held }) => [tid, { sent: open - held, held }]));
  const applicationsOf = new Map(applications.map(({ tid, count }) => [tid, count]));
  return teams.map(({ tid }) => {
    const named = chiefsOf.get(tid) ?? [];
    return {
      tid,
      chiefs: named.map(({ uid, name }) => ({ uid, name })),
      chief_count: named[0]?.count ?? 0,
      invitations: invitationsOf.get(tid) ?? { sent: 0, held: 0 },
      applications: applicationsOf.get(tid) ?? 0,
    };
  });
}

export async function createTeam(
  trx: Trx,
  now: Date,
  caller: Pick<Person, 'uid'>,
  { scope }: Pick<ProjectRole, 'scope'>,
  input: NewTeam,
): Promise<TeamRow> {
  const name = input.name.trim();
  const row = {
    tid: input.tid,
    name,
    sort_key: sortKey(name),
    description: input.description ?? '',
    public_description: input.public_description ?? '',
    mailing_list: input.mailing_list ?? '',
    headcount: input.headcount ?? null,
    applications_open_at: input.takes_applications === true ? timestamp(now) : null,
  };
  // Locks the listing, so that teams of the project are created one after the other.
  await touchListing(trx, scope.pid);
  if ((await countTeams(trx, scope)) >= maxTeams)
    fail('not_allowed', { detail: `A project has at most ${maxTeams} teams` });
  if (!(await insertTeam(trx, scope, { ...row, created_at: timestamp(now) })))
    fail('already_exists', { detail: `There is already a team ${input.tid}` });
  await record(trx, now, { actor: caller.uid, kind: 'team.created', subject: input.tid, pid: scope.pid, revision: 1 });
  return { ...row, member_count: 0, disabled_at: null, revision: 1 };
}

type Services = { db: Db; clock: Clock };

export async function updateTeam(
  { db, clock }: Services,
  caller: Person,
  projectRole: ProjectRole,
  team: TeamScope,
  change: TeamChange,
  expected: number | undefined,
): Promise<TeamRow> {
  const beyond = fieldsBeyond(projectRole, change);
  if (beyond.length > 0) {
    const errors = beyond.map((field) => ({
      pointer: `/${field}`,
      detail: 'can only be changed by owners of the project',
    }));
    fail('forbidden', { detail: `Only owners of the project can change ${beyond.join(' and ')}`, errors });
  }
  const now = clock.now();
  return db.transaction(async (trx) => {
    // Lock order: person, project, team. Adding people locks in the same order.
    await confirmCaller(trx, now, caller);
    if (change.name !== undefined) await touchListing(trx, team.pid);
    const locked = (await nextTeamRevision(trx, team, expected)) ?? fail('stale');
    checkHeadcount(change.headcount ?? null, locked.member_count);
    const columns = columnsOf(change, locked, timestamp(now));
    await changeTeam(trx, team, columns);
    const before = { ...locked, takes_applications: locked.applications_open_at !== null };
    const fields = changedFields(Object.keys(change), before, { ...before, ...change, ...columns });
    if (fields !== '') {
      const { pid, tid } = team;
      const entry = { kind: 'team.changed' as const, subject: tid, pid, revision: locked.revision, detail: { fields } };
      await record(trx, now, { actor: caller.uid, ...entry });
    }
    return (await findTeam(trx, team)) ?? fail('not_found');
  });
}

function columnsOf({ takes_applications: takes, ...change }: TeamChange, locked: TeamRow, at: string) {
  const name = change.name?.trim();
  return {
    ...change,
    ...(name === undefined ? {} : { name, sort_key: sortKey(name) }),
    ...(takes === undefined ? {} : { applications_open_at: takes ? (locked.applications_open_at ?? at) : null }),
  };
}

function checkHeadcount(headcount: number | null, members: number): void {
  if (headcount === null || headcount >= members) return;
  refuseField('/headcount', `The team has ${members} people already`);
}

/** For teams that were created a moment ago and are not needed after all. */
export async function disableEmptyTeams(
  trx: Trx,
  { actor, now }: { actor: string; now: Date },
  scope: ProjectScope,
  tids: readonly string[],
): Promise<void> {
  for (const tid of tids) {
    const team = teamOfRow({ pid: scope.pid, tid });
    const row = await findTeam(trx, team);
    if (row === undefined || row.member_count > 0) continue;
    if (await disableTeam(trx, team, timestamp(now)))
      await record(trx, now, { actor, kind: 'team.disabled', subject: tid, pid: scope.pid });
  }
  if (tids.length > 0) await touchListing(trx, scope.pid);
}

/** Disabling takes places in tasks from the team's people, so they are locked before the project. */
async function lockForSwitch(trx: Trx, now: Date, caller: Person, team: TeamScope, to: 'enabled' | 'disabled') {
  const members = to === 'disabled' ? await listMemberUids(trx, team) : [];
  await confirmCaller(trx, now, caller, members);
  await lockProjects(trx, [team.pid]);
  if (to === 'enabled') return;
  // People who were added before the project was locked. A deadlock is possible only then, and is retried.
  const late = (await listMemberUids(trx, team)).filter((uid) => !members.includes(uid));
  if (late.length > 0) await lockPeople(trx, late);
}

export async function switchTeam(
  services: { db: Db; keys: Keyring } & NoticeServices,
  caller: Person,
  team: TeamScope,
  to: 'enabled' | 'disabled',
): Promise<void> {
  const now = services.clock.now();
  await services.db.transaction(async (trx) => {
    await lockForSwitch(trx, now, caller, team, to);
    const changed = to === 'disabled' ? await disableTeam(trx, team, timestamp(now)) : await enableTeam(trx, team);
    if (!changed) return;
    if (to === 'disabled') {
      await endConsentsOfLeavers(trx, { actor: caller.uid, now }, team, undefined);
      await releasePlaces(trx, { actor: caller.uid, now, keys: services.keys }, team, { tid: team.tid });
    }
    await touchListing(trx, team.pid);
    await record(trx, now, { actor: caller.uid, kind: `team.${to}`, subject: team.tid, pid: team.pid });
    await notifyOwners(trx, services, changerOf(caller), team, { change: `team_${to}`, names: [] });
    const members = await listMemberUids(trx, team);
    await notifyOfTeam(trx, { actor: caller.uid, now, kind: `team.${to}` }, team, members);
    if (to === 'enabled') await sendHeld(trx, services, { actor: caller.uid, now }, team);
  });
}
