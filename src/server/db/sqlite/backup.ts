import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

export const sqlitePath = (dataDir: string): string => join(dataDir, 'muster.db');

/** The database file and the files that SQLite keeps beside it. */
export const sqliteSuffixes = ['', '-wal', '-shm'] as const;

const sqliteBusy = 5;

/** Whether any program has the file open. A damaged file counts as not in use. */
export function isInUse(path: string): boolean {
  if (!existsSync(path)) return false;
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // Exclusive locking mode fails if there is any other connection.
    database.exec('pragma locking_mode = exclusive; begin exclusive; rollback');
    return false;
  } catch (error) {
    return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
  } finally {
    database.close();
  }
}

/** All pages in one step, on another thread. In smaller steps, each write of another connection would restart the copy. */
const pagesPerStep = 2 ** 31 - 1;

/** SQLite's online backup: consistent, while others read and write. */
export async function backUpSqlite(path: string, target: string): Promise<void> {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    await backup(database, target, { rate: pagesPerStep });
  } finally {
    database.close();
  }
}

/** Throws if SQLite's integrity check fails. */
export function verifySqlite(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = database.prepare('pragma integrity_check').all();
    if (rows.length !== 1 || rows[0]?.['integrity_check'] !== 'ok') throw new Error(`${path} is damaged`);
  } finally {
    database.close();
  }
}
