import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDb } from '../../../src/server/db/open.ts';
import type { Db } from '../../../src/server/db/db.ts';
import { migrate } from '../../../src/server/db/migrate.ts';

const templateDatabase = 'muster_template';
const migratedAt = '2026-06-01T09:00:00.000Z';

export const databaseFile = (folder: string): string => join(folder, 'muster.db');

export const openIn = (folder: string, databaseUrl: string | undefined): Db =>
  openDb({ sqlitePath: databaseFile(folder), databaseUrl, onError: () => {} });

async function migrated(db: Db): Promise<void> {
  await migrate(db, migratedAt);
  await db.close();
}

/** Migrates one database of each engine, for the tests to copy: a copy takes a tenth of the time of the migrations. */
export async function makeTemplates(folder: string, postgresUrl: string): Promise<void> {
  const client = new pg.Client(postgresUrl);
  await client.connect();
  await client.query(`create database ${templateDatabase}`);
  await client.end();
  // SQLite runs in this process: on a slow machine, a connection to PostgreSQL would time out beside its migrations.
  await migrated(openIn(folder, undefined));
  await migrated(openIn(folder, postgresUrl.replace(/\/postgres$/, `/${templateDatabase}`)));
}

/** Programs outside the test run, such as the fuzzer, have no templates. */
export const hasTemplates = (): boolean => process.env['TEST_TEMPLATE_FOLDER'] !== undefined;

export const copySqliteTemplate = (target: string): void =>
  copyFileSync(databaseFile(process.env['TEST_TEMPLATE_FOLDER'] ?? ''), databaseFile(target));

let pool: pg.Pool | undefined;

/** The connections of this test worker for creating and dropping databases. */
function administration(): pg.Pool {
  const connectionString = process.env['TEST_POSTGRES_URL'];
  if (connectionString === undefined) throw new Error('no PostgreSQL server was started for the tests');
  if (pool === undefined) {
    pool = new pg.Pool({ connectionString, max: 2, allowExitOnIdle: true });
    // An idle connection ends with the server, after the last test.
    pool.on('error', () => {});
  }
  return pool;
}

/** Copying the files is cheaper than writing every page to the log, for a template this small. */
export async function createDatabase(name: string, fromTemplate: boolean): Promise<string> {
  const from = fromTemplate ? ` template ${templateDatabase} strategy file_copy` : '';
  await administration().query(`create database ${name}${from}`);
  return (process.env['TEST_POSTGRES_URL'] ?? '').replace(/\/postgres$/, `/${name}`);
}

/** Not awaited: the next test does not need it, and leftovers are removed with the server. */
export function dropDatabase(name: string): void {
  administration()
    .query(`drop database ${name} with (force)`)
    .catch(() => {});
}
