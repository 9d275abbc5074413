import type { TeamScope } from '../../../auth/project-role.ts';
import { isOpen } from '../../../db/applications.ts';
import { changedOne } from '../../../db/changed-one.ts';
import { countRows } from '../../../db/count-rows.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import { isFoundBy } from '../../../db/name-search.ts';
import type { Search } from '../../../db/name-search.ts';
import type { MembershipsTable } from '../../../db/tables.ts';
import type { CursorKey } from '../../../http/paging.ts';
import { isListed } from '../../../db/memberships.ts';
import { timestamp } from '../../../lib/clock.ts';

export type Role = MembershipsTable['role'];

export const membershipsOf = (read: Reader, uid: string) =>
  read
    .selectFrom('memberships')
    .select(['pid', 'tid', 'role'])
    .where('uid', '=', uid)
    .orderBy('pid')
    .orderBy('tid')
    .execute();

/** The teams of a person whose chiefs still plan: enabled ones, except of archived projects. */
export const activeTeamsOf = (trx: Trx, uid: string) =>
  trx
    .selectFrom('memberships')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'memberships.pid').onRef('teams.tid', '=', 'memberships.tid'),
    )
    .innerJoin('projects', 'projects.pid', 'memberships.pid')
    .select(['memberships.pid', 'memberships.tid', 'teams.name as team'])
    .where('memberships.uid', '=', uid)
    .where('teams.disabled_at', 'is', null)
    .where('projects.state', '!=', 'archived')
    .orderBy('memberships.pid')
    .orderBy('memberships.tid')
    .execute();

/** Lowers the counts of all teams of the person. The projects are locked, so no membership is added meanwhile. */
export async function deleteMembershipsOf(trx: Trx, uid: string): Promise<void> {
  await trx
    .updateTable('teams')
    .set((eb) => ({ member_count: eb('member_count', '-', 1) }))
    .where((eb) =>
      eb(
        eb.refTuple('pid', 'tid'),
        'in',
        eb
          .selectFrom('memberships')
          .select(['memberships.pid', 'memberships.tid'])
          .where('uid', '=', uid)
          .$asTuple('pid', 'tid'),
      ),
    )
    .execute();
  await trx.deleteFrom('memberships').where('uid', '=', uid).execute();
}

/** Ordered by role: 'chief' sorts before 'member'. */
export type Wanted = {
  search?: Search | undefined;
  chiefsOnly: boolean;
  hiddenToo: boolean;
  suspendedToo: boolean;
  limit: number;
  after: (CursorKey<'sort_key' | 'uid'> & { role: Role }) | undefined;
};

const teamPeople = (read: Reader, { pid, tid }: TeamScope, wanted: Omit<Wanted, 'limit' | 'after'>) =>
  read
    .selectFrom('memberships')
    .innerJoin('people', 'people.uid', 'memberships.uid')
    .where('memberships.pid', '=', pid)
    .where('memberships.tid', '=', tid)
    .$call((query) => (wanted.search === undefined ? query : query.where(isFoundBy(wanted.search))))
    .$if(wanted.chiefsOnly, (query) => query.where('memberships.role', '=', 'chief'))
    .$if(!wanted.hiddenToo, (query) => query.where(isListed))
    .$if(!wanted.suspendedToo, (query) => query.where('people.suspended_at', 'is', null));

export const countTeamPeople = (read: Reader, team: TeamScope, wanted: Omit<Wanted, 'limit' | 'after'>) =>
  countRows(teamPeople(read, team, wanted));

export const listTeamPeople = (read: Reader, team: TeamScope, { after, limit, ...wanted }: Wanted) =>
  teamPeople(read, team, wanted)
    .select([
      'people.uid',
      'people.name',
      'people.email',
      'people.listing',
      'people.sort_key',
      'people.intro',
      'people.suspended_at',
      'memberships.role',
      'memberships.created_at as joined_at',
    ])
    .$call(
      keyset(['memberships.role', 'people.sort_key', 'people.uid'], after && [after.role, after.sort_key, after.uid]),
    )
    .limit(limit)
    .execute();

export type TeamPersonRow = Awaited<ReturnType<typeof listTeamPeople>>[number];

export async function rolesInTeam(read: Reader, { pid, tid }: TeamScope, uids: readonly string[]) {
  if (uids.length === 0) return new Map<string, Role>();
  const rows = await read
    .selectFrom('memberships')
    .select(['uid', 'role'])
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .where('uid', 'in', uids)
    .execute();
  return new Map<string, Role>(rows.map(({ uid, role }) => [uid, role]));
}

/** Checks and counts in one statement, so that concurrent calls cannot exceed the headcount. */
export async function takePlaces(trx: Trx, { pid, tid }: TeamScope, places: number): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('teams')
      .set((eb) => ({ member_count: eb('member_count', '+', places) }))
      .where('pid', '=', pid)
      .where('tid', '=', tid)
      .where('disabled_at', 'is', null)
      .where((eb) =>
        eb.or([eb('headcount', 'is', null), eb(eb('member_count', '+', places), '<=', eb.ref('headcount'))]),
      ),
  );
}

/** Inserts from a query, to keep the statement short for 200 people. Their applications to the team are accepted by it, and their invitations end. */
export async function insertMemberships(
  trx: Trx,
  { pid, tid }: TeamScope,
  uids: readonly string[],
  role: Role,
  now: string,
): Promise<void> {
  await trx
    .insertInto('memberships')
    .columns(['pid', 'tid', 'uid', 'role', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('people')
        .select([
          eb.val(pid).as('pid'),
          eb.val(tid).as('tid'),
          'people.uid',
          eb.val(role).as('role'),
          eb.val(now).as('created_at'),
        ])
        .where('people.uid', 'in', uids),
    )
    .execute();
  await trx
    .updateTable('applications')
    .set((eb) => ({ state: 'accepted', pending: null, decided_at: eb.fn.coalesce('decided_at', eb.val(now)) }))
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .where('uid', 'in', uids)
    .where(isOpen)
    .execute();
  await deleteInvitationsOf(trx, { pid, tid }, uids, role === 'member' ? ['member'] : ['member', 'chief']);
}

/** An invitation left over would let a person back in after they were removed. Those to own the project are not about the team. */
async function deleteInvitationsOf(
  trx: Trx,
  { pid, tid }: Pick<TeamScope, 'pid' | 'tid'>,
  uids: readonly string[],
  roles: readonly Role[],
) {
  await trx
    .deleteFrom('invitations')
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .where('role', 'in', roles)
    .where('email', 'in', (eb) => eb.selectFrom('people').select('people.email').where('people.uid', 'in', uids))
    .execute();
}

/** The people of a team, chiefs included. */
export const listMemberUids = async (trx: Trx, { pid, tid }: TeamScope): Promise<string[]> =>
  (await trx.selectFrom('memberships').select('uid').where('pid', '=', pid).where('tid', '=', tid).execute()).map(
    ({ uid }) => uid,
  );

type RoleChange = { uid: string; from: Role; to: Role; now: Date };

/** False if the person does not have the role `from`. */
export async function changeRole(trx: Trx, { pid, tid }: TeamScope, { uid, from, to, now }: RoleChange) {
  return changedOne(
    trx
      .updateTable('memberships')
      .set({ role: to, role_since: timestamp(now) })
      .where('pid', '=', pid)
      .where('tid', '=', tid)
      .where('uid', '=', uid)
      .where('role', '=', from),
  );
}

/** `by`: who removes them, the person themselves if they leave; null for a service account. */
type Leaving = { uid: string; by: string | null; now: Date };

/** Deletes the row and any invitation to the team, and lowers the count. */
export async function deleteMembership(trx: Trx, team: TeamScope, leaving: Leaving): Promise<void> {
  const [{ pid, tid }, { uid }] = [team, leaving];
  const isDeleted = await changedOne(
    trx.deleteFrom('memberships').where('pid', '=', pid).where('tid', '=', tid).where('uid', '=', uid),
  );
  if (!isDeleted) return;
  await trx
    .updateTable('teams')
    .set((eb) => ({ member_count: eb('member_count', '-', 1) }))
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .execute();
  await endApplication(trx, team, leaving);
  await deleteInvitationsOf(trx, { pid, tid }, [uid], ['member', 'chief']);
}

/**
 * Who was accepted and is no longer in the team has withdrawn, or was declined after all: organisers read what they wrote no
 * longer than that of others.
 */
async function endApplication(trx: Trx, { pid, tid }: TeamScope, { uid, by, now }: Leaving): Promise<void> {
  const ended =
    by === uid
      ? { state: 'withdrawn' as const, note: '', decided_at: null, decided_by: null }
      : { state: 'declined' as const, decided_at: timestamp(now), decided_by: by };
  await trx
    .updateTable('applications')
    .set(ended)
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .where('uid', '=', uid)
    .where('state', '=', 'accepted')
    .execute();
}

/** Whether the team has a free place and people on its waiting list. */
export const awaitsSomebody = async (trx: Trx, { pid, tid }: TeamScope): Promise<boolean> =>
  (await trx
    .selectFrom('teams')
    .innerJoin('applications', (join) =>
      join.onRef('applications.pid', '=', 'teams.pid').onRef('applications.tid', '=', 'teams.tid'),
    )
    .innerJoin('people', 'people.uid', 'applications.uid')
    .select('teams.tid')
    .where('teams.pid', '=', pid)
    .where('teams.tid', '=', tid)
    .where('teams.disabled_at', 'is', null)
    .where((eb) => eb.or([eb('teams.headcount', 'is', null), eb('teams.member_count', '<', eb.ref('teams.headcount'))]))
    .where('applications.state', '=', 'waiting')
    .where('people.suspended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const findTeamNames = (trx: Trx, { pid, tid }: TeamScope) =>
  trx
    .selectFrom('teams')
    .innerJoin('projects', 'projects.pid', 'teams.pid')
    .select(['teams.name as team', 'projects.name as project', 'projects.state', 'projects.listing'])
    .where('teams.pid', '=', pid)
    .where('teams.tid', '=', tid)
    .executeTakeFirstOrThrow();
