import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startPostgres } from '../test/support/servers/postgres-server.ts';
import { encodeCursor } from '../src/server/http/paging.ts';
import { sha256 } from '../src/server/lib/secrets.ts';
import { compare, median, requestText } from './compare.ts';
import { big, createDatabase, fillPostgres, personId, projectId, small, sqliteFolder, tokenOf, wide } from './data.ts';
import { benchForm, benchKey } from './event-data.ts';
import { residentMb, startMuster } from './processes.ts';
import type { Server } from './processes.ts';
import type { Row, Rows, Stage } from './stage.ts';

const pid = projectId(0);
const owner = 0;
const two = (value: number): string => value.toFixed(2);

type Sent = { method?: string; body?: object };

const send = ({ port }: Server, person: number, path: string, { method = 'GET', body }: Sent = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokenOf(person)}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** The cursor of the page with the last fifty rows, in the list's own order. */
async function lastCursor(columns: [string, string], from: string): Promise<string> {
  const database = new DatabaseSync(join(await sqliteFolder(big), 'muster.db'), { readOnly: true });
  const [a, b] = columns;
  const row = database
    .prepare(`select ${a} as a, ${b} as b from ${from} order by ${a} desc, ${b} desc limit 1 offset 50`)
    .get();
  database.close();
  return encodeCursor([String(row?.['a']), String(row?.['b'])]);
}

async function pages(stage: Stage): Promise<Row[]> {
  const server = await stage.muster(big);
  const lists: [string, string, string][] = [
    ['1,000,000 people', '/api/users', await lastCursor(['sort_key', 'uid'], 'people')],
    ['10,000 tasks', `/api/projects/${pid}/tasks`, await lastCursor(['starts_at', 'id'], 'tasks')],
  ];
  const rows: Row[] = [];
  for (const [what, path, cursor] of lists) {
    const headers = { authorization: `Bearer ${tokenOf(7)}` };
    const ask = (search: string) => ({
      server,
      status: 200,
      requests: [requestText(`${path}?limit=50${search}`, headers)],
    });
    const { ratios, perSecond } = await compare(stage.load, ask(`&cursor=${cursor}`), ask(''), stage.rounds);
    const middle = median(ratios);
    rows.push({
      what: `page of 50 from ${what}, SQLite: last against first`,
      goal: '>= 0.8',
      measured: two(middle),
      spread: `${two(Math.min(...ratios))}-${two(Math.max(...ratios))}`,
      ok: middle >= 0.8,
      notes: `last ${Math.round(perSecond[0])}/s, first ${Math.round(perSecond[1])}/s`,
    });
  }
  return rows;
}

/** 200 people join a task with 20 places at once, through four processes on one PostgreSQL. */
async function joins(): Promise<Row[]> {
  const postgres = await startPostgres(['fsync=off', 'full_page_writes=off']);
  const servers: Server[] = [];
  try {
    const databaseUrl = await createDatabase(postgres.url, 'bench_joins');
    await fillPostgres(databaseUrl, { ...small, name: 'joins', people: 201 }, [owner]);
    const folder = await sqliteFolder(small);
    const env = { DATABASE_URL: databaseUrl, MUSTER_KEY: benchKey };
    for (let i = 0; i < 4; i += 1) servers.push(await startMuster(folder, env));
    const [first] = servers;
    if (first === undefined) return [];
    const body = {
      title: 'Build up',
      starts_at: '2030-01-01T08:00:00Z',
      ends_at: '2030-01-01T09:00:00Z',
      capacity: 20,
    };
    const made = await send(first, owner, `/api/projects/${pid}/tasks`, { method: 'POST', body });
    const { id } = (await made.json()) as { id: string };
    const path = `/api/projects/${pid}/tasks/${id}/attendance`;
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const response = await send(servers[i % servers.length] ?? first, i + 1, path, { method: 'PUT' });
        await response.arrayBuffer();
        return response.status;
      }),
    );
    const count = (wanted: (status: number) => boolean) => statuses.filter(wanted).length;
    const [joined, full, broken] = [count((s) => s < 300), count((s) => s === 409), count((s) => s >= 500)];
    return [
      {
        what: '200 joins at once for 20 places, PostgreSQL, 4 processes of 10 connections',
        goal: '20, 180 x 409, 0 x 5xx',
        measured: `${joined}, ${full} x 409, ${broken} x 5xx`,
        spread: '',
        ok: joined === 20 && full === 180 && broken === 0,
        notes: '',
      },
    ];
  } finally {
    for (const server of servers) await server.stop();
    await postgres.stop();
  }
}

/** Uses a copy, so that the added rows do not affect other measurements. */
async function bulk(stage: Stage): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-bench-copy-'));
  cpSync(await sqliteFolder(wide), folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'muster.db'));
  const appoint = database.prepare('insert into project_owners (pid, uid, created_at) values (?, ?, ?)');
  appoint.run(pid, personId(owner), '2026-01-01T00:00:00.000Z');
  database.close();
  const server = await startMuster(folder);
  try {
    return [await bulkAgainstOne(server, stage.rounds)];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Each round adds to its own empty team. */
async function bulkAgainstOne(server: Server, rounds: number): Promise<Row> {
  const teams = `/api/projects/${pid}/teams`;
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const tid = `bulk-${Date.now()}-${round}`;
    await (await send(server, owner, teams, { method: 'POST', body: { tid, name: tid } })).arrayBuffer();
    const timed = async (work: () => Promise<Response>): Promise<number> => {
      const began = performance.now();
      const response = await work();
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`adding members returned ${response.status}`);
      return performance.now() - began;
    };
    const one = await timed(() => send(server, owner, `${teams}/${tid}/members/${personId(1000)}`, { method: 'PUT' }));
    const people = Array.from({ length: 200 }, (_, i) => ({ uid: personId(2000 + i) }));
    const many = await timed(() =>
      send(server, owner, `${teams}/${tid}/members`, { method: 'POST', body: { people } }),
    );
    ratios.push(many / one);
  }
  const middle = median(ratios);
  return {
    what: 'bulk add of 200 members against adding one, SQLite',
    goal: '< 5',
    measured: two(middle),
    spread: `${two(Math.min(...ratios))}-${two(Math.max(...ratios))}`,
    ok: middle < 5,
    notes: 'time of one call over time of the other',
  };
}

/** Private answers need a fresh sign-in in a browser; a token cannot read them. */
function signInOwner(folder: string): { cookie: string } {
  const now = new Date();
  const ends = new Date(now.getTime() + 86_400_000).toISOString();
  const database = new DatabaseSync(join(folder, 'muster.db'));
  database
    .prepare(
      `insert or replace into sessions (id, token_hash, uid, device, created_at, last_seen_at, expires_at)
       values ('bench', ?, ?, 'bench', ?, ?, ?)`,
    )
    .run(sha256('bench'), personId(owner), now.toISOString(), now.toISOString(), ends);
  database.close();
  return { cookie: 'muster_session=bench' };
}

async function csvMemory(): Promise<Row[]> {
  const folder = await sqliteFolder(big);
  const headers = signInOwner(folder);
  const server = await startMuster(folder, { MUSTER_KEY: benchKey });
  try {
    const path = `http://127.0.0.1:${server.port}/api/projects/${pid}/forms/${benchForm}/responses`;
    const fetchResponses = (tail: string) => fetch(`${path}${tail}`, { headers });
    // A few pages of the same answers load and compile everything first, so that only the export is measured.
    for (let page = 0; page < 10; page += 1) await (await fetchResponses('?limit=200')).text();
    const before = residentMb(server.pid);
    const response = await fetchResponses('.csv');
    let most = before;
    let lines = 0;
    for await (const chunk of response.body ?? []) {
      lines += Buffer.from(chunk as Uint8Array).filter((byte) => byte === 10).length;
      most = Math.max(most, residentMb(server.pid));
    }
    return [
      {
        what: '10,000 form answers as CSV, a sealed field in each',
        goal: '< 20 MB growth',
        measured: `${(most - before).toFixed(1)} MB`,
        spread: '',
        ok: most - before < 20 && lines === 10_001,
        notes: `${lines} lines; resident memory, sampled with every chunk`,
      },
    ];
  } finally {
    await server.stop();
  }
}

export const capabilityRows: Rows = {
  pages: { run: pages },
  joins: { run: joins },
  bulk: { run: bulk },
  csv: { run: csvMemory },
};
