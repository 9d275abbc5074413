import { addSeconds, hours, minutes, timestamp } from '../../../lib/clock.ts';

/** How many people can wait for one task. */
export const maxWaiting = 1000;

const directHours = 12;
const offerMinutes = 30;

/**
 * Until when a free place is held for somebody who waits. Null if the task is so far away that they get it directly: they
 * have the time to leave again.
 */
export function offeredUntil({ starts_at }: { starts_at: string }, now: Date): string | null {
  if (starts_at > timestamp(addSeconds(now, hours(directHours)))) return null;
  const end = timestamp(addSeconds(now, minutes(offerMinutes)));
  return end < starts_at ? end : starts_at;
}
