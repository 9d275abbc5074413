import { readableSince } from '../../../db/applications.ts';
import { fail } from '../../../errors.ts';
import { addSeconds, days, timestamp } from '../../../lib/clock.ts';
import { dayRange } from '../../../lib/time.ts';
import type { ApplicationState, CallRow, WishRow } from './applications.queries.ts';

type Window = Pick<CallRow, 'call_opens_at' | 'call_closes_at'>;
type Dates = Pick<CallRow, 'ends_on' | 'timezone'>;

const validSeconds = days(90);

/** Without a call, each team decides when it takes applications, and people apply to as many as they like. */
export const hasCall = ({ call_opens_at, call_closes_at }: Window): boolean =>
  call_opens_at !== null || call_closes_at !== null;

export const isCallOpen = ({ call_opens_at: opens, call_closes_at: closes }: Window, now: string): boolean =>
  (opens ?? '') <= now && (closes === null || closes > now);

export function requireOpenCall(call: Window, now: string): void {
  if (isCallOpen(call, now)) return;
  const { call_opens_at: opens, call_closes_at: closes } = call;
  fail('call_closed', {
    detail: (opens ?? '') > now ? `People can apply from ${opens} on` : `People could apply until ${closes}`,
  });
}

/** 90 days after it was sent or the call closed, and never later than the event, after which nobody can be accepted. */
export function expiryOf({ ends_on, timezone, call_closes_at }: Dates & Window, now: Date): string {
  const sent = timestamp(now);
  const from = call_closes_at !== null && call_closes_at > sent ? call_closes_at : sent;
  const latest = timestamp(addSeconds(new Date(from), validSeconds));
  const end = ends_on === null ? latest : dayRange(ends_on, timezone).to;
  return end < latest ? end : latest;
}

/** What a person with several wishes has: the best that one of them became, as long as none is open. */
const order: readonly ApplicationState[] = ['accepted', 'sent', 'waiting', 'declined', 'lapsed', 'withdrawn'];

export const stateOf = (states: readonly ApplicationState[]): ApplicationState | null =>
  order.find((state) => states.includes(state)) ?? null;

/** The same rule as `isReadableSince`. */
export function isReadable(
  { state, decided_at, expires_at }: { state: ApplicationState; decided_at: string | null; expires_at: string },
  now: Date,
): boolean {
  if (state === 'withdrawn') return false;
  if (state === 'declined') return decided_at !== null && decided_at > readableSince(now);
  return state !== 'lapsed' || expires_at > readableSince(now);
}

/** Nobody decided in time. The clean-up that says so in the row may not have run yet. */
export const isLapsed = (
  { state, pending, expires_at }: Pick<WishRow, 'state' | 'pending' | 'expires_at'>,
  now: string,
): boolean => state === 'lapsed' || (state === 'sent' && pending === null && expires_at <= now);
