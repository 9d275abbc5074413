import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startPostgres } from '../test/support/servers/postgres-server.ts';
import pg from 'pg';
import type { ArrivalResult, Kind, Times } from './load/arrivals.ts';
import { median, requestText } from './compare.ts';
import { createDatabase, fillPostgres, projectId, small, sqliteFolder, tokenOf } from './data.ts';
import { benchKey } from './event-data.ts';
import { residentMb, startArrivals, startMuster } from './processes.ts';
import type { Server } from './processes.ts';
import type { Row, Rows } from './stage.ts';

const pid = projectId(0);
const { people } = small;
export const tasks = 120;
const fewConnections = 24;
const manyConnections = 500;

const at = (hour: number): string => new Date(Date.UTC(2031, 0, 1) + hour * 3_600_000).toISOString();
const taskRow = (i: number): (string | number)[] => [`load${i}`, pid, `Task ${i}`, at(i), at(i + 1), people, at(-1)];
const insertTask = (marks: string) =>
  `insert into tasks (id, pid, title, starts_at, ends_at, capacity, created_at) values (${marks})`;

const bearer = (person: number) => ({ authorization: `Bearer ${tokenOf(person)}` });

/** The mix of an event: most requests are for the listing, some are signed-in reads, a few are writes. */
export function eventLoad(): Kind[] {
  const everyone = Array.from({ length: people }, (_, i) => i);
  const attendance = (method: string) =>
    Array.from({ length: tasks }, (_, task) =>
      everyone.map((person) =>
        requestText(`/api/projects/${pid}/tasks/load${task}/attendance`, bearer(person)).replace('GET', method),
      ),
    ).flat();
  return [
    { name: 'listing', ofTwenty: 16, requests: [requestText(`/api/members/${pid}`)] },
    {
      name: 'signed-in reads',
      ofTwenty: 3,
      requests: everyone.flatMap((i) => [
        requestText('/api/me', bearer(i)),
        requestText(`/api/projects/${pid}/tasks?limit=20`, bearer(i)),
      ]),
    },
    // Every request changes something: each person joins each task once, then leaves it.
    { name: 'writes', ofTwenty: 1, requests: [...attendance('PUT'), ...attendance('DELETE')] },
  ];
}

/** A server with a small event and tasks that nobody has joined yet. */
export async function withEvent<T>(engine: string, work: (server: Server) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-bench-event-'));
  cpSync(await sqliteFolder(small), folder, { recursive: true });
  const postgres = engine === 'PostgreSQL' ? await startPostgres([]) : undefined;
  let server: Server | undefined;
  try {
    if (postgres === undefined) fillTasks(folder);
    const env = postgres === undefined ? {} : { DATABASE_URL: await fillServer(postgres.url), MUSTER_KEY: benchKey };
    server = await startMuster(folder, env);
    return await work(server);
  } finally {
    await server?.stop();
    await postgres?.stop();
    rmSync(folder, { recursive: true });
  }
}

export function fillTasks(folder: string): void {
  const database = new DatabaseSync(join(folder, 'muster.db'));
  const insert = database.prepare(insertTask('?, ?, ?, ?, ?, ?, ?'));
  for (let i = 0; i < tasks; i += 1) insert.run(...taskRow(i));
  database.close();
}

async function fillServer(serverUrl: string): Promise<string> {
  const url = await createDatabase(serverUrl, 'bench_event');
  await fillPostgres(url, small);
  const client = new pg.Client(url);
  await client.connect();
  for (let i = 0; i < tasks; i += 1) await client.query(insertTask('$1, $2, $3, $4, $5, $6, $7'), taskRow(i));
  await client.end();
  return url;
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;
const unloadedShare = 0.1;

/** Twice the sustainable load against a tenth of it. Sustainable is what 24 always busy connections get. */
async function overload(engine: string): Promise<Row[]> {
  const arrivals = startArrivals();
  try {
    return await withEvent(engine, async ({ port, pid: processId }) => {
      const kinds = eventLoad();
      const run = (perSecond: number, seconds: number, connections: number) =>
        arrivals.run({ port, kinds, perSecond, ms: seconds * 1000, settleMs: 1000, connections });
      await run(20_000, 4, fewConnections);
      const { answersPerSecond: rate } = await run(20_000, 4, fewConnections);
      const calm = await run(rate * unloadedShare, 10, manyConnections);
      const before = residentMb(processId);
      const most = watchMemory(processId);
      const loaded = await run(rate * 2, 15, manyConnections).finally(most);
      return rowsOf(engine, rate, calm, loaded, [before, most()]);
    });
  } finally {
    await arrivals.stop();
  }
}

/** Returns the largest resident memory seen until it is called. */
function watchMemory(processId: number): () => number {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, residentMb(processId))), 200);
  return (): number => {
    clearInterval(timer);
    return most;
  };
}

function rowsOf(
  engine: string,
  rate: number,
  calm: ArrivalResult,
  loaded: ArrivalResult,
  [before, most]: [number, number],
): Row[] {
  // Per second: a shared machine pauses now and then, and one pause would be the p99 of the whole run.
  const unloaded = median(calm.p99s);
  const ratios = loaded.p99s.map((p99) => p99 / unloaded);
  const ratio = median(ratios);
  const { accepted, refused, settling, other, unanswered } = loaded;
  const share = (times: Times) => `${Math.round((100 * times.count) / (accepted.count + refused.count))}%`;
  const byKind = loaded.kinds.map((kind, i) => {
    const all = kind.accepted.count + kind.refused.count;
    const taken = Math.round((100 * kind.accepted.count) / all);
    return `${kind.name} ${taken}% taken, ${ms(kind.accepted.p99)} against ${ms(calm.kinds[i]?.accepted.p99 ?? 0)}`;
  });
  const what = `twice the sustainable load, ${engine}`;
  return [
    {
      what: `${what}: p99 of what is accepted against unloaded`,
      goal: '< 5',
      measured: ratio.toFixed(1),
      spread: `${Math.min(...ratios).toFixed(1)}-${Math.max(...ratios).toFixed(1)}`,
      ok: ratio < 5 && other.length === 0 && unanswered === 0,
      notes: `${Math.round(rate)}/s are sustainable; ${ms(median(loaded.p99s))} against ${ms(unloaded)}, of all seconds together ${ms(accepted.p99)} against ${ms(calm.accepted.p99)}; ${byKind.join('; ')}; in the first second ${ms(settling.p99)}; ${share(refused)} refused after ${ms(refused.median)}, p99 ${ms(refused.p99)}; ${other.length} other answers, ${unanswered} without; the load took ${loaded.busy.toFixed(2)} of a core`,
    },
    {
      what: `${what}: growth of resident memory`,
      goal: '< 50 MB',
      measured: `${Math.round(most - before)} MB`,
      spread: '',
      ok: most - before < 50,
      notes: `from ${Math.round(before)} MB, the most of 15 seconds`,
    },
  ];
}

export const overloadRows: Rows = {
  overload: { optional: true, run: () => overload('SQLite') },
  'overload-postgres': { optional: true, run: () => overload('PostgreSQL') },
};
