import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { openDb } from '../db/open.ts';
import type { Db } from '../db/db.ts';
import { isMigrated } from '../db/migrate.ts';
import { sqlitePath } from '../db/sqlite/backup.ts';
import { keyPath } from '../lib/key-file.ts';
import { misuse, refuse } from './terminal.ts';
import type { Terminal } from './terminal.ts';

type Words = { config: Config; args: string[]; terminal: Terminal };

export type Command = {
  usage: string;
  about: string;
  /** What `muster COMMAND --help` adds to the line above. */
  more: readonly string[];
  /** Whether it may create the data folder, the key and the database of a new installation. */
  creates?: boolean;
  run: (words: Words) => Promise<number>;
};

type Options = Record<string, { type: 'string' | 'boolean' }>;

export function parse(args: string[], options: Options, positionals = 0) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: positionals > 0, strict: true });
    if (parsed.positionals.length !== positionals) return misuse(`expected ${positionals} argument(s)`);
    const values: Record<string, string | undefined> = {};
    for (const [name, value] of Object.entries(parsed.values)) values[name] = String(value);
    return { values, positionals: parsed.positionals };
  } catch (error) {
    return misuse(error instanceof Error ? error.message : String(error));
  }
}

export function wholeNumber(name: string, text: string): number {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : misuse(`${name} must be a whole number above zero`);
}

/** Opens the database for the duration of the work. */
export async function withDb<T>(
  options: { sqlitePath: string; databaseUrl?: string | undefined },
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const db = openDb({ ...options, onError: () => {} });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Creates an SQLite database that does not exist. */
export const ownDb = <T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> =>
  withDb({ sqlitePath: sqlitePath(config.dataDir), databaseUrl: config.databaseUrl }, work);

/** Undefined if there is a database and a key, or else what is missing. A database server is asked later. */
export function missingFile({ databaseUrl, dataDir, keySource }: Config): string | undefined {
  const path = sqlitePath(dataDir);
  if (databaseUrl === undefined && !existsSync(path)) return `there is no database at ${path}; is DATA_DIR right?`;
  if (keySource !== 'missing') return undefined;
  return `there is no key at ${keyPath(dataDir)}; put the key file of this installation there, or its key into MUSTER_KEY`;
}

/** For commands that create nothing: the database may be of an older version. */
export async function existingDb<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  const missing = missingFile(config);
  return missing === undefined ? ownDb(config, work) : refuse(missing);
}

/** For commands that need an existing database of this version. */
export const migratedDb = <T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> =>
  existingDb(config, async (db) => {
    if (await isMigrated(db).catch(() => false)) return work(db);
    return refuse('the database is not of this version: start the service once, or run "muster migrate"');
  });
