import type { Trx } from '../../db/db.ts';

/** Every change of a person's plan begins here, so that two joins of one person take turns. */
export async function holdPlan(trx: Trx, uid: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('people')
    .set((eb) => ({ plan_revision: eb('plan_revision', '+', 1) }))
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function freePlacesOf(trx: Trx, uid: string): Promise<void> {
  await trx
    .updateTable('tasks')
    .set((eb) => ({ attendee_count: eb('attendee_count', '-', 1) }))
    .where('id', 'in', (eb) => eb.selectFrom('attendances').select('task_id').where('uid', '=', uid))
    .execute();
}

export async function deleteAttendancesOf(trx: Trx, uid: string): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('attendances').where('uid', '=', uid).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
