import type { Insertable, Updateable } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { changedOne } from '../../../db/changed-one.ts';
import { lockRows } from '../../../db/db.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { enabledMemberships } from '../../../db/memberships.ts';
import type { GroupServersTable, SyncedGroupsTable, SyncedPeopleTable, SyncLogTable } from '../../../db/tables.ts';
import { chunksOf } from '../../../lib/chunks.ts';

const workColumns = ['id', 'pid', 'kind', 'url', 'secrets', 'created_by', 'made_with', 'failing_since'] as const;

export const findServer = (read: Reader, id: string) =>
  read
    .selectFrom('group_servers')
    .select(workColumns)
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
export type WorkingServer = NonNullable<Awaited<ReturnType<typeof findServer>>>;

/** Those that are switched on, with what says whether there is work. */
export const listServers = (read: Reader, now: string) =>
  read
    .selectFrom('group_servers as s')
    .innerJoin('projects as p', 'p.pid', 's.pid')
    .select(['s.id', 's.pid', 's.seen_seq', 's.next_at', 'p.timezone'])
    .where('s.disabled_at', 'is', null)
    .where((eb) => eb.or([eb('s.next_at', 'is', null), eb('s.next_at', '<=', now)]))
    .where((eb) => eb.exists(eb.selectFrom('synced_groups as g').select('g.id').whereRef('g.server_id', '=', 's.id')))
    .orderBy('s.id')
    .execute();

/** Whether anything changed in the project, or with any person. */
export const hasChanged = async (read: Reader, pid: string, after: number, upTo: number): Promise<boolean> =>
  (await read
    .selectFrom('changes')
    .select('seq')
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .where((eb) => eb.or([eb('pid', '=', pid), eb('pid', 'is', null)]))
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const hasUnchecked = async (read: Reader, server: string, today: string): Promise<boolean> =>
  (await read
    .selectFrom('synced_groups')
    .select('id')
    .where('server_id', '=', server)
    .where((eb) => eb.or([eb('checked_on', 'is', null), eb('checked_on', '<', today)]))
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Nobody else begins with the server before that. */
export async function claimServer(trx: Trx, id: string, before: string | null, until: string): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('group_servers')
      .set({ next_at: until })
      .where('id', '=', id)
      .where('next_at', before === null ? 'is' : '=', before)
      .where('disabled_at', 'is', null),
  );
}

export async function updateServerState(trx: Trx, id: string, values: Updateable<GroupServersTable>): Promise<void> {
  await trx.updateTable('group_servers').set(values).where('id', '=', id).execute();
}

/** Teams before channels: in Mattermost only people of a team can be in its channels. */
export const listGroupsOf = (read: Reader, server: string) =>
  read
    .selectFrom('synced_groups')
    .select(['id', 'audience', 'target_kind', 'target', 'mode', 'digest', 'checked_on'])
    .where('server_id', '=', server)
    .orderBy('target_kind', 'desc')
    .orderBy('id')
    .execute();
export type SyncedGroup = Awaited<ReturnType<typeof listGroupsOf>>[number];

export async function updateGroupState(trx: Trx, id: string, values: Updateable<SyncedGroupsTable>): Promise<void> {
  await trx.updateTable('synced_groups').set(values).where('id', '=', id).execute();
}

export const timezoneOf = async (read: Reader, pid: string): Promise<string> =>
  (await read.selectFrom('projects').select('timezone').where('pid', '=', pid).executeTakeFirstOrThrow()).timezone;

/** Members of enabled teams, and owners with an empty team, without suspended people. */
export const listMembers = (read: Reader, pid: string) =>
  enabledMemberships(read)
    .innerJoin('people', 'people.uid', 'memberships.uid')
    .select(['memberships.uid', 'memberships.tid', 'memberships.role'])
    .where('memberships.pid', '=', pid)
    .where('people.suspended_at', 'is', null)
    .unionAll((eb) =>
      eb
        .selectFrom('project_owners as o')
        .innerJoin('people as p', 'p.uid', 'o.uid')
        .select((one) => ['o.uid', one.cast<string>(one.val(''), 'text').as('tid')])
        .select((one) => one.cast<'chief' | 'member'>(one.val('member'), 'text').as('role'))
        .where('o.pid', '=', pid)
        .where('p.suspended_at', 'is', null),
    )
    .execute();

export const listAgreed = (read: Reader, pid: string) =>
  read
    .selectFrom('sync_consents as c')
    .innerJoin('people as p', 'p.uid', 'c.uid')
    .select(['p.uid', 'p.email', 'p.name'])
    .where('c.pid', '=', pid)
    .where('p.suspended_at', 'is', null)
    .orderBy('p.uid')
    .execute();

export const listKnown = (read: Reader, group: string) =>
  read
    .selectFrom('synced_people as s')
    .leftJoin('people as p', 'p.uid', 's.uid')
    .select(['s.id', 's.uid', 's.remote_id', 's.found', 's.left_at', 's.refused', 's.tried_at', 'p.email'])
    .where('s.group_id', '=', group)
    .orderBy('s.id')
    .execute();

/** Whether the group is still to be changed: its owner may have paused it since. */
export const isActive = async (trx: Trx, group: string): Promise<boolean> =>
  (await trx
    .selectFrom('synced_groups as g')
    .innerJoin('group_servers as s', 's.id', 'g.server_id')
    .select('g.id')
    .where('g.id', '=', group)
    .where('g.mode', '=', 'active')
    .where('s.disabled_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Who of these agrees at this moment, and is not suspended. They cannot withdraw before the commit, which locks them first. */
export async function lockAgreed(trx: Trx, pid: string, uids: readonly string[]): Promise<Set<string>> {
  const people = await lockRows(
    trx,
    trx
      .selectFrom('people')
      .select('uid')
      .where('uid', 'in', anyOf(uids))
      .where('suspended_at', 'is', null)
      .orderBy('uid'),
  );
  const consents = await trx
    .selectFrom('sync_consents')
    .select('uid')
    .where('pid', '=', pid)
    .where('uid', 'in', anyOf(people.map(({ uid }) => uid)))
    .execute();
  return new Set(consents.map(({ uid }) => uid));
}

export async function insertPeople(trx: Trx, rows: readonly Insertable<SyncedPeopleTable>[]): Promise<void> {
  for (const some of chunksOf(rows))
    await trx
      .insertInto('synced_people')
      .values(some)
      .onConflict((conflict) => conflict.columns(['group_id', 'uid']).doNothing())
      .execute();
}

export async function updatePerson(trx: Trx, id: string, values: Updateable<SyncedPeopleTable>): Promise<void> {
  await trx.updateTable('synced_people').set(values).where('id', '=', id).execute();
}

export async function deletePeople(trx: Trx, ids: readonly string[]): Promise<void> {
  for (const some of chunksOf(ids)) await trx.deleteFrom('synced_people').where('id', 'in', some).execute();
}

export async function insertLog(trx: Trx, rows: readonly Insertable<SyncLogTable>[]): Promise<void> {
  for (const some of chunksOf(rows)) await trx.insertInto('sync_log').values(some).execute();
}

/** What a dry run wrote is replaced by the next one. */
export async function deletePlanned(trx: Trx, group: string): Promise<void> {
  await trx.deleteFrom('sync_log').where('group_id', '=', group).where('outcome', 'like', 'planned%').execute();
}

export const listOwners = async (read: Reader, pid: string): Promise<string[]> =>
  (await read.selectFrom('project_owners').select('uid').where('pid', '=', pid).execute()).map(({ uid }) => uid);

export async function deleteLogBefore(trx: Trx, id: string, limit: number): Promise<void> {
  const old = trx.selectFrom('sync_log').select('id').where('id', '<', id).orderBy('id').limit(limit);
  await trx.deleteFrom('sync_log').where('id', 'in', old).execute();
}

/** True for one process only. */
export const disableServer = (trx: Trx, id: string, now: string, reason: 'failing' | 'not_allowed') =>
  trx
    .updateTable('group_servers')
    .set({ disabled_at: now, disabled_for: reason })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .returning(['pid', 'url'])
    .executeTakeFirst();

export const listActiveOf = (trx: Trx, uid: string) =>
  trx
    .selectFrom('group_servers')
    .select('id')
    .where('created_by', '=', uid)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute();
