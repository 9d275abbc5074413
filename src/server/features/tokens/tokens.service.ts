import { countRequest } from '../../auth/auth.queries.ts';
import { newToken, tokenPrefix } from '../../auth/token-format.ts';
import type { Person } from '../../auth/caller.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import type { ProjectRoles } from '../../auth/project-role.ts';
import { allScopes, scopesOf, scopesText } from '../../auth/scopes.ts';
import type { Config } from '../../config.ts';
import type { Db, Trx } from '../../db/db.ts';
import { fail, failField } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { addSeconds, days, hours, minutes, timestamp } from '../../lib/clock.ts';
import { newId, randomText, sameDigest, sha256 } from '../../lib/secrets.ts';
import { record } from '../audit/audit.service.ts';
import { lockPerson } from '../people/people.service.ts';
import type {
  ApiToken,
  CredentialsQuery,
  ExchangeCredentials,
  RenewedToken,
  TokenAnswer,
  TokenRequest,
} from './tokens.schema.ts';
import {
  countFailure,
  endToken,
  countNothing,
  findCredentials,
  findToken,
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

export const presentToken = ({ private_read_at, pid, scopes, ...token }: TokenRow): ApiToken => ({
  ...token,
  private_read: private_read_at !== null,
  project: pid,
  scopes: scopes === null ? null : scopesOf(scopes),
});

/** 404 for a project that the person may not know of. */
async function limitOf(projectRoles: ProjectRoles, person: Person, { scope, project, scopes }: CredentialsQuery) {
  if (project === undefined && scopes === undefined) return { pid: null, scopes: null };
  if (project === undefined) return failField('/querystring/project', 'is required with `scopes`');
  if (scopes === undefined) return failField('/querystring/scopes', 'is required with `project`');
  if (scope !== undefined) return failField('/querystring/scope', 'is not possible with `project`');
  const wanted = scopes.split(',').map((one) => one.trim());
  const known = allScopes.filter((one) => wanted.includes(one));
  if (known.length !== new Set(wanted).size) failField('/querystring/scopes', 'has a scope that does not exist');
  const role = await projectRoles(person, project);
  return { pid: role.scope.pid, scopes: scopesText(known) };
}

export async function createCredentials(
  { db, clock, projectRoles }: Services & { projectRoles: ProjectRoles },
  person: Person,
  query: CredentialsQuery,
): Promise<ExchangeCredentials> {
  const limit = await limitOf(projectRoles, person, query);
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
      private_read_at: query.scope === undefined ? null : timestamp(now),
      ...limit,
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
  return { access_token: token, token_type: 'bearer', expires_in: seconds, scope };
}

/** A new token in place of an old one, with the same limits and lifetime. Made by this session, so with its passkey. */
export async function renew({ db, config, clock }: Services, person: Person, id: string): Promise<RenewedToken> {
  const now = clock.now();
  const old_token_until = timestamp(addSeconds(now, overlapSeconds));
  return db.transaction(async (trx) => {
    await confirmCaller(trx, now, person);
    const old = await lockOwnToken(trx, person.uid, id);
    if (old === undefined) return fail('not_found', { detail: 'You have no such token' });
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
