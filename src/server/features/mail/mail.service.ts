import type { Trx } from '../../db/db.ts';
import type { Mail, Mailer } from '../../lib/mailer.ts';
import type { JobHandlers, Outbox } from '../outbox/outbox.service.ts';

const kind = 'mail';

export type MailQueue = ReturnType<typeof mailQueue>;

/** Queues mail in the transaction of the change it is about: if the change fails, no mail is sent. */
export const mailQueue = (outbox: Outbox) => ({
  add: (trx: Trx, key: string, mail: Mail): Promise<void> => outbox.add(trx, [{ key, kind, payload: mail }]),
  /** One statement for any number of mails. */
  addAll: (trx: Trx, mails: readonly { key: string; mail: Mail }[]): Promise<void> =>
    outbox.add(
      trx,
      mails.map(({ key, mail }) => ({ key, kind, payload: mail })),
    ),
});

export const mailHandlers = ({ mailer }: { mailer: Mailer }): JobHandlers => ({
  [kind]: async (id, payload) => {
    if (!isMail(payload)) throw new Error('the payload is not a mail');
    await mailer.send(id, payload);
  },
});

const isMail = (payload: unknown): payload is Mail =>
  typeof payload === 'object' && payload !== null && 'to' in payload && 'subject' in payload && 'text' in payload;
