import { sql } from 'kysely';
import { changedOne } from '../../../db/changed-one.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { preparedStatement } from '../../../db/prepared.ts';

const columns = [
  'id',
  'pid',
  'tid',
  'kind_id',
  'visibility',
  'joining',
  'opens_at',
  'title',
  'description',
  'starts_at',
  'ends_at',
  'revision',
  'capacity',
  'attendee_count',
  'held_count',
] as const;

const locking = preparedStatement((read, parameter: (name: 'id' | 'now') => string) =>
  read
    .updateTable('tasks')
    .set((eb) => ({ held_count: eb.ref('held_count') }))
    .where('id', '=', parameter('id'))
    .where('starts_at', '>', parameter('now'))
    .where('pid', 'in', (eb) => eb.selectFrom('projects').select('projects.pid').where('state', '=', 'public'))
    .returning(columns),
);

/** Locks a task that has not started, of a project that is open to its people. */
export const lockAhead = async (trx: Trx, id: string, now: string) => (await locking(trx, { id, now }))[0];

export type WaitedTask = NonNullable<Awaited<ReturnType<typeof lockAhead>>>;

export const findWaited = (read: Reader, id: string) =>
  read.selectFrom('tasks').select(columns).where('id', '=', id).executeTakeFirst();

/** Lists those who wait without an offer, in their order. */
export async function listWaiting(read: Reader, id: string): Promise<string[]> {
  const rows = await read
    .selectFrom('waiting_people')
    .select('uid')
    .where('task_id', '=', id)
    .where('offered_until', 'is', null)
    .orderBy('position')
    .execute();
  return rows.map(({ uid }) => uid);
}

/** Who would get the next free places of these tasks. */
export async function listFirstWaiting(read: Reader, ids: readonly string[], count: number): Promise<string[]> {
  const rows = await read
    .selectFrom((eb) =>
      eb
        .selectFrom('waiting_people')
        .select(['uid', sql<number>`row_number() over (partition by task_id order by position)`.as('turn')])
        .where('task_id', 'in', ids)
        .where('offered_until', 'is', null)
        .as('waiting'),
    )
    .select('uid')
    .distinct()
    .where('turn', '<=', count)
    .execute();
  return rows.map(({ uid }) => uid);
}

const inserting = preparedStatement((read, parameter: (name: 'task_id' | 'uid' | 'created_at') => string) =>
  read.insertInto('waiting_people').values({
    task_id: parameter('task_id'),
    uid: parameter('uid'),
    position: sql<number>`(select coalesce(max(position), 0) + 1 from waiting_people where task_id = ${parameter('task_id')})`,
    created_at: parameter('created_at'),
  }),
);

/** At the end of the list. Requires the locked task. */
export async function insertWaiting(trx: Trx, row: { task_id: string; uid: string; created_at: string }) {
  await inserting(trx, row);
}

const counting = preparedStatement((read, parameter: (name: 'id' | 'uid') => string) =>
  read
    .selectFrom('waiting_people')
    .leftJoin('waiting_people as own', (join) =>
      join.onRef('own.task_id', '=', 'waiting_people.task_id').on('own.uid', '=', parameter('uid')),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      sql<number>`count(case when waiting_people.position <= own.position then 1 end)`.as('position'),
    ])
    .where('waiting_people.task_id', '=', parameter('id')),
);

/** How many people wait, and at which position the person is; 0 if they do not wait. */
export async function countWaiting(read: Reader, id: string, uid: string): Promise<{ all: number; position: number }> {
  const [row] = await counting(read, { id, uid });
  return { all: row?.all ?? 0, position: row?.position ?? 0 };
}

/** Positions have no gaps, also after people have left the list. */
export const selectWaiting = (read: Reader, id: string, after: number, limit: number) =>
  read
    .selectFrom((eb) =>
      eb
        .selectFrom('waiting_people')
        .innerJoin('people', 'people.uid', 'waiting_people.uid')
        .select([
          'people.uid',
          'people.name',
          'waiting_people.position as key',
          'waiting_people.offered_until',
          'waiting_people.created_at as since',
          sql<number>`row_number() over (order by position)`.as('position'),
        ])
        .where('task_id', '=', id)
        .as('waiting'),
    )
    .selectAll()
    .where('key', '>', after)
    .orderBy('key')
    .limit(limit)
    .execute();

/** Requires the locked person. False if they no longer wait, or have an offer. */
export async function holdPlace(trx: Trx, id: string, uid: string, until: string): Promise<boolean> {
  const held = await changedOne(
    trx
      .updateTable('waiting_people')
      .set({ offered_until: until })
      .where('task_id', '=', id)
      .where('uid', '=', uid)
      .where('offered_until', 'is', null),
  );
  if (held) await changeHeld(trx, id, 1);
  return held;
}

async function changeHeld(trx: Trx, id: string, by: 1 | -1): Promise<void> {
  await trx
    .updateTable('tasks')
    .set((eb) => ({ held_count: eb('held_count', '+', by) }))
    .where('id', '=', id)
    .execute();
}

type Leaving = { uids: readonly string[]; pid?: string | undefined; id?: string | undefined };

/**
 * Removes locked people from waiting lists: of one task, of a project or all. Places that were held for them are free
 * again. Returns where they waited.
 */
export async function deleteWaitingOf(trx: Trx, { uids, pid, id }: Leaving) {
  const removed = await trx
    .deleteFrom('waiting_people')
    .where('uid', 'in', uids)
    .$if(id !== undefined, (query) => query.where('task_id', '=', id ?? ''))
    .$if(pid !== undefined, (query) =>
      query.where('task_id', 'in', (eb) =>
        eb
          .selectFrom('tasks')
          .select('tasks.id')
          .where('tasks.pid', '=', pid ?? ''),
      ),
    )
    .returning(['task_id', 'uid', 'offered_until'])
    .execute();
  const held = removed.filter((row) => row.offered_until !== null).map(({ task_id }) => task_id);
  for (const task of held.toSorted()) await changeHeld(trx, task, -1);
  return removed;
}

/** Offers that nobody has taken in time, the oldest first. */
export const listLapsed = (read: Reader, now: string, limit: number) =>
  read
    .selectFrom('waiting_people')
    .select(['task_id', 'uid'])
    .where('offered_until', '<=', now)
    .orderBy('offered_until')
    .orderBy('task_id')
    .limit(limit)
    .execute();

/** False if the offer is no longer there, or another process has ended it. Requires the locked person. */
export async function deleteLapsed(trx: Trx, id: string, uid: string, now: string): Promise<boolean> {
  const lapsed = await changedOne(
    trx.deleteFrom('waiting_people').where('task_id', '=', id).where('uid', '=', uid).where('offered_until', '<=', now),
  );
  if (lapsed) await changeHeld(trx, id, -1);
  return lapsed;
}

type Fillable = { now: string; after: string; limit: number };

/** Tasks ahead with free places for which people wait, by id. */
export async function listFillable(read: Reader, { now, after, limit }: Fillable): Promise<string[]> {
  const rows = await read
    .selectFrom('waiting_people')
    .innerJoin('tasks', 'tasks.id', 'waiting_people.task_id')
    .innerJoin('projects', 'projects.pid', 'tasks.pid')
    .select('tasks.id')
    .distinct()
    .where('waiting_people.offered_until', 'is', null)
    .where('projects.state', '=', 'public')
    .where('tasks.id', '>', after)
    .where('tasks.starts_at', '>', now)
    .where((eb) => eb(eb('attendee_count', '+', eb.ref('held_count')), '<', eb.ref('capacity')))
    .orderBy('tasks.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Nobody waits for a task that is over. */
export async function deletePastWaiting(trx: Trx, now: string): Promise<void> {
  await trx
    .deleteFrom('waiting_people')
    .where('offered_until', 'is', null)
    .where('task_id', 'in', (eb) => eb.selectFrom('tasks').select('id').where('ends_at', '<=', now))
    .execute();
}

/** The export of a person's data uses it. */
export const listWaitingFor = (read: Reader, uid: string) =>
  read
    .selectFrom('waiting_people')
    .innerJoin('tasks', 'tasks.id', 'waiting_people.task_id')
    .select([
      'tasks.id',
      'tasks.pid',
      'tasks.title',
      'waiting_people.offered_until',
      'waiting_people.created_at as since',
    ])
    .where('waiting_people.uid', '=', uid)
    .orderBy('tasks.id')
    .execute();

/** Which of these tasks have people who wait, in the order of their ids. */
export async function listWaitedFor(trx: Trx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('waiting_people')
    .select('task_id')
    .distinct()
    .where('task_id', 'in', ids)
    .orderBy('task_id')
    .execute();
  return rows.map(({ task_id }) => task_id);
}
