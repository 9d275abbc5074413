import type { AttendanceState } from '../../tasks/attendance/states.policy.ts';
import type { AttendanceChanges } from '../marking/marking.schema.ts';

/** What somebody who is replaced is marked as; undefined if their state says already that they are not there. */
export function marksOfReplaced(state: AttendanceState, now: string): AttendanceChanges | undefined {
  if (state === 'joined') return { state: 'no_show' };
  return state === 'arrived' ? { state: 'left_early', left_at: now } : undefined;
}
