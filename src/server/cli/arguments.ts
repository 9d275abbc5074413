import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { openDb } from '../db/open.ts';
import type { Db } from '../db/db.ts';
import { isMigrated } from '../db/migrate.ts';
import { sqlitePath } from '../db/sqlite/backup.ts';
import { misuse, refuse } from './terminal.ts';
import type { Terminal } from './terminal.ts';

type Words = { config: Config; args: string[]; terminal: Terminal };

export type Command = {
  usage: string;
  about: string;
  /** What `muster COMMAND --help` adds to the line above. */
  more: readonly string[];
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

export const ownDb = <T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> =>
  withDb({ sqlitePath: sqlitePath(config.dataDir), databaseUrl: config.databaseUrl }, work);

/** For commands that need an existing database of this version. */
export const migratedDb = <T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> =>
  ownDb(config, async (db) => {
    if (await isMigrated(db).catch(() => false)) return work(db);
    return refuse(
      'the database does not exist or is not of this version: start the service once, or run "muster migrate"',
    );
  });
