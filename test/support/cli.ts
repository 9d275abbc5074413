import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Place } from './database.ts';

const program = fileURLToPath(new URL('../../src/server/cli/muster.ts', import.meta.url));

export type Outcome = { code: number; stdout: string; stderr: string };

/** A program of this project, run to its end with nothing of the test run's own environment. */
export function runToEnd(path: string, env: Record<string, string>, args: readonly string[]): Promise<Outcome> {
  const settings = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: join(tmpdir(), 'muster-compile-cache'),
    ...env,
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [path, ...args], { env: settings }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

/** The command line on a place, with more settings. */
export const musterWith = (env: Record<string, string>, place: Place, ...args: string[]): Promise<Outcome> =>
  runToEnd(
    program,
    {
      DATA_DIR: place.folder,
      MUSTER_KEY: '11'.repeat(32),
      ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
      ...env,
    },
    args,
  );

export const muster = (place: Place, ...args: string[]): Promise<Outcome> => musterWith({}, place, ...args);
