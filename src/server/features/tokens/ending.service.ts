import type { Db } from '../../db/db.ts';
import { addSeconds, days, timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { notify } from '../notices/notify.service.ts';
import type { NewNotice } from '../notices/notify.service.ts';
import { listEndingAccounts } from '../service-accounts/service-accounts.service.ts';
import { listEndingTokens } from './tokens.queries.ts';

/** Those who can renew it are notified this many days before the end. */
const daysBefore = [14, 3] as const;

/**
 * Looks at what ends between these days and a day less, so that a token that was created or renewed for a shorter time, and the
 * previous token of a renewal, cause nothing. What is younger than a day is known to its owner.
 */
export async function notifyOfEndings({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now();
  const found: NewNotice[] = [];
  for (const count of daysBefore) {
    const window = {
      occasion: `${count} days`,
      createdUntil: timestamp(addSeconds(now, -days(1))),
      after: timestamp(addSeconds(now, days(count - 1))),
      through: timestamp(addSeconds(now, days(count))),
    };
    for (const { id, uid, name, prefix, expires_at } of await listEndingTokens(db.read, window)) {
      const values = { what: name || prefix, closes_at: expires_at };
      found.push({ kind: 'token.ending', uid, pid: null, subject: id, values, occasion: window.occasion });
    }
    for (const { id, uid, pid, name, ends_at } of await listEndingAccounts(db.read, window)) {
      const values = { what: name, closes_at: ends_at };
      const occasion = `${window.occasion} ${ends_at}`;
      found.push({ kind: 'service_account.ending', uid, pid, subject: id, values, occasion });
    }
  }
  if (found.length > 0) await db.transaction((trx) => notify(trx, { actor: null, now }, found));
}
