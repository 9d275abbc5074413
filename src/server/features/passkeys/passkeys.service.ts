import { randomBytes } from 'node:crypto';
import type { Person } from '../../auth/caller.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import type { Config } from '../../config.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import type { ErrorCode } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { addSeconds, minutes, timestamp } from '../../lib/clock.ts';
import type { Keyring } from '../../lib/seal.ts';
import { newId, sha256 } from '../../lib/secrets.ts';
import { closeAddress } from '../administrators/administrators.service.ts';
import { record } from '../audit/audit.service.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import { lockPerson, requireUnfrozen } from '../people/people.service.ts';
import { notifySignInChange } from '../sign-in/sign-in-notices.service.ts';
import { startSession } from '../sign-in/sign-in.service.ts';
import type { SignInOutcome } from '../sign-in/sign-in.service.ts';
import { mayChangePasskeys } from './passkeys.policy.ts';
import {
  countPasskeys,
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  isBlocked,
  knownCredentials,
  markUsed,
  proveSession,
  consumeChallenge,
} from './passkeys.queries.ts';
import type { Purpose } from './passkeys.queries.ts';
import type { NewPasskey, Passkey, PasskeyAnswer, PasskeyCreation, PasskeyQuestion } from './passkeys.schema.ts';
import { algorithms, challengeIn, dummyKey, relyingId, verifyKnown, verifyNew } from './webauthn.service.ts';

const challengeSeconds = minutes(5);
const maxPasskeys = 20;

type Services = { db: Db; config: Config; clock: Clock; keys: Keyring; mailQueue: MailQueue };

async function newChallenge({ db, clock }: Services, purpose: Purpose, uid: string | null): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const expires_at = timestamp(addSeconds(clock.now(), challengeSeconds));
  await db.transaction((trx) => insertChallenge(trx, { challenge_hash: sha256(challenge), purpose, uid, expires_at }));
  return challenge;
}

/** Consumed by the first answer, right or wrong, before the answer is checked. */
async function useChallenge(
  { db, clock }: Services,
  { clientDataJSON }: { clientDataJSON: string },
  purpose: Purpose,
  uid: string | null,
): Promise<string | undefined> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === undefined) return undefined;
  const wanted = { hash: sha256(challenge), purpose, uid };
  const taken = await db.transaction((trx) => consumeChallenge(trx, wanted, timestamp(clock.now())));
  return taken ? challenge : undefined;
}

async function credentialsOf(read: Reader, uid: string) {
  const rows = await knownCredentials(read, uid);
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id,
    type: 'public-key' as const,
    transports: JSON.parse(transports) as string[],
  }));
}

/** Returns how many passkeys the caller has. Deleting the account needs this, too. */
export async function requireMayChange(read: Reader, caller: Person, now: Date): Promise<number> {
  await requireUnfrozen(read, caller.uid, now);
  const counts = await countPasskeys(read, caller.uid);
  if (!mayChangePasskeys(caller, counts)) return fail('passkey_required');
  return counts.passkeys;
}

/** A block that has ended is not shown. */
export const presentPasskey = (row: Passkey, now: Date): Passkey => ({
  ...row,
  blocked_until: row.blocked_until !== null && row.blocked_until > timestamp(now) ? row.blocked_until : null,
});

export async function registrationOptions(services: Services, caller: Person): Promise<PasskeyCreation> {
  const { db, config, clock } = services;
  await requireMayChange(db.read, caller, clock.now());
  const { uid, email, name } = caller;
  return {
    challenge: await newChallenge(services, 'register', uid),
    rp: { id: relyingId(config), name: 'Muster' },
    user: { id: handleOf(uid), name: email, displayName: name === '' ? email : name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeSeconds * 1000,
    attestation: 'none',
    excludeCredentials: await credentialsOf(db.read, uid),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

const handleOf = (uid: string): string => Buffer.from(uid).toString('base64url');

/** The session counts as confirmed with a passkey, because the person has just used it. */
export async function register(services: Services, caller: Person, { name, credential }: NewPasskey): Promise<Passkey> {
  const { db, config, clock } = services;
  const { uid, email } = caller;
  const challenge = await useChallenge(services, credential.response, 'register', uid);
  const key = challenge === undefined ? undefined : await verifyNew(config, challenge, credential);
  if (key === undefined) return fail('passkey_refused');
  const now = clock.now();
  const row = {
    id: newId(now),
    uid,
    credential_id: key.credentialId,
    public_key: key.publicKey,
    counter: key.counter,
    transports: JSON.stringify(credential.response.transports ?? []),
    name: name.trim(),
    created_at: timestamp(now),
  };
  return db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    if ((await requireMayChange(trx, caller, now)) >= maxPasskeys)
      return fail('not_allowed', { detail: `A person has at most ${maxPasskeys} passkeys; remove one first` });
    if (!(await insertPasskey(trx, row)))
      return fail('already_exists', { detail: 'This passkey is already registered' });
    await proveSession(trx, caller.credential.id, { passkey_id: row.id });
    await closeAddress(trx, now, services.keys, email);
    await record(trx, now, { actor: uid, kind: 'passkey.added', subject: uid, detail: { passkey: row.id } });
    const change = { change: 'passkey_added' as const, what: row.name };
    await notifySignInChange(trx, services, {
      key: `passkey-added:${row.id}`,
      uid,
      to: email,
      passkey: row.id,
      ...change,
    });
    return { id: row.id, name: row.name, created_at: row.created_at, last_used_at: null, blocked_until: null };
  });
}

export async function removePasskey(services: Services, caller: Person, id: string): Promise<void> {
  const { db, clock } = services;
  const { uid, email } = caller;
  const now = clock.now();
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    await requireMayChange(trx, caller, now);
    const removed = await deletePasskey(trx, uid, id);
    if (removed === undefined) return fail('not_found', { detail: 'You have no such passkey' });
    // Passkeys from before addresses were closed when one was added.
    await closeAddress(trx, now, services.keys, email);
    await record(trx, now, { actor: uid, kind: 'passkey.removed', subject: uid, detail: { passkey: id } });
    const change = { change: 'passkey_removed' as const, what: removed.name };
    await notifySignInChange(trx, services, { key: `passkey-removed:${id}`, uid, to: email, ...change });
  });
}

/** No account is named; the passkey identifies the person. */
export const signInOptions = (services: Services): Promise<PasskeyQuestion> =>
  assertionOptions(services, 'sign_in', null);

export const confirmationOptions = (services: Services, { uid }: Person): Promise<PasskeyQuestion> =>
  assertionOptions(services, 'confirm', uid);

async function assertionOptions(services: Services, purpose: Purpose, uid: string | null): Promise<PasskeyQuestion> {
  return {
    challenge: await newChallenge(services, purpose, uid),
    rpId: relyingId(services.config),
    timeout: challengeSeconds * 1000,
    userVerification: 'required',
    allowCredentials: uid === null ? [] : await credentialsOf(services.db.read, uid),
  };
}

type Answered = { id: string; uid: string; counter: number };

/** Unknown credentials take the same steps as wrong signatures, so that timing does not reveal them. */
async function verifyAnswer(
  services: Services,
  { credential }: PasskeyAnswer,
  purpose: Purpose,
  uid: string | null,
): Promise<Answered | undefined> {
  const { db, config } = services;
  const challenge = await useChallenge(services, credential.response, purpose, uid);
  if (challenge === undefined) return undefined;
  const passkey = await findPasskey(db.read, credential.id);
  const counter = await verifyKnown(config, challenge, credential, passkey?.public_key ?? dummyKey);
  if (passkey === undefined || counter === undefined) return undefined;
  const { userHandle } = credential.response;
  const isTheirs = uid === null ? userHandle === handleOf(passkey.uid) : passkey.uid === uid;
  return isTheirs ? { id: passkey.id, uid: passkey.uid, counter } : undefined;
}

/**
 * Runs `work` after a valid answer. A passkey whose counter has not increased is refused and recorded, because it may
 * have been copied.
 */
async function withPasskey<T>(
  { db, clock }: Services,
  { id, uid, counter }: Answered,
  code: ErrorCode,
  work: (trx: Trx, now: Date, person: SignInOutcome['person']) => Promise<T>,
): Promise<T> {
  const now = clock.now();
  const outcome = await db.transaction(async (trx) => {
    const person = await lockPerson(trx, uid);
    if (person === undefined) return fail(code);
    if (await isBlocked(trx, id, timestamp(now))) return fail('passkey_blocked');
    if (await markUsed(trx, id, counter, timestamp(now)))
      return { result: await work(trx, now, { uid, email: person.email, name: person.name }) };
    await record(trx, now, { actor: null, kind: 'passkey.copied', subject: uid, detail: { passkey: id } });
    return undefined;
  });
  return outcome === undefined ? fail(code) : outcome.result;
}

export async function signInWithPasskey(
  services: Services,
  answer: PasskeyAnswer,
  device: string,
): Promise<SignInOutcome> {
  const right = (await verifyAnswer(services, answer, 'sign_in', null)) ?? fail('invalid_passkey');
  return withPasskey(services, right, 'invalid_passkey', async (trx, now, person) => ({
    person,
    sessionToken: await startSession(trx, now, person.uid, device, { passkey: right.id }),
  }));
}

export async function confirmSession(services: Services, caller: Person, answer: PasskeyAnswer): Promise<void> {
  const { uid } = caller;
  const right = (await verifyAnswer(services, answer, 'confirm', uid)) ?? fail('passkey_refused');
  await withPasskey(services, right, 'passkey_refused', async (trx, now) => {
    const proof = { passkey_id: right.id, proved_at: timestamp(now) };
    if (!(await proveSession(trx, caller.credential.id, proof))) return fail('not_signed_in');
    await record(trx, now, { actor: uid, kind: 'session.confirmed', subject: uid, detail: { passkey: right.id } });
    return undefined;
  });
}
