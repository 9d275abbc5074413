import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { anyOf } from '../../../db/any-of.ts';
import { changedOne } from '../../../db/changed-one.ts';
import type { Reader, Trx } from '../../../db/db.ts';

/** `tids`: only tasks of these teams; null for all. */
export type Seen = { tids: readonly string[] | null; from: string; to: string; limit: number };

/** Tasks in the given time, by start time. */
export const listNowTasks = (read: Reader, { pid }: ProjectScope, { tids, from, to, limit }: Seen) =>
  read
    .selectFrom('tasks')
    .leftJoin('places', 'places.id', 'tasks.place_id')
    .leftJoin('teams', (join) => join.onRef('teams.pid', '=', 'tasks.pid').onRef('teams.tid', '=', 'tasks.tid'))
    .select(['tasks.id', 'tasks.title', 'teams.name as team', 'places.name as place'])
    .select(['tasks.starts_at', 'tasks.ends_at', 'tasks.min_people'])
    .where('tasks.pid', '=', pid)
    .where('tasks.ends_at', '>', from)
    .where('tasks.starts_at', '<', to)
    // No team has an empty identifier, and `in ()` is not valid SQL.
    .$if(tids !== null, (query) => query.where('tasks.tid', 'in', anyOf(tids ?? [])))
    .orderBy('tasks.starts_at')
    .orderBy('tasks.id')
    .limit(limit)
    .execute();

/** Who has a place on these tasks, by name. */
export const listNowPeople = (read: Reader, taskIds: readonly string[]) =>
  read
    .selectFrom('attendances')
    .innerJoin('people', 'people.uid', 'attendances.uid')
    .select(['attendances.task_id', 'people.uid', 'people.name', 'people.email', 'attendances.state'])
    .select(['attendances.arrived_at', 'attendances.left_at', 'attendances.replaced_at', 'attendances.created_at'])
    .where('attendances.task_id', 'in', anyOf(taskIds))
    .where('people.suspended_at', 'is', null)
    .orderBy('people.sort_key')
    .orderBy('people.uid')
    .execute();

export type NowPersonRow = Awaited<ReturnType<typeof listNowPeople>>[number];

export const findTaskToFill = (read: Reader, { pid }: ProjectScope, id: string) =>
  read
    .selectFrom('tasks')
    .select(['id', 'pid', 'tid', 'kind_id', 'visibility', 'joining', 'opens_at', 'starts_at', 'ends_at'])
    .where('pid', '=', pid)
    .where('id', '=', id)
    .executeTakeFirst();

/** `all`: whether to say how many tasks people of other teams have, which chiefs do not learn. */
type Candidates = {
  task: string;
  tid: string | null;
  all: boolean;
  arrivedAfter: string;
  limit: number;
  offset: number;
};

/**
 * People of the project who are not on the task: members of its team first, among them as among the others those who came to
 * another task lately, and then those with the fewest tasks.
 */
export const listCandidates = (read: Reader, { pid }: ProjectScope, candidates: Candidates) => {
  const { task, tid, all, arrivedAfter, limit, offset } = candidates;
  return read
    .selectFrom((eb) =>
      eb
        .selectFrom('people')
        .select(['people.uid', 'people.name', 'people.sort_key'])
        .leftJoin(
          (plans) =>
            plans
              .selectFrom('attendances')
              .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
              .select([
                'attendances.uid',
                sql<number>`sum(case when replaced_at is null then 1 else 0 end)`.as('task_count'),
              ])
              .select(sql<number>`max(case when arrived_at > ${arrivedAfter} then 1 else 0 end)`.as('is_here'))
              .where('tasks.pid', '=', pid)
              .groupBy('attendances.uid')
              .as('plans'),
          (join) => join.onRef('plans.uid', '=', 'people.uid'),
        )
        .select((row) => [
          row.fn.coalesce('plans.task_count', row.lit(0)).as('task_count'),
          row.fn.coalesce('plans.is_here', row.lit(0)).as('is_here'),
        ])
        .select(
          sql<number>`(
            select count(*) from memberships
            where memberships.pid = ${pid} and memberships.tid = ${tid ?? ''} and memberships.uid = people.uid)`.as(
            'is_member',
          ),
        )
        .where('people.suspended_at', 'is', null)
        .where(
          sql<SqlBool>`people.uid in (
            select memberships.uid from memberships
              join teams on teams.pid = memberships.pid and teams.tid = memberships.tid
              where memberships.pid = ${pid} and teams.disabled_at is null
            union select project_owners.uid from project_owners where project_owners.pid = ${pid}
            union select helpers.uid from helpers where helpers.pid = ${pid})
          and not exists (
            select 1 from attendances where attendances.task_id = ${task} and attendances.uid = people.uid)`,
        )
        .as('candidates'),
    )
    .select(['candidates.uid', 'candidates.name', 'candidates.is_here'])
    .select((row) =>
      row
        .case()
        .when(all ? row.lit(true) : row('candidates.is_member', '=', 1))
        .then(row.ref('candidates.task_count'))
        .end()
        .as('task_count'),
    )
    .orderBy('candidates.is_member', 'desc')
    .orderBy('candidates.is_here', 'desc')
    .orderBy('task_count')
    .orderBy('candidates.sort_key')
    .orderBy('candidates.uid')
    .limit(limit)
    .offset(offset)
    .execute();
};

/** False if the place was opened before. */
const markReplaced = (trx: Trx, id: string, uid: string, now: string): Promise<boolean> =>
  changedOne(
    trx
      .updateTable('attendances')
      .set({ replaced_at: now })
      .where('task_id', '=', id)
      .where('uid', '=', uid)
      .where('replaced_at', 'is', null),
  );

/** Opens the place of somebody on the task, once: from now on they do not count. Locks the task. */
export async function openPlaceOf(trx: Trx, { pid }: ProjectScope, id: string, uid: string, now: string) {
  if (!(await markReplaced(trx, id, uid, now))) return;
  await trx
    .updateTable('tasks')
    .set((eb) => ({ attendee_count: eb('attendee_count', '-', 1) }))
    .where('pid', '=', pid)
    .where('id', '=', id)
    .execute();
}

export async function hasOpenPlace(trx: Trx, { pid }: ProjectScope, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('tasks')
    .select('id')
    .where('pid', '=', pid)
    .where('id', '=', id)
    .where((eb) => eb(eb('attendee_count', '+', eb.ref('held_count')), '<', eb.ref('capacity')))
    .executeTakeFirst();
  return row !== undefined;
}
