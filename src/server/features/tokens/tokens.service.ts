import type { FastifyRequest } from 'fastify';
import { pagePath } from '../../../shared/pages.ts';
import { countRequest } from '../../auth/auth.queries.ts';
import { newToken, tokenPrefix } from '../../auth/token-format.ts';
import type { Person } from '../../auth/caller.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import { requireFreshProof } from '../../auth/gate.ts';
import type { ProjectRoles } from '../../auth/project-role.ts';
import { allScopes, onlyRead, scopesOf, scopesText } from '../../auth/scopes.ts';
import type { Config } from '../../config.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail, failField } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { addSeconds, days, hours, minutes, timestamp } from '../../lib/clock.ts';
import { newId, randomText, sameDigest, sha256 } from '../../lib/secrets.ts';
import { getDevice } from '../event-day/devices/devices.service.ts';
import { getServiceToken } from '../service-accounts/service-accounts.service.ts';
import { record } from '../audit/audit.service.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import { notifyAccount } from '../notices/notify.service.ts';
import { languagesOf, lockPerson } from '../people/people.service.ts';
import { privateTokenMail } from './private-token.mail.ts';
import type {
  ApiToken,
  CredentialsBody,
  CredentialsQuery,
  ExchangeCredentials,
  RenewedToken,
  TokenAnswer,
  TokenDescription,
  TokenRequest,
} from './tokens.schema.ts';
import {
  countFailure,
  endToken,
  countNothing,
  findCredentials,
  findToken,
  getToken,
  insertCredentials,
  insertToken,
  lockOwnToken,
  revokeToken,
  useCredentials,
} from './tokens.queries.ts';
import type { TokenRow } from './tokens.queries.ts';

const credentialSeconds = minutes(5);
const dummyHash = sha256('nobody');

/** How long the previous token works after a renewal, so that nothing fails while it is replaced. */
const overlapSeconds = hours(1);

type Services = { db: Db; config: Config; clock: Clock };
type NotifyingServices = Services & { mailQueue: MailQueue };

export const presentToken = ({ private_read_at, pid, scopes, ...token }: TokenRow): ApiToken => ({
  ...token,
  private_read: private_read_at !== null,
  project: pid,
  scopes: scopes === null ? null : scopesOf(scopes),
});

/** The gate admits only tokens. */
export async function describeToken(read: Reader, { caller, device }: FastifyRequest): Promise<TokenDescription> {
  if (device !== null)
    return { ...notPersonal, kind: 'device', scope: 'write', scopes: ['desk'], ...(await getDevice(read, device.id)) };
  const { uid, name, credential } = caller ?? fail('not_signed_in');
  if (credential.kind === 'service') {
    const { scopes: text, ...token } = await getServiceToken(read, credential.id);
    const scopes = scopesOf(text);
    return { ...notPersonal, kind: 'service_account', scope: onlyRead(scopes) ? 'read' : 'write', scopes, ...token };
  }
  const { prefix: _prefix, last_used_at: _lastUsedAt, ...token } = presentToken(await getToken(read, credential.id));
  const scope = token.scopes !== null && onlyRead(token.scopes) ? 'read' : token.scope;
  return { ...token, scope, kind: 'personal', person: { uid, name } };
}

const notPersonal = { person: null, private_read: false } as const;

/** `at`: where the caller wrote them, for error messages. */
type CredentialsOptions = {
  at: '' | '/querystring';
  scope?: 'private:read' | undefined;
  project?: string | undefined;
  scopes?: readonly string[] | undefined;
};

export function optionsOf(query: CredentialsQuery, body: CredentialsBody | undefined): CredentialsOptions {
  const isInBody = Object.keys(body ?? {}).length > 0;
  if (isInBody && Object.keys(query).length > 0) failField('', 'has options, and so has the URL: use one of them');
  if (isInBody) return { at: '', ...body };
  return { ...query, at: '/querystring', scopes: query.scopes?.split(',').map((one) => one.trim()) };
}

/** 404 for a project that the person may not know of. */
async function limitOf(projectRoles: ProjectRoles, person: Person, options: CredentialsOptions) {
  const { at, scope, project, scopes } = options;
  if (project === undefined && scopes === undefined) return { pid: null, scopes: null };
  if (project === undefined) return failField(`${at}/project`, 'is required with `scopes`');
  if (scopes === undefined) return failField(`${at}/scopes`, 'is required with `project`');
  if (scope !== undefined) return failField(`${at}/scope`, 'is not possible with `project`');
  const known = allScopes.filter((one) => scopes.includes(one));
  if (known.length !== new Set(scopes).size) failField(`${at}/scopes`, 'has a scope that does not exist');
  const role = await projectRoles(person, project);
  return { pid: role.scope.pid, scopes: scopesText(known) };
}

/** A token that reads private data outlives the browser session that made it, so a session of any age is not enough. */
export async function createCredentials(
  services: NotifyingServices & { projectRoles: ProjectRoles },
  person: Person,
  options: CredentialsOptions,
): Promise<ExchangeCredentials> {
  const { db, clock, projectRoles } = services;
  const limit = await limitOf(projectRoles, person, options);
  const now = clock.now();
  const isPrivate = options.scope === 'private:read';
  if (isPrivate) requireFreshProof(person, now);
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
      private_read_at: isPrivate ? timestamp(now) : null,
      ...limit,
      created_at: timestamp(now),
      expires_at,
    });
    if (isPrivate) await notifyPrivateAccess(trx, services, person, 'created');
  });
  return { username, password, expires_at };
}

/** In case somebody else did it: the token can read everything that the person keeps about themselves. */
async function notifyPrivateAccess(
  trx: Trx,
  { config: { baseUrl }, clock, mailQueue }: NotifyingServices,
  { uid, email }: Person,
  change: 'created' | 'renewed',
): Promise<void> {
  const now = clock.now();
  const language = (await languagesOf(trx, [email])).get(email);
  const links = { link: `${baseUrl}${pagePath('/api-access')}`, sessionsLink: `${baseUrl}${pagePath('/me/sessions')}` };
  const mail = privateTokenMail({ language, change, ...links });
  await mailQueue.add(trx, `private-token:${newId(now)}`, { to: email, for: { uid }, ...mail });
  const notice = { uid, pid: null, subject: '', values: { change } };
  await notifyAccount(trx, { actor: null, now }, [{ kind: 'security.private_token', ...notice }]);
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

type Kept = {
  uid: string;
  passkey_id: string | null;
  private_read_at: string | null;
  pid: string | null;
  scopes: string | null;
};

async function issueToken(trx: Trx, now: Date, kept: Kept, input: TokenRequest, maxDays: number): Promise<TokenAnswer> {
  const { uid, passkey_id, private_read_at, pid, scopes } = kept;
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
    pid,
    scopes,
    name: input.name ?? '',
    scope,
    created_at: timestamp(now),
    expires_at: timestamp(addSeconds(now, seconds)),
  });
  const detail = {
    token: id,
    scope,
    ...(private_read_at === null ? {} : { private_read: 'yes' }),
    ...(scopes === null ? {} : { project: pid, scopes }),
  };
  await record(trx, now, { actor: uid, kind: 'token.created', subject: uid, detail });
  const allowed = scopeText({ scope, private_read_at, scopes });
  return { access_token: token, token_type: 'bearer', expires_in: seconds, scope: allowed };
}

/** OAuth 2 separates scopes by spaces. */
function scopeText({ scope, private_read_at, scopes }: Pick<TokenRow, 'scope' | 'private_read_at' | 'scopes'>): string {
  const parts = scopes === null ? [scope] : [...(scope === 'read' ? ['read'] : []), scopes];
  return [...parts, ...(private_read_at === null ? [] : ['private:read'])].join(' ');
}

/** A new token in place of an old one, with the same limits and lifetime. Made by this session, so with its passkey. */
export async function renew(services: NotifyingServices, person: Person, id: string): Promise<RenewedToken> {
  const { db, config, clock } = services;
  const now = clock.now();
  const old_token_until = timestamp(addSeconds(now, overlapSeconds));
  return db.transaction(async (trx) => {
    await confirmCaller(trx, now, person);
    const old = await lockOwnToken(trx, person.uid, id);
    if (old === undefined) return fail('not_found', { detail: 'You have no such token' });
    if (old.private_read_at !== null) requireFreshProof(person, now);
    const lifetime = (Date.parse(old.expires_at) - Date.parse(old.created_at)) / 1000;
    const token = newToken();
    const row = {
      ...old,
      id: newId(now),
      prefix: tokenPrefix(token),
      created_at: timestamp(now),
      last_used_at: null,
      expires_at: timestamp(addSeconds(now, Math.min(lifetime, days(config.tokenTtlDays)))),
    };
    const { uid, credential } = person;
    await insertToken(trx, { ...row, token_hash: sha256(token), uid, passkey_id: credential.passkey });
    await endToken(trx, id, old_token_until);
    await record(trx, now, { actor: uid, kind: 'token.renewed', subject: uid, detail: { token: row.id } });
    if (old.private_read_at !== null) await notifyPrivateAccess(trx, services, person, 'renewed');
    return { ...presentToken(row), access_token: token, old_token_until };
  });
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
