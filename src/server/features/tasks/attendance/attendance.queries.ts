import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import { enabledMemberships } from '../../../db/memberships.ts';
import type { CursorKey } from '../../../http/paging.ts';
import { preparedStatement } from '../../../db/prepared.ts';

const lockPlanQuery = preparedStatement((read, parameter: (name: 'uid') => string) =>
  read
    .updateTable('people')
    .set((eb) => ({ plan_revision: eb('plan_revision', '+', 1) }))
    .where('uid', '=', parameter('uid'))
    .returning('suspended_at'),
);

/** Locks the person's plan. Every change of it starts here, so that two joins of one person run one after the other. */
export const lockPlan = async (trx: Trx, uid: string) => (await lockPlanQuery(trx, { uid }))[0];

/** The same for all attendees of a task. Returns whom it locked. */
export async function lockPlansOfAttendees(trx: Trx, id: string): Promise<Set<string>> {
  const rows = await trx
    .updateTable('people')
    .set((eb) => ({ plan_revision: eb('plan_revision', '+', 1) }))
    .where('uid', 'in', (eb) => eb.selectFrom('attendances').select('uid').where('task_id', '=', id))
    .returning('uid')
    .execute();
  return new Set(rows.map(({ uid }) => uid));
}

/** Whether the task has attendees other than these. */
export async function hasOtherAttendees(trx: Trx, id: string, known: ReadonlySet<string>): Promise<boolean> {
  const rows = await trx.selectFrom('attendances').select('uid').where('task_id', '=', id).execute();
  return rows.some(({ uid }) => !known.has(uid));
}

const takingPlace = preparedStatement((read, parameter: (name: 'pid' | 'id' | 'now') => string) =>
  read
    .updateTable('tasks')
    .set((eb) => ({ attendee_count: eb('attendee_count', '+', 1) }))
    .where('pid', '=', parameter('pid'))
    .where('id', '=', parameter('id'))
    .where('ends_at', '>', parameter('now'))
    .whereRef('attendee_count', '<', 'capacity')
    .returning(['id', 'pid', 'title', 'description', 'starts_at', 'ends_at', 'revision']),
);

/** Takes a place if one is free and the task has not ended. Locks the task. */
export const takePlace = async (trx: Trx, { pid }: ProjectScope, id: string, now: string) =>
  (await takingPlace(trx, { pid, id, now }))[0];

export const givePlaceBack = (trx: Trx, scope: ProjectScope, id: string) =>
  trx
    .updateTable('tasks')
    .set((eb) => ({ attendee_count: eb('attendee_count', '-', 1) }))
    .where('pid', '=', scope.pid)
    .where('id', '=', id)
    .returning(['id', 'pid', 'title', 'description', 'starts_at', 'ends_at', 'revision'])
    .executeTakeFirst();

const findingPlace = preparedStatement((read, parameter: (name: 'pid' | 'id' | 'uid') => string) =>
  read
    .selectFrom('tasks')
    .leftJoin('attendances', (join) =>
      join.onRef('attendances.task_id', '=', 'tasks.id').on('attendances.uid', '=', parameter('uid')),
    )
    .select(['tid', 'starts_at', 'ends_at', 'capacity', 'attendee_count', 'attendances.uid as attendee'])
    .where('pid', '=', parameter('pid'))
    .where('id', '=', parameter('id')),
);

/** Reads the task and whether the person attends it, without locks. */
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

const insertingAttendance = preparedStatement((read, parameter: (name: 'task_id' | 'uid' | 'created_at') => string) =>
  read
    .insertInto('attendances')
    .values({ task_id: parameter('task_id'), uid: parameter('uid'), created_at: parameter('created_at') }),
);

export async function insertAttendance(
  trx: Trx,
  row: { task_id: string; uid: string; created_at: string },
): Promise<void> {
  await insertingAttendance(trx, row);
}

export async function deleteAttendance(trx: Trx, id: string, uid: string): Promise<void> {
  await trx.deleteFrom('attendances').where('task_id', '=', id).where('uid', '=', uid).execute();
}

/** Attendees of the task who have another task in the given time. */
export const listConflicting = (trx: Trx, id: string, startsAt: string, endsAt: string) =>
  trx
    .selectFrom('attendances')
    .innerJoin('attendances as others', 'others.uid', 'attendances.uid')
    .innerJoin('tasks', 'tasks.id', 'others.task_id')
    .select('attendances.uid')
    .distinct()
    .where('attendances.task_id', '=', id)
    .where('others.task_id', '!=', id)
    .where('tasks.starts_at', '<', endsAt)
    .where('tasks.ends_at', '>', startsAt)
    .orderBy('attendances.uid')
    .execute();

export async function deleteAttendances(trx: Trx, id: string, uids: readonly string[]): Promise<void> {
  await trx.deleteFrom('attendances').where('task_id', '=', id).where('uid', 'in', uids).execute();
}

/** By name. People who left during the task are listed, so that planners see why it is full. */
export function selectAttendees(
  read: Reader,
  id: string,
  after: CursorKey<'sort_key' | 'uid'> | undefined,
  limit: number,
) {
  const query = read
    .selectFrom('attendances')
    .innerJoin('people', 'people.uid', 'attendances.uid')
    .select(['people.uid', 'people.name', 'people.email', 'people.sort_key', 'attendances.created_at as joined_at'])
    .select(['attendances.state', 'attendances.arrived_at', 'attendances.left_at', 'attendances.presumed_at'])
    .where('attendances.task_id', '=', id);
  return query
    .$call(keyset(['people.sort_key', 'people.uid'], after && [after.sort_key, after.uid]))
    .limit(limit)
    .execute();
}

export type AttendeeRow = Awaited<ReturnType<typeof selectAttendees>>[number];

const belonging = preparedStatement((read, parameter: (name: 'pid' | 'uid') => string) =>
  enabledMemberships(read)
    .select('memberships.uid')
    .where('memberships.uid', '=', parameter('uid'))
    .where('memberships.pid', '=', parameter('pid'))
    .union((eb) =>
      eb
        .selectFrom('project_owners')
        .select('uid')
        .where('uid', '=', parameter('uid'))
        .where('pid', '=', parameter('pid')),
    ),
);

/** Whether the person is an owner or in an enabled team of the project. */
export const isOfProject = async (read: Reader, { pid }: ProjectScope, uid: string): Promise<boolean> =>
  (await belonging(read, { pid, uid })).length > 0;

export async function freePlacesOf(trx: Trx, uid: string): Promise<void> {
  await trx
    .updateTable('tasks')
    .set((eb) => ({ attendee_count: eb('attendee_count', '-', 1) }))
    .where('id', 'in', (eb) => eb.selectFrom('attendances').select('task_id').where('uid', '=', uid))
    .execute();
}

export async function deleteAttendancesOf(trx: Trx, uid: string): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('attendances').where('uid', '=', uid).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
