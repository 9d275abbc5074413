import { mayStillInvite } from '../../auth/makers.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { isStillAsked } from '../../db/guardians.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { permanentRefusal } from '../../lib/mailer.ts';
import type { Mail, Mailer } from '../../lib/mailer.ts';
import { FinalFailure } from '../outbox/outbox.service.ts';
import type { JobHandlers, Outbox } from '../outbox/outbox.service.ts';
import { findOpenInvitation, isStillFor } from './mail.queries.ts';

const kind = 'mail';

/**
 * For whom a mail is, checked when it is sent: it may wait for hours. The account must still exist, and own the project
 * if there is one; the invitation must still be open, and its sender allowed to invite; the guardian must still be that of the
 * person. Null: for anybody who reads the mailbox, such as a link to sign in.
 */
export type MailFor = { uid: string; owns?: string } | { invitation: string } | { guardian: string } | null;

/** `until`: when the mail becomes useless, such as the end of a link; it is not sent after that. */
export type QueuedMail = Mail & { until?: string; for: MailFor };
type Keyed = { key: string; mail: QueuedMail };

export type MailQueue = ReturnType<typeof mailQueue>;

/** Queues mail in the transaction of the change it is about: if the change fails, no mail is sent. */
export const mailQueue = (outbox: Pick<Outbox, 'add' | 'knownKeys'>) => ({
  add: (trx: Trx, key: string, mail: QueuedMail): Promise<void> => outbox.add(trx, [{ key, kind, payload: mail }]),
  /** Needs one statement for any number of mails. */
  addAll: (trx: Trx, mails: readonly Keyed[]): Promise<void> =>
    outbox.add(
      trx,
      mails.map(({ key, mail }) => ({ key, kind, payload: mail })),
    ),
  /** Leaves out mails whose key has been used, which would not be sent again. */
  onlyNew: async <T extends Keyed>(trx: Trx, mails: readonly T[]): Promise<T[]> => {
    if (mails.length === 0) return [];
    const known = await outbox.knownKeys(
      trx,
      mails.map(({ key }) => key),
    );
    return mails.filter(({ key }) => !known.has(key));
  },
});

/** Final if the mail server refuses the mail for good. */
export async function sendMail(mailer: Mailer, id: string, mail: Mail): Promise<void> {
  try {
    await mailer.send(id, mail);
  } catch (error) {
    const refusal = permanentRefusal(error);
    throw refusal === undefined ? error : new FinalFailure(refusal);
  }
}

type Services = { db: Db; mailer: Mailer; clock: Clock };

export const mailHandlers = ({ db, mailer, clock }: Services): JobHandlers => ({
  [kind]: {
    laneOf: (payload) => (isMail(payload) ? payload.to : ''),
    run: async (id, payload) => {
      if (!isMail(payload)) throw new Error('the payload is not a mail');
      const { until, for: whom, ...message } = payload;
      if (until !== undefined && until <= timestamp(clock.now())) return;
      // Mails that an earlier version queued do not say for whom they are.
      if (whom != null && !(await isStillWanted(db.read, clock.now(), whom))) return;
      await sendMail(mailer, id, message);
    },
  },
});

async function isStillWanted(read: Reader, now: Date, whom: NonNullable<MailFor>): Promise<boolean> {
  if ('uid' in whom) return isStillFor(read, whom);
  if ('guardian' in whom) return isStillAsked(read, whom.guardian);
  const invitation = await findOpenInvitation(read, whom.invitation, timestamp(now));
  return invitation !== undefined && mayStillInvite(read, now, invitation);
}

const isMail = (payload: unknown): payload is QueuedMail =>
  typeof payload === 'object' && payload !== null && 'to' in payload && 'subject' in payload && 'text' in payload;
