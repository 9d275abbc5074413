import { isAbsent } from '../../tasks/attendance/states.policy.ts';
import type { AttendanceState } from '../../tasks/attendance/states.policy.ts';
import type { AttendanceChanges } from '../marking/marking.schema.ts';

/** What somebody who is replaced is marked as; undefined if their state says already that they are not there. */
export function marksOfReplaced(state: AttendanceState, now: string): AttendanceChanges | undefined {
  if (state === 'joined') return { state: 'no_show' };
  return state === 'arrived' ? { state: 'left_early', left_at: now } : undefined;
}

type Replaceable = { uid: string; state: AttendanceState; created_at: string; replaced_at: string | null };

/**
 * Of the people on a task who are not there: whose place is open to others, and whose place somebody has taken, because
 * they joined after it was opened.
 */
export function openedPlaces(people: readonly Replaceable[]): Map<string, 'open' | 'taken'> {
  const joined = people.map(({ created_at: at }) => at).toSorted();
  const opened = people.flatMap(({ uid, state, replaced_at: at }) => (at === null ? [] : [{ uid, state, at }]));
  const places = new Map<string, 'open' | 'taken'>();
  for (const { uid, state, at } of opened.toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    const taken = joined.findIndex((moment) => moment >= at);
    if (taken !== -1) joined.splice(taken, 1);
    if (isAbsent(state)) places.set(uid, taken === -1 ? 'open' : 'taken');
  }
  return places;
}
