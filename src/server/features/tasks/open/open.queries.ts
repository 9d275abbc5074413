import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Db, Reader } from '../../../db/db.ts';
import { hours } from '../../../lib/clock.ts';
import { milliseconds } from '../../../db/milliseconds.ts';
import { hoursOfLength } from '../../../../shared/task-length.ts';
import type { TaskLength } from '../../../../shared/task-length.ts';

/** The expression of the index `tasks_by_need`: the more people are missing, the smaller. */
const need = sql<number>`(case when tasks.min_people > tasks.attendee_count then tasks.attendee_count - tasks.min_people else 0 end)`;

export type Place = { rank: number; starts_at: string; id: string };

type OpenSelection = {
  order: 'need' | 'time';
  uid: string;
  pid: string;
  tids: readonly string[];
  inProject: boolean;
  now: string;
  after: Place | undefined;
  /** Only tasks that people can join by themselves now, without those of these kinds; undefined for all. */
  joinable: { blockedKinds: readonly string[] } | undefined;
  range: { from: string; to: string } | undefined;
  tid: string | undefined;
  place: string | undefined;
  kind: string | undefined;
  full: boolean | undefined;
  length: TaskLength | undefined;
};

/**
 * Among all tasks of a project, as a condition that no index has: SQLite would look up the tasks ahead by their start and
 * sort them all, instead of reading the first ones by need.
 */
function isAhead({ order, inProject, now, ...narrower }: Partial<OpenSelection>) {
  const isWide =
    order === 'need' && inProject === true && Object.values(narrower).every((filter) => filter === undefined);
  return isWide ? sql<SqlBool>`(tasks.starts_at > ${now}) is true` : sql<SqlBool>`tasks.starts_at > ${now}`;
}

function isOfLength(engine: Db['engine'], length: TaskLength) {
  const { over, upTo = 24 * 366 } = hoursOfLength[length];
  const duration = sql`${milliseconds(engine, sql`tasks.ends_at`)} - ${milliseconds(engine, sql`tasks.starts_at`)}`;
  return sql<SqlBool>`${duration} > ${hours(over) * 1000} and ${duration} <= ${hours(upTo) * 1000}`;
}

const freePlaces = sql<number>`tasks.capacity - tasks.attendee_count - tasks.held_count`;

/** Tasks of a project that the person is not on, in this order. */
export const selectOpen = (
  { read, engine }: Pick<Db, 'read' | 'engine'>,
  { order, uid, pid, tids, inProject, now, after, joinable, range, tid, place, kind, full, length }: OpenSelection,
  limit: number,
) =>
  read
    .selectFrom('tasks')
    .leftJoin('task_kinds', 'task_kinds.id', 'tasks.kind_id')
    .leftJoin('places', 'places.id', 'tasks.place_id')
    .select([
      'tasks.id',
      'tasks.pid',
      'tasks.tid',
      'tasks.title',
      'tasks.starts_at',
      'tasks.ends_at',
      'tasks.opens_at',
      'tasks.joining',
      'tasks.visibility',
      'tasks.capacity',
      'tasks.attendee_count',
      'tasks.held_count',
      'tasks.kind_id',
      'task_kinds.name as kind_name',
      'tasks.place_id',
      'places.name as place_name',
      need.as('rank'),
    ])
    .where('tasks.pid', '=', pid)
    .where(isAhead({ order, inProject, now, range, tid, place, kind, full, length }))
    .$if(range !== undefined, (query) =>
      query.where('tasks.starts_at', '>=', range?.from ?? '').where('tasks.starts_at', '<', range?.to ?? ''),
    )
    .$if(tid !== undefined, (query) => query.where('tasks.tid', '=', tid ?? ''))
    .$if(place !== undefined, (query) => query.where('tasks.place_id', '=', place ?? ''))
    .$if(kind !== undefined, (query) => query.where('tasks.kind_id', '=', kind ?? ''))
    .$if(full !== undefined, (query) => query.where(freePlaces, full === true ? '<=' : '>', 0))
    .$if(length !== undefined, (query) => query.where(isOfLength(engine, length ?? 'short')))
    .$if(joinable === undefined, (query) => query.where('tasks.joining', 'in', ['open', 'approval']))
    .$if(joinable !== undefined, (query) =>
      query
        .where('tasks.joining', '=', 'open')
        .where(freePlaces, '>', 0)
        .where((eb) => eb.or([eb('tasks.opens_at', 'is', null), eb('tasks.opens_at', '<=', now)]))
        .where((eb) =>
          eb.or([eb('tasks.kind_id', 'is', null), eb('tasks.kind_id', 'not in', anyOf(joinable?.blockedKinds ?? []))]),
        ),
    )
    .where((eb) =>
      eb.or([
        eb('tasks.visibility', '=', 'signed_in'),
        ...(inProject ? [eb('tasks.visibility', '=', 'project'), eb('tasks.tid', 'is', null)] : []),
        // Without this for people without a team, whose few tasks an index has.
        ...(tids.length === 0 ? [] : [eb('tasks.tid', 'in', tids)]),
      ]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('attendances')
            .select('attendances.uid')
            .whereRef('attendances.task_id', '=', 'tasks.id')
            .where('attendances.uid', '=', uid),
        ),
      ),
    )
    .$if(after !== undefined, (query) =>
      query.where(
        order === 'need'
          ? sql<SqlBool>`(${need}, tasks.starts_at, tasks.id) > (${after?.rank ?? 0}, ${after?.starts_at ?? ''}, ${after?.id ?? ''})`
          : sql<SqlBool>`(tasks.starts_at, tasks.id) > (${after?.starts_at ?? ''}, ${after?.id ?? ''})`,
      ),
    )
    .$if(order === 'need', (query) => query.orderBy(need))
    .orderBy('tasks.starts_at')
    .orderBy('tasks.id')
    .limit(limit)
    .execute();

export type OpenRow = Awaited<ReturnType<typeof selectOpen>>[number];

type CurrentSelection = { own: readonly string[]; project: string | undefined; today: string };

/** Public projects that have not ended: the person's own first, then the next ones. */
export const listCurrent = (read: Reader, { own, project, today }: CurrentSelection, limit: number) =>
  read
    .selectFrom('projects')
    .select(['pid', 'name', 'timezone'])
    .where('state', '=', 'public')
    .where((eb) => eb.or([eb('ends_on', 'is', null), eb('ends_on', '>=', today)]))
    .$if(project !== undefined, (query) => query.where('pid', '=', project ?? ''))
    .orderBy((eb) => eb.case().when('pid', 'in', anyOf(own)).then(0).else(1).end())
    .orderBy('starts_on', (order) => order.asc().nullsLast())
    .orderBy('pid')
    .limit(limit)
    .execute();

export const listHelping = (read: Reader, uid: string) =>
  read.selectFrom('helpers').select('pid').where('uid', '=', uid).execute();

export const listTeamNames = (read: Reader, pids: readonly string[]) =>
  read.selectFrom('teams').select(['pid', 'tid', 'name']).where('pid', 'in', anyOf(pids)).execute();

export const listKindsOf = (read: Reader, pids: readonly string[]) =>
  read.selectFrom('task_kinds').select('id').where('pid', 'in', anyOf(pids)).execute();
