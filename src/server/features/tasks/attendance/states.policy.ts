/** What happened to somebody on a task, and how many hours follow from it. */
import { isDoneAt, quartersOf } from '../../../../shared/rules.ts';
import type { AttendancesTable } from '../../../db/tables.ts';
import type { Selectable } from 'kysely';

export type AttendanceState = Selectable<AttendancesTable>['state'];
export const attendanceStates = ['joined', 'arrived', 'done', 'left_early', 'no_show'] as const;

export type Marks = { state: AttendanceState; arrived_at: string | null; left_at: string | null };
type Times = { starts_at: string; ends_at: string };

/** Sent by a device, or made by a planner. `correction` replaces everything before it. */
export type AttendanceEvent = {
  id: string;
  at: string;
  step: 'arrive' | 'leave' | 'no_show' | 'correct';
  correction: Marks | null;
};

/** Undefined or null: the person is not on the task. */
export const isMarked = (state: AttendanceState | null | undefined): boolean => state != null && state !== 'joined';

/** Whether the person is away, although the task may still be on. */
export const absentStates = ['no_show', 'left_early'] as const satisfies AttendanceState[];
export const isAbsent = (state: AttendanceState): boolean => absentStates.some((absent) => absent === state);

type Place = { state: AttendanceState | null; replaced_at: string | null };

/** Whether somebody else was asked to take the place of a person who has not come after all. In SQL: `isNotReplaced`. */
export const isReplaced = (place: Place | undefined): boolean =>
  place?.state != null && place.replaced_at !== null && isAbsent(place.state);

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

export const unmarked: Marks = { state: 'joined', arrived_at: null, left_at: null };

const inOrder = (a: AttendanceEvent, b: AttendanceEvent): number =>
  a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1;

/** The same for the same events in any order. */
export const marksAfter = (events: readonly AttendanceEvent[], task: Times): Marks =>
  events.toSorted(inOrder).reduce((marks, event) => applied(marks, event, task), unmarked);

function applied(marks: Marks, { step, at, correction }: AttendanceEvent, task: Times): Marks {
  if (step === 'correct') return correction ?? marks;
  if (step === 'no_show') return marks.arrived_at === null ? { ...unmarked, state: 'no_show' } : marks;
  if (step === 'arrive')
    // Somebody who comes back after leaving has not left.
    return { state: 'arrived', arrived_at: marks.arrived_at ?? at, left_at: null };
  return { ...marks, left_at: at, state: isDoneAt(at, task) ? 'done' : 'left_early' };
}

export const sameMarks = (a: Marks, b: Marks): boolean =>
  a.state === b.state && a.arrived_at === b.arrived_at && a.left_at === b.left_at;

/**
 * Minutes that count: from when the person came until they left, or as planned where that is not known, rounded to
 * quarters of an hour, times the weight of the kind of task. Coming early does not count, staying longer does. The statistics of
 * years count the same in SQL (`listTeamHours` of hours/series).
 */
export function countedMinutes({ state, arrived_at, left_at }: Marks, task: Times, weightPercent: number): number {
  if (state !== 'done' && state !== 'left_early') return 0;
  const from = Math.max(Date.parse(arrived_at ?? task.starts_at), Date.parse(task.starts_at));
  const to = Date.parse(left_at ?? task.ends_at);
  return weighted(to - from, weightPercent);
}

/** Returns the same for work without a task. */
export const minutesOfWork = ({ starts_at, ends_at }: Times): number =>
  weighted(Date.parse(ends_at) - Date.parse(starts_at), 100);

const weighted = (lengthMs: number, weightPercent: number): number =>
  Math.round((quartersOf(lengthMs) * 15 * weightPercent) / 100);

export const shownMarks = ({ state, arrived_at, left_at, presumed_at }: Marks & { presumed_at: string | null }) => ({
  state,
  arrived_at,
  left_at,
  presumed: presumed_at !== null,
});
