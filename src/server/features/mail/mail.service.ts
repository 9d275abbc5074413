import type { Trx } from '../../db/db.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { permanentRefusal } from '../../lib/mailer.ts';
import type { Mail, Mailer } from '../../lib/mailer.ts';
import { FinalFailure } from '../outbox/outbox.service.ts';
import type { JobHandlers, Outbox } from '../outbox/outbox.service.ts';

const kind = 'mail';

/** `until`: when the mail becomes useless, such as the end of a link; it is not sent after that. */
export type QueuedMail = Mail & { until?: string };
type Keyed = { key: string; mail: QueuedMail };

export type MailQueue = ReturnType<typeof mailQueue>;

/** Queues mail in the transaction of the change it is about: if the change fails, no mail is sent. */
export const mailQueue = (outbox: Outbox) => ({
  add: (trx: Trx, key: string, mail: QueuedMail): Promise<void> => outbox.add(trx, [{ key, kind, payload: mail }]),
  /** One statement for any number of mails. */
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

export const mailHandlers = ({ mailer, clock }: { mailer: Mailer; clock: Clock }): JobHandlers => ({
  [kind]: {
    laneOf: (payload) => (isMail(payload) ? payload.to : ''),
    run: async (id, payload) => {
      if (!isMail(payload)) throw new Error('the payload is not a mail');
      const { until, ...message } = payload;
      if (until !== undefined && until <= timestamp(clock.now())) return;
      try {
        await mailer.send(id, message);
      } catch (error) {
        const refusal = permanentRefusal(error);
        throw refusal === undefined ? error : new FinalFailure(refusal);
      }
    },
  },
});

const isMail = (payload: unknown): payload is QueuedMail =>
  typeof payload === 'object' && payload !== null && 'to' in payload && 'subject' in payload && 'text' in payload;
