import { readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import { existingColumns } from '../../db/examine.ts';
import { migrationsRun } from '../../db/migrate.ts';
import { dumpPostgres } from '../../db/postgres/dump.ts';
import { backUpSqlite, sqlitePath } from '../../db/sqlite/backup.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { readPackage } from '../../lib/package.ts';
import { keyring } from '../../lib/seal.ts';
import { completeErasedList } from '../erasure/erased-list.service.ts';
import type { ScheduledJob } from '../jobs/jobs.service.ts';
import { sealingKeys } from '../private-data/rotation.service.ts';
import { BackupError, checksumOf, signedHeader, writeBackup } from './backup-file.service.ts';
import type { BackupHeader } from './backup-file.service.ts';

/** Manual and scheduled backups have different names, so that pruning one kind keeps the other. */
export type Origin = 'manual' | 'scheduled' | 'migration';

const prefixes: Record<Origin, string> = {
  manual: 'muster',
  scheduled: 'muster-scheduled',
  migration: 'muster-before-migration',
};
const origins: readonly Origin[] = ['manual', 'scheduled', 'migration'];
const moment = String.raw`\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z`;
const ownName = (origin: Origin): RegExp => new RegExp(`^${prefixes[origin]}-${moment}\\.backup(?:\\.age)?$`);
const ownDraft = (origin: Origin): RegExp =>
  new RegExp(`^${prefixes[origin]}-${moment}\\.backup(?:\\.age)?\\.(?:part|content)(?:-journal)?$`);

type Services = { db: Db; config: Config; clock: Clock };
type Wanted = { folder: string; origin: Origin; signal?: AbortSignal };

/** Takes a consistent snapshot while the service runs. Returns the path of the file. */
export async function backUp({ db, config, clock }: Services, { folder, origin, signal }: Wanted): Promise<string> {
  const at = timestamp(clock.now());
  const keys = keyring(config.secrets);
  const { recipients } = config.backup;
  const name = `${prefixes[origin]}-${at.replaceAll(/[:.]/g, '-')}.backup${recipients.length === 0 ? '' : '.age'}`;
  const path = join(folder, name);
  // It is in the data folder, because it is not encrypted and BACKUP_DIR may be a share.
  const contentPath = join(config.dataDir, `${name}.content`);
  try {
    // SQLite and pg_dump would create a file that others can read.
    await writeFile(contentPath, '', { mode: 0o600, flag: 'wx' });
    if (config.databaseUrl === undefined) await backUpSqlite(sqlitePath(config.dataDir), contentPath);
    else await dumpPostgres(config.databaseUrl, contentPath, signal);
    signal?.throwIfAborted();
    const header: BackupHeader = {
      format: 'muster-backup-1',
      version: readPackage().version,
      engine: db.engine,
      migrations: await migrationsRun(db),
      key_ids: await sealingKeys(db),
      created_at: at,
      ...(await checksumOf(contentPath)),
    };
    await writeBackup({ path, header: signedHeader(keys, header), contentPath, recipients }, signal);
    // A database that an old version wrote may not have the list yet.
    if ((await existingColumns(db)).has('erased_people.hmac')) await completeErasedList(db, folder);
    return path;
  } finally {
    await rm(contentPath, { force: true });
  }
}

export const newestBackup = (folder: string): string | undefined =>
  readdirSync(folder)
    .filter((name) => origins.some((origin) => ownName(origin).test(name)))
    .toSorted((a, b) => momentOf(a).localeCompare(momentOf(b)))
    .map((name) => join(folder, name))
    .at(-1);

const momentOf = (name: string): string => new RegExp(moment).exec(name)?.[0] ?? '';

/** Deletes all but the newest `keep` backups of one origin. Names sort by time. */
export async function prune(folder: string, origin: Origin, keep: number): Promise<string[]> {
  const all = readdirSync(folder).filter((name) => ownName(origin).test(name));
  const old = all.toSorted().slice(0, Math.max(0, all.length - keep));
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}

/** Deletes drafts of processes that were killed. Safe only while this process holds the claim of the job. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of readdirSync(folder).filter((one) => ownDraft('scheduled').test(one)))
    await rm(join(folder, name), { force: true });
}

/** The last three are kept. Fails with advice, because a migration cannot be undone without a backup. */
export async function backUpBeforeMigrating(services: Services): Promise<string | undefined> {
  const { folder, beforeMigrating } = services.config.backup;
  if (!beforeMigrating) return undefined;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = await backUp(services, { folder, origin: 'migration' });
    await prune(folder, 'migration', 3);
    return path;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(
      `the database must be migrated, and the backup before it failed: ${reason}. Nothing was changed. ` +
        'Make a backup yourself and set BACKUP_BEFORE_MIGRATING=off, or correct this and try again',
      { cause: error },
    );
  }
}

/** Empty if BACKUP_EVERY is not set. */
export function backupJobs(services: Services): ScheduledJob[] {
  const { schedule, folder, keep } = services.config.backup;
  if (schedule === undefined) return [];
  const run = async (signal: AbortSignal): Promise<object> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const each of [folder, services.config.dataDir]) await removeDrafts(each);
    const file = await backUp(services, { folder, origin: 'scheduled', signal });
    return { file, removed: (await prune(folder, 'scheduled', keep)).length };
  };
  return [{ name: 'backup', schedule, run }];
}
