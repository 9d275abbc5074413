import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';

export async function insertHelper(trx: Trx, row: { pid: string; uid: string; created_at: string }): Promise<void> {
  await trx
    .insertInto('helpers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Those of these people who helped in the project and have no task left there. Returns whom it removed. */
export async function deleteIdleHelpers(trx: Trx, { pid }: ProjectScope, uids: readonly string[]): Promise<string[]> {
  if (uids.length === 0) return [];
  const rows = await trx
    .deleteFrom('helpers')
    .where('helpers.pid', '=', pid)
    .where('helpers.uid', 'in', uids)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('attendances')
            .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
            .select('attendances.uid')
            .whereRef('attendances.uid', '=', 'helpers.uid')
            .where('tasks.pid', '=', pid),
        ),
      ),
    )
    .returning('uid')
    .execute();
  return rows.map(({ uid }) => uid).toSorted();
}
