import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { forPrograms } from '../../lib/database-url.ts';

const run = promisify(execFile);

type Words = (url: string) => string[];

async function call(program: string, databaseUrl: string, words: Words, signal?: AbortSignal): Promise<void> {
  const { url, password } = forPrograms(databaseUrl);
  const env = { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) };
  try {
    await run(program, words(url), { env, maxBuffer: 16 * 1024 * 1024, ...(signal === undefined ? {} : { signal }) });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Error(`${program} is not installed; it comes with the client programs of PostgreSQL`, { cause: error });
    }
    // What the program said last; the message in front of it repeats the whole command.
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : '';
    throw said === undefined || said === '' ? error : new Error(said, { cause: error });
  }
}

/** The main version of pg_dump on this machine; it saves servers up to its own. */
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
