import { addSeconds, hours, timestamp } from '../../lib/clock.ts';

/** The last day that has ended in every time zone. */
export const lastDayOver = (now: Date): string => timestamp(addSeconds(now, -hours(36))).slice(0, 10);

/** Clamped to the last day of a shorter month. */
export function monthsBefore(now: Date, months: number): Date {
  const date = new Date(now);
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(now.getUTCDate(), lastDay));
  return date;
}
