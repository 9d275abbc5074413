import { entryOf } from '../../../../shared/notice-kinds.ts';
import type { NoticeKind } from '../../../../shared/notice-kinds.ts';
import type { MessageRecipientsTable } from '../../../db/tables.ts';
import type { Delivery, DeliveryChannel } from './delivery.schema.ts';

type RecipientState = MessageRecipientsTable['state'];

export type DeliveryRow = {
  kind: NoticeKind;
  created_at: string;
  read_at: string | null;
  due_at: string | null;
  mailed_at: string | null;
  dropped_at: string | null;
  mail_key: string | null;
  push_due_at: string | null;
  pushed_at: string | null;
  push_sent_at: string | null;
  /** The job that sends the mail; finished jobs are deleted after a while. */
  job_due_at: string | null;
  job_done_at: string | null;
  job_dead_at: string | null;
  job_error: string | null;
  /** The email of a message, which has one of its own. */
  recipient_state: RecipientState | null;
  recipient_reason: string | null;
  recipient_changed_at: string | null;
  /** The settings of the person. */
  mail: string | null;
};

/** Push services answer at once. One that has not after this time will not. */
const answeredMs = 10 * 60_000;

type Circumstances = { now: string; sendsMail: boolean };

export function deliveryOf(row: DeliveryRow, { now, sendsMail }: Circumstances): Delivery {
  const email = sendsMail ? emailOf(row) : { state: 'off' as const, at: null, reason: 'no_mail_server' };
  const device = deviceOf(row, now);
  const { kind, created_at, read_at } = row;
  return { state: bestOf(read_at, [email, device]), kind, created_at, read_at, email, device };
}

function bestOf(readAt: string | null, channels: readonly DeliveryChannel[]): Delivery['state'] {
  if (readAt !== null) return 'read';
  const best = (['sent', 'waiting', 'unknown'] as const).find((one) => channels.some(({ state }) => state === one));
  return best ?? 'unreached';
}

function emailOf(row: DeliveryRow): DeliveryChannel {
  if (row.kind === 'message') return mailOfMessage(row);
  // The mail has a secret link, and the service that sends it does not say what became of it.
  if (entryOf(row.kind).mail === 'own') return { state: 'unknown', at: row.mailed_at, reason: null };
  const { job_due_at, job_done_at, job_dead_at, job_error, mail_key, mailed_at, due_at } = row;
  if (job_dead_at !== null) return { state: 'failed', at: job_dead_at, reason: job_error };
  if (row.dropped_at !== null)
    return { state: 'off', at: null, reason: isTurnedOff(row.mail, row.kind) ? 'unsubscribed' : null };
  if (mail_key !== null && job_due_at !== null && job_done_at === null)
    return { state: 'waiting', at: job_due_at, reason: job_error };
  if (mailed_at !== null) return { state: 'sent', at: job_done_at ?? mailed_at, reason: null };
  return due_at === null ? { state: 'off', at: null, reason: null } : { state: 'waiting', at: due_at, reason: null };
}

const isTurnedOff = (mail: string | null, kind: NoticeKind): boolean =>
  mail !== null && Object.entries(JSON.parse(mail) as object).some(([name, on]) => name === kind && on === false);

const channelStates = {
  waiting: 'waiting',
  sending: 'waiting',
  sent: 'sent',
  skipped: 'off',
  cancelled: 'off',
  refused: 'failed',
  failed: 'failed',
  in_doubt: 'unknown',
} as const satisfies Record<RecipientState, DeliveryChannel['state']>;

const mailOfMessage = ({ recipient_state: state, recipient_changed_at: at, ...row }: DeliveryRow): DeliveryChannel =>
  state === null
    ? { state: 'unknown', at: null, reason: null }
    : { state: channelStates[state], at, reason: row.recipient_reason };

function deviceOf({ push_due_at: due, pushed_at: tried, push_sent_at: sent }: DeliveryRow, now: string) {
  const channel = (state: DeliveryChannel['state'], at: string | null): DeliveryChannel => ({
    state,
    at,
    reason: null,
  });
  if (sent !== null) return channel('sent', sent);
  if (due !== null) return channel('waiting', due);
  if (tried === null) return channel('off', null);
  return Date.parse(now) - Date.parse(tried) < answeredMs ? channel('waiting', tried) : channel('failed', tried);
}
