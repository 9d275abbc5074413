/** Passed in so that tests can freeze and move the time. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** RFC 3339 in UTC with milliseconds. The fixed width makes text order equal time order on both engines. */
export const timestamp = (date: Date): string => date.toISOString();

export const addSeconds = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000);

/** Counts by the calendar: a month after 31 January is the last day of February. */
export function monthsLater(date: Date, months: number): string {
  const end = Temporal.Instant.from(timestamp(date)).toZonedDateTimeISO('UTC').add({ months });
  return timestamp(new Date(end.epochMilliseconds));
}

export const minutes = (count: number): number => count * 60;
export const hours = (count: number): number => count * 3600;
export const days = (count: number): number => count * 86_400;
