import type { DeskScope, ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { enabledMemberships } from '../../../db/memberships.ts';
import { preparedStatement } from '../../../db/prepared.ts';

export type Window = { from: string; to: string };

/** The tasks of the day that the device may see; only some of them if `ids` is given. */
export const listDeskTasks = (read: Reader, { pid, tids }: DeskScope, { from, to }: Window, ids?: readonly string[]) =>
  read
    .selectFrom('tasks')
    .leftJoin('places', 'places.id', 'tasks.place_id')
    .select(['tasks.id', 'tasks.title', 'places.name as place', 'tasks.starts_at', 'tasks.ends_at'])
    .where('tasks.pid', '=', pid)
    .where('tasks.ends_at', '>', from)
    .where('tasks.starts_at', '<', to)
    .$if(tids !== null, (query) => query.where('tasks.tid', 'in', tids ?? []))
    .$if(ids !== undefined, (query) => query.where('tasks.id', 'in', ids ?? []))
    .orderBy('tasks.starts_at')
    .orderBy('tasks.id')
    .execute();

/** Who is on them, by name; only some people if `uids` is given. */
export const listDeskAttendances = (
  read: Reader,
  { pid, tids }: DeskScope,
  { from, to }: Window,
  uids?: readonly string[],
) =>
  read
    .selectFrom('tasks')
    .innerJoin('attendances', 'attendances.task_id', 'tasks.id')
    .innerJoin('people', 'people.uid', 'attendances.uid')
    .select(['people.uid', 'people.name', 'tasks.id', 'attendances.state', 'attendances.arrived_at'])
    .select('attendances.left_at')
    .where('tasks.pid', '=', pid)
    .where('tasks.ends_at', '>', from)
    .where('tasks.starts_at', '<', to)
    .where('people.suspended_at', 'is', null)
    .$if(tids !== null, (query) => query.where('tasks.tid', 'in', tids ?? []))
    .$if(uids !== undefined, (query) => query.where('people.uid', 'in', uids ?? []))
    .orderBy('people.sort_key')
    .orderBy('people.uid')
    .orderBy('tasks.starts_at')
    .orderBy('tasks.id')
    .execute();

/** Names of the teams of people, to tell apart those with the same name; only of the teams of the device. */
export const listDeskTeams = (read: Reader, { pid, tids }: DeskScope, uids?: readonly string[]) =>
  enabledMemberships(read)
    .select(['memberships.uid', 'teams.name'])
    .where('memberships.pid', '=', pid)
    .$if(tids !== null, (query) => query.where('memberships.tid', 'in', tids ?? []))
    .$if(uids !== undefined, (query) => query.where('memberships.uid', 'in', uids ?? []))
    .orderBy('teams.name')
    .orderBy('teams.tid')
    .execute();

export async function listAttendeesOf(read: Reader, taskIds: readonly string[]): Promise<string[]> {
  if (taskIds.length === 0) return [];
  const rows = await read.selectFrom('attendances').select('uid').where('task_id', 'in', taskIds).execute();
  return rows.map(({ uid }) => uid);
}

/** What happened in the project since a number of the change feed. */
export const listDeskChanges = (read: Reader, { pid }: ProjectScope, after: number, upTo: number, limit: number) =>
  read
    .selectFrom('changes')
    .select(['seq', 'kind', 'subject'])
    .where('pid', '=', pid)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(limit)
    .execute();

export const findProjectName = (read: Reader, { pid }: ProjectScope) =>
  read.selectFrom('projects').select('name').where('pid', '=', pid).executeTakeFirst();

const lockingDevice = preparedStatement((read, parameter: (name: 'id' | 'now') => string) =>
  read
    .updateTable('devices')
    .set({ last_seen_at: parameter('now') })
    .where('id', '=', parameter('id'))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', parameter('now'))
    .returning('id'),
);

/** Locks the device until the transaction ends. False if it was revoked or has expired. */
export const lockDevice = async (trx: Trx, id: string, now: string): Promise<boolean> =>
  (await lockingDevice(trx, { id, now })).length > 0;

export const listKnownScans = (trx: Trx, { pid }: ProjectScope, ids: readonly string[]) =>
  trx.selectFrom('scans').select(['id', 'result']).where('pid', '=', pid).where('id', 'in', ids).execute();

export async function listExisting(trx: Trx, uids: readonly string[]): Promise<Set<string>> {
  if (uids.length === 0) return new Set();
  const rows = await trx
    .selectFrom('people')
    .select('uid')
    .where('uid', 'in', uids)
    .where('suspended_at', 'is', null)
    .execute();
  return new Set(rows.map(({ uid }) => uid));
}

/** A scan of the device that is to be undone. */
export const findScan = (trx: Trx, { pid }: ProjectScope, device: string, id: string) =>
  trx
    .selectFrom('scans')
    .select(['id', 'step', 'at', 'uid', 'task_id', 'thing_id', 'result'])
    .where('pid', '=', pid)
    .where('id', '=', id)
    .where('device_id', '=', device)
    .executeTakeFirst();

export async function markUndone(trx: Trx, { pid }: ProjectScope, id: string): Promise<void> {
  await trx.updateTable('scans').set({ result: 'undone' }).where('pid', '=', pid).where('id', '=', id).execute();
}
