import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { forPrograms } from '../lib/database-url.ts';

const run = promisify(execFile);

async function call(program: string, databaseUrl: string, words: (url: string) => string[]): Promise<void> {
  const { url, password } = forPrograms(databaseUrl);
  const env = { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) };
  try {
    await run(program, words(url), { env, maxBuffer: 16 * 1024 * 1024 });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Error(`${program} is not installed; it comes with the client programs of PostgreSQL`, { cause: error });
    }
    throw error;
  }
}

/** The main version of pg_dump on this machine; it saves servers up to its own. */
export async function dumpVersion(): Promise<number> {
  const { stdout } = await run('pg_dump', ['--version']);
  return Number(/(\d+)/.exec(stdout)?.[1] ?? 0);
}

export const dumpPostgres = (databaseUrl: string, target: string): Promise<void> =>
  call('pg_dump', databaseUrl, (url) => ['--format=custom', '--no-owner', '--no-privileges', `--file=${target}`, url]);

/** In one transaction: the database holds all of it afterwards, or is as it was. */
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
