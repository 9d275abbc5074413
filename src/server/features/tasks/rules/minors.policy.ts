import { momentOfDay } from '../../../../shared/rules.ts';
import { localTimeIn } from '../../../../shared/local-time.ts';
import type { Times } from './rules.policy.ts';
import { isOldEnough } from './rules.policy.ts';
import type { Minority } from './rules.policy.ts';

/** Undefined for adults, and where a project has no rule. */
export function minorityOf(
  birthday: string | null,
  { adultAge, ageDay, agreed }: { adultAge: number | null; ageDay: string; agreed: boolean },
): Minority | undefined {
  if (adultAge === null) return undefined;
  if (birthday === null) return 'unknown';
  if (isOldEnough(birthday, adultAge, ageDay)) return undefined;
  return agreed ? 'agreed' : 'alone';
}

const minutesPerDay = 24 * 60;
/** A limit before this time is in the night after the day. */
const dayBegins = '05:00';

/** In minutes of the day that ends. */
const limitOf = (latestEnd: string | null): number =>
  latestEnd === null ? Number.POSITIVE_INFINITY : minutesIn(latestEnd) + (latestEnd < dayBegins ? minutesPerDay : 0);

/** Whether minors have later tasks with the second limit. */
export const isLaterEnd = (before: string | null, after: string | null): boolean => limitOf(after) > limitOf(before);

const minutesIn = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Calendars are slow, so one is used for all tasks of a project. */
export function latenessIn(timezone: string, latestEnd: string | null): (task: Times) => boolean {
  if (latestEnd === null) return () => false;
  const localTime = localTimeIn(timezone);
  const limit = limitOf(latestEnd);
  return ({ starts_at, ends_at }) => {
    // What begins before 5:00 belongs to the evening before.
    const { day: evening } = localTime(new Date(momentOfDay(starts_at)));
    const { day, time } = localTime(new Date(ends_at));
    const daysLater = Math.round((Date.parse(day) - Date.parse(evening)) / (minutesPerDay * 60_000));
    return daysLater * minutesPerDay + minutesIn(time) > limit;
  };
}
