import { sql } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
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

const returned = [
  'id',
  'pid',
  'tid',
  'title',
  'description',
  'starts_at',
  'ends_at',
  'revision',
  'kind_id',
  'visibility',
  'joining',
  'opens_at',
] as const;

const takingPlace = preparedStatement((read, parameter: (name: 'pid' | 'id' | 'now') => string) =>
  read
    .updateTable('tasks')
    .set((eb) => ({ attendee_count: eb('attendee_count', '+', 1) }))
    .where('pid', '=', parameter('pid'))
    .where('id', '=', parameter('id'))
    .where('ends_at', '>', parameter('now'))
    .where((eb) => eb(eb('attendee_count', '+', eb.ref('held_count')), '<', eb.ref('capacity')))
    .returning(returned),
);

/** Takes a place if one is free, held for nobody, and the task has not ended. Locks the task. */
export const takePlace = async (trx: Trx, { pid }: ProjectScope, id: string, now: string) =>
  (await takingPlace(trx, { pid, id, now }))[0];

/** Takes the place that is held for a person who waits. Locks the task. */
export const takeHeldPlace = (trx: Trx, scope: ProjectScope, id: string, now: string) =>
  trx
    .updateTable('tasks')
    .set((eb) => ({ attendee_count: eb('attendee_count', '+', 1), held_count: eb('held_count', '-', 1) }))
    .where('pid', '=', scope.pid)
    .where('id', '=', id)
    .where('ends_at', '>', now)
    .returning(returned)
    .executeTakeFirst();

/** The person for whom it was held has another place on the task, or could not take it after all. */
export async function changeHeldPlaces(trx: Trx, scope: ProjectScope, id: string, by: 1 | -1): Promise<void> {
  await trx
    .updateTable('tasks')
    .set((eb) => ({ held_count: eb('held_count', '+', by) }))
    .where('pid', '=', scope.pid)
    .where('id', '=', id)
    .execute();
}

export type LockedTask = NonNullable<Awaited<ReturnType<typeof takePlace>>>;

/** Locks the task. */
export const givePlaceBack = (trx: Trx, scope: ProjectScope, id: string) =>
  trx
    .updateTable('tasks')
    .set((eb) => ({ attendee_count: eb('attendee_count', '-', 1) }))
    .where('pid', '=', scope.pid)
    .where('id', '=', id)
    .returning(returned)
    .executeTakeFirst();

/** Locks the task and changes nothing, for example while one person replaces another. */
export const keepPlace = (trx: Trx, scope: ProjectScope, id: string) =>
  trx
    .updateTable('tasks')
    .set((eb) => ({ attendee_count: eb.ref('attendee_count') }))
    .where('pid', '=', scope.pid)
    .where('id', '=', id)
    .returning(returned)
    .executeTakeFirst();

type StoredInvolvement = 'attending' | 'offering' | 'wanted' | 'swapping' | 'waiting' | 'requested' | 'helping';
/**
 * `wanted`: somebody would swap with anyone on the task.
 * `swapping`: the person offers another place in return for one on the task. `held`: a free place is held for the person.
 * `lapsed`: they did not take it in time.
 */
export type Involvement = StoredInvolvement | 'held' | 'lapsed';

const involvements = preparedStatement((read, parameter: (name: 'id' | 'uid') => string) =>
  read
    .selectFrom('attendances')
    .select([sql<StoredInvolvement>`'attending'`.as('involvement'), sql<string | null>`null`.as('offered_until')])
    .where('task_id', '=', parameter('id'))
    .where('uid', '=', parameter('uid'))
    .unionAll((eb) =>
      eb
        .selectFrom('waiting_people')
        .select([sql<StoredInvolvement>`'waiting'`.as('involvement'), 'offered_until'])
        .where('task_id', '=', parameter('id'))
        .where('uid', '=', parameter('uid')),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('place_offers')
        .select([sql<StoredInvolvement>`'offering'`.as('involvement'), sql<string | null>`null`.as('offered_until')])
        .where('task_id', '=', parameter('id'))
        .where('uid', '=', parameter('uid')),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('place_offers')
        .select([sql<StoredInvolvement>`'wanted'`.as('involvement'), sql<string | null>`null`.as('offered_until')])
        .where('for_task', '=', parameter('id'))
        .where('to_uid', 'is', null),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('place_offers')
        .select([sql<StoredInvolvement>`'swapping'`.as('involvement'), sql<string | null>`null`.as('offered_until')])
        .where('for_task', '=', parameter('id'))
        .where('uid', '=', parameter('uid')),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('join_requests')
        .select([sql<StoredInvolvement>`'requested'`.as('involvement'), sql<string | null>`null`.as('offered_until')])
        .where('task_id', '=', parameter('id'))
        .where('uid', '=', parameter('uid')),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('helpers')
        .innerJoin('tasks', 'tasks.pid', 'helpers.pid')
        .select([sql<StoredInvolvement>`'helping'`.as('involvement'), sql<string | null>`null`.as('offered_until')])
        .where('tasks.id', '=', parameter('id'))
        .where('helpers.uid', '=', parameter('uid')),
    ),
);

/** Whether the person is on the task, offers their place, waits for a place or has asked for one, and helps in its project. */
export async function listInvolvements(read: Reader, id: string, uid: string, now: string): Promise<Set<Involvement>> {
  const rows = await involvements(read, { id, uid });
  return new Set(
    rows.flatMap(({ involvement, offered_until: until }): Involvement[] =>
      until === null ? [involvement] : [involvement, 'held', ...(until <= now ? ['lapsed' as const] : [])],
    ),
  );
}

export async function deleteWaiting(trx: Trx, id: string, uid: string): Promise<void> {
  await trx.deleteFrom('waiting_people').where('task_id', '=', id).where('uid', '=', uid).execute();
}

/** Somebody whom planners took off the task cannot return by an old request for help. */
export async function deleteHelpRequest(trx: Trx, id: string, uid: string): Promise<void> {
  await trx.deleteFrom('help_requests').where('task_id', '=', id).where('uid', '=', uid).execute();
}

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
