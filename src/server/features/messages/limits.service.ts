import { holds } from '../../auth/project-role.ts';
import type { Roles } from '../../auth/project-role.ts';
import type { Trx } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { addSeconds, timestamp } from '../../lib/clock.ts';
import type { MessageAudience } from './audience/audience.schema.ts';
import { firstFit, isToEveryone, messageLimits } from './messages.policy.ts';
import type { MessageLimit } from './messages.policy.ts';
import { plannedMoments } from './messages.queries.ts';

type Planned = {
  pid: string;
  uid: string;
  roles: Roles;
  audience: MessageAudience;
  /** When the message is to be sent. */
  at: string;
  scale: number;
};

/**
 * Refuses a message beyond the limits, and says when the next one is possible. Counts messages, not requests, so that
 * one that fails costs nothing. The sender is locked by the transaction.
 */
export async function requireRoom(trx: Trx, planned: Planned): Promise<void> {
  const { roles, audience } = planned;
  await requireWithin(trx, planned, holds(roles, 'writer') ? messageLimits.byOwner : messageLimits.byChief, false);
  if (isToEveryone(audience)) await requireWithin(trx, planned, messageLimits.toEveryone, true);
}

async function requireWithin(
  trx: Trx,
  { pid, uid, at, scale }: Planned,
  { max, seconds }: MessageLimit,
  onlyToEveryone: boolean,
): Promise<void> {
  const moment = new Date(at);
  const range = { from: timestamp(addSeconds(moment, -seconds)), to: timestamp(addSeconds(moment, seconds)) };
  const moments = await plannedMoments(trx, { pid, sender: uid, ...range }, onlyToEveryone);
  const limit = { max: max * scale, seconds };
  const next = firstFit(
    moments.map((one) => Date.parse(one)),
    moment.getTime(),
    limit,
  );
  if (next === moment.getTime()) return;
  const wait = Math.max(1, Math.ceil((next - moment.getTime()) / 1000));
  fail('too_many_requests', {
    detail: `At most ${limit.max} messages ${onlyToEveryone ? 'to everyone a day' : 'an hour'}; the next one is possible at ${timestamp(new Date(next))}`,
    headers: { 'retry-after': String(wait) },
  });
}
