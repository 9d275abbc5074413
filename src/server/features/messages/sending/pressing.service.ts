import type { Trx } from '../../../db/db.ts';
import { addSeconds, days, timestamp } from '../../../lib/clock.ts';
import { dayRange } from '../../../lib/time.ts';
import type { MessageAudience } from '../audience/audience.schema.ts';
import { listPlacesUntil } from './sending.queries.ts';
import type { ClaimedRow, listMessagesOf } from './sending.queries.ts';

type Message = Awaited<ReturnType<typeof listMessagesOf>>[number];
type Recipient = Pick<ClaimedRow, 'message_id' | 'uid'>;

/** Undefined: the mail can wait. `starts_at`: when the next of the person's tasks begins. */
export type Pressing = (recipient: Recipient) => { starts_at?: string } | undefined;

/**
 * What is written to the people of tasks, or of a day, within the next 24 hours cannot wait for a full mailbox. A message
 * about many tasks is pressing only for people who have one of those that are near.
 */
export async function pressingMails(
  trx: Trx,
  now: Date,
  messages: readonly Message[],
  recipients: readonly Recipient[],
): Promise<Pressing> {
  const [at, until] = [timestamp(now), timestamp(addSeconds(now, days(1)))];
  const audiences = new Map(
    messages.map(({ id, audience, timezone }) => [id, { timezone, ...(JSON.parse(audience) as MessageAudience) }]),
  );
  const tasks = [...new Set([...audiences.values()].flatMap((audience) => audience.tasks ?? []))];
  const uids = recipients.flatMap(({ uid }) => uid ?? []);
  const isAbout = tasks.length > 0 && uids.length > 0;
  const places = isAbout ? await listPlacesUntil(trx, { tasks, uids, now: at, until }) : [];
  const isSoon = (day: string, timezone: string): boolean => {
    const { from, to } = dayRange(day, timezone);
    return from <= until && to > at;
  };
  return ({ message_id, uid }) => {
    const audience = audiences.get(message_id);
    if (audience === undefined) return undefined;
    const { timezone, tasks: about = [], day, without_tasks: without } = audience;
    const near = places.filter((place) => place.uid === uid && about.includes(place.id));
    // A task that has begun, and may take a week, does not end anybody's quiet hours.
    const next = near.find(({ starts_at }) => starts_at > at);
    if (next !== undefined) return { starts_at: next.starts_at };
    return near.length > 0 || (day !== undefined && without !== true && isSoon(day, timezone)) ? {} : undefined;
  };
}
