import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { changedOne } from '../../../db/changed-one.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { CursorKey } from '../../../http/paging.ts';

type Asking = {
  task: string;
  /** The team of the task. */
  tid: string | null;
  /** Requests after this time count for `maxPerDay`. */
  since: string;
  maxPerDay: number;
  limit: number;
  offset: number;
};

const askedSince = (since: string) => sql<number>`(
  select count(*) from help_requests as recent where recent.uid = people.uid and recent.asked_at > ${since})`;

/**
 * People of the project who could be asked: not on the task, not waiting for it, not asked about it, and not too often
 * about others. Members of the task's team come first. Among them as among the others, those who were asked longest ago
 * or never come first, then those with the fewest tasks in the project. The rest is in no order that favours some names.
 */
export async function listAskable(read: Reader, { pid }: ProjectScope, asking: Asking): Promise<string[]> {
  const { task, tid, since, maxPerDay, limit, offset } = asking;
  const rows = await read
    .selectFrom('people')
    .select('people.uid')
    .where('people.suspended_at', 'is', null)
    .where(
      sql<SqlBool>`people.uid in (
        select memberships.uid from memberships
          join teams on teams.pid = memberships.pid and teams.tid = memberships.tid
          where memberships.pid = ${pid} and teams.disabled_at is null
        union select project_owners.uid from project_owners where project_owners.pid = ${pid}
        union select helpers.uid from helpers where helpers.pid = ${pid})`,
    )
    .where(
      sql<SqlBool>`not exists (
        select 1 from attendances where attendances.task_id = ${task} and attendances.uid = people.uid)
      and not exists (
        select 1 from waiting_people where waiting_people.task_id = ${task} and waiting_people.uid = people.uid)
      and not exists (
        select 1 from help_requests where help_requests.task_id = ${task} and help_requests.uid = people.uid)
      and ${askedSince(since)} < ${maxPerDay}`,
    )
    .orderBy(
      sql`(select count(*) from memberships
        where memberships.pid = ${pid} and memberships.tid = ${tid ?? ''} and memberships.uid = people.uid) desc`,
    )
    .orderBy(
      sql`(select coalesce(max(asked_at), '1970-01-01T00:00:00.000Z') from help_requests where help_requests.uid = people.uid)`,
    )
    .orderBy(
      sql`(select count(*) from attendances join tasks on tasks.id = attendances.task_id
        where attendances.uid = people.uid and tasks.pid = ${pid})`,
    )
    .orderBy('people.uid')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ uid }) => uid);
}

/** How often a locked person was asked. */
export async function countAsked(trx: Trx, uid: string, since: string): Promise<number> {
  const { count } = await trx
    .selectFrom('help_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('uid', '=', uid)
    .where('asked_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** How many people of the project were asked. */
export async function countAskedIn(read: Reader, { pid }: ProjectScope, since: string): Promise<number> {
  const { count } = await read
    .selectFrom('help_requests')
    .innerJoin('tasks', 'tasks.id', 'help_requests.task_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tasks.pid', '=', pid)
    .where('help_requests.asked_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

type NewRequest = { task_id: string; uid: string; asked_by: string | null; asked_at: string };

/** False if the person was asked meanwhile. */
export const insertRequest = (trx: Trx, row: NewRequest): Promise<boolean> =>
  changedOne(
    trx
      .insertInto('help_requests')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );

export const findRequest = (read: Reader, id: string, uid: string) =>
  read
    .selectFrom('help_requests')
    .select(['answer', 'asked_by'])
    .where('task_id', '=', id)
    .where('uid', '=', uid)
    .executeTakeFirst();

export async function saveAnswer(trx: Trx, id: string, uid: string, answer: 'yes' | 'no'): Promise<void> {
  await trx.updateTable('help_requests').set({ answer }).where('task_id', '=', id).where('uid', '=', uid).execute();
}

/** Sorted by name. */
export const selectRequests = (
  read: Reader,
  id: string,
  after: CursorKey<'sort_key' | 'uid'> | undefined,
  limit: number,
) =>
  read
    .selectFrom('help_requests')
    .innerJoin('people', 'people.uid', 'help_requests.uid')
    .leftJoin('attendances', (join) =>
      join
        .onRef('attendances.task_id', '=', 'help_requests.task_id')
        .onRef('attendances.uid', '=', 'help_requests.uid'),
    )
    .select([
      'people.uid',
      'people.name',
      'people.sort_key',
      'help_requests.asked_at',
      'help_requests.answer',
      'attendances.uid as attendee',
    ])
    .where('help_requests.task_id', '=', id)
    .$call(keyset(['people.sort_key', 'people.uid'], after && [after.sort_key, after.uid]))
    .limit(limit)
    .execute();

/** Long after the task, nobody needs to know who was asked. */
export async function deleteOldRequests(trx: Trx, before: string): Promise<void> {
  await trx
    .deleteFrom('help_requests')
    .where('task_id', 'in', (eb) => eb.selectFrom('tasks').select('id').where('ends_at', '<', before))
    .execute();
}

/** The export of a person's data uses it. */
export const listRequestsTo = (read: Reader, uid: string) =>
  read
    .selectFrom('help_requests')
    .innerJoin('tasks', 'tasks.id', 'help_requests.task_id')
    .select(['tasks.id', 'tasks.pid', 'tasks.title', 'help_requests.asked_at', 'help_requests.answer'])
    .where('help_requests.uid', '=', uid)
    .orderBy('help_requests.asked_at')
    .orderBy('tasks.id')
    .execute();
