import type { Reader } from '../../../db/db.ts';

export const listProjects = (read: Reader, pids: readonly string[]) =>
  read.selectFrom('projects').select(['pid', 'name', 'starts_on', 'created_at']).where('pid', 'in', pids).execute();

export const listEndedAttendances = (read: Reader, pids: readonly string[]) =>
  read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .leftJoin('task_kinds', 'task_kinds.id', 'tasks.kind_id')
    .select(['attendances.uid', 'attendances.state', 'attendances.arrived_at', 'attendances.left_at'])
    .select(['tasks.pid', 'tasks.tid', 'tasks.starts_at', 'tasks.ends_at', 'task_kinds.weight_percent'])
    .where('tasks.pid', 'in', pids)
    .where('attendances.state', 'in', ['done', 'left_early', 'no_show'])
    .execute();

export const listWork = (read: Reader, pids: readonly string[]) =>
  read
    .selectFrom('work')
    .select(['uid', 'pid', 'tid', 'starts_at', 'ends_at'])
    .where('pid', 'in', pids)
    .where('state', '=', 'approved')
    .execute();

export const listTeams = (read: Reader, pids: readonly string[]) =>
  read.selectFrom('teams').select(['pid', 'tid', 'name']).where('pid', 'in', pids).execute();
