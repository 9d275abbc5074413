import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { openDb } from '../../src/server/db/open.ts';
import type { Db } from '../../src/server/db/db.ts';
import { migrate } from '../../src/server/db/migrate.ts';

export type Engine = 'sqlite' | 'postgres';

/** The engine this run of the suite is about; the suite runs once for each. */
export const engine: Engine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';

export type Place = { folder: string; databaseUrl: string | undefined; [Symbol.asyncDispose]: () => Promise<void> };

/** An empty place for a database that nobody else uses: a folder, and on PostgreSQL a database in the test server. */
export async function freshPlace(which: Engine = engine): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-test-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  if (which === 'sqlite') return { folder, databaseUrl: undefined, [Symbol.asyncDispose]: async () => removeFolder() };
  const server = process.env['TEST_POSTGRES_URL'];
  if (server === undefined) throw new Error('no PostgreSQL server was started for the tests');
  const name = `t_${randomBytes(8).toString('hex')}`;
  await run(server, `create database ${name}`);
  return {
    folder,
    databaseUrl: server.replace(/\/postgres$/, `/${name}`),
    [Symbol.asyncDispose]: async () => {
      removeFolder();
      await run(server, `drop database ${name} with (force)`);
    },
  };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

export function openAt(place: Place): Db {
  return openDb({
    sqlitePath: join(place.folder, 'muster.db'),
    databaseUrl: place.databaseUrl,
    onError: () => {},
  });
}

export type TestDb = { db: Db; place: Place; [Symbol.asyncDispose]: () => Promise<void> };

/** The database of a place that goes on after it is closed. */
export async function migratedAt(place: Place): Promise<TestDb> {
  const db = openAt(place);
  await migrate(db, new Date().toISOString());
  return { db, place, [Symbol.asyncDispose]: () => db.close() };
}

export async function migratedDb(which?: Engine): Promise<TestDb> {
  const place = await freshPlace(which);
  const { db } = await migratedAt(place);
  return {
    db,
    place,
    [Symbol.asyncDispose]: async () => {
      await db.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

/** Every value of every table as text: to search a database for what must not be in it. */
export async function everyCell({ read }: Db): Promise<string[]> {
  const cells: string[] = [];
  for (const { name } of await read.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(read);
    cells.push(...rows.flatMap((row) => Object.values(row).map(String)));
  }
  return cells;
}
