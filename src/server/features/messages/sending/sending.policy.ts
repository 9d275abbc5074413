import { addSeconds, hours, minutes, timestamp } from '../../../lib/clock.ts';
import { permanentRefusal } from '../../../lib/mailer.ts';
import { deliveryDecision } from '../../notices/sending/sending.policy.ts';
import { settingsIn } from '../../notices/settings/settings.service.ts';
import type { ClaimedRow, Settled } from './sending.queries.ts';

/** Longer than the mailer waits for a server that does not answer. */
export const interruptedAfterSeconds = minutes(2);
const maxAttempts = 30;
const maxWaitSeconds = hours(1);

const skip = (reason: string): Settled => ({ state: 'skipped', reason });

/** Undefined: send the mail. Otherwise what the recipient becomes instead. `starts`: of the task that the message is about. */
export function decide(row: ClaimedRow, starts: string | undefined, now: string): Settled | undefined {
  if (row.uid === null || row.email === null) return skip('erased');
  if (row.attempts >= maxAttempts) return { state: 'failed', reason: row.reason };
  if (row.project_state !== 'public') return skip('project_closed');
  if (Number(row.present) === 0) return skip('left');
  if (Number(row.reached) === 0) return skip('not_allowed');
  if (row.suspended_at !== null) return skip('suspended');
  const verdict = deliveryDecision(candidateOf(row, starts), now);
  if (verdict === 'drop') return skip('unsubscribed');
  return verdict === 'send' ? undefined : { state: 'waiting', reason: 'quiet_hours', due: verdict.until };
}

const candidateOf = (row: ClaimedRow, starts: string | undefined) => ({
  kind: 'message' as const,
  values: starts === undefined ? {} : { starts_at: starts },
  previous: {},
  created_at: row.created_at,
  isUseful: true,
  isSuspended: false,
  // Reading it on a page does not replace the email, whose outcome the sender follows.
  isRead: false,
  settings: settingsIn(row),
  projectTimezone: row.project_timezone,
});

/** What an attempt that failed means. `attempts` includes it. */
export function afterFailure(error: unknown, attempts: number, now: Date): Settled {
  const refusal = permanentRefusal(error);
  if (refusal !== undefined) return { state: 'refused', reason: refusal };
  const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  if (!isKnownUnsent(error)) return { state: 'in_doubt', reason };
  return tryAgain(reason, attempts, now);
}

/** 5 s, 10 s, 20 s ... at most an hour. */
function tryAgain(reason: string, attempts: number, now: Date): Settled {
  if (attempts >= maxAttempts) return { state: 'failed', reason };
  const seconds = Math.min(maxWaitSeconds, 5 * 2 ** (attempts - 1));
  return { state: 'waiting', reason, due: timestamp(addSeconds(now, seconds)) };
}

/** Failures before the text was handed over. A connection that broke later may have delivered it. */
const neverConnected = new Set(['EDNS', 'EAUTH', 'ENOAUTH', 'ETLS', 'EENVELOPE', 'ECONFIG']);

function isKnownUnsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The server said no.
  if ('responseCode' in error && typeof error.responseCode === 'number') return true;
  if ('syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')) return true;
  return 'code' in error && neverConnected.has(String(error.code));
}
