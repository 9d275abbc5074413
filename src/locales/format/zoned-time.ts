import { localTime } from './formatters.ts';

/** Converts between moments and the local time of the event, whatever the time zone of the reader. */

/** The value of a `datetime-local` input: `2026-08-08T09:30`. */
export function toZonedInput(iso: string | null, timeZone: string): string {
  if (iso === null) return '';
  const { day, time } = localTime(timeZone)(new Date(iso));
  return `${day}T${time}`;
}

/** How far local time is ahead of UTC at a moment. */
function offsetMs(moment: number, timeZone: string): number {
  const local = Date.parse(`${toZonedInput(new Date(moment).toISOString(), timeZone)}Z`);
  return local - Math.floor(moment / 60_000) * 60_000;
}

/**
 * The moment of a local time. The offset at the local time read as UTC may be the one before or after a clock change,
 * so a second pass looks it up at the moment found. A time that the clock skips becomes the one an hour later.
 */
export function fromZonedInput(local: string, timeZone: string): string | null {
  const asUtc = Date.parse(`${local}Z`);
  if (local === '' || Number.isNaN(asUtc)) return null;
  const first = asUtc - offsetMs(asUtc, timeZone);
  const second = asUtc - offsetMs(first, timeZone);
  const isSkipped = offsetMs(second, timeZone) !== asUtc - second;
  return new Date(isSkipped ? Math.max(first, second) : second).toISOString();
}

/** All zones that the browser knows, and the one in use if it is not among them. */
export const timeZones = (used: string): string[] => {
  const known = Intl.supportedValuesOf('timeZone');
  return known.includes(used) || used === '' ? known : [used, ...known];
};
