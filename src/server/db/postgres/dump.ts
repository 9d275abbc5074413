import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '../db.ts';
import { forPrograms } from '../../lib/database-url.ts';

const run = promisify(execFile);

type Arguments = (url: string) => string[];

async function call(
  program: string,
  databaseUrl: string,
  argumentsFor: Arguments,
  signal?: AbortSignal,
): Promise<void> {
  const { url, password } = forPrograms(databaseUrl);
  const env = { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) };
  try {
    await run(program, argumentsFor(url), {
      env,
      maxBuffer: 16 * 1024 * 1024,
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Error(`${program} is not installed; it is part of the PostgreSQL client programs`, { cause: error });
    }
    // The last line of stderr; the error's own message repeats the whole command.
    const reason = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : '';
    throw reason === undefined || reason === '' ? error : new Error(reason, { cause: error });
  }
}

/** The major version of pg_dump on this machine. It can dump servers up to that version. */
export async function dumpVersion(): Promise<number> {
  const { stdout } = await run('pg_dump', ['--version']);
  return Number(/(\d+)/.exec(stdout)?.[1] ?? 0);
}

export const dumpPostgres = (databaseUrl: string, target: string, signal?: AbortSignal): Promise<void> =>
  call(
    'pg_dump',
    databaseUrl,
    (url) => ['--format=custom', '--no-owner', '--no-privileges', `--file=${target}`, url],
    signal,
  );

/** In one transaction: a failed restore leaves the database unchanged. */
export const restorePostgres = (databaseUrl: string, source: string): Promise<void> =>
  call('pg_restore', databaseUrl, (url) => [
    '--clean',
    '--if-exists',
    '--no-owner',
    '--no-privileges',
    '--single-transaction',
    `--dbname=${url}`,
    source,
  ]);

/** Cleans up after a restore that could not be finished. */
export async function dropTables(db: Db): Promise<void> {
  const tables = await db.read.introspection.getTables();
  await db.transactionWithoutTimeouts(async (trx) => {
    for (const { name } of tables) await sql`drop table ${sql.table(name)} cascade`.execute(trx);
  });
}
