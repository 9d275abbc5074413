import { sql } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { anyOf } from '../../../db/any-of.ts';
import type { Reader } from '../../../db/db.ts';
import { isNotReplaced } from '../../../db/not-replaced.ts';
import { absentStates } from '../../tasks/attendance/states.policy.ts';

export const findTimezone = async (read: Reader, { pid }: ProjectScope): Promise<string> =>
  (await read.selectFrom('projects').select('timezone').where('pid', '=', pid).executeTakeFirstOrThrow()).timezone;

/** A person's tasks that end after this time, by start time. */
export const listOwnTasks = (read: Reader, { pid }: ProjectScope, uid: string, from: string, limit: number) =>
  read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .innerJoin('projects', 'projects.pid', 'tasks.pid')
    .leftJoin('places', 'places.id', 'tasks.place_id')
    .leftJoin('task_kinds', 'task_kinds.id', 'tasks.kind_id')
    .leftJoin('teams', (join) => join.onRef('teams.pid', '=', 'tasks.pid').onRef('teams.tid', '=', 'tasks.tid'))
    .leftJoin('place_offers', (join) =>
      join.onRef('place_offers.task_id', '=', 'tasks.id').onRef('place_offers.uid', '=', 'attendances.uid'),
    )
    .select(['tasks.id', 'tasks.title', 'tasks.tid', 'teams.name as team', 'places.map_url'])
    // The home page shows the same; it is empty if the event has no place either.
    .select(sql<string | null>`coalesce(places.name, nullif(projects.place, ''))`.as('place'))
    .select(['tasks.starts_at', 'tasks.ends_at', 'attendances.state', 'tasks.description', 'tasks.briefing'])
    .select([
      'task_kinds.briefing as kind_briefing',
      'task_kinds.leave_until_hours',
      'place_offers.uid as offering',
      'teams.mailing_list',
    ])
    .where('attendances.uid', '=', uid)
    .where(isNotReplaced)
    .where('tasks.pid', '=', pid)
    .where('tasks.ends_at', '>', from)
    .orderBy('tasks.starts_at')
    .orderBy('tasks.id')
    .limit(limit)
    .execute();

/** Names of who else is on these tasks. */
export const listOthers = (read: Reader, taskIds: readonly string[], uid: string) =>
  read
    .selectFrom('attendances')
    .innerJoin('people', 'people.uid', 'attendances.uid')
    .select(['attendances.task_id', 'people.name'])
    .where('attendances.task_id', 'in', anyOf(taskIds))
    .where('attendances.uid', '!=', uid)
    .where('attendances.state', 'not in', absentStates)
    .where('people.suspended_at', 'is', null)
    .orderBy('people.sort_key')
    .orderBy('people.uid')
    .execute();

export const listChiefs = (read: Reader, { pid }: ProjectScope, tids: readonly string[]) =>
  read
    .selectFrom('memberships')
    .innerJoin('people', 'people.uid', 'memberships.uid')
    .select(['memberships.tid', 'people.uid', 'people.name'])
    .where('memberships.pid', '=', pid)
    .where('memberships.tid', 'in', anyOf(tids))
    .where('memberships.role', '=', 'chief')
    .where('people.suspended_at', 'is', null)
    .orderBy('people.sort_key')
    .orderBy('people.uid')
    .execute();
