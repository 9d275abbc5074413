import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from './database.ts';
import { compileCache } from './scratch.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bare = [process.execPath, join(root, 'src/server/main.ts')];
/** As in the README. npm does not check for a newer version of itself. */
export const byNpm = ['npm', 'start', '--no-update-notifier'];

export type ExitResult = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };

export type ServerProcess = {
  url: string;
  child: ChildProcess;
  ended: Promise<ExitResult>;
  /** The first log line that matches, including lines already written. */
  waitForLogLine: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** The number of log lines so far that match. */
  countLogLines: (pattern: RegExp) => number;
  stop: (signal?: NodeJS.Signals) => Promise<ExitResult>;
  [Symbol.asyncDispose]: () => Promise<void>;
};

/** Without the environment of the test run: a server only gets the settings of the test. */
const environment = (env: Record<string, string>): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  PORT: '0',
  NODE_COMPILE_CACHE: compileCache,
  ...env,
});

const settingsOf = (place: TestDatabase): Record<string, string> => ({
  DATA_DIR: place.folder,
  MUSTER_KEY: '11'.repeat(32),
  ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
});

function launch(env: Record<string, string>, [command = '', ...words] = bare) {
  const child = spawn(command, words, { cwd: root, env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const waiting = new Set<(line: string) => void>();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const check of waiting) check(line);
  });
  const ended = once(child, 'close').then(([code, signal]): ExitResult => ({
    code,
    signal,
    stdout: lines.join('\n'),
    stderr,
  }));
  const waitForLogLine = (pattern: RegExp) => {
    const early = lines.map((one) => pattern.exec(one)).find((match) => match !== null);
    if (early !== undefined) return Promise.resolve(early);
    return new Promise<RegExpExecArray>((resolve, reject) => {
      waiting.add((one) => {
        const match = pattern.exec(one);
        if (match !== null) resolve(match);
      });
      void ended.then(() => reject(new Error(`the server ended before it said ${String(pattern)}: ${stderr}`)));
    });
  };
  const countLogLines = (pattern: RegExp) => lines.filter((one) => pattern.test(one)).length;
  return { child, ended, waitForLogLine, countLogLines };
}

/** A start that is expected to fail, with its exit code and output. */
export const launchToEnd = (env: Record<string, string>): Promise<ExitResult> => launch(env).ended;

/** A real server process on a database that other processes may share. */
export async function startServer(
  place: TestDatabase,
  env: Record<string, string> = {},
  command = bare,
): Promise<ServerProcess> {
  const { child, ended, waitForLogLine, countLogLines } = launch({ ...settingsOf(place), ...env }, command);
  const [, url = ''] = await waitForLogLine(/Server listening at (http:[^"]+)/);
  await waitForLogLine(/Muster is ready/);
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return ended;
  };
  return {
    url,
    child,
    ended,
    waitForLogLine,
    countLogLines,
    stop,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) await stop('SIGKILL');
    },
  };
}

export type Session = { cookie: string; 'sec-fetch-site': string };

/** Signs in as a real visitor does: through a link that the server printed. */
export async function signInWith(server: ServerProcess, input: Record<string, string | boolean>): Promise<Session> {
  const response = await send(server, 'POST', '/api/sign-in', { body: input });
  if (response.status !== 200) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
  const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  return { cookie, 'sec-fetch-site': 'same-origin' };
}

/** The person of the set-up link that a first start prints. */
export async function setUp(server: ServerProcess): Promise<Session> {
  const [, token = ''] = await server.waitForLogLine(/Set-up link: [^#]+#token=(\w+)/);
  return signInWith(server, { token, email: 'first@example.org', name: 'First' });
}

type Sent = { headers?: Record<string, string>; body?: object };

export function send(server: ServerProcess, method: string, path: string, { headers, body }: Sent = {}) {
  return fetch(`${server.url}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
