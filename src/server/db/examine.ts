import { sql } from 'kysely';
import type { Db } from './db.ts';

/** `table.column` of all columns that exist: fewer than this version has if a migration is due. */
export async function existingColumns(db: Db): Promise<ReadonlySet<string>> {
  const tables = await db.read.introspection.getTables();
  return new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)));
}

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

/** The difference between this machine's clock and the database server's. SQLite uses this machine's clock. */
export async function clockSkewMs(db: Db): Promise<number> {
  if (db.engine === 'sqlite') return 0;
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(db.read);
  return Date.now() - Date.parse(rows[0]?.now ?? '');
}

/** The time of the newest audit entry; one in the future means that a clock is or was wrong. */
export async function newestEntry(db: Db): Promise<string | undefined> {
  const row = await db.read.selectFrom('audit').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.at;
}
