import type { ProjectScope } from '../../../auth/project-role.ts';
import { attendancesOf } from '../../../db/attendances.ts';
import type { Reader } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { CursorKey } from '../../../http/paging.ts';

const ended = ['done', 'left_early', 'no_show'] as const;

const attendances = (read: Reader) =>
  read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .where('attendances.state', 'in', ended);

/** What happened on the tasks that these people were on. */
export const listAttendances = (read: Reader, { pid }: ProjectScope, uids: readonly string[]) =>
  attendancesOf(read, uids)
    .leftJoin('task_kinds', 'task_kinds.id', 'tasks.kind_id')
    .leftJoin('teams', (join) => join.onRef('teams.pid', '=', 'tasks.pid').onRef('teams.tid', '=', 'tasks.tid'))
    .select(['attendances.uid', 'attendances.task_id as id', 'attendances.state', 'attendances.arrived_at'])
    .select([
      'attendances.left_at',
      'attendances.presumed_at',
      'attendances.by_themselves',
      'tasks.title',
      'tasks.tid',
      'teams.name as team',
    ])
    .select(['tasks.starts_at', 'tasks.ends_at', 'task_kinds.weight_percent'])
    .where('tasks.pid', '=', pid)
    .where('attendances.state', 'in', ended)
    .execute();

export const listApprovedWork = (read: Reader, { pid }: ProjectScope, uids: readonly string[]) =>
  read
    .selectFrom('work')
    .leftJoin('teams', (join) => join.onRef('teams.pid', '=', 'work.pid').onRef('teams.tid', '=', 'work.tid'))
    .select(['work.uid', 'work.id', 'work.title', 'work.tid', 'teams.name as team', 'work.starts_at', 'work.ends_at'])
    .select('work.decided_by')
    .where('work.pid', '=', pid)
    .where('work.state', '=', 'approved')
    .where('work.uid', 'in', uids)
    .execute();

const approvedWork = (read: Reader, { pid }: ProjectScope) =>
  read.selectFrom('work').select('uid').where('pid', '=', pid).where('state', '=', 'approved');

/** Everybody who did a task or other work; not those who only missed theirs. */
export const peopleWhoHelped = (read: Reader, scope: ProjectScope) =>
  attendances(read)
    .select('attendances.uid')
    .where('tasks.pid', '=', scope.pid)
    .where('attendances.state', '!=', 'no_show')
    .union(approvedWork(read, scope));

/** Everybody with a task that is over, or approved work. */
export const withHours = (read: Reader, scope: ProjectScope) =>
  attendances(read).select('attendances.uid').where('tasks.pid', '=', scope.pid).union(approvedWork(read, scope));

export const listPeopleWithHours = (
  read: Reader,
  scope: ProjectScope,
  limit: number,
  after: CursorKey<'sort_key' | 'uid'> | undefined,
) =>
  read
    .selectFrom('people')
    .select(['people.uid', 'people.name', 'people.sort_key'])
    .where('people.uid', 'in', withHours(read, scope))
    .$call(keyset(['people.sort_key', 'people.uid'], after && [after.sort_key, after.uid]))
    .limit(limit)
    .execute();

export const findPerson = (read: Reader, uid: string) =>
  read.selectFrom('people').select(['uid', 'name', 'language']).where('uid', '=', uid).executeTakeFirst();

export const listHeldCertificates = (read: Reader, { pid }: ProjectScope, uids: readonly string[]) =>
  read
    .selectFrom('certificates')
    .select(['uid', 'number', 'name', 'minutes', 'issued_at'])
    .where('pid', '=', pid)
    .where('uid', 'in', uids)
    .where('revoked_at', 'is', null)
    .execute();

export const findProject = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('projects')
    .select(['pid', 'name', 'timezone', 'starts_on', 'ends_on', 'colour'])
    .where('pid', '=', pid)
    .executeTakeFirstOrThrow();
