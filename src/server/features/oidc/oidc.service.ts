import type { FastifyBaseLogger } from 'fastify';
import type { Person } from '../../auth/caller.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import { freshSeconds } from '../../auth/gate.ts';
import type { Config } from '../../config.ts';
import type { Db, Trx } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { addSeconds, minutes, timestamp } from '../../lib/clock.ts';
import { errorFields } from '../../lib/error-fields.ts';
import { newId, randomText, sha256 } from '../../lib/secrets.ts';
import type { Keyring } from '../../lib/seal.ts';
import { isEmail, isLine, normaliseEmail } from '../../lib/text.ts';
import { admitConfigured } from '../administrators/administrators.service.ts';
import { hasWebAddress } from '../../lib/mail/web-address.ts';
import { record } from '../audit/audit.service.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import {
  findPersonByEmail,
  findOrCreatePerson,
  frozenUntil,
  lockPerson,
  isAdmitted,
  requireUnfrozen,
} from '../people/people.service.ts';
import { notifySignInChange } from '../sign-in/sign-in-notices.service.ts';
import { startSession } from '../sign-in/sign-in.service.ts';
import type { SignInOutcome } from '../sign-in/sign-in.service.ts';
import {
  deleteIdentity,
  findIdentity,
  insertIdentity,
  insertVisit,
  markIdentityUsed,
  consumeAuthRequest,
} from './oidc.queries.ts';
import { isProviderUnavailable } from './provider.service.ts';
import type { Claims, Provider } from './provider.service.ts';

export const visitSeconds = minutes(10);
const maxNameLength = 100;
/** The provider did not say when the person signed in there, so the session proves nothing until it is confirmed. */
const longAgo = new Date(0);

type Services = { db: Db; config: Config; clock: Clock; keys: Keyring; mailQueue: MailQueue; log: FastifyBaseLogger };

/** Why the sign-in with the provider failed. */
export type SignInFailure =
  | 'mismatch'
  | 'denied'
  | 'unavailable'
  | 'refused'
  | 'no_email'
  | 'unverified'
  | 'not_invited'
  | 'other_account';

/** `suspended`: the session is good only for downloading or erasing one's data. */
export type ProviderOutcome = SignInOutcome & { suspended: boolean };

export type SignInStart = { url: string; secret: string };

/**
 * `stepUp`: somebody is signed in, so this is to prove who is there. The provider must then have asked the person
 * recently; a session that is still open there proves nothing.
 */
export async function beginSignIn(
  { db, clock, log }: Services,
  provider: Provider,
  stepUp: boolean,
): Promise<SignInStart> {
  const [state, secret] = [randomText(32), randomText(32)];
  const url = await provider.begin(state, secret, maxAgeOf(stepUp)).catch((error: unknown) => {
    log.warn({ err: errorFields(error) }, 'the sign-in provider is unavailable');
    return fail('provider_unavailable', { headers: { 'retry-after': '60' } });
  });
  const expires_at = timestamp(addSeconds(clock.now(), visitSeconds));
  const row = { state_hash: sha256(state), browser_hash: sha256(secret), expires_at, step_up: stepUp ? 1 : 0 };
  await db.transaction((trx) => insertVisit(trx, row));
  return { url, secret };
}

const maxAgeOf = (stepUp: boolean): number | undefined => (stepUp ? freshSeconds : undefined);

/** `uid`: who is signed in in this browser. */
export type ProviderCallback = {
  state: string;
  secret: string;
  error: string | undefined;
  search: string;
  uid: string | undefined;
};

/** Works once, in the browser that started the sign-in, before it expires. */
export async function completeSignIn(
  services: Services,
  provider: Provider,
  { state, secret, error, search, uid }: ProviderCallback,
  browser: Browser,
): Promise<ProviderOutcome | SignInFailure> {
  const { db, clock, log } = services;
  const now = clock.now();
  const visit = await db.transaction((trx) => consumeAuthRequest(trx, sha256(state), sha256(secret), timestamp(now)));
  if (visit === undefined) return 'mismatch';
  if (error !== undefined) return error === 'access_denied' ? 'denied' : 'refused';
  const stepUp = visit.step_up === 1;
  try {
    const claims = await provider.finish(search, state, secret, maxAgeOf(stepUp));
    const provedAt = stepUp ? now : claims.authenticatedAt;
    const expected = stepUp ? uid : undefined;
    return await db.transaction((trx) => signInWithClaims(trx, services, claims, { ...browser, provedAt, expected }));
  } catch (cause) {
    if (isProviderUnavailable(cause)) {
      log.warn({ err: errorFields(cause) }, 'the sign-in provider is unavailable');
      return 'unavailable';
    }
    if (!isRefusal(cause)) throw cause;
    log.warn({ err: errorFields(cause) }, 'the response of the sign-in provider was rejected');
    return 'refused';
  }
}

/** The library marks errors about the provider's response with a code. Other errors are ours. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('OAUTH_');

async function signInWithClaims(
  trx: Trx,
  services: Services,
  claims: Claims,
  { device, language, provedAt, expected }: Browser & { provedAt: Date | undefined; expected: string | undefined },
): Promise<ProviderOutcome | SignInFailure> {
  const now = services.clock.now();
  const known = await findIdentity(trx, claims.issuer, claims.subject);
  // A confirmation must not exchange the session for one of another account without a question.
  if (expected !== undefined && (await accountOf(trx, known, claims)) !== expected) return 'other_account';
  const uid = known === undefined ? await link(trx, services, claims, language) : { uid: known.uid };
  if (typeof uid === 'string') return uid;
  const person = await lockPerson(trx, uid.uid);
  // The account is being erased.
  if (person === undefined) return 'refused';
  // The linked account may be the change that the person reported.
  if ((await frozenUntil(trx, person.uid, now)) !== null) return 'refused';
  if (known !== undefined) await markIdentityUsed(trx, known.id, timestamp(now));
  await admitConfigured(trx, now, services, person);
  const sessionToken = await startSession(trx, now, person.uid, device, { provedAt: timestamp(provedAt ?? longAgo) });
  return {
    person: { uid: person.uid, email: person.email, name: person.name },
    sessionToken,
    suspended: person.suspended_at !== null,
  };
}

/** Whom the provider's account signs in, or would by its address. */
async function accountOf(trx: Trx, known: { uid: string } | undefined, { email }: Claims): Promise<string | undefined> {
  if (known !== undefined) return known.uid;
  return email === undefined || !isEmail(email)
    ? undefined
    : (await findPersonByEmail(trx, normaliseEmail(email)))?.uid;
}

type Browser = { device: string; language: string | undefined };

/** A verified address links the provider's account to ours; later sign-ins use the provider's subject. */
async function link(
  trx: Trx,
  services: Services,
  { issuer, subject, email, verified, name }: Claims,
  language: string | undefined,
): Promise<{ uid: string } | SignInFailure> {
  if (email === undefined || !isEmail(email)) return 'no_email';
  if (!verified) return 'unverified';
  const { config, clock } = services;
  const now = clock.now();
  const address = normaliseEmail(email);
  const before = await findPersonByEmail(trx, address);
  if (!(await isAdmitted(trx, config, address, now))) return 'not_invited';
  const shown = isLine(name) && !hasWebAddress(name) ? name.trim().slice(0, maxNameLength).toWellFormed() : '';
  const { uid } = await findOrCreatePerson(trx, now, { email: address, name: shown, administrator: false, language });
  if ((await lockPerson(trx, uid)) === undefined) return 'refused';
  if ((await frozenUntil(trx, uid, now)) !== null) return 'refused';
  const id = newId(now);
  const at = timestamp(now);
  const row = { id, issuer, subject, uid, email: address, created_at: at, last_used_at: at };
  if (!(await insertIdentity(trx, row))) return (await findIdentity(trx, issuer, subject)) ?? 'refused';
  await record(trx, now, { actor: uid, kind: 'identity.linked', subject: uid, detail: { identity: id, issuer } });
  if (before !== undefined) {
    const change = { change: 'identity_linked' as const, what: config.oidc?.name ?? issuer };
    await notifySignInChange(trx, services, { key: `identity-linked:${id}`, uid, to: address, ...change });
  }
  return { uid };
}

export async function unlink(services: Services, caller: Person, id: string): Promise<void> {
  const { db, clock, config } = services;
  const { uid, email } = caller;
  const now = clock.now();
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    await requireUnfrozen(trx, uid, now);
    const removed = await deleteIdentity(trx, uid, id);
    if (removed === undefined) return fail('not_found', { detail: 'You have no such link' });
    const detail = { identity: id, issuer: removed.issuer };
    await record(trx, now, { actor: uid, kind: 'identity.unlinked', subject: uid, detail });
    const change = { change: 'identity_unlinked' as const, what: config.oidc?.name ?? removed.issuer };
    await notifySignInChange(trx, services, { key: `identity-unlinked:${id}`, uid, to: email, ...change });
  });
}
