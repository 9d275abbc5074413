import type { Db, Trx } from '../db/db.ts';
import type { Clock } from '../lib/clock.ts';
import { addSeconds, timestamp } from '../lib/clock.ts';
import { sha256 } from '../lib/secrets.ts';
import { countUp } from './auth.queries.ts';

export type Limit = { name: string; max: number; seconds: number };
export type Window = { count: number; endsAtMs: number };
/** Of what is counted here, `told` is known to all; `others` is what others had told when that was last heard of. */
type KeptWindow = Window & { limit: Limit; ownCount: number; told: number; others: number };

const mostWindows = 100_000;
/** Whoever has used this part of a limit is counted by all processes together. Nearly nobody does. */
const busyPart = 1 / 16;
const mostTold = 100;

/**
 * A window that seems to end later than this began before the clock was set back: nobody is shut out until the clock
 * has caught up. Twice its length, because the clocks of several machines differ a little.
 */
const longestMs = (seconds: number): number => seconds * 2000;

/** Counts in the database: each time costs a write, and all processes see it at once. */
export async function countShared(db: Db, clock: Clock, key: string, limit: Limit): Promise<Window> {
  const now = clock.now();
  return db.transaction((trx) => tell(trx, now, { key, by: 1, limit, endsAt: addSeconds(now, limit.seconds) }));
}

type Told = { key: string; by: number; limit: Limit; endsAt: Date };

async function tell(trx: Trx, now: Date, { key, by, limit, endsAt }: Told): Promise<Window> {
  const latest = new Date(now.getTime() + longestMs(limit.seconds));
  const times = { now: timestamp(now), endsAt: timestamp(endsAt), latest: timestamp(latest) };
  const row = await countUp(trx, key, by, times);
  return { count: row.count, endsAtMs: Date.parse(row.ends_at) };
}

/** Counts in memory, which costs nothing, and lets all processes know now and then. */
export function windows(db: Db, clock: Clock, scale: number) {
  const kept = new Map<string, KeptWindow>();
  const busy = new Map<string, KeptWindow>();

  const begin = (key: string, limit: Limit, now: number): KeptWindow => {
    // A Map keeps insertion order: under a flood of callers the oldest windows go first.
    if (kept.size >= mostWindows)
      for (const oldest of kept.keys()) {
        kept.delete(oldest);
        break;
      }
    const fresh = { limit, count: 0, endsAtMs: now + limit.seconds * 1000, ownCount: 0, told: 0, others: 0 };
    kept.delete(key);
    kept.set(key, fresh);
    return fresh;
  };

  const count = (key: string, limit: Limit): Window => {
    const now = clock.now().getTime();
    const known = kept.get(key);
    const goesOn = known !== undefined && known.endsAtMs > now && known.endsAtMs <= now + longestMs(limit.seconds);
    const window = goesOn ? known : begin(key, limit, now);
    window.ownCount += 1;
    window.count = window.ownCount + window.others;
    if (window.ownCount === Math.ceil(limit.max * scale * busyPart)) busy.set(key, window);
    return window;
  };

  /** Always in the same order, so that no two processes wait for each other. */
  const due = (now: number): [string, KeptWindow][] => {
    for (const [key, window] of busy) if (window.endsAtMs <= now) busy.delete(key);
    const news = [...busy].filter(([, { ownCount, told }]) => ownCount > told);
    return news.slice(0, mostTold).toSorted(([a], [b]) => (a < b ? -1 : 1));
  };

  const tellAll = async (): Promise<void> => {
    const now = clock.now();
    const news = due(now.getTime()).map(([key, window]) => ({ key, window, by: window.ownCount - window.told }));
    if (news.length === 0) return;
    const answers = await db.transaction(async (trx) => {
      const all: Window[] = [];
      for (const { key, window, by } of news) {
        const { limit, endsAtMs } = window;
        // What is counted outlives an account for a while, and must not name it.
        const hidden = `${limit.name}:${sha256(key)}`;
        all.push(await tell(trx, now, { key: hidden, by, limit, endsAt: new Date(endsAtMs) }));
      }
      return all;
    });
    for (const [i, { key, window, by }] of news.entries()) {
      take(window, by, answers[i] ?? window);
      // Behind those who have not been told of yet.
      if (busy.get(key) !== window) continue;
      busy.delete(key);
      busy.set(key, window);
    }
  };

  // One at a time: with a slow database another one would tell of the same requests again.
  let underWay: Promise<void> | undefined;
  const share = (): Promise<void> => (underWay ??= tellAll().finally(() => (underWay = undefined)));

  return { count, share };
}

/** The window of all takes the place of the own one. What was told of one that has ended meanwhile counts no longer. */
function take(window: KeptWindow, by: number, { count, endsAtMs }: Window): void {
  if (window.told > 0 && endsAtMs !== window.endsAtMs) {
    window.ownCount -= window.told;
    window.told = 0;
  }
  window.told += by;
  window.others = Math.max(0, count - window.told);
  window.endsAtMs = endsAtMs;
}
