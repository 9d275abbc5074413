import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';

/** The person's skills in a project, by name. `granted_at` is null if the person said so. */
export const listSkillsOf = (read: Reader, { pid }: ProjectScope, uid: string) =>
  read
    .selectFrom('person_skills')
    .innerJoin('skills', 'skills.id', 'person_skills.skill_id')
    .select(['skills.id', 'skills.name', 'skills.granted', 'person_skills.granted_at', 'person_skills.created_at'])
    .where('skills.pid', '=', pid)
    .where('person_skills.uid', '=', uid)
    .orderBy('skills.name')
    .orderBy('skills.id')
    .execute();

/** In all projects, for the person's export. */
export const listEverySkill = (read: Reader, uid: string) =>
  read
    .selectFrom('person_skills')
    .innerJoin('skills', 'skills.id', 'person_skills.skill_id')
    .select(['skills.pid as project', 'skills.name', 'person_skills.granted_at', 'person_skills.created_at'])
    .where('person_skills.uid', '=', uid)
    .orderBy('person_skills.created_at')
    .orderBy('skills.id')
    .execute();

export async function putPersonSkill(
  trx: Trx,
  row: { skill_id: string; uid: string; granted_by: string | null; granted_at: string | null; created_at: string },
): Promise<void> {
  await trx
    .insertInto('person_skills')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['skill_id', 'uid']).doUpdateSet({ granted_by: row.granted_by, granted_at: row.granted_at }),
    )
    .execute();
}

export async function deletePersonSkills(trx: Trx, uid: string, skills: readonly string[]): Promise<void> {
  if (skills.length === 0) return;
  await trx.deleteFrom('person_skills').where('uid', '=', uid).where('skill_id', 'in', skills).execute();
}
