import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

export const sqlitePath = (dataDir: string): string => join(dataDir, 'muster.db');

/** The database itself, and what SQLite keeps beside it. */
export const sqliteSuffixes = ['', '-wal', '-shm'] as const;

const busy = 5;

/** Whether a service, or any other program, has it open. A file that is damaged is nobody's. */
export function isInUse(path: string): boolean {
  if (!existsSync(path)) return false;
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // To be alone with it, a connection must be the only one.
    database.exec('pragma locking_mode = exclusive; begin exclusive; rollback');
    return false;
  } catch (error) {
    return error instanceof Error && 'errcode' in error && error.errcode === busy;
  } finally {
    database.close();
  }
}

/** All pages in one step, on a thread of its own: in smaller ones it begins again with each write of another connection. */
const rate = 2 ** 31 - 1;

/** SQLite's online backup: pages are copied while others read and write, and the copy is one state. */
export async function backUpSqlite(path: string, target: string): Promise<void> {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    await backup(database, target, { rate });
  } finally {
    database.close();
  }
}

/** A file that SQLite itself finds whole. */
export function verifySqlite(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = database.prepare('pragma integrity_check').all();
    if (rows.length !== 1 || rows[0]?.['integrity_check'] !== 'ok') throw new Error(`${path} is not a sound database`);
  } finally {
    database.close();
  }
}
