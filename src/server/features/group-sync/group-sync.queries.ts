import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import { changedOne } from '../../db/changed-one.ts';
import { countRows } from '../../db/count-rows.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { keyset } from '../../db/keyset.ts';
import { enabledMemberships } from '../../db/memberships.ts';
import { lockProject } from '../../db/lock-project.ts';
import type { GroupServersTable, SyncedGroupsTable } from '../../db/tables.ts';

export type ServerRow = Selectable<GroupServersTable>;

const shownServer = [
  'id',
  'kind',
  'url',
  'disabled_at',
  'disabled_for',
  'failing_since',
  'tried_at',
  'outcome',
  'created_at',
] as const;
export type ShownServer = Pick<ServerRow, (typeof shownServer)[number]>;

export const listGroupServers = (
  read: Reader,
  { pid }: ProjectScope,
  limit: number,
  after: string | undefined,
): Promise<ShownServer[]> =>
  read
    .selectFrom('group_servers')
    .select(shownServer)
    .where('pid', '=', pid)
    .$call(keyset(['id'], after === undefined ? undefined : [after]))
    .limit(limit)
    .execute();

/** Locks the project, so that the numbers of its servers and groups hold until the commit. */
export async function countServers(trx: Trx, { pid }: ProjectScope): Promise<number> {
  await lockProject(trx, pid);
  return countRows(trx.selectFrom('group_servers').where('pid', '=', pid));
}

export async function countGroups(trx: Trx, scope: ProjectScope): Promise<number> {
  await lockProject(trx, scope.pid);
  return countSynced(trx, scope);
}

export const countSynced = (read: Reader, { pid }: ProjectScope): Promise<number> =>
  countRows(read.selectFrom('synced_groups').where('pid', '=', pid));

export async function insertServer(trx: Trx, row: Insertable<GroupServersTable>): Promise<void> {
  await trx.insertInto('group_servers').values(row).execute();
}

/** Locks the server and returns it. */
export const lockServer = (trx: Trx, { pid }: ProjectScope, id: string): Promise<ServerRow | undefined> =>
  trx
    .updateTable('group_servers')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .where('pid', '=', pid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export async function updateServer(trx: Trx, id: string, values: Updateable<GroupServersTable>): Promise<void> {
  await trx
    .updateTable('group_servers')
    .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteServer(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('group_servers').where('id', '=', id).execute();
}

/** Everything is compared again, also people who were refused. */
export async function resetChecks(trx: Trx, server: string): Promise<void> {
  await trx.updateTable('synced_groups').set({ checked_on: null }).where('server_id', '=', server).execute();
  const groups = trx.selectFrom('synced_groups').select('id').where('server_id', '=', server);
  await trx
    .updateTable('synced_people')
    .set({ tried_at: null })
    .where('refused', 'is not', null)
    .where('group_id', 'in', groups)
    .execute();
}

const shownGroup = [
  'id',
  'server_id',
  'audience',
  'target_kind',
  'target',
  'mode',
  'people',
  'agreed',
  'tried_at',
  'outcome',
  'created_at',
] as const;
export type ShownGroup = Pick<Selectable<SyncedGroupsTable>, (typeof shownGroup)[number]>;

export const listSyncedGroups = (
  read: Reader,
  { pid }: ProjectScope,
  limit: number,
  after: string | undefined,
): Promise<ShownGroup[]> =>
  read
    .selectFrom('synced_groups')
    .select(shownGroup)
    .where('pid', '=', pid)
    .$call(keyset(['id'], after === undefined ? undefined : [after]))
    .limit(limit)
    .execute();

/** False if the server already has this target. */
export async function insertGroup(trx: Trx, row: Insertable<SyncedGroupsTable>): Promise<boolean> {
  return changedOne(
    trx
      .insertInto('synced_groups')
      .values(row)
      .onConflict((conflict) => conflict.columns(['server_id', 'target_kind', 'target']).doNothing()),
  );
}

/** Locks the group and returns it. */
export const lockGroup = (trx: Trx, { pid }: ProjectScope, id: string) =>
  trx
    .updateTable('synced_groups')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .where('pid', '=', pid)
    .where('id', '=', id)
    .returning(shownGroup)
    .executeTakeFirst();

/** Compared again, in another mode. */
export async function changeMode(trx: Trx, id: string, mode: 'dry_run' | 'active'): Promise<void> {
  await trx
    .updateTable('synced_groups')
    .set((eb) => ({ mode, checked_on: null, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Who left there is added again. */
export async function forgetLeft(trx: Trx, group: string): Promise<void> {
  await trx.deleteFrom('synced_people').where('group_id', '=', group).where('left_at', 'is not', null).execute();
}

/** Everybody is added again, unless they are there. */
export async function forgetMemberships(trx: Trx, group: string): Promise<void> {
  await trx
    .updateTable('synced_people')
    .set({ remote_id: null })
    .where('group_id', '=', group)
    .where('uid', 'is not', null)
    .execute();
}

export async function deleteGroup(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('synced_groups').where('id', '=', id).execute();
}

export const findGroup = (read: Reader, { pid }: ProjectScope, id: string) =>
  read.selectFrom('synced_groups').select('server_id').where('pid', '=', pid).where('id', '=', id).executeTakeFirst();

/** Newest first. */
export const listDifferences = (read: Reader, group: string, limit: number, before: string | undefined) =>
  read
    .selectFrom('sync_log as l')
    .leftJoin('people as p', 'p.uid', 'l.uid')
    .select(['l.id', 'l.uid', 'p.name', 'l.action', 'l.outcome', 'l.at'])
    .where('l.group_id', '=', group)
    .$if(before !== undefined, (query) => query.where('l.id', '<', before ?? ''))
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute();

export const countDifferences = (read: Reader, group: string): Promise<number> =>
  countRows(read.selectFrom('sync_log').where('group_id', '=', group));

export const findTeam = (trx: Trx, { pid }: ProjectScope, tid: string) =>
  trx.selectFrom('teams').select('disabled_at').where('pid', '=', pid).where('tid', '=', tid).executeTakeFirst();

export const findConsent = (read: Reader, { pid }: ProjectScope, uid: string) =>
  read.selectFrom('sync_consents').select('agreed_at').where('pid', '=', pid).where('uid', '=', uid).executeTakeFirst();

/** True for one request only. */
export async function insertConsent(trx: Trx, { pid }: ProjectScope, uid: string, now: string): Promise<boolean> {
  return changedOne(
    trx
      .insertInto('sync_consents')
      .values({ pid, uid, agreed_at: now })
      .onConflict((conflict) => conflict.columns(['pid', 'uid']).doNothing()),
  );
}

export async function deleteConsent(trx: Trx, { pid }: ProjectScope, uid: string): Promise<boolean> {
  return changedOne(trx.deleteFrom('sync_consents').where('pid', '=', pid).where('uid', '=', uid));
}

/** Of all projects. Returns which. */
export const deleteConsentsOf = (trx: Trx, uid: string) =>
  trx.deleteFrom('sync_consents').where('uid', '=', uid).returning('pid').execute();

/** Of all people of a project. Returns who. */
export const deleteConsentsIn = (trx: Trx, { pid }: ProjectScope) =>
  trx.deleteFrom('sync_consents').where('pid', '=', pid).returning('uid').execute();

/** Who left a list there and agrees again is added again, by a comparison with the server. */
export async function forgetLeftBy(trx: Trx, { pid }: ProjectScope, uid: string): Promise<void> {
  const rows = await trx
    .deleteFrom('synced_people')
    .where('uid', '=', uid)
    .where('left_at', 'is not', null)
    .where('group_id', 'in', trx.selectFrom('synced_groups').select('id').where('pid', '=', pid))
    .returning('group_id')
    .execute();
  if (rows.length === 0) return;
  const ids = rows.map(({ group_id }) => group_id);
  await trx.updateTable('synced_groups').set({ checked_on: null }).where('id', 'in', ids).execute();
}

/** The groups to which a person belongs by their teams, without those that they only lead for a while. */
export const listRolesOf = (read: Reader, { pid }: ProjectScope, uid: string) =>
  enabledMemberships(read)
    .select(['memberships.tid', 'memberships.role'])
    .where('memberships.pid', '=', pid)
    .where('memberships.uid', '=', uid)
    .execute();

/** All groups of the project, with what is stored of the person. */
export const listGroupsFor = (read: Reader, { pid }: ProjectScope, uid: string) =>
  read
    .selectFrom('synced_groups as g')
    .innerJoin('group_servers as s', 's.id', 'g.server_id')
    .leftJoin('teams as t', (join) => join.onRef('t.pid', '=', 'g.pid').onRef('t.tid', '=', 'g.tid'))
    .leftJoin('synced_people as k', (join) => join.onRef('k.group_id', '=', 'g.id').on('k.uid', '=', uid))
    .select(['g.audience', 'g.tid', 'g.target_kind', 'g.target', 'g.mode', 's.kind', 's.url', 's.disabled_at'])
    .select(['t.name as team', 'k.remote_id', 'k.left_at', 'k.refused'])
    .where('g.pid', '=', pid)
    .orderBy('g.target')
    .orderBy('g.id')
    .execute();

/** What the export of a person has. */
export const listSyncedOf = (read: Reader, uid: string) =>
  read
    .selectFrom('synced_people as k')
    .innerJoin('synced_groups as g', 'g.id', 'k.group_id')
    .innerJoin('group_servers as s', 's.id', 'g.server_id')
    .select(['g.pid', 's.url', 'g.target', 'k.remote_id', 'k.added_at', 'k.left_at', 'k.refused'])
    .where('k.uid', '=', uid)
    .orderBy('k.id')
    .execute();

export const listConsentsOf = (read: Reader, uid: string) =>
  read.selectFrom('sync_consents').select(['pid', 'agreed_at']).where('uid', '=', uid).orderBy('pid').execute();

export const listOwnConsents = (read: Reader, uid: string, after: string | undefined, limit: number) =>
  read
    .selectFrom('sync_consents')
    .innerJoin('projects', 'projects.pid', 'sync_consents.pid')
    .select(['sync_consents.pid', 'projects.name as project_name', 'sync_consents.agreed_at'])
    .where('sync_consents.uid', '=', uid)
    .$if(after !== undefined, (query) => query.where('sync_consents.pid', '>', after ?? ''))
    .orderBy('sync_consents.pid')
    .limit(limit)
    .execute();

export const listLogOf = (read: Reader, uid: string) =>
  read
    .selectFrom('sync_log as l')
    .innerJoin('synced_groups as g', 'g.id', 'l.group_id')
    .select(['g.target', 'l.action', 'l.outcome', 'l.at'])
    .where('l.uid', '=', uid)
    .orderBy('l.id')
    .execute();
