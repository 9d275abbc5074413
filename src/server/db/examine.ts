import { sql } from 'kysely';
import type { Db } from './db.ts';

export async function serverVersion(db: Db): Promise<{ number: number; text: string }> {
  if (db.engine === 'sqlite') {
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db.read);
    return { number: 0, text: `SQLite ${rows[0]?.version ?? ''}` };
  }
  const { rows } = await sql<{ number: string; version: string }>`
    select current_setting('server_version_num') as number, current_setting('server_version') as version`.execute(
    db.read,
  );
  return { number: Number(rows[0]?.number ?? 0), text: `PostgreSQL ${rows[0]?.version ?? ''}` };
}

/** How far this machine's clock is from that of the database's; an embedded database has the same. */
export async function clockSkewMs(db: Db): Promise<number> {
  if (db.engine === 'sqlite') return 0;
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(db.read);
  return Date.now() - Date.parse(rows[0]?.now ?? '');
}

/** When the newest entry of the log was made; one in the future means that a clock was, or is, wrong. */
export async function newestEntry(db: Db): Promise<string | undefined> {
  const row = await db.read.selectFrom('audit').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.at;
}
