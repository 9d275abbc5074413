import { addSeconds, days, hours, minutes } from './clock.ts';

/** Every `every` seconds, or once a day at minute `daily` of the UTC day. */
export type Schedule = { every: number } | { daily: number };

const maxHours = 24 * 31;

/** Accepts `6h` or `03:30`; undefined for anything else. */
export function parseSchedule(text: string): Schedule | undefined {
  const [, count] = /^(\d{1,3})h$/.exec(text) ?? [];
  if (count !== undefined) {
    return Number(count) >= 1 && Number(count) <= maxHours ? { every: hours(Number(count)) } : undefined;
  }
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === undefined ? undefined : { daily: Number(hour) * 60 + Number(minute) };
}

export const periodOf = (schedule: Schedule): number => ('every' in schedule ? schedule.every : days(1));

/** The first scheduled time after `after`. */
export function nextTime(schedule: Schedule, after: Date): Date {
  if ('every' in schedule) return addSeconds(after, schedule.every);
  const midnight = new Date(after);
  midnight.setUTCHours(0, 0, 0, 0);
  const today = addSeconds(midnight, minutes(schedule.daily));
  return today > after ? today : addSeconds(today, days(1));
}
