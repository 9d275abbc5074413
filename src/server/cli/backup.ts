import { readdirSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openDb } from '../db/db.ts';
import type { Db } from '../db/db.ts';
import { migrationsRun, unknownMigrations } from '../db/migrate.ts';
import { dumpPostgres, restorePostgres } from '../db/postgres-dump.ts';
import { backUpSqlite, sqlitePath, verifySqlite } from '../db/sqlite-backup.ts';
import { isEmpty } from '../db/transfer.ts';
import type { Clock } from '../lib/clock.ts';
import { timestamp } from '../lib/clock.ts';
import { readPackage } from '../lib/package.ts';
import { checksumOf, readBackup, writeBackup } from './backup-file.ts';
import type { BackupHeader } from './backup-file.ts';
import { refuse } from './terminal.ts';

const nameOf = (at: string): string => `muster-${at.replaceAll(/[:.]/g, '-')}.backup`;

/** While the service runs: each engine's own way of taking one consistent state. Answers with the file's path. */
export async function backUp(db: Db, config: Config, clock: Clock, folder: string): Promise<string> {
  const at = timestamp(clock.now());
  const path = join(folder, nameOf(at));
  const content = `${path}.content`;
  try {
    if (config.databaseUrl === undefined) await backUpSqlite(sqlitePath(config.dataDir), content);
    else await dumpPostgres(config.databaseUrl, content);
    const header: BackupHeader = {
      format: 'muster-backup-1',
      version: readPackage().version,
      engine: db.engine,
      migrations: await migrationsRun(db),
      created_at: at,
      ...(await checksumOf(content)),
    };
    await writeBackup(path, header, content);
    return path;
  } finally {
    await rm(content, { force: true });
  }
}

/** Keeps the newest so many; names sort by time. */
export function prune(folder: string, keep: number): string[] {
  const all = readdirSync(folder).filter((name) => /^muster-.*\.backup$/.test(name));
  const old = all.toSorted().slice(0, Math.max(0, all.length - keep));
  for (const name of old) rmSync(join(folder, name));
  return old;
}

/** Everything is verified before anything is touched; what was there before stays beside it. */
export async function restore(config: Config, path: string, clock: Clock): Promise<BackupHeader> {
  const content = join(config.dataDir, '.restore');
  const header = await readBackup(path, content);
  try {
    const wanted = config.databaseUrl === undefined ? 'sqlite' : 'postgres';
    if (header.engine !== wanted) {
      refuse(
        `this is a backup of ${header.engine}, and DATABASE_URL says ${wanted}; restore it there, then use "move"`,
      );
    }
    const newer = unknownMigrations(header.migrations);
    if (newer.length > 0)
      refuse(`this backup was made by a newer version (${header.version}); it has ${newer.join(', ')}`);
    if (config.databaseUrl === undefined)
      await replaceFile(sqlitePath(config.dataDir), content, timestamp(clock.now()));
    else await fillDatabase(config.databaseUrl, content);
    return header;
  } finally {
    await rm(content, { force: true });
  }
}

async function replaceFile(path: string, content: string, at: string): Promise<void> {
  verifySqlite(content);
  for (const suffix of ['', '-wal', '-shm']) {
    await rename(path + suffix, `${path}.before-${at.replaceAll(/[:.]/g, '-')}${suffix}`).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
  }
  await rename(content, path);
}

async function fillDatabase(databaseUrl: string, content: string): Promise<void> {
  const db = openDb({ sqlitePath: '', databaseUrl, onError: () => {} });
  try {
    if (!(await hasNoTables(db)) && !(await isEmpty(db))) refuse('the database is not empty; nothing was changed');
  } finally {
    await db.close();
  }
  await restorePostgres(databaseUrl, content);
}

const hasNoTables = async (db: Db): Promise<boolean> => (await db.read.introspection.getTables()).length === 0;
