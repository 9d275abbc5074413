import type { Trx } from '../../db/db.ts';

/** The projects that hold something of a person, not only those in which they have a role. */
export async function projectsOf(trx: Trx, uid: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('memberships')
    .select('pid')
    .where('uid', '=', uid)
    .union(trx.selectFrom('project_owners').select('pid').where('uid', '=', uid))
    .union(trx.selectFrom('form_responses').select('pid').where('uid', '=', uid))
    .union(trx.selectFrom('applications').select('pid').where('uid', '=', uid))
    .union(
      trx
        .selectFrom('attendances')
        .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
        .select('tasks.pid')
        .where('attendances.uid', '=', uid),
    )
    .execute();
  return rows.map(({ pid }) => pid).toSorted();
}

/** Every uid is a word of letters and digits. */
export async function deleteChangesAbout(trx: Trx, uid: string): Promise<void> {
  await trx.deleteFrom('changes').where('subject', 'like', `%"uid":"${uid}"%`).execute();
}

export async function deleteChangesIn(trx: Trx, pid: string): Promise<void> {
  await trx.deleteFrom('changes').where('pid', '=', pid).execute();
}
