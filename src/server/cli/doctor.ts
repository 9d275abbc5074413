import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { clockSkewMs, newestEntry, serverVersion } from '../db/examine.ts';
import { isMigrated, migrationsRun, unknownMigrations } from '../db/migrate.ts';
import { dumpVersion } from '../db/postgres/dump.ts';
import { sqlitePath } from '../db/sqlite/backup.ts';
import { sampleWords } from '../db/words.ts';
import { missingKeys } from '../features/private-data/rotation.service.ts';
import { keyPath } from '../lib/key-file.ts';
import { systemClock } from '../lib/clock.ts';
import { keyring } from '../lib/seal.ts';
import { newestBackup } from '../features/backups/backups.service.ts';
import { isRecipient } from '../features/backups/encryption.service.ts';
import { testMail } from '../features/mail/test.mail.ts';
import { sendNow } from '../lib/mailer.ts';
import { newId } from '../lib/secrets.ts';
import { missingFile, ownDb } from './arguments.ts';
import { verifiedBackup } from './restore.ts';

const minPostgres = 150_000;
const minFreeBytes = 500 * 1024 * 1024;
const maxSkewMs = 5000;

/** Checks what could make an installation fail later, each with advice. Creates nothing. */
export async function examineInstallation(config: Config): Promise<Finding[]> {
  const missing = missingFile(config);
  if (config.databaseUrl === undefined && !existsSync(sqlitePath(config.dataDir)))
    return [...examineConfig(config), bad('database', missing ?? '')];
  return ownDb(config, (db) => examine(config, db));
}

async function examine(config: Config, db: Db): Promise<Finding[]> {
  const reach = 'is the database running, and is DATABASE_URL right?';
  return [
    ...examineConfig(config),
    ...examineFiles(config),
    ...(await attempt('database', reach, () => examineDatabase(db))),
    ...(await attempt('keys', reach, () => examineKeys(config, db))),
    ...((await isMigrated(db).catch(() => false))
      ? [
          ...(await attempt('search', reach, () => examineSearch(db))),
          ...(await attempt('clock', reach, () => examineClock(db))),
        ]
      : []),
    ...(await attempt('backup', 'install the client programs of PostgreSQL', () => examineBackup(db))),
    ...(await attempt('backups', 'check BACKUP_DIR', () => examineBackups(config))),
    ...(await examineMail(config)),
  ];
}

function examineConfig({ baseUrl, trustProxy }: Config): Finding[] {
  const encrypted = baseUrl.startsWith('https:');
  const secure = encrypted || /^http:\/\/(localhost|127\.)/.test(baseUrl);
  return [
    good('configuration', 'every variable is valid'),
    secure
      ? good('address', baseUrl)
      : bad(
          'address',
          `${baseUrl} is not encrypted: put a reverse proxy with TLS in front and set BASE_URL to https://...`,
        ),
    encrypted && trustProxy === 0
      ? bad('proxy', 'BASE_URL is https, so there is a proxy: set TRUST_PROXY=1, or all callers share one limit')
      : good('proxy', `${trustProxy} trusted`),
  ];
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function examineFiles({ dataDir }: Config): Finding[] {
  if (!existsSync(dataDir)) return [good('data folder', `${dataDir} does not exist yet`)];
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const megabytes = `${Math.round(free / 1024 / 1024)} MB free in DATA_DIR`;
  const key = keyPath(dataDir);
  const database = join(dataDir, 'muster.db');
  return [
    free < minFreeBytes ? bad('disk', `${megabytes}: free some space before writes fail`) : good('disk', megabytes),
    isOpenToOthers(dataDir)
      ? bad('data folder', `other users of this machine can read ${dataDir}: run chmod 700 on it`)
      : good('data folder', 'only its owner can read it'),
    isOpenToOthers(key)
      ? bad('key file', `others can read ${key}: run chmod 600 on it`)
      : good('key file', 'only its owner can read it, or MUSTER_KEY is set'),
    existsSync(database) && !isWritable(database)
      ? bad('database file', `this user cannot write ${database}: chown it to the user that runs the service`)
      : good('database file', 'this user can write it, or there is none'),
  ];
}

async function examineDatabase(db: Db): Promise<Finding[]> {
  const { number, text } = await serverVersion(db);
  const newer = unknownMigrations(await migrationsRun(db).catch(() => []));
  return [
    db.engine === 'postgres' && number < minPostgres
      ? bad('database', `${text} is too old: PostgreSQL 15 or later is required`)
      : good('database', text),
    newer.length > 0
      ? bad('schema', `written by a newer version (${newer.join(', ')}): run that version`)
      : (await isMigrated(db).catch(() => false))
        ? good('schema', 'up to date')
        : bad('schema', 'a migration is due: start the service, or run "muster migrate" (both make a backup first)'),
  ];
}

async function examineKeys({ secrets, keySource, dataDir }: Config, db: Db): Promise<Finding[]> {
  const keyLocation = keySource === 'environment' ? 'MUSTER_KEY' : keyPath(dataDir);
  if (keySource === 'missing')
    return [bad('keys', `there is no key at ${keyLocation}: put the key file there, or its key into MUSTER_KEY`)];
  const missing = await missingKeys(db, keyring(secrets));
  return [
    missing.length === 0
      ? good('keys', 'every encrypted row can be decrypted')
      : bad(
          'keys',
          `rows are encrypted with ${missing.join(', ')}, which ${keyLocation} does not have: add that key to it`,
        ),
  ];
}

async function examineSearch(db: Db): Promise<Finding[]> {
  const seen = { people: 0, wrong: 0 };
  for await (const { people, wrong } of sampleWords(db.read)) {
    seen.people += people;
    seen.wrong += wrong.length;
  }
  return [
    seen.wrong === 0
      ? good('search', `${seen.people} people checked are found by their names`)
      : bad(
          'search',
          `${seen.wrong} of ${seen.people} people checked are not found by all words of their names: ` +
            'run "muster doctor --repair"',
        ),
  ];
}

async function examineClock(db: Db): Promise<Finding[]> {
  const skew = Math.abs(await clockSkewMs(db));
  const ahead = Date.parse((await newestEntry(db)) ?? '') - systemClock.now().getTime();
  if (skew > maxSkewMs) {
    const seconds = Math.round(skew / 1000);
    return [
      bad(
        'clock',
        `differs from the database's by ${seconds} s: links and tokens expire at the wrong time; synchronise the clocks`,
      ),
    ];
  }
  return [
    ahead > maxSkewMs
      ? bad('clock', `the audit log has an entry ${Math.round(ahead / 1000)} s in the future: synchronise the clock`)
      : good('clock', 'agrees with the database'),
  ];
}

async function examineBackup(db: Db): Promise<Finding[]> {
  if (db.engine === 'sqlite') return [good('backup', 'needs no other program')];
  const [tool, { number }] = [await dumpVersion(), await serverVersion(db)];
  const server = Math.floor(number / 10_000);
  return [
    tool < server
      ? bad('backup', `pg_dump ${tool} cannot back up PostgreSQL ${server}: install a newer one`)
      : good('backup', `pg_dump ${tool}`),
  ];
}

async function examineMail({ smtpUrl, mailFrom, dataDir }: Config): Promise<Finding[]> {
  if (smtpUrl === undefined) return [good('mail', `no SMTP_URL: mail is written to ${join(dataDir, 'mail')}`)];
  return attempt('mail', 'check SMTP_URL and that the mail server accepts this machine', async () => {
    const transport = createTransport({ url: smtpUrl, connectionTimeout: 5000 });
    try {
      await transport.verify();
      return [
        good('mail', 'the mail server accepts connections'),
        mailFrom.includes('@localhost')
          ? bad('sender', `mail is sent from ${mailFrom}, which other servers reject: set MAIL_FROM`)
          : good('sender', mailFrom),
      ];
    } finally {
      transport.close();
    }
  });
}

async function attempt(subject: string, advice: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message || String('code' in error ? error.code : error.name) : error;
    return [bad(subject, `${String(reason)}: ${advice}`)];
  }
}

/** One line of `doctor`: what it looked at, and what to do if it is wrong. */
export type Finding = { subject: string; ok: boolean; text: string };

export const good = (subject: string, text: string): Finding => ({ subject, ok: true, text });
export const bad = (subject: string, text: string): Finding => ({ subject, ok: false, text });

/** Windows keeps permissions elsewhere, and reports every file as open to all. */
export const isOpenToOthers = (path: string): boolean =>
  process.platform !== 'win32' && existsSync(path) && (statSync(path).mode & 0o077) !== 0;

/** The folder, the newest backup in it, and the keys that backups are encrypted to. */
async function examineBackups(config: Config): Promise<Finding[]> {
  const { folder, recipients } = config.backup;
  const findings = [
    isOpenToOthers(folder)
      ? bad('backup folder', `other users of this machine can read ${folder}: chmod 700 it`)
      : good('backup folder', 'only its owner can read it, or there is none'),
    await examineNewest(config),
  ];
  for (const recipient of recipients) {
    findings.push(
      (await isRecipient(recipient))
        ? good('backup recipient', recipient)
        : bad('backup recipient', `${recipient} is not a public key of age: check BACKUP_RECIPIENT for a typing error`),
    );
  }
  return findings;
}

async function examineNewest(config: Config): Promise<Finding> {
  const { folder, identity } = config.backup;
  const path = existsSync(folder) ? newestBackup(folder) : undefined;
  if (path === undefined) return good('newest backup', `there is none in ${folder}`);
  if (path.endsWith('.age') && identity === undefined)
    return good(
      'newest backup',
      'encrypted; check it with "muster verify", which needs its secret key of age and the key of this installation',
    );
  try {
    const identities = identity === undefined ? [] : [identity];
    const { created_at } = await verifiedBackup(config, { path, identities, withoutKey: false, unverified: false });
    return good('newest backup', `complete and unchanged, of ${created_at}`);
  } catch (error) {
    return bad('newest backup', error instanceof Error ? error.message : String(error));
  }
}

/** Sends a mail and says what the mail server answered, so that the operator sees whom to ask if it does not arrive. */
export async function sendTestMail(config: Config, to: string): Promise<Finding> {
  const mail = { to, ...testMail({ link: config.baseUrl }) };
  try {
    const answer = await sendNow(config, newId(systemClock.now()), mail);
    return good('test email', answer);
  } catch (error) {
    return bad('test email', `${answerIn(error)}: the mail server did not accept it; check SMTP_URL and MAIL_FROM`);
  }
}

const answerIn = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return 'response' in error && typeof error.response === 'string' ? error.response : error.message;
};
