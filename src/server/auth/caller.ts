import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import type { PeopleTable } from '../db/tables.ts';
import { fail } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { addSeconds, days, minutes, timestamp } from '../lib/clock.ts';
import { sha256 } from '../lib/secrets.ts';
import { entryOf, openToVisitors } from './access.ts';
import type { Entry } from './access.ts';
import {
  credentialReads,
  markSessionsSeen,
  markTokensUsed,
  markAccountsUsed,
  serviceTokenRead,
} from './auth.queries.ts';
import { ownerMakers } from './made-with.ts';
import { scopesOf } from './scopes.ts';
import type { Limit } from './scopes.ts';
import { isServiceToken, isTokenShaped } from './token-format.ts';

/** Who is calling: a person, or a service account, which has the uid `service-...` and no address. */
export type Person = {
  uid: string;
  email: string;
  name: string;
  listing: PeopleTable['listing'];
  /** Whether they have an administrator's rights in this request. */
  administrator: boolean;
  /** Whether they are an administrator, even if their rights are withheld. */
  appointed: boolean;
  /** Passkeys are required and this credential has none: rights of administrators and owners are withheld. */
  withheld: boolean;
  credential: Credential;
  /** What the request was admitted for, so that a transaction can check it again. */
  entry: Entry;
};

export type Credential = {
  kind: 'session' | 'token' | 'service';
  /** For a service account, the hash of the token that was used. */
  id: string;
  /** Null: it may do whatever the person may do. */
  limit: Limit | null;
  /** Who created the service account: messages are sent in their name. */
  responsible: string | null;
  mayWrite: boolean;
  /** Whether it shows the person's own private data. */
  readsPrivate: boolean;
  /** When the session signed in, and when the person last confirmed who they are; null for tokens. */
  signedInAt: string | null;
  provedAt: string | null;
  /** The passkey that started or confirmed the session, or the session from which the token was created. */
  passkey: string | null;
  /** Whether a recovery code confirmed the session in place of a passkey. */
  recovered: boolean;
};

type Holder = Pick<Person, 'uid' | 'email' | 'name' | 'listing'> & {
  administrator_since: string | null;
  configured_since: string | null;
  passkeys_required_at: string | null;
};

declare module 'fastify' {
  interface FastifyRequest {
    caller: Person | null;
  }
}

export const sessionSeconds = days(30);
/** Sessions end after this time even when used constantly, so that a stolen cookie does not work forever. */
const maxSessionSeconds = days(90);
const usedAtPrecisionSeconds = minutes(5);
export const flushEveryMs = 5000;

export const sessionCookie = (config: Config): string =>
  config.baseUrl.startsWith('https:') ? '__Host-muster_session' : 'muster_session';

/** A service account cannot do more than the owner who made or renewed it. */
export const nobodyAnswers =
  'The person who is responsible for this service account is no longer an owner of the project, or reported that ' +
  'somebody else used their account. An owner can renew it';

export type Authenticator = ReturnType<typeof authenticator>;

/** Identifies the caller from the database at every request, so that revoking or suspending takes effect at once. */
export function authenticator(db: Db, config: Config, clock: Clock) {
  const reads = { ...credentialReads(db), byServiceToken: serviceTokenRead(db) };
  const madeByOwner = ownerMakers(db, clock);
  const uses = recordUses(db, clock);
  const cookieName = sessionCookie(config);
  const administrators = new Set(config.adminEmails);

  const byBearer = async (header: string, entry: Entry): Promise<Person> => {
    const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
    if (token === undefined || !isTokenShaped(token)) return fail('malformed_token');
    if (isServiceToken(token)) return byServiceToken(sha256(token), entry);
    const [row] = await reads.byToken({ hash: sha256(token) });
    if (row === undefined) return fail('unknown_token');
    const now = clock.now();
    if (row.revoked_at !== null) return fail('revoked_token');
    if (row.expires_at <= timestamp(now)) return fail('expired_token');
    if (row.suspended_at !== null) return fail('suspended');
    uses.token(row.id, row.used_at, now);
    const mayWrite = row.scope === 'write';
    return personOf(row, entry, {
      kind: 'token',
      id: row.id,
      limit: row.pid === null ? null : { pid: row.pid, scopes: scopesOf(row.scopes ?? '') },
      responsible: null,
      mayWrite,
      readsPrivate: row.private_read_at !== null,
      signedInAt: null,
      provedAt: null,
      passkey: row.passkey_id,
      recovered: false,
    });
  };

  /** The service account is disabled while its project is archived, and without an owner who is responsible for it. */
  const byServiceToken = async (hash: string, entry: Entry): Promise<Person> => {
    const [row] = await reads.byServiceToken({ hash });
    if (row === undefined) return fail('unknown_token');
    const now = clock.now();
    if (row.revoked_at !== null) return fail('revoked_token');
    if (row.expires_at <= timestamp(now) || row.ends_at <= timestamp(now)) return fail('expired_token');
    if (row.state === 'archived') return fail('expired_token', { detail: 'The project is archived' });
    if (!(await madeByOwner(row.pid, { uid: row.created_by, made_with: row.made_with })))
      return fail('expired_token', { detail: nobodyAnswers });
    uses.account(row.id, row.used_at, now);
    return {
      uid: row.id,
      email: '',
      name: row.name,
      listing: 'hidden',
      administrator: false,
      appointed: false,
      withheld: false,
      credential: {
        kind: 'service',
        id: hash,
        limit: { pid: row.pid, scopes: scopesOf(row.scopes) },
        responsible: row.created_by,
        mayWrite: true,
        readsPrivate: false,
        signedInAt: null,
        provedAt: null,
        passkey: null,
        recovered: false,
      },
      entry,
    };
  };

  const bySession = async (cookie: string, entry: Entry): Promise<Person | null> => {
    const [row] = await reads.bySession({ hash: sha256(cookie) });
    const now = clock.now();
    if (row === undefined || row.expires_at <= timestamp(now)) return null;
    if (row.signed_in_at <= timestamp(addSeconds(now, -maxSessionSeconds))) return null;
    if (row.suspended_at !== null && !entry.openToSuspended) {
      // A page cannot delete the cookie, so public routes such as sign-out and sign-in must work with it.
      return openToVisitors.has(entry.access) ? null : fail('suspended');
    }
    uses.session(row, now);
    return personOf(row, entry, {
      kind: 'session',
      id: row.id,
      limit: null,
      responsible: null,
      mayWrite: true,
      readsPrivate: true,
      signedInAt: row.signed_in_at,
      provedAt: row.proved_at ?? row.signed_in_at,
      passkey: row.passkey_id,
      recovered: row.recovered_at !== null,
    });
  };

  const personOf = (row: Holder, entry: Entry, credential: Credential): Person => {
    const configured = row.configured_since !== null && administrators.has(row.email);
    const appointed = credential.limit === null && (row.administrator_since !== null || configured);
    const withheld = row.passkeys_required_at !== null && credential.passkey === null && !credential.recovered;
    return {
      uid: row.uid,
      email: row.email,
      name: row.name,
      listing: row.listing,
      administrator: appointed && !withheld,
      appointed,
      withheld,
      credential,
      entry,
    };
  };

  return {
    identify: async (request: FastifyRequest): Promise<Person | null> => {
      const { takesClientCredentials = false } = request.routeOptions.config;
      const header = request.headers.authorization;
      const ignored = header === undefined || (takesClientCredentials && /^Basic\b/i.test(header));
      if (!ignored) return byBearer(header, entryOf(request));
      const cookie = request.cookies[cookieName];
      return cookie === undefined ? null : bySession(cookie, entryOf(request));
    },
    /** Whether a cookie is that of a session, for pages, which do not check who opens them. */
    isSession: async (cookie: string): Promise<boolean> => {
      const [row] = await reads.bySession({ hash: sha256(cookie) });
      return row !== undefined && row.expires_at > timestamp(clock.now());
    },
    flush: uses.flush,
  };
}

type UsedSession = { id: string; used_at: string | null; signed_in_at: string };

/** Collects the times of last use and writes them every few seconds, instead of once per request. */
function recordUses(db: Db, clock: Clock) {
  const tokens = new Set<string>();
  const accounts = new Set<string>();
  const sessions = new Set<string>();
  /** Sessions so old that another extension would exceed the longest lifetime. */
  const oldSessions = new Set<string>();
  const stale = (usedAt: string | null, now: Date) =>
    usedAt === null || usedAt < timestamp(addSeconds(now, -usedAtPrecisionSeconds));

  const flush = async (): Promise<void> => {
    if (tokens.size + accounts.size + sessions.size + oldSessions.size === 0) return;
    const [tokenIds, accountIds, sessionIds, oldIds] = [[...tokens], [...accounts], [...sessions], [...oldSessions]];
    for (const ids of [tokens, accounts, sessions, oldSessions]) ids.clear();
    const now = clock.now();
    await db.transaction(async (trx) => {
      if (tokenIds.length > 0) await markTokensUsed(trx, tokenIds, timestamp(now));
      if (accountIds.length > 0) await markAccountsUsed(trx, accountIds, timestamp(now));
      if (sessionIds.length > 0) {
        const expires_at = timestamp(addSeconds(now, sessionSeconds));
        await markSessionsSeen(trx, sessionIds, { last_seen_at: timestamp(now), expires_at });
      }
      if (oldIds.length > 0) await markSessionsSeen(trx, oldIds, { last_seen_at: timestamp(now) });
    });
  };

  return {
    token: (id: string, usedAt: string | null, now: Date) => void (stale(usedAt, now) && tokens.add(id)),
    account: (id: string, usedAt: string | null, now: Date) => void (stale(usedAt, now) && accounts.add(id)),
    session: ({ id, used_at, signed_in_at }: UsedSession, now: Date) => {
      if (!stale(used_at, now)) return;
      const old = signed_in_at <= timestamp(addSeconds(now, sessionSeconds - maxSessionSeconds));
      (old ? oldSessions : sessions).add(id);
    },
    flush,
  };
}
