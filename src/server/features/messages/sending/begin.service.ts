import { makersRole } from '../../../auth/makers.ts';
import type { Trx } from '../../../db/db.ts';
import { Problem } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { newId, newIds } from '../../../lib/secrets.ts';
import { record } from '../../audit/audit.service.ts';
import { notify } from '../../notices/notify.service.ts';
import { lockPeople } from '../../people/people.service.ts';
import { lockProjects } from '../../projects/owners.service.ts';
import { recipientsOf } from '../audience/audience.service.ts';
import type { Sender } from '../audience/audience.service.ts';
import type { MessageAudience } from '../audience/audience.schema.ts';
import { mayWrite } from '../messages.policy.ts';
import type { ReplyTo } from '../messages.policy.ts';
import { insertRecipients, updateMessage } from '../messages.queries.ts';
import { currentReplyAddress } from './contents.service.ts';
import { hasRecipientsLeft, lockSending } from './sending.queries.ts';

type Begun = { id: string; pid: string; subject: string; audience: MessageAudience };

/**
 * Decides who gets the message, with the rights that the sender has now, and adds the notices to their lists. The
 * message has to be locked. Nobody is added later.
 */
export async function addRecipients(trx: Trx, keys: Keyring, sender: Sender, message: Begun): Promise<number> {
  const { now } = sender;
  // Of two thank-you messages at once, the second waits, and leaves out the people of the first.
  if (message.audience.thanks === true) await lockProjects(trx, [message.pid]);
  const uids = await recipientsOf(trx, keys, sender, message.audience);
  const ids = newIds(now, uids.length);
  const at = timestamp(now);
  const row = (uid: string, index: number) => ({ id: ids[index] ?? newId(now), message_id: message.id, uid });
  await insertRecipients(
    trx,
    uids.map((uid, index) => ({ ...row(uid, index), state: 'waiting' as const, due_at: at, changed_at: at })),
  );
  await notify(
    trx,
    { actor: sender.uid, now },
    uids.map((uid) => ({
      kind: 'message',
      uid,
      pid: message.pid,
      subject: message.id,
      values: { title: message.subject },
      occasion: message.id,
    })),
  );
  return uids.length;
}

type Scheduled = {
  id: string;
  pid: string;
  sender: string | null;
  made_with: string | null;
  sender_email: string | null;
  audience: string;
  subject: string;
  reply_to: ReplyTo;
};

/** What is due may no longer be possible: then the message is cancelled, and says why. */
export async function beginScheduled(trx: Trx, keys: Keyring, now: Date, message: Scheduled): Promise<void> {
  const at = timestamp(now);
  const { id, pid, sender, subject } = message;
  // Nobody takes the right from the sender until the recipients are chosen.
  if (sender !== null) await lockPeople(trx, [sender]);
  const reply_address = await currentReplyAddress(trx, message);
  const values = { state: 'sending' as const, started_at: at, reply_address };
  // If several processes try, one continues.
  if (!(await updateMessage(trx, { id, states: ['scheduled'] }, values))) return;
  const stopped = await begin(trx, keys, now, message);
  if (typeof stopped === 'number') {
    await record(trx, now, {
      actor: sender,
      kind: 'message.sent',
      subject: id,
      pid,
      detail: { title: subject, people: stopped },
    });
    return;
  }
  await updateMessage(
    trx,
    { id, states: ['sending'] },
    { state: 'cancelled', stopped, started_at: null, reply_address: null, ended_at: at },
  );
  await record(trx, now, {
    actor: null,
    kind: 'message.stopped',
    subject: id,
    pid,
    detail: { title: subject, reason: stopped },
  });
}

/** The number of recipients, or why there are none. */
async function begin(trx: Trx, keys: Keyring, now: Date, { id, pid, sender, made_with, audience, subject }: Scheduled) {
  const role = await makersRole(trx, now, pid, { uid: sender, made_with });
  if (sender === null || role === undefined || !mayWrite(role)) return 'not_allowed';
  if (role.state !== 'public') return 'project_closed';
  try {
    // Only this feature writes the column.
    const message = { id, pid, subject, audience: JSON.parse(audience) as MessageAudience };
    return await addRecipients(trx, keys, { uid: sender, role, now }, message);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code === 'empty_audience' ? 'empty_audience' : 'not_allowed';
  }
}

/** Locks the message first, so that a recipient who has to wait again meanwhile is seen. */
export async function finishMessage(trx: Trx, now: Date, id: string): Promise<void> {
  if (!(await lockSending(trx, id)) || (await hasRecipientsLeft(trx, id))) return;
  await updateMessage(trx, { id, states: ['sending'] }, { state: 'sent', ended_at: timestamp(now) });
}
