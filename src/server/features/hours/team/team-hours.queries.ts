import type { TeamScope } from '../../../auth/project-role.ts';
import { attendancesOf } from '../../../db/attendances.ts';
import type { Reader } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { CursorKey } from '../../../http/paging.ts';

const attendances = (read: Reader, { pid, tid }: TeamScope) =>
  read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .where('tasks.pid', '=', pid)
    .where('tasks.tid', '=', tid);

const approvedWork = (read: Reader, { pid, tid }: TeamScope) =>
  read.selectFrom('work').where('pid', '=', pid).where('tid', '=', tid).where('state', '=', 'approved');

/** Everybody with a task of the team, past or planned, or approved work for it; also people of other teams. */
export const listPeopleOfTeam = (
  read: Reader,
  team: TeamScope,
  limit: number,
  after: CursorKey<'sort_key' | 'uid'> | undefined,
) =>
  read
    .selectFrom('people')
    .select(['people.uid', 'people.name', 'people.sort_key'])
    .where(
      'people.uid',
      'in',
      attendances(read, team).select('attendances.uid').union(approvedWork(read, team).select('uid')),
    )
    .$call(keyset(['people.sort_key', 'people.uid'], after && [after.sort_key, after.uid]))
    .limit(limit)
    .execute();

export const listTeamAttendances = (read: Reader, { pid, tid }: TeamScope, uids: readonly string[]) =>
  attendancesOf(read, uids)
    .leftJoin('task_kinds', 'task_kinds.id', 'tasks.kind_id')
    .select(['attendances.uid', 'attendances.state', 'attendances.arrived_at', 'attendances.left_at'])
    .select(['attendances.presumed_at', 'tasks.starts_at', 'tasks.ends_at', 'task_kinds.weight_percent'])
    .where('tasks.pid', '=', pid)
    .where('tasks.tid', '=', tid)
    .execute();

export const listTeamWork = (read: Reader, team: TeamScope, uids: readonly string[]) =>
  approvedWork(read, team).select(['uid', 'starts_at', 'ends_at']).where('uid', 'in', uids).execute();
