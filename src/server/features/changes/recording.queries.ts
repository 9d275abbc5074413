import type { Trx } from '../../db/db.ts';

/** The projects that hold something of a person, not only those in which they have a role. */
export async function projectsOf(trx: Trx, uid: string): Promise<string[]> {
  const taskIds = trx
    .selectFrom('attendances')
    .select('task_id')
    .where('uid', '=', uid)
    .union(trx.selectFrom('waiting_people').select('task_id').where('uid', '=', uid))
    .union(trx.selectFrom('join_requests').select('task_id').where('uid', '=', uid))
    .union(trx.selectFrom('help_requests').select('task_id').where('uid', '=', uid));
  const skillIds = trx.selectFrom('person_skills').select('skill_id').where('uid', '=', uid);
  const rows = await trx
    .selectFrom('memberships')
    .select('pid')
    .where('uid', '=', uid)
    .union(trx.selectFrom('project_owners').select('pid').where('uid', '=', uid))
    .union(trx.selectFrom('helpers').select('pid').where('uid', '=', uid))
    .union(trx.selectFrom('form_responses').select('pid').where('uid', '=', uid))
    .union(trx.selectFrom('applications').select('pid').where('uid', '=', uid))
    .union(trx.selectFrom('availabilities').select('pid').where('uid', '=', uid))
    .union(trx.selectFrom('work').select('pid').where('uid', '=', uid))
    .union(trx.selectFrom('certificates').select('pid').where('uid', '=', uid))
    .union(trx.selectFrom('skills').select('pid').where('id', 'in', skillIds))
    .union(trx.selectFrom('tasks').select('pid').where('id', 'in', taskIds))
    .execute();
  return rows.map(({ pid }) => pid).toSorted();
}

export async function deleteChangesAbout(trx: Trx, uid: string): Promise<void> {
  await trx.deleteFrom('changes').where('uid', '=', uid).execute();
}

export async function deleteChangesIn(trx: Trx, pid: string): Promise<void> {
  await trx.deleteFrom('changes').where('pid', '=', pid).execute();
}
