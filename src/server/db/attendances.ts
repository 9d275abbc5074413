import type { Reader } from './db.ts';

/**
 * Attendances of some people with their tasks. A cross join, because SQLite keeps its order: it would otherwise look up
 * each of the people in each task of the project.
 */
export const attendancesOf = (read: Reader, uids: readonly string[]) =>
  read
    .selectFrom('attendances')
    .crossJoin('tasks')
    .whereRef('tasks.id', '=', 'attendances.task_id')
    .where('attendances.uid', 'in', uids);
