import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runCli } from '../../src/server/cli/run-cli.ts';
import type { TestDatabase } from './database.ts';
import { compileCache } from './scratch.ts';

const program = fileURLToPath(new URL('../../src/server/cli/muster.ts', import.meta.url));

export type Outcome = { code: number; stdout: string; stderr: string };

const settingsOf = (place: TestDatabase): Record<string, string> => ({
  DATA_DIR: place.folder,
  MUSTER_KEY: '11'.repeat(32),
  ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
});

/** Runs the command line in this process, on a database and with more settings. */
export async function musterWith(
  env: Record<string, string>,
  place: TestDatabase,
  ...args: string[]
): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const code = await runCli(args, {
    env: { ...settingsOf(place), ...env },
    stdout: { write: (text) => (written.stdout += text) },
    stderr: { write: (text) => (written.stderr += text) },
  });
  return { code, ...written };
}

export const muster = (place: TestDatabase, ...args: string[]): Promise<Outcome> => musterWith({}, place, ...args);

/** Runs a program of this project in its own process, without the environment of the test run. */
export function runToEnd(path: string, env: Record<string, string>, args: readonly string[]): Promise<Outcome> {
  const settings = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache, ...env };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [path, ...args], { env: settings }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

/** Runs the command line like an operator, in its own process. */
export const musterProgram = (place: TestDatabase, ...args: string[]): Promise<Outcome> =>
  runToEnd(program, settingsOf(place), args);
