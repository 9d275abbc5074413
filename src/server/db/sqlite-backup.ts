import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

export const sqlitePath = (dataDir: string): string => join(dataDir, 'muster.db');

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
