import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import type { Db } from '../../src/server/db/db.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { scratchFolder } from './scratch.ts';
import { copySqliteTemplate, createDatabase, dropDatabase, hasTemplates, openIn } from './runner/templates.ts';

export type Engine = 'sqlite' | 'postgres';

/** The engine of this test project; the suite runs once for each. */
export const engine: Engine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';

export type TestDatabase = {
  folder: string;
  databaseUrl: string | undefined;
  [Symbol.asyncDispose]: () => Promise<void>;
};

async function createTestDatabase(which: Engine, fromTemplate: boolean): Promise<TestDatabase> {
  const folder = scratchFolder('test');
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  if (which === 'sqlite') {
    if (fromTemplate) copySqliteTemplate(folder);
    return { folder, databaseUrl: undefined, [Symbol.asyncDispose]: async () => removeFolder() };
  }
  const name = `t_${randomBytes(8).toString('hex')}`;
  return {
    folder,
    databaseUrl: await createDatabase(name, fromTemplate),
    [Symbol.asyncDispose]: async () => {
      removeFolder();
      dropDatabase(name);
    },
  };
}

/** A new empty database: a folder, and on PostgreSQL a database in the test server. */
export const emptyDatabase = (which: Engine = engine): Promise<TestDatabase> => createTestDatabase(which, false);

/** Creates one with all tables. */
export async function migratedDatabase(which: Engine = engine): Promise<TestDatabase> {
  if (hasTemplates()) return createTestDatabase(which, true);
  const place = await emptyDatabase(which);
  await using _migrated = await migratedAt(place);
  return place;
}

export const openAt = ({ folder, databaseUrl }: TestDatabase): Db => openIn(folder, databaseUrl);

export type TestDb = { db: Db; place: TestDatabase; [Symbol.asyncDispose]: () => Promise<void> };

/** Opens the database; closing it keeps its files. */
export async function migratedAt(place: TestDatabase): Promise<TestDb> {
  const db = openAt(place);
  await migrate(db, new Date().toISOString());
  return { db, place, [Symbol.asyncDispose]: () => db.close() };
}

export async function migratedDb(which?: Engine): Promise<TestDb> {
  const place = await migratedDatabase(which);
  const db = openAt(place);
  return {
    db,
    place,
    [Symbol.asyncDispose]: async () => {
      await db.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

/** Every value of every table as text, to search for what must not be stored. */
export async function everyCell({ read }: Db): Promise<string[]> {
  const cells: string[] = [];
  for (const { name } of await read.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(read);
    cells.push(...rows.flatMap((row) => Object.values(row).map(String)));
  }
  return cells;
}
