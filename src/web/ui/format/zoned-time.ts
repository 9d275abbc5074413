/** Times as they stand on the clock at the event, wherever the reader is. */

const partsOf = (moment: Date, timeZone: string): Record<string, string> =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );

/** What an input of the type `datetime-local` takes: `2026-08-08T09:30`. */
export function toClock(iso: string | null, timeZone: string): string {
  if (iso === null) return '';
  const { year, month, day, hour, minute } = partsOf(new Date(iso), timeZone);
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

/** How far the clock there is ahead of UTC at a moment. */
function offsetMs(moment: number, timeZone: string): number {
  return Date.parse(`${toClock(new Date(moment).toISOString(), timeZone)}Z`) - Math.floor(moment / 60_000) * 60_000;
}

/** The moment at which the clock there shows this; in the hour that the clock skips, the one after it. */
export function fromClock(clock: string, timeZone: string): string | null {
  const shown = Date.parse(`${clock}Z`);
  if (clock === '' || Number.isNaN(shown)) return null;
  const first = shown - offsetMs(shown, timeZone);
  return new Date(shown - offsetMs(first, timeZone)).toISOString();
}

/** All that the browser knows; the ones in use stand among them. */
export const timeZones = (used: string): string[] => {
  const known = Intl.supportedValuesOf('timeZone');
  return known.includes(used) || used === '' ? known : [used, ...known];
};
