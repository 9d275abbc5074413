/** Rules that the server enforces and that the web app states or foresees. */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Those who plan a task are notified if somebody leaves it, or offers their place, from this long before it starts. Earlier, they see the gap in time. */
const shortNoticeMs = 48 * hourMs;

export const isShortNotice = ({ starts_at }: { starts_at: string }, nowMs: number): boolean =>
  Date.parse(starts_at) - nowMs <= shortNoticeMs;

/** People can leave a task by themselves until this moment. `hours` is a rule of its kind; 0 is none. */
export const leaveUntilMs = ({ starts_at }: { starts_at: string }, hours: number): number =>
  hours === 0 ? Number.POSITIVE_INFINITY : Date.parse(starts_at) - hours * hourMs;

/** The shortest rest between two days. Drafts respect it, and planners are warned when they assign people. */
export const overnightRestHours = 8;

/** What begins before 5:00 belongs to the day before: the tasks of one night count as one day. */
const dayBeginsMs = 5 * hourMs;

/** A moment of the day that a task belongs to. Its date depends on the time zone of the event. */
export const momentOfDay = (starts_at: string): string => new Date(Date.parse(starts_at) - dayBeginsMs).toISOString();

type Shift = { fromMs: number; toMs: number; day: string };

/** Whether somebody with both tasks, the earlier one first, would have too little rest between two days. */
export const isLittleRest = (first: Shift, second: Shift): boolean => {
  const restMs = second.fromMs - first.toMs;
  return first.day !== second.day && restMs >= 0 && restMs < overnightRestHours * hourMs;
};

/** Who leaves a task at most this long before its end has done it. */
const doneBeforeEndMs = 15 * minuteMs;

export const isDoneAt = (at: string, { ends_at }: { ends_at: string }): boolean =>
  Date.parse(at) >= Date.parse(ends_at) - doneBeforeEndMs;

/** How long before the start of a task people can arrive at the desk. */
export const earlyArrivalMs = hourMs;
/** How long after the end of a task people can still be checked out. */
export const lateLeavingMs = 12 * hourMs;
/** Scans that are older do not count. */
export const oldestScanMs = 48 * hourMs;
/** How long the last scan can be undone at the desk. */
export const undoScanMs = 5 * minuteMs;

/** Hours count in quarters. */
export const quartersOf = (lengthMs: number): number => Math.round(Math.max(0, lengthMs) / (15 * minuteMs));

/** The longest work without a task that people can enter at once. */
export const longestWorkHours = 24;

/** What a certificate says: the time so far, up to the maximum of the project. */
export const certifiedMinutes = (minutes: number, maxMinutes: number | null): number =>
  Math.min(minutes, maxMinutes ?? minutes);

/**
 * How many days before or after the event the tasks of a series, and copied ones, can be. Enough for building up and tearing
 * down; a day in the wrong year is a typing error.
 */
export const plannableMarginDays = 180;

/** Single tasks, and moved ones, can be earlier: the first meetings are long before the event. */
export const earliestTaskDays = 365;

/** The day before in UTC, as it is still today somewhere. For days of events whose time zone is not known. */
export const earliestToday = (now: Date): string => new Date(now.getTime() - dayMs).toISOString().slice(0, 10);

/** Why somebody does not get a place in a draft plan. */
export const draftObstacles = [
  'not_in_team',
  'not_available',
  'not_qualified',
  'document_missing',
  'not_possible',
  'task_overlap',
  'too_little_rest',
  'works_too_long',
  'max_hours',
  'max_hours_per_day',
] as const;

type Dated = { state: string; starts_on: string | null; ends_on: string | null; leading_since: string | null };

const endOf = ({ starts_on, ends_on }: Dated): string => ends_on ?? starts_on ?? '';

/** The public project that was chosen last; without a choice, the one that is running or comes next, then the latest one. */
export function currentProject<T extends Dated>(projects: readonly T[], now: Date): T | undefined {
  const shown = projects.filter(({ state }) => state === 'public');
  const chosen = shown
    .filter(({ leading_since: since }) => since !== null)
    .toSorted((one, other) => (one.leading_since ?? '').localeCompare(other.leading_since ?? ''))
    .at(-1);
  if (chosen !== undefined) return chosen;
  const byEnd = shown.toSorted((one, other) => endOf(one).localeCompare(endOf(other)));
  const coming = byEnd.find((project) => endOf(project) >= earliestToday(now));
  return coming ?? byEnd.find((project) => endOf(project) === '') ?? byEnd.at(-1);
}
