import { enabledMemberships } from '../../../db/memberships.ts';
import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { attendancesOf } from '../../../db/attendances.ts';
import { changedOne } from '../../../db/changed-one.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { preparedStatement } from '../../../db/prepared.ts';
import type { ScansTable } from '../../../db/tables.ts';
import type { Marks } from '../../tasks/attendance/states.policy.ts';

const attendanceColumns = [
  'attendances.task_id',
  'attendances.uid',
  'attendances.state',
  'attendances.arrived_at',
  'attendances.left_at',
  'attendances.presumed_at',
  'attendances.replaced_at',
  'tasks.tid',
  'tasks.grants_skill',
  'attendances.by_themselves',
  'tasks.title',
  'tasks.starts_at',
  'tasks.ends_at',
] as const;

const attendances = (read: Reader, { pid }: ProjectScope, uids: readonly string[]) =>
  attendancesOf(read, uids)
    .leftJoin('task_kinds', 'task_kinds.id', 'tasks.kind_id')
    .select([...attendanceColumns, 'task_kinds.weight_percent'])
    .where('tasks.pid', '=', pid);

export const findAttendance = (read: Reader, scope: ProjectScope, id: string, uid: string) =>
  attendances(read, scope, [uid]).where('tasks.id', '=', id).executeTakeFirst();

export type MarkedAttendance = NonNullable<Awaited<ReturnType<typeof findAttendance>>>;

type Window = { uids: readonly string[]; from: string; to: string };

/** Attendances of these people whose tasks overlap the time. */
export const listAttendancesOf = (read: Reader, scope: ProjectScope, { uids, from, to }: Window) =>
  attendances(read, scope, uids)
    .where('tasks.ends_at', '>', from)
    .where('tasks.starts_at', '<', to)
    .orderBy('tasks.starts_at')
    .orderBy('tasks.id')
    .execute();

const eventColumns = ['id', 'task_id', 'uid', 'step', 'at', 'correction', 'result'] as const;

/** What is known about these people on these tasks. */
export const listEvents = (read: Reader, taskIds: readonly string[], uids: readonly string[]) =>
  read
    .selectFrom('scans')
    .select(eventColumns)
    .where('task_id', 'in', taskIds)
    .where('uid', 'in', uids)
    .where('result', 'in', ['accepted', 'repeated', 'overtaken'])
    .execute();

export async function insertScans(trx: Trx, rows: readonly Insertable<ScansTable>[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto('scans').values(rows).execute();
}

export type NewMarks = Marks & { task_id: string; uid: string; by_themselves: number };

const updatingMarks = preparedStatement(
  (read, parameter: (name: 'task_id' | 'uid' | 'state' | 'arrived_at' | 'left_at' | 'by_themselves') => string) =>
    read
      .updateTable('attendances')
      .set({
        state: sql`${parameter('state')}`,
        arrived_at: parameter('arrived_at'),
        left_at: parameter('left_at'),
        presumed_at: null,
        by_themselves: sql`${parameter('by_themselves')}`,
      })
      .where('task_id', '=', parameter('task_id'))
      .where('uid', '=', parameter('uid')),
);

export async function updateMarks(trx: Trx, marks: NewMarks): Promise<void> {
  const { task_id, uid, state, arrived_at, left_at, by_themselves } = marks;
  await updatingMarks(trx, { task_id, uid, state, arrived_at, left_at, by_themselves: String(by_themselves) });
}

/**
 * For somebody who comes after all: their place, unless others have taken it. Without one, they stay on the task and do
 * not count. Requires the lock of the desk.
 */
export async function takePlaceBack(trx: Trx, id: string, uid: string): Promise<void> {
  const isBack = await changedOne(
    trx
      .updateTable('tasks')
      .set((eb) => ({ attendee_count: eb('attendee_count', '+', 1) }))
      .where('id', '=', id)
      .where((eb) => eb(eb('attendee_count', '+', eb.ref('held_count')), '<', eb.ref('capacity')))
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('attendances')
            .select('uid')
            .where('task_id', '=', id)
            .where('uid', '=', uid)
            .where('replaced_at', 'is not', null),
        ),
      ),
  );
  if (!isBack) return;
  await trx
    .updateTable('attendances')
    .set({ replaced_at: null })
    .where('task_id', '=', id)
    .where('uid', '=', uid)
    .execute();
}

/** People whom nobody marked in time, oldest tasks first. */
export const listUnmarked = (read: Reader, endedBefore: string, limit: number) =>
  read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select(['attendances.task_id', 'attendances.uid', 'tasks.pid', 'tasks.ends_at'])
    .where('attendances.state', 'in', ['joined', 'arrived'])
    .where('tasks.ends_at', '<=', endedBefore)
    .orderBy('tasks.ends_at')
    .orderBy('attendances.task_id')
    .orderBy('attendances.uid')
    .limit(limit)
    .execute();

/**
 * Only those that are still unmarked. Who joined a running task came at that time. Who plans the task decided by themselves
 * when it is and that they are on it. Returns them.
 */
export async function presumeDone(
  trx: Trx,
  rows: readonly { task_id: string; uid: string; pid: string }[],
  now: string,
): Promise<{ task_id: string; uid: string; pid: string }[]> {
  const marked = await trx
    .updateTable('attendances')
    .set({
      state: 'done',
      presumed_at: now,
      arrived_at: sql`coalesce(attendances.arrived_at, (
        select attendances.created_at from tasks
        where tasks.id = attendances.task_id and tasks.starts_at < attendances.created_at))`,
      by_themselves: sql`case when exists (
        select 1 from tasks
        left join memberships on memberships.pid = tasks.pid and memberships.tid = tasks.tid
          and memberships.uid = attendances.uid and memberships.role = 'chief'
        left join project_owners on project_owners.pid = tasks.pid and project_owners.uid = attendances.uid
        where tasks.id = attendances.task_id and coalesce(memberships.uid, project_owners.uid) is not null)
        then 1 else 0 end`,
    })
    .where((eb) =>
      eb(
        eb.refTuple('task_id', 'uid'),
        'in',
        rows.map(({ task_id, uid }) => eb.tuple(task_id, uid)),
      ),
    )
    .where('state', 'in', ['joined', 'arrived'])
    .returning(['task_id', 'uid'])
    .execute();
  const pidOf = new Map(rows.map(({ task_id, pid }) => [task_id, pid]));
  return marked.map(({ task_id, uid }) => ({ task_id, uid, pid: pidOf.get(task_id) ?? '' }));
}

/** How many people of each task were presumed, with the time zone that says on which day it ended. */
export const listPresumed = (read: Reader, from: string) =>
  read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .innerJoin('projects', 'projects.pid', 'tasks.pid')
    .select(({ fn }) => [
      'tasks.pid',
      'tasks.tid',
      'tasks.title',
      'tasks.ends_at',
      'projects.timezone',
      fn.countAll().as('people'),
    ])
    .where('attendances.presumed_at', 'is not', null)
    .where('tasks.ends_at', '>=', from)
    .groupBy(['tasks.id', 'tasks.pid', 'tasks.tid', 'tasks.title', 'tasks.ends_at', 'projects.timezone'])
    .orderBy('tasks.ends_at')
    .orderBy('tasks.id')
    .execute();

/** Whom to notify: chiefs of enabled teams, and owners, whose `tid` is empty. */
export const listPlanners = (read: Reader, pids: readonly string[]) =>
  enabledMemberships(read)
    .select(['memberships.pid', 'memberships.uid', 'memberships.tid'])
    .where('memberships.pid', 'in', pids)
    .where('memberships.role', '=', 'chief')
    .unionAll(
      read
        .selectFrom('project_owners')
        .select((eb) => ['pid', 'uid', eb.val('').as('tid')])
        .where('pid', 'in', pids),
    )
    .execute();

export const listNoticed = (read: Reader, occasions: readonly string[]) =>
  read
    .selectFrom('notices')
    .select(['uid', 'pid', 'occasion'])
    .where('kind', '=', 'hours.unmarked')
    .where('occasion', 'in', occasions)
    .execute();

export async function deleteScansBefore(trx: Trx, moment: string): Promise<void> {
  await trx.deleteFrom('scans').where('received_at', '<', moment).execute();
}

/** The export of a person's data uses it. */
export const listScansOf = (read: Reader, uid: string) =>
  read
    .selectFrom('scans')
    .select(['pid', 'task_id as task', 'step', 'at', 'result'])
    .where('uid', '=', uid)
    .orderBy('at')
    .orderBy('id')
    .execute();
