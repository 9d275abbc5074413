import type { ProjectScope } from '../../../auth/project-role.ts';
import { anyOf } from '../../../db/any-of.ts';
import { lockRows } from '../../../db/db.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { CursorKey } from '../../../http/paging.ts';
import { isCompanionOf } from '../../../db/not-replaced.ts';
import { preparedStatement } from '../../../db/prepared.ts';
import { sortedIds } from '../../../lib/chunks.ts';

const findingPlace = preparedStatement((read, parameter: (name: 'pid' | 'id' | 'uid') => string) =>
  read
    .selectFrom('tasks')
    .leftJoin('attendances', (join) =>
      join.onRef('attendances.task_id', '=', 'tasks.id').on('attendances.uid', '=', parameter('uid')),
    )
    .leftJoin('waiting_people', (join) =>
      join.onRef('waiting_people.task_id', '=', 'tasks.id').on('waiting_people.uid', '=', parameter('uid')),
    )
    .leftJoin('join_requests', (join) =>
      join.onRef('join_requests.task_id', '=', 'tasks.id').on('join_requests.uid', '=', parameter('uid')),
    )
    .select([
      'tid',
      'starts_at',
      'ends_at',
      'capacity',
      'attendee_count',
      'held_count',
      'waiting_people.uid as waiting',
      'waiting_people.offered_until',
      'visibility',
      'joining',
      'opens_at',
      'attendances.uid as attendee',
      'attendances.state',
      'join_requests.uid as requested',
    ])
    .where('pid', '=', parameter('pid'))
    .where('id', '=', parameter('id')),
);

/** Reads the task and whether the person attends it or has asked for a place, without locks. */
export const findPlace = async (read: Reader, { pid }: ProjectScope, id: string, uid: string) =>
  (await findingPlace(read, { pid, id, uid }))[0];

const attending = preparedStatement((read, parameter: (name: 'id' | 'uid') => string) =>
  read
    .selectFrom('attendances')
    .select('uid')
    .where('task_id', '=', parameter('id'))
    .where('uid', '=', parameter('uid')),
);

export const isAttending = async (read: Reader, id: string, uid: string): Promise<boolean> =>
  (await attending(read, { id, uid })).length > 0;

/** Nobody marks the attendance until the commit. */
export const lockAttendance = async (trx: Trx, id: string, uid: string) =>
  (
    await lockRows(trx, trx.selectFrom('attendances').select('state').where('task_id', '=', id).where('uid', '=', uid))
  )[0];

/** Sorted by person and task. */
export const listAttendeesOf = (trx: Trx, ids: readonly string[]) =>
  trx
    .selectFrom('attendances')
    .select(['uid', 'task_id as task'])
    // No task has an empty id, and `in ()` is not valid SQL.
    .where('task_id', 'in', anyOf(ids))
    .orderBy('uid')
    .orderBy('task_id')
    .execute();

/**
 * Returns how many places are free now: those of people who were replaced are not. Only the deleted row tells, because
 * they may come after all at the same moment.
 */
export async function deleteAttendances(trx: Trx, id: string, uids: readonly string[]): Promise<number> {
  const deleted = await trx
    .deleteFrom('attendances')
    .where('task_id', '=', id)
    .where('uid', 'in', uids)
    .returning('replaced_at')
    .execute();
  return deleted.filter(({ replaced_at: at }) => at === null).length;
}

/**
 * By name. Planners see everybody who has or had a place; others, given as `companionsOf`, those who are expected or here,
 * as on their home page and their day.
 */
export function selectAttendees(
  read: Reader,
  { id, companionsOf }: { id: string; companionsOf: string | undefined },
  after: CursorKey<'sort_key' | 'uid'> | undefined,
  limit: number,
) {
  const query = read
    .selectFrom('attendances')
    .innerJoin('people', 'people.uid', 'attendances.uid')
    .leftJoin('place_offers', (join) =>
      join.onRef('place_offers.task_id', '=', 'attendances.task_id').onRef('place_offers.uid', '=', 'attendances.uid'),
    )
    .select(['people.uid', 'people.name', 'people.email', 'people.sort_key', 'attendances.created_at as joined_at'])
    .select(['attendances.state', 'attendances.arrived_at', 'attendances.left_at', 'attendances.presumed_at'])
    .select(['attendances.replaced_at', 'place_offers.created_at as offered_at'])
    .where('attendances.task_id', '=', id)
    .$if(companionsOf !== undefined, (some) => some.where(isCompanionOf(companionsOf ?? '')));
  return query
    .$call(keyset(['people.sort_key', 'people.uid'], after && [after.sort_key, after.uid]))
    .limit(limit)
    .execute();
}

export type AttendeeRow = Awaited<ReturnType<typeof selectAttendees>>[number];

/** Loads what says whose place is open, and whose is taken, after somebody was replaced. */
export const listReplaceable = (read: Reader, id: string) =>
  read
    .selectFrom('attendances')
    .select(['uid', 'state', 'created_at', 'replaced_at'])
    .where('task_id', '=', id)
    .execute();

type Deleted = { task_id: string; replaced_at: string | null };

/**
 * For attendances that were deleted. Other people may join at the same time, so counts are lowered, not set. Returns the
 * tasks with a free place.
 */
export async function freePlaces(trx: Trx, deleted: readonly Deleted[]): Promise<string[]> {
  const freed = Map.groupBy(
    deleted.filter(({ replaced_at: at }) => at === null),
    ({ task_id: id }) => id,
  );
  const ids = sortedIds(freed.keys());
  for (const [count, some] of Map.groupBy(ids, (id) => freed.get(id)?.length ?? 0)) {
    const lowered = trx.updateTable('tasks').set((eb) => ({ attendee_count: eb('attendee_count', '-', count) }));
    await lowered.where('id', 'in', some).execute();
  }
  return ids;
}

export const deleteAttendancesOf = (trx: Trx, uid: string) =>
  trx.deleteFrom('attendances').where('uid', '=', uid).returning(['task_id', 'replaced_at']).execute();
