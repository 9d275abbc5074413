import type { Reader } from '../../../db/db.ts';
import { enabledMemberships } from '../../../db/memberships.ts';
import { isNotReplaced } from '../../../db/not-replaced.ts';

export const listTeamsOf = (read: Reader, pid: string, uids: readonly string[]) =>
  enabledMemberships(read)
    .select(['memberships.uid', 'memberships.tid', 'memberships.role', 'teams.name'])
    .where('memberships.pid', '=', pid)
    .where('memberships.uid', 'in', uids)
    .orderBy('teams.sort_key')
    .execute();

export const listTasksAfter = (read: Reader, pid: string, uids: readonly string[], now: string) =>
  read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select(['attendances.uid', 'tasks.title', 'tasks.starts_at', 'tasks.ends_at'])
    .where('attendances.uid', 'in', uids)
    .where(isNotReplaced)
    .where('tasks.pid', '=', pid)
    .where('tasks.starts_at', '>', now)
    .orderBy('tasks.starts_at')
    .execute();

export const listOwnersAmong = (read: Reader, pid: string, uids: readonly string[]) =>
  read.selectFrom('project_owners').select('uid').where('pid', '=', pid).where('uid', 'in', uids).execute();

export const listHelpersAmong = (read: Reader, pid: string, uids: readonly string[]) =>
  read.selectFrom('helpers').select('uid').where('pid', '=', pid).where('uid', 'in', uids).execute();

export const listEnabledForms = (read: Reader, pid: string) =>
  read
    .selectFrom('forms')
    .select(['form', 'title', 'audience', 'audience_tids', 'enabled_at', 'opens_at', 'closes_at'])
    .where('pid', '=', pid)
    .where('enabled_at', 'is not', null)
    .orderBy('form')
    .execute();

export const listAnswersOf = (read: Reader, pid: string, uids: readonly string[]) =>
  read.selectFrom('form_responses').select(['uid', 'form']).where('pid', '=', pid).where('uid', 'in', uids).execute();
