import { addSeconds, minutes } from '../../lib/clock.ts';
import { nextTime, periodOf } from '../../lib/schedule.ts';
import type { Schedule } from '../../lib/schedule.ts';
import type { ChoresTable } from '../../db/tables.ts';

export const leaseSeconds = minutes(2);
const retrySeconds = minutes(10);

type Seen = Pick<ChoresTable, 'claimed_until' | 'good_at' | 'failed_at'>;

/** A time in the future was written by a wrong clock and is ignored. */
const past = (at: string | null, now: Date): Date | undefined =>
  at === null || new Date(at) > now ? undefined : new Date(at);

/** Due at once if it never succeeded; after a failure it is retried soon. */
export function dueAt(schedule: Schedule, { good_at, failed_at }: Omit<Seen, 'claimed_until'>, now: Date): Date {
  const [good, failed] = [past(good_at, now), past(failed_at, now)];
  const due = good === undefined ? now : nextTime(schedule, good);
  const again = failed === undefined ? due : addSeconds(failed, Math.min(retrySeconds, periodOf(schedule)));
  return again > due ? again : due;
}

/** A claim too far in the future was written by a wrong clock and is ignored. */
export function isClaimed({ claimed_until }: Pick<Seen, 'claimed_until'>, now: Date): boolean {
  if (claimed_until === null) return false;
  const until = new Date(claimed_until);
  return until > now && until <= addSeconds(now, 2 * leaseSeconds);
}
