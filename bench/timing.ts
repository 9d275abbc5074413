import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { startPostgres } from '../test/support/servers/postgres-server.ts';
import { openDb } from '../src/server/db/open.ts';
import { newToken } from '../src/server/auth/token-format.ts';
import { sha256 } from '../src/server/lib/secrets.ts';
import { createDatabase, fillPostgres, personId, small, sqliteFolder, tokenOf } from './data.ts';
import { median } from './compare.ts';
import { startMuster } from './processes.ts';
import type { Row, Rows } from './stage.ts';

/** One request about something that exists and about something that does not. */
type Probe = { what: string; requestFor: (index: number, known: boolean) => Request };
type Request = { path: string; headers?: Record<string, string>; body?: object; status: number };

const people = small.people;
const samplesPerRound = 40;

/** An attacker would learn something from two right guesses in three; one in two is chance. */
const maxDeviation = 0.1;

const probes: readonly Probe[] = [
  {
    what: 'sign-in link for a known address or not',
    requestFor: (index, known) => ({
      path: '/api/sign-in/email',
      body: { email: `${known ? 'person' : 'nobody'}-${index % people}@example.org` },
      status: 202,
    }),
  },
  {
    what: 'exchange with a known username or not',
    requestFor: (index, known) => ({
      path: '/api/token',
      body: { username: `x-${known ? 'known' : 'other'}${index % people}`, password: 'guess' },
      status: 401,
    }),
  },
  {
    what: 'token that shares all but its end with a real one or nothing',
    requestFor: (index, known) => ({
      path: '/api/me',
      headers: { authorization: `Bearer ${guess(index, known)}` },
      status: 401,
    }),
  },
];

const guesses = new Map<string, string>();

/** Created before sending, so that the creation is not measured. */
function guess(index: number, near: boolean): string {
  const key = `${near} ${index % people}`;
  const kept = guesses.get(key) ?? (near ? nearMiss(tokenOf(index % people)) : newToken());
  guesses.set(key, kept);
  return kept;
}

/** The checksum must be valid, or the token is rejected before the lookup. */
function nearMiss(token: string): string {
  for (;;) {
    const other = newToken();
    const body = `${token.slice(0, 48)}${other.slice(48, 56)}`;
    const checked = withChecksum(body);
    if (checked !== token) return checked;
  }
}

const withChecksum = (body: string): string => `${body}_${crc32(body).toString(16).padStart(8, '0')}`;

function milliseconds(agent: Agent, port: number, { path, headers, body, status }: Request): Promise<number> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const sent = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        path,
        method: text === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...(text === undefined ? {} : { 'content-type': 'application/json' }) },
      },
      (response) => {
        response.resume();
        response.once('end', () => {
          if (response.statusCode === status) resolve(performance.now() - began);
          else reject(new Error(`${path} returned ${response.statusCode}`));
        });
      },
    );
    sent.once('error', reject);
    sent.end(text);
  });
}

/** How often a response about something known took longer than one about something unknown; 0.5 is chance. */
function shareLonger(known: readonly number[], unknown: readonly number[]): number {
  const wins = known.reduce((sum, one) => sum + unknown.filter((other) => one > other).length, 0);
  return wins / (known.length * unknown.length);
}

async function measure(engine: string, port: number, rounds: number): Promise<Row[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const rows: Row[] = [];
  for (const { what, requestFor } of probes) {
    const times = { known: new Array<number>(), unknown: new Array<number>() };
    for (let i = 0; i < 100; i += 1) await milliseconds(agent, port, requestFor(i, i % 2 === 0));
    for (let i = 0; i < rounds * samplesPerRound; i += 1) {
      // Random order, so that neither always follows the other.
      for (const known of Math.random() < 0.5 ? [true, false] : [false, true]) {
        times[known ? 'known' : 'unknown'].push(await milliseconds(agent, port, requestFor(i, known)));
      }
    }
    const share = shareLonger(times.known, times.unknown);
    const middle = (list: readonly number[]) => `${median(list).toFixed(2)} ms`;
    rows.push({
      what: `${what} (${engine})`,
      goal: `${0.5 - maxDeviation}-${0.5 + maxDeviation}`,
      measured: share.toFixed(3),
      spread: '',
      ok: Math.abs(share - 0.5) <= maxDeviation,
      notes: `known ${middle(times.known)}, unknown ${middle(times.unknown)}, ${times.known.length} of each`,
    });
  }
  agent.destroy();
  return rows;
}

/** Inserts valid credentials, so that guesses can be close to real ones. */
async function insertCredentials(place: { sqlitePath: string; databaseUrl: string | undefined }): Promise<void> {
  const db = openDb({ ...place, onError: () => {} });
  const [created_at, expires_at] = ['2026-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];
  const values = Array.from({ length: people }, (_, i) => ({
    username: `x-known${i}`,
    password_hash: sha256(`password ${i}`),
    uid: personId(i),
    created_at,
    expires_at,
  }));
  await db.transaction((trx) => trx.insertInto('exchange_credentials').values(values).execute());
  await db.close();
}

async function onSqlite(rounds: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-timing-'));
  cpSync(await sqliteFolder(small), folder, { recursive: true });
  await insertCredentials({ sqlitePath: join(folder, 'muster.db'), databaseUrl: undefined });
  const server = await startMuster(folder);
  try {
    return await measure('SQLite', server.port, rounds);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onPostgres(rounds: number): Promise<Row[]> {
  const postgres = await startPostgres([]);
  const folder = mkdtempSync(join(tmpdir(), 'muster-timing-'));
  try {
    const databaseUrl = await createDatabase(postgres.url, 'timing');
    await fillPostgres(databaseUrl, small);
    await insertCredentials({ sqlitePath: '', databaseUrl });
    const server = await startMuster(folder, { DATABASE_URL: databaseUrl, MUSTER_KEY: '11'.repeat(32) });
    try {
      return await measure('PostgreSQL', server.port, rounds);
    } finally {
      await server.stop();
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const timingRows: Rows = {
  timing: { optional: true, run: async ({ rounds }) => [...(await onSqlite(rounds)), ...(await onPostgres(rounds))] },
};
