import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { anyOf } from '../../../db/any-of.ts';
import { countRows } from '../../../db/count-rows.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { CursorKey } from '../../../http/paging.ts';

type NewOffer = { task_id: string; uid: string; to_uid: string | null; for_task: string | null; created_at: string };

/** An earlier offer of the same place is replaced. */
export async function saveOffer(trx: Trx, { task_id, uid, to_uid, for_task, created_at }: NewOffer): Promise<void> {
  await trx
    .insertInto('place_offers')
    .values({ task_id, uid, to_uid, for_task, created_at })
    .onConflict((conflict) => conflict.columns(['task_id', 'uid']).doUpdateSet({ to_uid, for_task, created_at }))
    .execute();
}

export const findOffer = (read: Reader, id: string, uid: string) =>
  read
    .selectFrom('place_offers')
    .select(['to_uid', 'for_task', 'created_at'])
    .where('task_id', '=', id)
    .where('uid', '=', uid)
    .executeTakeFirst();

/**
 * Offers that somebody was notified of: those of these people on these tasks and swaps with anyone on them, or with 'all'
 * every offer that involves the tasks.
 */
export const listNotifiedOffers = (read: Reader, tasks: readonly string[], uids: readonly string[] | 'all') =>
  read
    .selectFrom('place_offers')
    .innerJoin('tasks', 'tasks.id', 'place_offers.task_id')
    .select(['tasks.pid', 'task_id', 'uid', 'to_uid', 'for_task', 'place_offers.created_at'])
    .where((eb) => eb.or([eb('to_uid', 'is not', null), eb('for_task', 'is not', null)]))
    .where((eb) =>
      uids === 'all'
        ? eb.or([eb('task_id', 'in', tasks), eb('for_task', 'in', tasks)])
        : eb.or([
            eb.and([eb('task_id', 'in', tasks), eb('uid', 'in', uids)]),
            eb.and([eb('for_task', 'in', tasks), eb('to_uid', 'is', null)]),
          ]),
    )
    .execute();

/** Returns the deleted offer; undefined if there is none. */
export const deleteOffer = (trx: Trx, id: string, uid: string) =>
  trx
    .deleteFrom('place_offers')
    .where('task_id', '=', id)
    .where('uid', '=', uid)
    .returning(['to_uid', 'for_task', 'created_at'])
    .executeTakeFirst();

/** Swaps for one of these tasks by people who have a place on it. */
export const deleteFulfilledSwaps = (trx: Trx, tasks: readonly string[]) =>
  trx
    .deleteFrom('place_offers')
    .where('for_task', 'in', tasks)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('attendances')
          .select('attendances.uid')
          .whereRef('attendances.task_id', '=', 'place_offers.for_task')
          .whereRef('attendances.uid', '=', 'place_offers.uid'),
      ),
    )
    .returning(['task_id', 'uid', 'to_uid', 'for_task', 'created_at'])
    .execute();

/** Offers to people who have left the project can be taken by nobody. */
export const deleteOffersTo = (trx: Trx, uids: readonly string[], pid?: string) =>
  trx
    .deleteFrom('place_offers')
    .where('to_uid', 'in', uids)
    .$if(pid !== undefined, (query) =>
      query.where('task_id', 'in', (eb) =>
        eb
          .selectFrom('tasks')
          .select('tasks.id')
          .where('tasks.pid', '=', pid ?? ''),
      ),
    )
    .returning(['task_id', 'uid', 'to_uid'])
    .execute();

/** Nobody takes over a task that has started. */
export async function deletePastOffers(trx: Trx, now: string): Promise<void> {
  await trx
    .deleteFrom('place_offers')
    .where('task_id', 'in', (eb) => eb.selectFrom('tasks').select('id').where('starts_at', '<=', now))
    .execute();
}

export const findName = (read: Reader, uid: string) =>
  read
    .selectFrom('people')
    .select(['uid', 'name'])
    .where('uid', '=', uid)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();

type Selection = {
  uid: string;
  now: string;
  made: boolean;
  task: string | undefined;
  after: CursorKey<'starts_at' | 'id' | 'giver'> | undefined;
  limit: number;
};

/**
 * Ordered by start time: offers that the person made, or those in their projects that are open to them. For
 * the latter, whether they can take them depends on the rules as well.
 */
export const selectOffers = (read: Reader, { uid, now, made, task, after, limit }: Selection) =>
  read
    .selectFrom('place_offers')
    .innerJoin('tasks', 'tasks.id', 'place_offers.task_id')
    .innerJoin('projects', 'projects.pid', 'tasks.pid')
    .innerJoin('people', 'people.uid', 'place_offers.uid')
    .leftJoin('people as takers', 'takers.uid', 'place_offers.to_uid')
    .leftJoin('tasks as returns', 'returns.id', 'place_offers.for_task')
    .select([
      'tasks.id',
      'tasks.pid',
      'tasks.tid',
      'tasks.kind_id',
      'tasks.visibility',
      'tasks.joining',
      'tasks.opens_at',
      'tasks.title',
      'tasks.starts_at',
      'tasks.ends_at',
      'projects.name as project',
      'projects.timezone',
      'people.uid as giver',
      'people.name as giver_name',
      'takers.uid as taker',
      'takers.name as taker_name',
      'returns.id as for_id',
      'returns.title as for_title',
      'returns.starts_at as for_starts_at',
      'returns.ends_at as for_ends_at',
      'place_offers.created_at',
      sql<number>`case when ${isGivable(uid, now)} then 1 else 0 end`.as('givable'),
      sql<number>`case when ${isUnmarked} then 0 else 1 end`.as('marked'),
      sql<number>`case when ${plans(uid)} then 1 else 0 end`.as('planned'),
    ])
    .where('projects.state', '=', 'public')
    .where('tasks.starts_at', '>', now)
    .$if(task !== undefined, (query) => query.where('tasks.id', '=', task ?? ''))
    .$if(made, (query) => query.where('place_offers.uid', '=', uid))
    .$if(!made, (query) => query.where(isOpenTo(uid, now)))
    .$call(keyset(['tasks.starts_at', 'tasks.id', 'people.uid'], after && [after.starts_at, after.id, after.giver]))
    .limit(limit)
    .execute();

export type OfferRow = Awaited<ReturnType<typeof selectOffers>>[number];

type Given = Pick<Selection, 'now' | 'after' | 'limit'> & {
  /** Limits the tasks to those of these teams; undefined for all. */
  tids: readonly string[] | undefined;
};

/** For planners, ordered by start time. Without swaps: those people still come, to one task or the other. */
const given = (read: Reader, { pid }: ProjectScope, { now, tids }: Pick<Given, 'now' | 'tids'>) =>
  read
    .selectFrom('place_offers')
    .innerJoin('tasks', 'tasks.id', 'place_offers.task_id')
    .innerJoin('people', 'people.uid', 'place_offers.uid')
    .where('tasks.pid', '=', pid)
    .where('tasks.starts_at', '>', now)
    .where('place_offers.for_task', 'is', null)
    .where('people.suspended_at', 'is', null)
    .where(isUnmarked)
    // No team has an empty identifier, and `in ()` is not valid SQL.
    .$if(tids !== undefined, (query) => query.where('tasks.tid', 'in', anyOf(tids ?? [])));

export const countGiven = (read: Reader, scope: ProjectScope, wanted: Pick<Given, 'now' | 'tids'>) =>
  countRows(given(read, scope, wanted));

export const selectGiven = (read: Reader, scope: ProjectScope, { after, limit, ...wanted }: Given) =>
  given(read, scope, wanted)
    .select(['tasks.id', 'tasks.title', 'tasks.starts_at', 'tasks.ends_at', 'people.uid as giver', 'people.name'])
    .select(['place_offers.created_at', 'place_offers.to_uid'])
    .$call(keyset(['tasks.starts_at', 'tasks.id', 'people.uid'], after && [after.starts_at, after.id, after.giver]))
    .limit(limit)
    .execute();

/** The tasks that are wanted in return, with what the rules need to know. */
export const listWanted = (read: Reader, ids: readonly string[]) =>
  read
    .selectFrom('tasks')
    .select(['id', 'pid', 'tid', 'kind_id', 'visibility', 'joining', 'opens_at', 'starts_at', 'ends_at'])
    .where('id', 'in', ids)
    .execute();

/** Whether the person who offers a place can still give it: a mark would be lost with it. */
const isUnmarked = sql<SqlBool>`exists (
  select 1 from attendances as offered
  where offered.task_id = place_offers.task_id and offered.uid = place_offers.uid and offered.state = 'joined')`;

/** States the same rule as `canPlanFor`. */
const plans = (uid: string) => sql<SqlBool>`(
  exists (select 1 from project_owners where project_owners.pid = tasks.pid and project_owners.uid = ${uid})
  or exists (select 1 from memberships join teams on teams.pid = memberships.pid and teams.tid = memberships.tid
    where memberships.pid = tasks.pid and memberships.tid = tasks.tid and memberships.uid = ${uid}
    and memberships.role = 'chief' and teams.disabled_at is null))`;

/** Whether the person has the place that is wanted in return, and can give it. */
const isGivable = (uid: string, now: string) => sql<SqlBool>`(
  place_offers.for_task is null or (returns.starts_at > ${now} and exists (
    select 1 from attendances as given
    where given.task_id = place_offers.for_task and given.uid = ${uid} and given.state = 'joined')))`;

const isOpenTo = (uid: string, now: string) => sql<SqlBool>`(
  place_offers.uid <> ${uid}
  and people.suspended_at is null
  and (place_offers.to_uid is null or place_offers.to_uid = ${uid})
  and not exists (
    select 1 from attendances as own where own.task_id = place_offers.task_id and own.uid = ${uid})
  and (place_offers.to_uid = ${uid} or (${isUnmarked} and ${isGivable(uid, now)}))
  and (place_offers.to_uid = ${uid} or tasks.pid in (
    select memberships.pid from memberships where memberships.uid = ${uid}
    union all select project_owners.pid from project_owners where project_owners.uid = ${uid}
    union all select helpers.pid from helpers where helpers.uid = ${uid})))`;

/** The export of a person's data uses it. */
export const listOffersOf = (read: Reader, uid: string) =>
  read
    .selectFrom('place_offers')
    .select(['task_id', 'uid', 'to_uid', 'for_task', 'created_at'])
    .where((eb) => eb.or([eb('uid', '=', uid), eb('to_uid', '=', uid)]))
    .orderBy('task_id')
    .execute();
