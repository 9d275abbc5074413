import { sql } from 'kysely';
import type { Db } from './db.ts';

/**
 * `secure_delete` overwrites erased data in SQLite's file, but the write-ahead log still has the old pages; this
 * truncates it. If a reader prevents that, the next run does it. PostgreSQL removes old rows when it vacuums.
 */
export async function forgetErased(db: Db): Promise<void> {
  if (db.engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db.handle.write);
}
