import type { Person } from '../../../auth/caller.ts';
import type { Config } from '../../../config.ts';
import type { Db } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { sameDigest, sha256 } from '../../../lib/secrets.ts';
import { normaliseEmail } from '../../../lib/text.ts';
import { codeHash, exchangeLink } from '../sign-in.service.ts';
import type { SignInOutcome } from '../sign-in.service.ts';
import type { SignedInByMail } from '../sign-in.schema.ts';
import { chargeAttempt, findLatestLink, hasOpenCode } from './codes.queries.ts';
import type { CodeSignIn, SignInProgress } from './codes.schema.ts';

type Services = { db: Db; config: Config; clock: Clock; keys: Keyring };
type RequestingBrowser = { secret: string; device: string; language: string | undefined };

/** Checked before a guess counts against the mailbox, so that nobody can use up the guesses of others at will. */
export async function requireOpenCode(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  email: string,
  secret: string,
): Promise<void> {
  const guess = { browserHash: sha256(secret), email: normaliseEmail(email), now: timestamp(clock.now()) };
  if (!(await hasOpenCode(db.read, guess))) fail('invalid_code');
}

/** Signs in with the code of a mail, only in the browser that requested it. */
export async function signInWithCode(
  services: Services,
  { email, code }: CodeSignIn,
  { secret, device, language }: RequestingBrowser,
): Promise<SignInOutcome<SignedInByMail>> {
  const now = services.clock.now();
  const guess = { browserHash: sha256(secret), email: normaliseEmail(email), now: timestamp(now) };
  const expected = codeHash(secret, code);
  const outcome = await services.db.transaction(async (trx) => {
    const links = await chargeAttempt(trx, guess);
    const link = links.find((one) => one.code_hash !== null && sameDigest(one.code_hash, expected));
    if (link === undefined) return undefined;
    // The person entered the address and the code here, so there is nothing left to confirm.
    return exchangeLink(trx, now, services, { tokenHash: link.token_hash, device, language });
  });
  // Only after the commit, which counts the wrong guess.
  return outcome ?? fail('invalid_code');
}

/** For the page that waits for the mail: whether the link was used meanwhile, here or elsewhere. */
export async function signInProgress(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  secret: string | undefined,
  caller: Person | null,
): Promise<SignInProgress> {
  const link = secret === undefined ? undefined : await findLatestLink(db.read, sha256(secret));
  if (link === undefined) return { state: 'over' };
  if (link.used_at !== null) return { state: caller?.email === link.email ? 'here' : 'elsewhere' };
  return { state: link.expires_at > timestamp(clock.now()) ? 'waiting' : 'over' };
}
