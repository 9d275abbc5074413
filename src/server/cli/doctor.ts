import { existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { clockSkewMs, serverVersion } from '../db/examine.ts';
import { isMigrated, migrationsRun, unknownMigrations } from '../db/migrate.ts';

export type Finding = { subject: string; ok: boolean; text: string };

const good = (subject: string, text: string): Finding => ({ subject, ok: true, text });
const bad = (subject: string, text: string): Finding => ({ subject, ok: false, text });

const leastPostgres = 150_000;
const leastFreeBytes = 500 * 1024 * 1024;
const mostSkewMs = 5000;

/** Everything that makes an installation fail later, looked at now, each with what to do about it. */
export async function examine(config: Config, db: Db): Promise<Finding[]> {
  return [
    ...examineConfig(config),
    ...examineFiles(config),
    ...(await attempt('database', () => examineDatabase(db))),
    ...(await attempt('clock', () => examineClock(db))),
    ...(await examineMail(config)),
  ];
}

function examineConfig(config: Config): Finding[] {
  const secure = config.baseUrl.startsWith('https:') || /^http:\/\/(localhost|127\.)/.test(config.baseUrl);
  return [
    good('configuration', 'every variable is valid'),
    secure
      ? good('address', config.baseUrl)
      : bad(
          'address',
          `${config.baseUrl} is not encrypted: put a reverse proxy with TLS in front and set BASE_URL to https://...`,
        ),
  ];
}

function examineFiles(config: Config): Finding[] {
  const { bavail, bsize } = statfsSync(config.dataDir);
  const free = bavail * bsize;
  const megabytes = `${Math.round(free / 1024 / 1024)} MB free in DATA_DIR`;
  const key = join(config.dataDir, 'muster.key');
  const open = existsSync(key) && (statSync(key).mode & 0o077) !== 0;
  return [
    free < leastFreeBytes ? bad('disk', `${megabytes}: make room before writes fail`) : good('disk', megabytes),
    open
      ? bad('key file', `others may read ${key}: chmod 600 it`)
      : good('key file', 'only its owner may read it, or MUSTER_KEY is set'),
  ];
}

async function examineDatabase(db: Db): Promise<Finding[]> {
  const { number, text } = await serverVersion(db);
  const newer = unknownMigrations(await migrationsRun(db).catch(() => []));
  return [
    db.engine === 'postgres' && number < leastPostgres
      ? bad('database', `${text} is too old: PostgreSQL 15 or later is needed`)
      : good('database', text),
    newer.length > 0
      ? bad('schema', `written by a newer version (${newer.join(', ')}): run that version`)
      : (await isMigrated(db).catch(() => false))
        ? good('schema', 'up to date')
        : bad('schema', 'migrations are missing: run "muster migrate" or start the service'),
  ];
}

async function examineClock(db: Db): Promise<Finding[]> {
  const skew = Math.abs(await clockSkewMs(db));
  return [
    skew > mostSkewMs
      ? bad(
          'clock',
          `differs from the database's by ${Math.round(skew / 1000)} s: links and tokens would expire wrongly; run a time service`,
        )
      : good('clock', 'agrees with the database'),
  ];
}

async function examineMail({ smtpUrl, dataDir }: Config): Promise<Finding[]> {
  if (smtpUrl === undefined) return [good('mail', `no SMTP_URL: mail is written to ${join(dataDir, 'mail')}`)];
  return attempt('mail', async () => {
    const transport = createTransport({ url: smtpUrl, connectionTimeout: 5000 });
    try {
      await transport.verify();
      return [good('mail', 'the mail server takes our mail')];
    } finally {
      transport.close();
    }
  });
}

async function attempt(subject: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work();
  } catch (error) {
    return [bad(subject, error instanceof Error ? error.message : String(error))];
  }
}
