import { addSeconds, days, hours, minutes } from './clock.ts';

/** Every so many seconds, or once a day at a minute of the day in UTC. */
export type Schedule = { every: number } | { daily: number };

const mostHours = 24 * 31;

/** `6h`, or `03:30`; nothing for anything else. */
export function parseSchedule(text: string): Schedule | undefined {
  const [, count] = /^(\d{1,3})h$/.exec(text) ?? [];
  if (count !== undefined) {
    return Number(count) >= 1 && Number(count) <= mostHours ? { every: hours(Number(count)) } : undefined;
  }
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === undefined ? undefined : { daily: Number(hour) * 60 + Number(minute) };
}

export const periodOf = (schedule: Schedule): number => ('every' in schedule ? schedule.every : days(1));

/** The first time after a moment. */
export function nextTime(schedule: Schedule, after: Date): Date {
  if ('every' in schedule) return addSeconds(after, schedule.every);
  const midnight = new Date(after);
  midnight.setUTCHours(0, 0, 0, 0);
  const today = addSeconds(midnight, minutes(schedule.daily));
  return today > after ? today : addSeconds(today, days(1));
}
