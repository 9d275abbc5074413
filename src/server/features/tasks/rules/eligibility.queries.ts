import { sql } from 'kysely';
import type { Reader } from '../../../db/db.ts';
import { enabledMemberships } from '../../../db/memberships.ts';
import { preparedStatement } from '../../../db/prepared.ts';
import type { Times } from './rules.policy.ts';

const plan = (read: Reader) =>
  read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .leftJoin('task_kinds', 'task_kinds.id', 'tasks.kind_id')
    .select([
      'attendances.uid',
      'tasks.id',
      'tasks.pid',
      'tasks.title',
      'tasks.starts_at',
      'tasks.ends_at',
      'task_kinds.rest_minutes',
      'task_kinds.max_consecutive_minutes',
      'task_kinds.name as kind_name',
      'task_kinds.pid as kind_pid',
    ])
    // Who did not come, and whose place is for others now, has the time.
    .where((eb) => eb.or([eb('attendances.replaced_at', 'is', null), eb('attendances.state', '!=', 'no_show')]))
    .orderBy('tasks.starts_at')
    .orderBy('tasks.id');

const planOfOne = preparedStatement((read, parameter: (name: 'uid' | 'from' | 'to') => string) =>
  plan(read)
    .where('attendances.uid', '=', parameter('uid'))
    .where('tasks.starts_at', '<', parameter('to'))
    .where('tasks.ends_at', '>', parameter('from')),
);

/** What these people do in the given time, in any project. */
export async function listPlans(read: Reader, uids: readonly string[], { starts_at: from, ends_at: to }: Times) {
  const [uid, ...others] = uids;
  if (uid === undefined) return [];
  if (others.length === 0) return planOfOne(read, { uid, from, to });
  return plan(read)
    .where('attendances.uid', 'in', uids)
    .where('tasks.starts_at', '<', to)
    .where('tasks.ends_at', '>', from)
    .execute();
}

/** What people said about themselves before does not count once only organisers give the skill. */
export const listSkills = (read: Reader, uids: readonly string[], skills: readonly string[], now: string) =>
  read
    .selectFrom('person_skills')
    .innerJoin('skills', 'skills.id', 'person_skills.skill_id')
    .select(['person_skills.uid', 'person_skills.skill_id'])
    .where('person_skills.uid', 'in', uids)
    .where('person_skills.skill_id', 'in', skills)
    .where((eb) => eb.or([eb('skills.granted', '=', 0), eb('person_skills.granted_at', 'is not', null)]))
    .where((eb) => eb.or([eb('person_skills.valid_until', 'is', null), eb('person_skills.valid_until', '>', now)]))
    .execute();

/** One row per required skill, at least one per kind. */
export const listKindRules = (read: Reader, kinds: readonly string[]) =>
  read
    .selectFrom('task_kinds')
    .leftJoin('task_kind_skills', 'task_kind_skills.kind_id', 'task_kinds.id')
    .leftJoin('skills', 'skills.id', 'task_kind_skills.skill_id')
    .select([
      'task_kinds.id',
      'task_kinds.pid',
      'task_kinds.name',
      'min_age',
      'rest_minutes',
      'max_consecutive_minutes',
      'leave_until_hours',
    ])
    .select(['task_kind_skills.skill_id', 'skills.name as skill_name', 'skills.granted'])
    .where('task_kinds.id', 'in', kinds)
    .execute();

type Part = 'team' | 'owner' | 'helper' | 'suspended';

const part = (name: Part) => sql<Part>`${sql.lit(name)}`.as('part');
const noTeam = [sql<string>`''`.as('tid'), sql<'member' | 'chief'>`'member'`.as('role')];

const roles = (read: Reader, pids: readonly string[], uids: readonly string[]) =>
  enabledMemberships(read)
    .select(['memberships.uid', 'memberships.pid', part('team'), 'memberships.tid', 'memberships.role'])
    .where('memberships.uid', 'in', uids)
    .where('memberships.pid', 'in', pids)
    .unionAll((eb) =>
      eb
        .selectFrom('project_owners')
        .select(['uid', 'pid', part('owner'), ...noTeam])
        .where('uid', 'in', uids)
        .where('pid', 'in', pids),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('helpers')
        .select(['uid', 'pid', part('helper'), ...noTeam])
        .where('uid', 'in', uids)
        .where('pid', 'in', pids),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('people')
        .select(['uid', sql<string>`''`.as('pid'), part('suspended'), ...noTeam])
        .where('uid', 'in', uids)
        .where('suspended_at', 'is not', null),
    );

const rolesOfOne = preparedStatement((read, parameter: (name: 'pid' | 'uid') => string) =>
  roles(read, [parameter('pid')], [parameter('uid')]),
);

/** What these people are in these projects: owners, in enabled teams, helpers, one row for each. Suspended in all of them. */
export async function listRoles(read: Reader, pids: readonly string[], uids: readonly string[]) {
  const [[pid, ...otherPids], [uid, ...otherUids]] = [pids, uids];
  if (pid === undefined || uid === undefined) return [];
  return otherPids.length + otherUids.length === 0 ? rolesOfOne(read, { pid, uid }) : roles(read, pids, uids).execute();
}
