/** When the tasks of a series begin and end. Everything is wall-clock time in the time zone of the project. */
import type { Times } from '../rules/rules.policy.ts';

export type SeriesTimes = {
  days: readonly string[];
  from: string;
  /** A time of the next day if it is not after `from`. */
  to: string;
  every_minutes?: number | undefined;
  /** When further tasks begin. */
  at?: readonly string[] | undefined;
  handover_minutes?: number | undefined;
};

const minutesPerDay = 24 * 60;

const minutesOfClock = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Minutes since the beginning of the day on which the series starts; a time before `from` is on the next day. */
export const minutesAfter = (from: string, clock: string): number => {
  const minutes = minutesOfClock(clock);
  return minutes < minutesOfClock(from) ? minutes + minutesPerDay : minutes;
};

/** A whole day if both are the same. */
export const endMinutes = ({ from, to }: Pick<SeriesTimes, 'from' | 'to'>): number =>
  from === to ? minutesOfClock(from) + minutesPerDay : minutesAfter(from, to);

/** When tasks begin, in minutes since the beginning of the day, in order. */
function starts({ from, to, every_minutes: every, at }: SeriesTimes): number[] {
  const first = minutesOfClock(from);
  const end = endMinutes({ from, to });
  if (at !== undefined) {
    const others = at.map((clock) => minutesAfter(from, clock)).filter((minutes) => minutes < end);
    return [...new Set([first, ...others])].toSorted((one, other) => one - other);
  }
  const step = every ?? end - first;
  return Array.from({ length: Math.ceil((end - first) / step) }, (_, index) => first + index * step);
}

/** How many tasks there would be, without computing their times. A day on which clocks change may have fewer. */
export const countTasks = (times: SeriesTimes): number => times.days.length * starts(times).length;

/** The times of all tasks of a series, in order. Each task goes on into the next one for the time of the handover. */
export function seriesTimes(times: SeriesTimes, timezone: string): Times[] {
  const first = starts(times);
  const end = endMinutes(times);
  const handover = times.handover_minutes ?? 0;
  return times.days.toSorted().flatMap((day) =>
    first.flatMap((start, index) => {
      const next = first[index + 1];
      const starts_at = momentAt(day, start, timezone);
      const ends_at = momentAt(day, next === undefined ? end : Math.min(next + handover, end), timezone);
      // In the hour that is left out when clocks go forward there is no task.
      const isLeftOut = momentAt(day, next ?? end, timezone) <= starts_at;
      return isLeftOut ? [] : [{ starts_at, ends_at }];
    }),
  );
}

/** `minutes` after midnight in local time, in UTC with milliseconds. */
export const momentAt = (day: string, minutes: number, timezone: string): string =>
  momentOf(Temporal.PlainDate.from(day).toPlainDateTime().add({ minutes }), timezone);

/**
 * A time that clocks skip is the moment at which they skip it, so that tasks keep their order and leave no gap. Of a time
 * that comes twice, the first.
 */
export function momentOf(wall: Temporal.PlainDateTime, timezone: string): string {
  const zoned = wall.toZonedDateTime(timezone, { disambiguation: 'compatible' });
  if (zoned.toPlainDateTime().equals(wall)) return utc(zoned.toInstant());
  const skipped = wall.toZonedDateTime(timezone, { disambiguation: 'earlier' }).getTimeZoneTransition('next');
  return utc((skipped ?? zoned).toInstant());
}

const utc = (instant: Temporal.Instant): string => instant.toString({ fractionalSecondDigits: 3 });

export const wallTime = (moment: string, timezone: string): Temporal.PlainDateTime =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(timezone).toPlainDateTime();

/** The same time by the clock, so many days later. */
export const onLaterDay = (moment: string, days: number, timezone: string): string =>
  momentOf(wallTime(moment, timezone).add({ days }), timezone);

/** Moves both times of a task. In an hour that clocks skip no time would be left: there it takes as long as before. */
export function movedTimes(task: Times, later: (moment: string) => string): Times {
  const [starts_at, ends_at] = [later(task.starts_at), later(task.ends_at)];
  if (ends_at > starts_at) return { starts_at, ends_at };
  const length = Temporal.Instant.from(task.starts_at).until(task.ends_at);
  return { starts_at, ends_at: utc(Temporal.Instant.from(starts_at).add(length)) };
}

export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days;
