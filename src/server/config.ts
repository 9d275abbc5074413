import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { join, resolve } from 'node:path';
import { keyPath, readOrMakeKey } from './lib/key-file.ts';
import { parseDatabaseUrl } from './lib/database-url.ts';
import { parseSchedule } from './lib/schedule.ts';
import type { Schedule } from './lib/schedule.ts';
import { isLoopback } from './lib/address.ts';
import { isEmail, normaliseEmail } from './lib/text.ts';
import { parseInternalHost } from './lib/outgoing/destination.ts';
import type { InternalHost } from './lib/outgoing/destination.ts';

export class ConfigError extends Error {}

/** An OpenID Connect provider for sign-in, besides mail and passkeys. */
export type OidcConfig = { issuer: string; clientId: string; clientSecret: string | undefined; name: string };

export type Config = {
  port: number;
  host: string;
  baseUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** How long mail files are kept. */
  mailFileDays: number;
  adminEmails: readonly string[];
  /** Who may get an account without an invitation: everybody, people of these domains, or nobody. */
  registration: { mode: 'open' | 'invited'; domains: readonly string[] };
  emailHash: 'sha256' | 'md5';
  secrets: readonly [Uint8Array, ...Uint8Array[]];
  /** Where the secrets come from. `missing`: there is no key, and the secrets are random and stored nowhere. */
  keySource: 'environment' | 'file' | 'missing';
  tokenTtlDays: number;
  rateLimitScale: number;
  trustProxy: number;
  metricsToken: string | undefined;
  logLevel: string;
  workers: number;
  oidc: OidcConfig | undefined;
  /** Name of the installed web app. */
  appName: string;
  /** `off` removes the service worker from browsers that have it. */
  serviceWorker: 'on' | 'off';
  /** Hosts that webhooks and chat may reach although they are not public, and by http. Anybody can name a push service. */
  internalHosts: readonly InternalHost[];
  pushInternalHosts: readonly InternalHost[];
  /** Without a schedule, backups are only made by hand. */
  backup: {
    schedule: Schedule | undefined;
    keep: number;
    folder: string;
    /** Whether a backup is made before the database is migrated. */
    beforeMigrating: boolean;
    /** Public keys of age that backups are encrypted to. */
    recipients: readonly string[];
    /** The secret key that `restore` decrypts with. */
    identity: string | undefined;
  };
  /** Where `move` copies to. In the environment, because everybody on the machine can see a program's arguments. */
  moveToUrl: string | undefined;
  /** How long people's data is kept after it is no longer needed; null: forever. */
  retention: {
    privateMonths: number | null;
    answersMonths: number | null;
    receiptsYears: number | null;
    auditDays: number | null;
  };
};

type Environment = Record<string, string | undefined>;

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'];
const minSecretLength = 16;

/** Every setting; README.md explains them. */
const settings = [
  'PORT',
  'HOST',
  'BASE_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'MUSTER_KEY',
  'SMTP_URL',
  'MAIL_FROM',
  'MAIL_FILE_DAYS',
  'ADMIN_EMAIL',
  'REGISTRATION',
  'REGISTRATION_DOMAINS',
  'EMAIL_HASH',
  'TOKEN_TTL_DAYS',
  'RATE_LIMIT_SCALE',
  'TRUST_PROXY',
  'METRICS_TOKEN',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'INTERNAL_HOSTS',
  'PUSH_INTERNAL_HOSTS',
  'APP_NAME',
  'SERVICE_WORKER',
  'WORKERS',
  'BACKUP_EVERY',
  'BACKUP_KEEP',
  'BACKUP_DIR',
  'BACKUP_BEFORE_MIGRATING',
  'BACKUP_RECIPIENT',
  'BACKUP_IDENTITY',
  'MOVE_TO_URL',
  'RETENTION_PRIVATE_MONTHS',
  'RETENTION_ANSWERS_MONTHS',
  'RETENTION_RECEIPTS_YEARS',
  'AUDIT_DAYS',
  'LOG_LEVEL',
] as const;
type Setting = (typeof settings)[number];

/**
 * The only reader of the environment. Every error names the variable and says which values are valid. `inspect` creates
 * no folder and no key: with a mistyped DATA_DIR, a new key would be taken for that of the installation.
 */
export function readConfig(env: Environment, files: 'create' | 'inspect' = 'create'): Config {
  rejectMisspelt(env);
  const port = integer(env, 'PORT', 3000, 0, 65_535);
  const dataDir = resolve(text(env, 'DATA_DIR') ?? 'data');
  const databaseUrl = postgresUrl(env, 'DATABASE_URL');
  if (files === 'create' || existsSync(dataDir)) prepareDirectory('DATA_DIR', dataDir);
  const backup = {
    schedule: schedule(env, 'BACKUP_EVERY'),
    keep: integer(env, 'BACKUP_KEEP', 14, 1, 10_000),
    folder: resolve(text(env, 'BACKUP_DIR') ?? join(dataDir, 'backups')),
    beforeMigrating: choice(env, 'BACKUP_BEFORE_MIGRATING', ['on', 'off'] as const) !== 'off',
    recipients: recipients(env, 'BACKUP_RECIPIENT'),
    identity: identity(env, 'BACKUP_IDENTITY'),
  };
  if (backup.schedule !== undefined && files === 'create') prepareDirectory('BACKUP_DIR', backup.folder);
  return {
    port,
    host: text(env, 'HOST') ?? '127.0.0.1',
    baseUrl: origin(env, 'BASE_URL') ?? `http://localhost:${port}`,
    dataDir,
    databaseUrl,
    moveToUrl: postgresUrl(env, 'MOVE_TO_URL'),
    smtpUrl: url(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: text(env, 'MAIL_FROM') ?? 'Muster <muster@localhost>',
    mailFileDays: integer(env, 'MAIL_FILE_DAYS', 7, 1, 3650),
    adminEmails: addresses(env, 'ADMIN_EMAIL'),
    registration: readRegistration(env),
    emailHash: choice(env, 'EMAIL_HASH', ['sha256', 'md5'] as const) ?? 'sha256',
    ...readSecrets(env, { dataDir, shared: databaseUrl !== undefined, files }),
    tokenTtlDays: integer(env, 'TOKEN_TTL_DAYS', 90, 1, 3650),
    rateLimitScale: integer(env, 'RATE_LIMIT_SCALE', 1, 1, 1_000_000),
    trustProxy: integer(env, 'TRUST_PROXY', 0, 0, 10),
    metricsToken: secret(env, 'METRICS_TOKEN'),
    logLevel: choice(env, 'LOG_LEVEL', levels) ?? 'info',
    workers: integer(env, 'WORKERS', 1, 1, 64),
    oidc: readOidc(env),
    appName: text(env, 'APP_NAME') ?? 'Muster',
    serviceWorker: choice(env, 'SERVICE_WORKER', ['on', 'off'] as const) ?? 'on',
    internalHosts: internalHosts(env, 'INTERNAL_HOSTS'),
    pushInternalHosts: internalHosts(env, 'PUSH_INTERNAL_HOSTS'),
    backup,
    retention: {
      privateMonths: months(env, 'RETENTION_PRIVATE_MONTHS', 24),
      answersMonths: months(env, 'RETENTION_ANSWERS_MONTHS', 36),
      receiptsYears:
        text(env, 'RETENTION_RECEIPTS_YEARS') === 'never' ? null : integer(env, 'RETENTION_RECEIPTS_YEARS', 10, 1, 100),
      auditDays: text(env, 'AUDIT_DAYS') === 'never' ? null : integer(env, 'AUDIT_DAYS', 1095, 365, 36_500),
    },
  };
}

function readRegistration(env: Environment): Config['registration'] {
  const mode = choice(env, 'REGISTRATION', ['open', 'invited'] as const) ?? 'open';
  const given = (text(env, 'REGISTRATION_DOMAINS') ?? '').split(',').map((domain) => domain.trim().toLowerCase());
  const domains = given.filter(Boolean);
  const invalid = domains.find((domain) => !isEmail(`name@${domain}`));
  if (invalid !== undefined)
    throw new ConfigError(`REGISTRATION_DOMAINS must be a comma-separated list of domains; "${invalid}" is not one`);
  if (mode === 'invited' && domains.length > 0)
    throw new ConfigError('REGISTRATION_DOMAINS has no effect with REGISTRATION=invited; leave one of them out');
  return { mode, domains: domains.map((domain) => domainToASCII(domain)) };
}

/** Sign-in with OpenID Connect is off without an issuer. A partial configuration is an error here, not one that the first person to sign in finds. */
function readOidc(env: Environment): OidcConfig | undefined {
  const issuer = url(env, 'OIDC_ISSUER', ['https:', 'http:']);
  const clientId = text(env, 'OIDC_CLIENT_ID');
  if (issuer === undefined) {
    const orphan = (['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const).find(
      (name) => text(env, name) !== undefined,
    );
    if (orphan !== undefined) throw new ConfigError(`${orphan} is set without OIDC_ISSUER`);
    return undefined;
  }
  const { protocol, hostname, search, hash } = new URL(issuer);
  if (protocol !== 'https:' && !isLoopback(hostname))
    throw new ConfigError('OIDC_ISSUER must begin with https://, unless the provider runs on this machine');
  if (search !== '' || hash !== '') throw new ConfigError('OIDC_ISSUER must not have a query or a fragment');
  if (clientId === undefined) throw new ConfigError('OIDC_CLIENT_ID is missing; get one from the provider');
  return { issuer, clientId, clientSecret: text(env, 'OIDC_CLIENT_SECRET'), name: text(env, 'OIDC_NAME') ?? hostname };
}

/** A mail server that is not used or a different key is noticed too late. Other programs may have variables of their own. */
function rejectMisspelt(env: Environment): void {
  for (const name of Object.keys(env)) {
    if (name.startsWith('MUSTER_') && name !== 'MUSTER_KEY') {
      throw new ConfigError(`${name} is not a Muster setting; the only one with this prefix is MUSTER_KEY`);
    }
    const meant = settings.find((setting) => env[setting] === undefined && isMisspelt(name, setting));
    if (meant !== undefined) throw new ConfigError(`${name} is not a Muster setting; did you mean ${meant}?`);
  }
}

/** Whether one letter is missing, added, wrong or swapped with its neighbour. Short names are too much alike to say. */
function isMisspelt(name: string, setting: string): boolean {
  if (setting.length < 7 || name === setting || Math.abs(name.length - setting.length) > 1) return false;
  let start = 0;
  while (start < name.length && name[start] === setting[start]) start += 1;
  const rest = (word: string, skipped: number): string => word.slice(start + skipped);
  const swapped = `${name[start + 1]}${name[start]}${rest(name, 2)}`;
  return (
    rest(name, 1) === rest(setting, 1) ||
    rest(name, 1) === rest(setting, 0) ||
    rest(name, 0) === rest(setting, 1) ||
    swapped === rest(setting, 0)
  );
}

function text(env: Environment, name: Setting): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? undefined : value;
}

/** Rejects short secrets, which can be guessed. The error does not repeat the value. */
function secret(env: Environment, name: Setting): string | undefined {
  const value = text(env, name);
  if (value === undefined || value.length >= minSecretLength) return value;
  throw new ConfigError(`${name} must have at least ${minSecretLength} characters; use a random value`);
}

function integer(env: Environment, name: Setting, defaultValue: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === undefined) return defaultValue;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${value}"`);
}

function choice<T extends string>(env: Environment, name: Setting, choices: readonly T[]): T | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  const found = choices.find((option) => option === value);
  if (found !== undefined) return found;
  throw new ConfigError(`${name} must be one of ${choices.join(', ')}, not "${value}"`);
}

function schedule(env: Environment, name: Setting): Schedule | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  const found = parseSchedule(value);
  if (found !== undefined) return found;
  throw new ConfigError(`${name} must be a number of hours (6h) or a time of day in UTC (03:30), not "${value}"`);
}

/** "never" is a word because 0 could also mean "immediately". */
function months(env: Environment, name: Setting, defaultValue: number): number | null {
  const value = text(env, name) ?? String(defaultValue);
  if (value === 'never') return null;
  if (/^[1-9]\d{0,2}$/.test(value)) return Number(value);
  throw new ConfigError(`${name} must be a number of months from 1 to 999, or never, not "${value}"`);
}

function addresses(env: Environment, name: Setting): string[] {
  const given = (text(env, name) ?? '').split(',').map(normaliseEmail).filter(Boolean);
  const invalid = given.find((address) => !isEmail(address));
  if (invalid === undefined) return given;
  throw new ConfigError(`${name} must be a comma-separated list of email addresses; "${invalid}" is not one`);
}

function recipients(env: Environment, name: Setting): string[] {
  const given = (text(env, name) ?? '').split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
  const invalid = given.find((one) => !/^age1[02-9a-z]{50,}$/.test(one));
  if (invalid === undefined) return given;
  throw new ConfigError(`${name} must be public keys of age (age1...), separated by commas; "${invalid}" is not one`);
}

function internalHosts(env: Environment, name: Setting): InternalHost[] {
  const given = (text(env, name) ?? '').split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
  return given.map((one) => {
    const host = parseInternalHost(one);
    if (host !== undefined) return host;
    throw new ConfigError(
      `${name} must be hosts (chat.internal, 10.0.0.7:8065), separated by commas; "${one}" is not one`,
    );
  });
}

function identity(env: Environment, name: Setting): string | undefined {
  const value = text(env, name);
  if (value === undefined || value.startsWith('AGE-SECRET-KEY-')) return value;
  throw new ConfigError(`${name} must be a secret key of age (AGE-SECRET-KEY-...)`);
}

/** The error does not repeat the value: a URL may contain a password. */
function url(env: Environment, name: Setting, protocols: readonly string[]): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  const expected = protocols.map((protocol) => `${protocol}//...`).join(' or ');
  const parsed = URL.parse(value);
  if (parsed === null || !protocols.includes(parsed.protocol) || parsed.host === '') {
    throw new ConfigError(`${name} is not a URL of the form ${expected}`);
  }
  return value;
}

/** Pages, cookies and the service worker expect the root of a host. */
function origin(env: Environment, name: Setting): string | undefined {
  const value = url(env, name, ['http:', 'https:']);
  if (value === undefined) return undefined;
  const { pathname, search, hash, username, password, origin: found } = new URL(value);
  if (pathname.replaceAll('/', '') + search + hash + username + password === '') return found;
  throw new ConfigError(`${name} must be the root of a host, such as https://muster.example.org, without a path`);
}

/** May list several hosts separated by commas; the one that accepts writes is used. */
function postgresUrl(env: Environment, name: Setting): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  const parsed = parseDatabaseUrl(value);
  if (parsed === undefined) {
    throw new ConfigError(
      `${name} is not a URL of the form postgres://user@host:port/database (or host:port,host:port)`,
    );
  }
  const { target } = parsed;
  if (target === null || target === 'read-write' || target === 'primary') return value;
  throw new ConfigError(`${name} has target_session_attrs=${target}, but Muster needs read-write or primary`);
}

function prepareDirectory(name: string, folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new ConfigError(`${name} ${folder} is not writable (${reason}); choose a directory that this user can write`);
  }
}

/** MUSTER_KEY may list several keys, newest first: the first one encrypts, all of them decrypt. */
function readSecrets(
  env: Environment,
  { dataDir, shared, files }: { dataDir: string; shared: boolean; files: 'create' | 'inspect' },
): Pick<Config, 'secrets' | 'keySource'> {
  const given = text(env, 'MUSTER_KEY');
  if (given === undefined && shared) {
    throw new ConfigError(
      'MUSTER_KEY is missing; with DATABASE_URL every process needs the same key. Create one with: openssl rand -hex 32',
    );
  }
  const path = keyPath(dataDir);
  if (given === undefined && files === 'inspect' && !existsSync(path))
    return { secrets: [randomBytes(32)], keySource: 'missing' };
  const keySource = given === undefined ? 'file' : 'environment';
  const [first, ...others] = (given ?? readOrMakeKey(path)).split(',').map(parseKey);
  if (first === undefined) throw new ConfigError('MUSTER_KEY is empty');
  return { secrets: [first, ...others], keySource };
}

function parseKey(value: string): Uint8Array {
  const hex = value.trim();
  if (/^[0-9a-f]{64}$/i.test(hex)) return Buffer.from(hex, 'hex');
  throw new ConfigError(
    'a key (MUSTER_KEY, or the key file) must be 64 hexadecimal digits; create one with: openssl rand -hex 32',
  );
}
