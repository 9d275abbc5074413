import { sql } from 'kysely';
import type { Db } from './db.ts';

/**
 * What was erased is overwritten in SQLite's file (`secure_delete`), but the journal beside it still holds the pages
 * as they were; this empties it. A reader may be in the way, then the next run does it. PostgreSQL does so by itself
 * when it vacuums.
 */
export async function forgetErased(db: Db): Promise<void> {
  if (db.engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db.handle.write);
}
