import { pagePath } from '../../../shared/pages.ts';
import type { Person } from '../../auth/caller.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import { hasFreshProof } from '../../auth/gate.ts';
import type { MailboxLimits } from '../../auth/mailbox-limits.ts';
import type { Config } from '../../config.ts';
import type { Db, Trx } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/secrets.ts';
import { record } from '../audit/audit.service.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import { notify, notifyAccountDaily } from '../notices/notify.service.ts';
import { languagesOf } from '../people/people.service.ts';
import { markChangedTransfers } from './transfers.queries.ts';
import { bankChangedMail } from './bank-changed.mail.ts';
import type { BankChange } from './bank-changed.mail.ts';
import { confirmBank, findPrivate, setUnconfirmed } from './private.queries.ts';

/**
 * A leaked token or an unattended browser could redirect travel money. The account that they write is stored, but
 * nobody is shown it or pays to it until the person confirms it.
 */
export function bankChangeBy(caller: Person, now: Date, isGiven: boolean): BankChange {
  if (!isGiven) return 'removed';
  return hasFreshProof(caller, now) ? 'confirmed' : 'unconfirmed';
}

export type BankServices = { config: Config; mailQueue: MailQueue; mailboxes: MailboxLimits };

/** A token could fill the person's mailbox and list of notices, so both are limited; the audit log has every change. */
export async function notifyBankChange(
  trx: Trx,
  { config: { baseUrl }, mailQueue, mailboxes }: BankServices,
  { uid, email }: Person,
  { change, now }: { change: BankChange; now: Date },
): Promise<void> {
  const notice = { uid, pid: null, subject: '', values: { change } };
  await notifyAccountDaily(trx, { actor: null, now }, { kind: 'security.bank_changed', ...notice });
  if (!(await mailboxes.admitBankNotice(trx, email))) return;
  const language = (await languagesOf(trx, [email])).get(email);
  const links = { link: `${baseUrl}${pagePath('/me/bank')}`, sessionsLink: `${baseUrl}${pagePath('/me/sessions')}` };
  const mail = bankChangedMail({ language, change, ...links });
  await mailQueue.add(trx, `bank-changed:${newId(now)}`, { to: email, for: { uid }, ...mail });
}

/**
 * What is being paid already goes to the account that the payout was made with. Both sides hear of it once. Requires a locked
 * person.
 */
export async function noteOpenPayouts(trx: Trx, now: Date, uid: string): Promise<void> {
  for (const { id, pid, number, amount, currency, payers } of await markChangedTransfers(trx, uid, timestamp(now))) {
    const values = { what: String(number), amount, currency };
    const about = { pid, subject: id };
    await notify(trx, { actor: null, now }, [
      { ...about, kind: 'claim.account_changed', uid, values },
      ...payers.map((payer) => ({
        ...about,
        kind: 'payout.account_changed' as const,
        uid: payer,
        values: { what: String(number) },
      })),
    ]);
  }
}

/** `expected`: the revision of the account that the person looked at. Does nothing if it is already confirmed. */
export async function confirmOwnBank(
  { db, clock }: { db: Db; clock: Clock },
  caller: Person,
  expected: number | undefined,
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const current = await findPrivate(trx, caller.uid, 'bank');
    if (expected !== undefined && expected !== (current?.revision ?? 0)) return fail('stale');
    if (await confirmBank(trx, caller.uid)) await recordConfirmed(trx, now, caller);
  });
}

/** Somebody else may have entered it. Nobody sees it or pays to it until the person has confirmed it again. */
export async function unconfirmBank(
  trx: Trx,
  now: Date,
  { actor, uid }: { actor: string | null; uid: string },
): Promise<void> {
  if (await setUnconfirmed(trx, uid)) await record(trx, now, { actor, kind: 'bank.unconfirmed', subject: uid });
}

export const recordConfirmed = (trx: Trx, now: Date, { uid }: Person): Promise<void> =>
  record(trx, now, { actor: uid, kind: 'bank.confirmed', subject: uid });
