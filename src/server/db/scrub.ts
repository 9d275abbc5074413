import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './db.ts';
import { tableNames } from './transfer.ts';

const attempts = 20;
const pauseMs = 50;

/**
 * `secure_delete` overwrites erased data in SQLite's file, but the write-ahead log still has the old pages. This empties
 * the log. False if readers of other processes prevented it for a second; the daily run tries again.
 */
export async function truncateLog(db: Db): Promise<boolean> {
  if (db.engine !== 'sqlite') return true;
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db.handle.write);
    if (rows[0]?.busy === 0) return true;
    if (attempt >= attempts) return false;
    await sleep(pauseMs);
  }
}

/** Runs once a day. PostgreSQL's automatic vacuum waits until a fifth of a table has changed, so small ones keep old rows. */
export async function purgeErased(db: Db): Promise<boolean> {
  if (db.engine === 'sqlite') return truncateLog(db);
  await sql`vacuum ${sql.join(tableNames.map((name) => sql.table(name)))}`.execute(db.handle.writeWithoutTimeouts);
  return true;
}
