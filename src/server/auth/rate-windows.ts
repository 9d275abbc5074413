import type { Db } from '../db/db.ts';
import type { Clock } from '../lib/clock.ts';
import { addSeconds, timestamp } from '../lib/clock.ts';
import { countRequest } from './auth.queries.ts';

export type Limit = { name: string; max: number; seconds: number };
export type Window = { count: number; endsAtMs: number };

const defaultMaxWindows = 100_000;

/**
 * A window that ends later than this began before the clock was set back. It is replaced, so that nobody is locked out
 * until the clock catches up. Twice the length, because the clocks of several machines differ a little.
 */
const latestEnd = (now: Date, { seconds }: Limit): Date => addSeconds(now, seconds * 2);

/** Counts in the database, for all processes together. Each call is a write. */
export async function countInDatabase(db: Db, clock: Clock, key: string, limit: Limit): Promise<Window> {
  const now = clock.now();
  const row = await db.transaction((trx) =>
    countRequest(trx, key, {
      now: timestamp(now),
      endsAt: timestamp(addSeconds(now, limit.seconds)),
      latestEnd: timestamp(latestEnd(now, limit)),
    }),
  );
  return { count: row.count, endsAtMs: Date.parse(row.ends_at) };
}

/** Counts in the memory of this process. */
export function memoryWindows(clock: Clock, maxWindows = defaultMaxWindows) {
  const windows = new Map<string, Window>();

  const start = (key: string, endsAtMs: number): Window => {
    windows.delete(key);
    // A Map keeps insertion order. Under a flood of callers the oldest window is dropped, so that memory stays bounded.
    const [oldest] = windows.size >= maxWindows ? windows.keys() : [];
    if (oldest !== undefined) windows.delete(oldest);
    const window = { count: 0, endsAtMs };
    windows.set(key, window);
    return window;
  };

  return (key: string, limit: Limit): Window => {
    const now = clock.now();
    const known = windows.get(key);
    const isCurrent =
      known !== undefined && known.endsAtMs > now.getTime() && known.endsAtMs <= latestEnd(now, limit).getTime();
    const window = isCurrent ? known : start(key, addSeconds(now, limit.seconds).getTime());
    window.count += 1;
    return window;
  };
}
