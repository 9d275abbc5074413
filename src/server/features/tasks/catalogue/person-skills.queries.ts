import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';

/** The person's skills in a project, by name. `granted_at` is null if the person said so. */
export const listSkillsOf = (read: Reader, { pid }: ProjectScope, uid: string) =>
  read
    .selectFrom('person_skills')
    .innerJoin('skills', 'skills.id', 'person_skills.skill_id')
    .select(['skills.id', 'skills.name', 'skills.granted', 'person_skills.granted_at', 'person_skills.created_at'])
    .select(['person_skills.valid_until', 'person_skills.earned_on'])
    .where('skills.pid', '=', pid)
    .where('person_skills.uid', '=', uid)
    .orderBy('skills.name')
    .orderBy('skills.id')
    .execute();

/** The export of a person's data has the skills in all projects. */
export const listEverySkill = (read: Reader, uid: string) =>
  read
    .selectFrom('person_skills')
    .innerJoin('skills', 'skills.id', 'person_skills.skill_id')
    .select(['skills.pid as project', 'skills.name', 'person_skills.granted_at', 'person_skills.created_at'])
    .select('person_skills.valid_until')
    .where('person_skills.uid', '=', uid)
    .orderBy('person_skills.created_at')
    .orderBy('skills.id')
    .execute();

export async function putPersonSkill(
  trx: Trx,
  row: {
    skill_id: string;
    uid: string;
    granted_by: string | null;
    granted_at: string | null;
    created_at: string;
    valid_until: string | null;
    earned_on: string | null;
  },
): Promise<void> {
  const { granted_by, granted_at, valid_until, earned_on } = row;
  await trx
    .insertInto('person_skills')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['skill_id', 'uid']).doUpdateSet({ granted_by, granted_at, valid_until, earned_on }),
    )
    .execute();
}

/** The person's other trainings that gave them the skill, the latest first. */
export const listTrainings = (read: Reader, uid: string, skill: string) =>
  read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select(['tasks.id', 'tasks.ends_at'])
    .where('attendances.uid', '=', uid)
    .where('attendances.state', '=', 'done')
    .where('attendances.presumed_at', 'is', null)
    .where('tasks.grants_skill', '=', skill)
    .orderBy('tasks.ends_at', 'desc')
    .orderBy('tasks.id')
    .execute();

type Expiring = { now: string; through: string; givenBefore: string; limit: number };

/**
 * Skills that end soon, of people who were not notified of it. A skill that was carried to the next year is listed there
 * only.
 */
export const listExpiring = (read: Reader, { now, through, givenBefore, limit }: Expiring) =>
  read
    .selectFrom('person_skills')
    .innerJoin('skills', 'skills.id', 'person_skills.skill_id')
    .innerJoin('projects', 'projects.pid', 'skills.pid')
    .innerJoin('people', 'people.uid', 'person_skills.uid')
    .select(['person_skills.uid', 'person_skills.skill_id', 'person_skills.valid_until', 'skills.pid', 'skills.name'])
    .where('person_skills.valid_until', '>', now)
    .where('person_skills.valid_until', '<=', through)
    .where('person_skills.granted_at', '<=', givenBefore)
    .where('projects.state', '!=', 'draft')
    .where('people.suspended_at', 'is', null)
    .where(
      sql<SqlBool>`not exists (
        select 1 from person_skills as later
        join skills as copies on copies.id = later.skill_id
        join projects as next on next.pid = copies.pid
        where later.uid = person_skills.uid and later.created_at = person_skills.created_at
          and copies.name = skills.name and next.created_at > projects.created_at and next.state <> 'draft')`,
    )
    .where(
      sql<SqlBool>`not exists (
        select 1 from notices where notices.uid = person_skills.uid and notices.kind = 'skill.expiring'
          and notices.subject = person_skills.skill_id and notices.created_at > ${givenBefore})`,
    )
    .orderBy('person_skills.valid_until')
    .orderBy('person_skills.skill_id')
    .orderBy('person_skills.uid')
    .limit(limit)
    .execute();

export async function deletePersonSkills(trx: Trx, uid: string, skills: readonly string[]): Promise<void> {
  if (skills.length === 0) return;
  await trx.deleteFrom('person_skills').where('uid', '=', uid).where('skill_id', 'in', skills).execute();
}
