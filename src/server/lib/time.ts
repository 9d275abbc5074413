import { localTimeIn } from '../../shared/local-time.ts';
import { Type } from './schema.ts';
import { timestamp } from './clock.ts';

/** A date and time in a request: RFC 3339 with any offset. */
export const Moment = (description: string) =>
  Type.String({
    format: 'date-time',
    maxLength: 40,
    description: `${description} RFC 3339 with any offset.`,
    examples: ['2026-11-15T17:30:00+08:00'],
  });

const moment = /^\d{4}-\d\d-\d\d[t ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:z|[+-]\d\d:\d\d)$/i;
const earliest = '1970-01-01T00:00:00.000Z';
/** The last day that can be stored, as in requests. */
export const lastDay = '2999-12-31';
const latest = `${lastDay}T23:59:59.999Z`;

/** The moment in UTC with milliseconds. Undefined if it is not RFC 3339 with an offset, or a leap second. */
export function parseMoment(text: string): string | undefined {
  const date = new Date(moment.test(text) ? text.toUpperCase().replace(' ', 'T') : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : timestamp(date);
}

/** Whether both engines can store and order it. */
export const isStorable = (utc: string): boolean => utc.length === latest.length && utc >= earliest && utc <= latest;

const isUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Whether a text from a cursor is a timestamp in our own format that exists and can be stored. */
export function isTimestamp(text: string): boolean {
  if (!isUtc.test(text) || text < earliest || text > latest) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && timestamp(new Date(time)) === text;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The day that it is at a moment in a time zone: `2026-08-01`. */
export const dayAt = (moment: Date, timezone: string): string => localTimeIn(timezone)(moment).day;

/** The same for many moments, each as a timestamp. */
export function daysIn(timezone: string): (moment: string) => string {
  const localTime = localTimeIn(timezone);
  return (moment) => localTime(new Date(moment)).day;
}

/** Start and end of a day in a time zone, in UTC. Days with a clock change are shorter or longer. */
export function dayRange(day: string, timezone: string): { from: string; to: string } {
  const dayOf = daysIn(timezone);
  const noon = Date.parse(`${day}T12:00:00.000Z`);
  const next = timestamp(new Date(noon + 24 * hourMs)).slice(0, 10);
  return { from: firstMoment(dayOf, day), to: firstMoment(dayOf, next) };
}

/** Formats a timestamp as local time for spreadsheets: `2026-08-01 08:00`. */
export function clockIn(timezone: string): (moment: string) => string {
  const localTime = localTimeIn(timezone);
  return (moment) => {
    const { day, time } = localTime(new Date(moment));
    return `${day} ${time}`;
  };
}

/** Binary search, because a day does not begin at 0:00 where the clocks change at midnight. */
function firstMoment(dayOf: (moment: string) => string, day: string): string {
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  let before = midnight - 16 * hourMs;
  let reached = midnight + 16 * hourMs;
  while (reached - before > minuteMs) {
    const middle = before + Math.floor((reached - before) / 2 / minuteMs) * minuteMs;
    if (dayOf(timestamp(new Date(middle))) < day) before = middle;
    else reached = middle;
  }
  return timestamp(new Date(reached));
}

/** Offsets such as +02:00 are not time zones. Intl offers no way to check a name but to use it. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
