import type { Reader, Trx } from '../../../db/db.ts';

/** Wrong codes per link. With a million possible codes, a guesser succeeds with one link in 200,000. */
const maxAttempts = 5;

type Guess = { browserHash: string; email: string; now: string };

/** Whether there is a link that the code could belong to. */
export const hasOpenCode = async (read: Reader, { browserHash, email, now }: Guess): Promise<boolean> =>
  (await read
    .selectFrom('sign_in_links')
    .select('token_hash')
    .where('browser_hash', '=', browserHash)
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('code_attempts', '<', maxAttempts)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Charges every link that the code could belong to, before it is compared: concurrent guesses stay within the limit. */
export const chargeAttempt = (trx: Trx, { browserHash, email, now }: Guess) =>
  trx
    .updateTable('sign_in_links')
    .set((eb) => ({ code_attempts: eb('code_attempts', '+', 1) }))
    .where('browser_hash', '=', browserHash)
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('code_attempts', '<', maxAttempts)
    .returning(['token_hash', 'code_hash'])
    .execute();

export const findLatestLink = (read: Reader, browserHash: string) =>
  read
    .selectFrom('sign_in_links')
    .select(['email', 'used_at', 'expires_at'])
    .where('browser_hash', '=', browserHash)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
