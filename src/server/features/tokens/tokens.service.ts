import { countRequest } from '../../auth/auth.queries.ts';
import { newToken, tokenPrefix } from '../../auth/token-format.ts';
import type { Person } from '../../auth/caller.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import type { Config } from '../../config.ts';
import type { Db, Trx } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { addSeconds, days, minutes, timestamp } from '../../lib/clock.ts';
import { newId, randomText, sameDigest, sha256 } from '../../lib/secrets.ts';
import { record } from '../audit/audit.service.ts';
import { lockPerson } from '../people/people.service.ts';
import type { ExchangeCredentials, TokenAnswer, TokenRequest } from './tokens.schema.ts';
import {
  countFailure,
  countNothing,
  findCredentials,
  findToken,
  insertCredentials,
  insertToken,
  revokeToken,
  useCredentials,
} from './tokens.queries.ts';

export const credentialSeconds = minutes(5);
const dummyHash = sha256('nobody');

type Services = { db: Db; config: Config; clock: Clock };

export async function createCredentials(
  { db, clock }: Services,
  person: Person,
  scope: 'private:read' | undefined,
): Promise<ExchangeCredentials> {
  const now = clock.now();
  const username = `x-${randomText(5)}`;
  const password = randomText(20);
  const expires_at = timestamp(addSeconds(now, credentialSeconds));
  await db.transaction(async (trx) => {
    // Signing out everywhere must leave no credentials behind. Lock order: person, then session, as in erasure.
    await confirmCaller(trx, now, person);
    await insertCredentials(trx, {
      username,
      password_hash: sha256(password),
      uid: person.uid,
      passkey_id: person.credential.passkey,
      private_read_at: scope === undefined ? null : timestamp(now),
      created_at: timestamp(now),
      expires_at,
    });
  });
  return { username, password, expires_at };
}

/** Wrong, used, expired, locked and unknown credentials get the same answer. Wrong passwords are counted. */
export async function exchange(services: Services, input: TokenRequest): Promise<TokenAnswer> {
  const answer = await services.db.transaction((trx) => tryExchange(trx, services, input));
  return answer ?? fail('invalid_credentials');
}

async function tryExchange(trx: Trx, { config, clock }: Services, input: TokenRequest): Promise<TokenAnswer | null> {
  const now = clock.now();
  const kept = await findCredentials(trx, input.username);
  const right = sameDigest(sha256(input.password), kept?.password_hash ?? dummyHash);
  if (kept === undefined || !right) {
    await countGuess(trx, now, input.username, kept !== undefined);
    return null;
  }
  // Lock order: person, then credentials, as in erasure. No token is created for an account that is being erased.
  const person = await lockPerson(trx, kept.uid);
  if (person === undefined || person.suspended_at !== null) return null;
  if (!(await useCredentials(trx, input.username, timestamp(now)))) return null;
  return issueToken(trx, now, kept, input, config.tokenTtlDays);
}

/**
 * Writes the same amount for known and unknown usernames, so that timing does not tell them apart. Only the count of
 * the credentials themselves protects them.
 */
async function countGuess(trx: Trx, at: Date, username: string, isKnown: boolean): Promise<void> {
  const [now, endsAt] = [timestamp(at), timestamp(addSeconds(at, credentialSeconds))];
  const key = `guess:${sha256(username)}`;
  await countRequest(trx, key, { now, endsAt, latestEnd: endsAt });
  await (isKnown ? countFailure(trx, username) : countNothing(trx, key));
}

async function issueToken(
  trx: Trx,
  now: Date,
  { uid, passkey_id, private_read_at }: { uid: string; passkey_id: string | null; private_read_at: string | null },
  input: TokenRequest,
  maxDays: number,
): Promise<TokenAnswer> {
  const token = newToken();
  const id = newId(now);
  const scope = input.scope === 'read' ? 'read' : 'write';
  const seconds = days(Math.min(maxDays, Number(input.expires_in_days ?? maxDays)));
  await insertToken(trx, {
    id,
    token_hash: sha256(token),
    prefix: tokenPrefix(token),
    uid,
    passkey_id,
    private_read_at,
    name: input.name ?? '',
    scope,
    created_at: timestamp(now),
    expires_at: timestamp(addSeconds(now, seconds)),
  });
  const detail = { token: id, scope, ...(private_read_at === null ? {} : { private_read: 'yes' }) };
  await record(trx, now, { actor: uid, kind: 'token.created', subject: uid, detail });
  return { access_token: token, token_type: 'bearer', expires_in: seconds, scope };
}

export async function revoke({ db, clock }: Services, person: Person, id: string): Promise<void> {
  const now = clock.now();
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, person);
    if ((await findToken(trx, person.uid, id)) === undefined)
      return fail('not_found', { detail: 'You have no such token' });
    if (!(await revokeToken(trx, person.uid, id, timestamp(now)))) return;
    await record(trx, now, { actor: person.uid, kind: 'token.revoked', subject: person.uid, detail: { token: id } });
  });
}
