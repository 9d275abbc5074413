import type { Trx } from '../../db/db.ts';
import { deleteAttendancesOf, freePlacesOf, holdPlan } from './attendance.queries.ts';

/** Takes a person out of every task of every project, and gives their places back. Tells how many there were. */
export async function leaveAllTasks(trx: Trx, uid: string): Promise<number> {
  // Nobody can put the person into a task between the two statements: that, too, begins by holding the plan.
  await holdPlan(trx, uid);
  await freePlacesOf(trx, uid);
  return deleteAttendancesOf(trx, uid);
}
