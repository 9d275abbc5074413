import { changedAny } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { isNotReplaced } from '../../db/not-replaced.ts';

/** Whose calendar, and of what: without a project the person's own tasks, without a team those of the project. */
export type FeedSubject = { uid: string; pid: string | null; tid: string | null };

export const findFeed = (read: Reader, { uid, pid, tid }: FeedSubject) =>
  read
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('uid', '=', uid)
    .where('pid', 'is not distinct from', pid)
    .where('tid', 'is not distinct from', tid)
    .executeTakeFirst();

export async function deleteFeed(trx: Trx, { uid, pid, tid }: FeedSubject): Promise<boolean> {
  return changedAny(
    trx
      .deleteFrom('calendar_feeds')
      .where('uid', '=', uid)
      .where('pid', 'is not distinct from', pid)
      .where('tid', 'is not distinct from', tid),
  );
}

export async function insertFeed(
  trx: Trx,
  row: FeedSubject & { secret_hash: string; created_at: string },
): Promise<void> {
  await trx.insertInto('calendar_feeds').values(row).execute();
}

export async function deleteFeedsOf(trx: Trx, uid: string): Promise<void> {
  await trx.deleteFrom('calendar_feeds').where('uid', '=', uid).execute();
}

export async function deleteAllFeeds(trx: Trx): Promise<void> {
  await trx.deleteFrom('calendar_feeds').execute();
}

/** Suspended people have no calendars. */
export const findFeedBySecret = (read: Reader, secretHash: string) =>
  read
    .selectFrom('calendar_feeds as feed')
    .innerJoin('people', 'people.uid', 'feed.uid')
    .leftJoin('projects', 'projects.pid', 'feed.pid')
    .leftJoin('teams', (join) => join.onRef('teams.pid', '=', 'feed.pid').onRef('teams.tid', '=', 'feed.tid'))
    .select([
      'feed.uid',
      'feed.pid',
      'feed.tid',
      'feed.created_at',
      'people.language',
      'projects.name as project',
      'teams.name as team',
    ])
    .where('feed.secret_hash', '=', secretHash)
    .where('people.suspended_at', 'is', null)
    .executeTakeFirst();

export type FeedRow = NonNullable<Awaited<ReturnType<typeof findFeedBySecret>>>;
/** `since`: tasks that ended earlier are left out. */
type Window = { since: string; limit: number };

const live = [
  'tasks.id',
  'tasks.pid',
  'tasks.title',
  'tasks.description',
  'tasks.starts_at',
  'tasks.ends_at',
  'tasks.revision',
  'tasks.created_at',
  'tasks.changed_at',
  'projects.name as project',
  'teams.name as team',
  'places.name as location',
] as const;

const tasksWithNames = (read: Reader) =>
  read
    .selectFrom('tasks')
    .innerJoin('projects', 'projects.pid', 'tasks.pid')
    .leftJoin('teams', (join) => join.onRef('teams.pid', '=', 'tasks.pid').onRef('teams.tid', '=', 'tasks.tid'))
    .leftJoin('places', 'places.id', 'tasks.place_id')
    .select(live);

/** Tasks of the person in all projects. Those of a draft only if they own it. */
export const listOwnTasks = (read: Reader, uid: string, { since, limit }: Window) =>
  tasksWithNames(read)
    .innerJoin('attendances', 'attendances.task_id', 'tasks.id')
    .leftJoin('left_tasks', (join) =>
      join.onRef('left_tasks.task_id', '=', 'tasks.id').onRef('left_tasks.uid', '=', 'attendances.uid'),
    )
    .leftJoin('project_owners as owners', (join) =>
      join.onRef('owners.pid', '=', 'tasks.pid').onRef('owners.uid', '=', 'attendances.uid'),
    )
    .select('left_tasks.changes')
    .where('attendances.uid', '=', uid)
    .where(isNotReplaced)
    .where('tasks.ends_at', '>', since)
    .where((eb) => eb.or([eb('projects.state', '!=', 'draft'), eb('owners.uid', 'is not', null)]))
    .orderBy('tasks.starts_at')
    .orderBy('tasks.id')
    .limit(limit)
    .execute();

export const listTasksOf = (read: Reader, pid: string, tid: string | null, { since, limit }: Window) =>
  tasksWithNames(read)
    .where('tasks.pid', '=', pid)
    .$if(tid !== null, (query) => query.where('tasks.tid', '=', tid))
    .where('tasks.ends_at', '>', since)
    .orderBy('tasks.starts_at')
    .orderBy('tasks.id')
    .limit(limit)
    .execute();

export type TaskRow = Awaited<ReturnType<typeof listTasksOf>>[number] & { changes?: number | null };

/** Tasks that the person has left since the calendar exists, and is not on again. */
export const listLeftTasks = (read: Reader, uid: string, createdAt: string, { since, limit }: Window) =>
  read
    .selectFrom('left_tasks as gone')
    .innerJoin('projects', 'projects.pid', 'gone.pid')
    .leftJoin('attendances', (join) =>
      join.onRef('attendances.task_id', '=', 'gone.task_id').onRef('attendances.uid', '=', 'gone.uid'),
    )
    .select(['gone.task_id as id', 'gone.title', 'gone.starts_at', 'gone.ends_at', 'gone.revision', 'gone.removed_at'])
    .select(['gone.changes', 'projects.name as project'])
    .where('gone.uid', '=', uid)
    .where('gone.ends_at', '>', since)
    .where('gone.removed_at', '>=', createdAt)
    .where('projects.state', '!=', 'draft')
    .where('attendances.uid', 'is', null)
    .orderBy('gone.removed_at', 'desc')
    .orderBy('gone.task_id')
    .limit(limit)
    .execute();

/** Tasks that were deleted, or taken from the team, since the calendar exists. The newest state of each comes first. */
export const listRemovedTasks = (
  read: Reader,
  { pid, tid, created_at }: { pid: string; tid: string | null; created_at: string },
  { since, limit }: Window,
) =>
  read
    .selectFrom('removed_tasks as gone')
    .innerJoin('projects', 'projects.pid', 'gone.pid')
    .leftJoin('tasks', (join) =>
      join
        .onRef('tasks.id', '=', 'gone.task_id')
        .$call((on) => (tid === null ? on : on.onRef('tasks.tid', '=', 'gone.tid'))),
    )
    .select(['gone.task_id as id', 'gone.title', 'gone.starts_at', 'gone.ends_at', 'gone.revision', 'gone.removed_at'])
    .select('projects.name as project')
    .where('gone.pid', '=', pid)
    .$if(tid !== null, (query) => query.where('gone.tid', '=', tid ?? ''))
    .where('gone.ends_at', '>', since)
    .where('gone.removed_at', '>=', created_at)
    .where('tasks.id', 'is', null)
    .orderBy('gone.removed_at', 'desc')
    .orderBy('gone.task_id')
    .limit(limit)
    .execute();

export type RemovedRow = Awaited<ReturnType<typeof listRemovedTasks>>[number] & { changes?: number };

export const listFeedsForExport = (read: Reader, uid: string) =>
  read
    .selectFrom('calendar_feeds')
    .select(['pid', 'tid', 'created_at'])
    .where('uid', '=', uid)
    .orderBy('created_at')
    .execute();

/** Null if the task has no place. */
export async function placeNameOf(read: Reader, taskId: string): Promise<string | null> {
  const row = await read
    .selectFrom('tasks')
    .innerJoin('places', 'places.id', 'tasks.place_id')
    .select('places.name')
    .where('tasks.id', '=', taskId)
    .executeTakeFirst();
  return row?.name ?? null;
}
