import { existsSync } from 'node:fs';
import { mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { migrate, unknownMigrations } from '../db/migrate.ts';
import { dropTables, restorePostgres } from '../db/postgres/dump.ts';
import { truncateLog } from '../db/scrub.ts';
import { isInUse, sqlitePath, sqliteSuffixes, verifySqlite } from '../db/sqlite/backup.ts';
import { isEmpty } from '../db/transfer.ts';
import { BackupError, backupSignature, readBackup } from '../features/backups/backup-file.service.ts';
import type { BackupHeader } from '../features/backups/backup-file.service.ts';
import { erasedIn, isOnErasedList, readErasedList } from '../features/erasure/erased-list.service.ts';
import { eraseAgain } from '../features/erasure/erasure.service.ts';
import { holdAllMessages } from '../features/messages/messages.service.ts';
import { endEverybodysCredentials } from '../features/sessions/sessions.service.ts';
import { keyPath, writeKey } from '../lib/key-file.ts';
import { timestamp } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { keyring } from '../lib/seal.ts';
import { withDb } from './arguments.ts';
import { refuse } from './terminal.ts';

export type RestoreOptions = {
  path: string;
  withoutKey: boolean;
  unverified: boolean;
  identities: readonly string[];
};

/**
 * `erased`: how many people were erased again. `listed`: whether a list of erased people was found, maybe an empty one.
 * `unreadable`: the keys that are not here, so that what they encrypted cannot be read.
 */
export type Restored = {
  header: BackupHeader;
  erased: number;
  listed: boolean;
  unreadable: readonly string[];
  checked: boolean;
};

/** Everything is verified before anything is changed. The previous SQLite file stays beside the new one. */
export async function restore(config: Config, options: RestoreOptions, clock: Clock): Promise<Restored> {
  const created = await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  try {
    return await restoreVerified(config, options, clock);
  } catch (error) {
    // Left behind, it would be taken for the key that the backup needs.
    if (config.keySource === 'missing') await rm(keyPath(config.dataDir), { force: true });
    if (created !== undefined) await rmdir(config.dataDir).catch(() => {});
    throw error;
  }
}

async function restoreVerified(config: Config, options: RestoreOptions, clock: Clock): Promise<Restored> {
  const content = join(config.dataDir, '.restore');
  try {
    const header = await verifiedBackup(config, options, content);
    const wanted = config.databaseUrl === undefined ? 'sqlite' : 'postgres';
    if (header.engine !== wanted) {
      refuse(
        `this is a backup of ${header.engine}, and DATABASE_URL says ${wanted}; restore it there, then use "move"`,
      );
    }
    const newer = unknownMigrations(header.migrations);
    if (newer.length > 0)
      refuse(`this backup was made by a newer version (${header.version}); it has ${newer.join(', ')}`);
    if (!options.withoutKey) refuseWithoutKey(config, header);
    if (config.keySource === 'missing') writeKey(keyPath(config.dataDir), config.secrets[0]);
    const lists = await erasedSince(config, options.path);
    const erased = lists.reduce((all, list) => all.union(list), new Set<string>());
    const finish = (db: Db) => finishRestore(config, db, clock, erased);
    const count =
      config.databaseUrl === undefined
        ? await replaceFile(sqlitePath(config.dataDir), content, timestamp(clock.now()), finish)
        : await fillDatabase(config.databaseUrl, content, finish);
    const checked = backupSignature(keyring(config.secrets), header) === 'valid';
    return { header, erased: count, listed: lists.length > 0, unreadable: missingKeys(config, header), checked };
  } finally {
    for (const suffix of sqliteSuffixes) await rm(content + suffix, { force: true });
  }
}

/** Refuses a backup that is damaged, was changed, or cannot be checked. */
export async function verifiedBackup(
  config: Config,
  { path, withoutKey, unverified, identities }: RestoreOptions,
  content?: string,
): Promise<BackupHeader> {
  const header = await readBackup(path, identities, content).catch((error: unknown) => {
    if (error instanceof BackupError) return refuse(error.message);
    throw error;
  });
  switch (backupSignature(keyring(config.secrets), header)) {
    case 'valid':
      return header;
    case 'wrong':
      return refuse(`${path} was changed after it was written: its signature is wrong. Nothing was changed`);
    case 'missing':
      if (unverified) return header;
      return refuse(
        `${path} has no signature, so nobody can tell whether it was changed: older versions of Muster wrote such ` +
          'backups. Nothing was changed. If you know where the file was since, --unverified restores it',
      );
    case 'unknown_key':
      if (withoutKey) return header;
      refuseWithoutKey(config, header);
      return refuse(
        `${path} is signed with a key that is not here, so nobody can tell whether it was changed. Nothing was ` +
          `changed. ${keyAdvice(config)}`,
      );
  }
}

const keyAdvice = ({ dataDir }: Config): string =>
  `Put the key file of that installation at ${keyPath(dataDir)}, or its key into MUSTER_KEY, and try again. ` +
  'If the key is lost, "restore --without-key" restores the rest: what it encrypted stays unreadable';

function missingKeys({ secrets }: Config, { key_ids = [] }: BackupHeader): string[] {
  const { all } = keyring(secrets);
  return key_ids.filter((id) => !all.has(id));
}

function refuseWithoutKey(config: Config, header: BackupHeader): void {
  const missing = missingKeys(config, header);
  if (missing.length === 0) return;
  refuse(
    `rows of this backup are encrypted with the key ${missing.join(', ')}, which is not here; nothing was changed. ` +
      keyAdvice(config),
  );
}

/** The list in BACKUP_DIR, the one beside the backup, and that of the SQLite database that is being replaced. */
async function erasedSince(config: Config, path: string): Promise<ReadonlySet<string>[]> {
  const lists = [await readErasedList(config.backup.folder), await readErasedList(dirname(path))].filter(
    (list) => list.size > 0,
  );
  const file = sqlitePath(config.dataDir);
  if (config.databaseUrl === undefined && existsSync(file)) {
    // A damaged or older database may be the reason for the restore.
    const live = await withDb({ sqlitePath: file }, erasedIn).catch(() => undefined);
    if (live !== undefined) lists.push(new Set(live));
  }
  return lists;
}

/**
 * Ends all credentials, because some were revoked since, keeps messages back, because they were sent or cancelled since, and
 * erases people who were erased since.
 */
async function finishRestore(config: Config, db: Db, clock: Clock, erased: ReadonlySet<string>) {
  await migrate(db, timestamp(clock.now()));
  await endEverybodysCredentials({ db, clock });
  await db.transactionWithoutTimeouts((trx) => holdAllMessages(trx, clock.now()));
  const keys = keyring(config.secrets);
  const count = await eraseAgain({ db, clock, keys }, (uid) => isOnErasedList(erased, keys, uid));
  await truncateLog(db);
  return count;
}

type Finish<T> = (db: Db) => Promise<T>;

/** Finished before the file is put in place, so that an interruption leaves no database with old credentials. */
async function replaceFile<T>(path: string, content: string, at: string, finish: Finish<T>): Promise<T> {
  verifySqlite(content);
  // The service would keep writing to the replaced file, and that would be lost.
  if (isInUse(path)) refuse(`the service has ${path} open; stop it first. Nothing was changed`);
  const result = await withDb({ sqlitePath: content }, finish);
  for (const suffix of sqliteSuffixes) {
    await rename(path + suffix, `${path}.before-${at.replaceAll(/[:.]/g, '-')}${suffix}`).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
  }
  await rename(content, path);
  return result;
}

async function fillDatabase<T>(databaseUrl: string, content: string, finish: Finish<T>): Promise<T> {
  const target = { sqlitePath: '', databaseUrl };
  await withDb(target, async (db) => {
    if (!(await hasNoTables(db)) && !(await isEmpty(db))) refuse('the database is not empty; nothing was changed');
  });
  await restorePostgres(databaseUrl, content);
  try {
    return await withDb(target, finish);
  } catch (error) {
    // The credentials of the backup would work. The database was empty before, so nothing else is lost.
    await withDb(target, dropTables);
    throw error;
  }
}

const hasNoTables = async (db: Db): Promise<boolean> => (await db.read.introspection.getTables()).length === 0;
