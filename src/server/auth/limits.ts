import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Db } from '../db/db.ts';
import { fail } from '../errors.ts';
import { networkOf } from '../lib/address.ts';
import type { Clock } from '../lib/clock.ts';
import { addSeconds, timestamp } from '../lib/clock.ts';
import { sha256 } from '../lib/secrets.ts';
import { countUp } from './auth.queries.ts';

export type Limit = { name: string; max: number; seconds: number };
type Window = { count: number; endsAtMs: number };

/** Requests a caller may make. The first three guard secrets and mail, so all processes count together. */
export const limits = {
  token: { name: 'token', max: 60, seconds: 60 },
  signIn: { name: 'sign-in', max: 60, seconds: 60 },
  invitations: { name: 'invitations', max: 60, seconds: 3600 },
  applications: { name: 'applications', max: 60, seconds: 3600 },
  mailByAddress: { name: 'mail', max: 5, seconds: 900 },
  general: { name: 'general', max: 1200, seconds: 60 },
  listing: { name: 'listing', max: 6000, seconds: 60 },
} as const satisfies Record<string, Limit>;

const mostWindows = 100_000;

/**
 * A window that seems to end later than this began before the clock was set back: nobody is shut out until the clock
 * has caught up. Twice its length, because the clocks of several machines differ a little.
 */
const longestMs = (seconds: number): number => seconds * 2000;

/** The address that speaks to us or, behind so many proxies of our own, the one that spoke to the outermost of them. */
export function addressOf({ socket, headers }: IncomingMessage, proxies: number): string {
  const nearest = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  if (proxies === 0 || typeof forwarded !== 'string') return nearest;
  const addresses = [...forwarded.split(','), nearest].map((address) => address.trim()).toReversed();
  return addresses[Math.min(proxies, addresses.length - 1)] ?? nearest;
}

/** A visitor is known by address. */
export const visitorKey = ({ ip }: { ip: string }): string => networkOf(ip);

/** What is counted outlives an account by an hour, and must not name it. */
export const personKey = ({ uid }: { uid: string }): string => sha256(uid);

export type Limiter = ReturnType<typeof limiter>;

export function limiter(db: Db, clock: Clock, scale: number) {
  const windows = new Map<string, Window>();

  const countHere = (key: string, { seconds }: Limit): Window => {
    const now = clock.now().getTime();
    const kept = windows.get(key);
    if (kept !== undefined && kept.endsAtMs > now && kept.endsAtMs <= now + longestMs(seconds)) {
      kept.count += 1;
      return kept;
    }
    // A Map keeps insertion order: under a flood of callers the oldest windows go first.
    if (windows.size >= mostWindows)
      for (const oldest of windows.keys()) {
        windows.delete(oldest);
        break;
      }
    const fresh = { count: 1, endsAtMs: now + seconds * 1000 };
    windows.delete(key);
    windows.set(key, fresh);
    return fresh;
  };

  const countShared = async (key: string, { seconds }: Limit): Promise<Window> => {
    const now = clock.now();
    const row = await db.transaction((trx) =>
      countUp(trx, key, {
        now: timestamp(now),
        endsAt: timestamp(addSeconds(now, seconds)),
        latest: timestamp(new Date(now.getTime() + longestMs(seconds))),
      }),
    );
    return { count: row.count, endsAtMs: Date.parse(row.ends_at) };
  };

  /** The fields of the IETF draft for HTTP rate limits: what remains, and in how many seconds it begins anew. */
  const check = (reply: FastifyReply, limit: Limit, window: Window): void => {
    const max = limit.max * scale;
    const reset = Math.max(1, Math.ceil((window.endsAtMs - clock.now().getTime()) / 1000));
    reply.header('ratelimit-policy', `"${limit.name}";q=${max};w=${limit.seconds}`);
    reply.header('ratelimit', `"${limit.name}";r=${Math.max(0, max - window.count)};t=${reset}`);
    if (window.count > max) fail('too_many_requests', { headers: { 'retry-after': String(reset) } });
  };

  return {
    /** Counted by this process alone: cheap, for limits that only protect the machine. */
    here: (reply: FastifyReply, limit: Limit, caller: string) =>
      check(reply, limit, countHere(`${limit.name}:${caller}`, limit)),
    /** The same without fields in the answer, for answers written from prepared bytes. Seconds to wait, or 0. */
    quietly: (limit: Limit, caller: string): number => {
      const window = countHere(`${limit.name}:${caller}`, limit);
      if (window.count <= limit.max * scale) return 0;
      return Math.max(1, Math.ceil((window.endsAtMs - clock.now().getTime()) / 1000));
    },
    /** Counted by all processes together. */
    shared: async (reply: FastifyReply, limit: Limit, caller: string) =>
      check(reply, limit, await countShared(`${limit.name}:${caller}`, limit)),
  };
}
