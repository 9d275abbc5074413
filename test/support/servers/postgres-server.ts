import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { scratchFolder } from '../scratch.ts';

const versions = '/usr/lib/postgresql';

export function postgresFolder(): string | undefined {
  try {
    const newest = readdirSync(versions).toSorted((a, b) => Number(b) - Number(a))[0];
    return newest === undefined ? undefined : join(versions, newest, 'bin');
  } catch {
    return undefined;
  }
}

/** PostgreSQL refuses to run as root, so root starts it as the user of its package. */
export function serverUser(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export type PostgresServer = {
  url: string;
  port: number;
  child: ChildProcess;
  /** Kills all of its processes at once, as when the machine fails. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
};

/** No test is about power cuts, and no data lives long enough to need vacuum. */
const fastSettings = [
  'fsync=off',
  'full_page_writes=off',
  'autovacuum=off',
  'jit=off',
  'shared_buffers=64MB',
  'max_wal_size=256MB',
];

/** A server with these settings, in its own folder on the disk. */
export const startPostgres = (
  settings: readonly string[],
  folder = mkdtempSync(join(tmpdir(), 'muster-postgres-')),
): Promise<PostgresServer> =>
  startIn(
    folder,
    (data, { run }) => run('initdb', ['-D', data, '-U', 'muster', '-A', 'trust', '-E', 'UTF8', '--no-sync']),
    settings,
  );

/** A server for tests: as fast as possible, in memory if there is room. */
export const startTestPostgres = (): Promise<PostgresServer> => startPostgres(fastSettings, scratchFolder('postgres'));

/** A standby of a running server, read-only until it is promoted. */
export const startStandby = (primary: PostgresServer): Promise<PostgresServer> =>
  startIn(
    scratchFolder('standby'),
    (data, { run }) =>
      run('pg_basebackup', ['-D', data, '-d', primary.url, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']),
    fastSettings,
  );

type Programs = { run: (program: string, words: string[]) => void };

async function startIn(
  folder: string,
  fill: (data: string, programs: Programs) => void,
  settings: readonly string[],
): Promise<PostgresServer> {
  const bin = postgresFolder();
  if (bin === undefined) throw new Error('PostgreSQL is not installed; "npm test" installs it where it may');
  const user = serverUser();
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined) for (const path of [folder, data]) chownSync(path, user.uid, user.gid);
  const asServer = { ...user, cwd: folder, stdio: 'ignore' } as const;
  fill(data, { run: (program, words) => void execFileSync(join(bin, program), words, asServer) });
  const port = await freePort();
  const options = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    ...settings,
  ];
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...options.flatMap((option) => ['-c', option])], asServer);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = `postgres://muster@127.0.0.1:${port}/postgres`;
  await untilItAnswers(url);
  const end = async (signal: () => void) => {
    signal();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    url,
    port,
    child,
    kill: () => end(() => killWithChildren(child)),
    stop: () => end(() => child.kill('SIGINT')),
  };
}

function killWithChildren({ pid = 0 }: ChildProcess): void {
  const children = execFileSync('ps', ['--ppid', String(pid), '-o', 'pid='], { encoding: 'utf8' });
  for (const one of [pid, ...children.trim().split(/\s+/).map(Number)]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch (error) {
      // It may have ended between the two lines above.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

async function untilItAnswers(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      return;
    } catch (error) {
      if (attempt > 1200) throw error;
      await sleep(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
