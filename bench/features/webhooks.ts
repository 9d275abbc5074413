import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { openDb } from '../../src/server/db/open.ts';
import { webhookWorker } from '../../src/server/features/webhooks/deliveries/worker.service.ts';
import { systemClock } from '../../src/server/lib/clock.ts';
import { createGuardedFetch } from '../../src/server/lib/outgoing/guarded-fetch.ts';
import { keyring, seal } from '../../src/server/lib/seal.ts';
import { compare, median, requestText } from '../compare.ts';
import { personId, projectId, small, sqliteFolder, tokenOf } from '../data.ts';
import { benchKey } from '../event-data.ts';
import { startMuster, startReference } from '../processes.ts';
import type { Server } from '../processes.ts';
import type { Row, Rows, Stage } from '../stage.ts';

const pid = projectId(0);
const two = (value: number): string => value.toFixed(2);
const keys = keyring([Buffer.from(benchKey, 'hex')]);
const now = (): string => new Date().toISOString();
/** What a delivery of this size costs both sides. */
const body = JSON.stringify({
  type: 'task.changed',
  timestamp: now(),
  data: { project: pid, subject: 'x'.repeat(26) },
});

/** Three webhooks of one project, with these many deliveries that are due. */
function addWebhooks(folder: string, port: number, deliveries: number): void {
  const database = new DatabaseSync(join(folder, 'muster.db'));
  const webhook =
    database.prepare(`insert into webhooks (id, pid, url, kinds, secrets, key_id, created_by, created_at, active_since)
    values (?, ?, ?, '[]', ?, ?, ?, ?, ?)`);
  const delivery = database.prepare(`insert into webhook_deliveries (id, webhook_id, kind, body, created_at, due_at)
    values (?, ?, 'task.changed', ?, ?, ?)`);
  const owner = personId(0);
  database.exec('begin');
  // A webhook works as long as the person who added it owns the project.
  database
    .prepare('insert or ignore into project_owners (pid, uid, created_at) values (?, ?, ?)')
    .run(pid, owner, now());
  for (let index = 0; index < 3; index += 1) {
    const id = `hook${index}`;
    const secrets = seal(keys, `webhook:${id}:secrets`, '["whsec_c2VjcmV0IG9mIHRoZSBiZW5jaG1hcms="]');
    webhook.run(id, pid, `http://127.0.0.1:${port}/hook`, secrets, keys.current.id, owner, now(), now());
  }
  for (let index = 0; index < deliveries; index += 1)
    delivery.run(`d${String(index).padStart(9, '0')}`, `hook${index % 3}`, body, now(), now());
  database.exec('insert into webhook_feed (id, seq) values (1, 0); commit');
  database.close();
}

/** A copy of the small database, with the tables of this version. */
async function copyOfSmall(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-bench-webhooks-'));
  cpSync(await sqliteFolder(small), folder, { recursive: true });
  return folder;
}

const perRound = 6000;
/** The worker uses so many for three webhooks. */
const connections = 24;

async function fetchLoop(url: string): Promise<number> {
  let left = perRound;
  const startedAt = performance.now();
  const run = async () => {
    while (left > 0) {
      left -= 1;
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      await response.text();
    }
  };
  await Promise.all(Array.from({ length: connections }, run));
  return (perRound / (performance.now() - startedAt)) * 1000;
}

async function deliver(port: number): Promise<number> {
  const folder = await copyOfSmall();
  addWebhooks(folder, port, perRound);
  const db = openDb({ sqlitePath: join(folder, 'muster.db'), databaseUrl: undefined, onError: () => {} });
  const guardedFetch = createGuardedFetch({ internalHosts: [{ hostname: '127.0.0.1', port: undefined }] });
  const worker = webhookWorker({ db, clock: systemClock, keys, guardedFetch, log: pino({ level: 'silent' }) });
  const startedAt = performance.now();
  await worker.drain();
  const perSecond = (perRound / (performance.now() - startedAt)) * 1000;
  await db.close();
  rmSync(folder, { recursive: true, force: true });
  return perSecond;
}

async function deliveries({ rounds }: Stage): Promise<Row[]> {
  const receiver = await startReference();
  const results: [number, number][] = [];
  for (let round = 0; round <= rounds; round += 1)
    results.push([await deliver(receiver.port), await fetchLoop(`http://127.0.0.1:${receiver.port}/hook`)]);
  await receiver.stop();
  // The first round warms up.
  const ratios = results.slice(1).map(([own, bare]) => own / bare);
  const middle = median(ratios);
  const rate = (index: 0 | 1) => Math.round(median(results.map((pair) => pair[index])));
  return [
    {
      what: `${perRound} webhook deliveries against a bare fetch loop, ${connections} connections, SQLite`,
      goal: '>= 0.5',
      measured: two(middle),
      spread: `${two(Math.min(...ratios))}-${two(Math.max(...ratios))}`,
      ok: middle >= 0.5,
      notes: `Muster ${rate(0)}/s, bare ${rate(1)}/s`,
    },
  ];
}

/** A task that everybody can join. */
export const oneTask = `insert into tasks (id, pid, tid, title, starts_at, ends_at, capacity, attendee_count, created_at)
  values ('bench1', '${pid}', null, 'Bench', '2090-01-01T09:00:00.000Z', '2090-01-01T10:00:00.000Z', 100000, 0, '${now()}')`;

/** 20 people, one after the other. */
export const joinAndLeave = (): string[] =>
  Array.from({ length: 40 }, (_, i) =>
    requestText(`/api/projects/${pid}/tasks/bench1/attendance`, {
      authorization: `Bearer ${tokenOf(20 + Math.floor(i / 2))}`,
    }).replace('GET', i % 2 === 0 ? 'PUT' : 'DELETE'),
  );

/** The statement that records a change still runs, but stores nothing. */
const noFeed = 'create trigger no_feed before insert on changes begin select raise(ignore); end';

/** Joining and leaving a task, with three webhooks that get every change against none, and against no stored changes. */
async function writes(stage: Stage): Promise<Row[]> {
  await using cleaning = new AsyncDisposableStack();
  const receiver = await startReference();
  cleaning.defer(() => receiver.stop());
  const start = async (statements: string, hasWebhooks: boolean): Promise<Server> => {
    const folder = await copyOfSmall();
    cleaning.defer(() => rmSync(folder, { recursive: true, force: true }));
    const database = new DatabaseSync(join(folder, 'muster.db'));
    database.exec(`${oneTask};${statements}`);
    database.close();
    if (hasWebhooks) addWebhooks(folder, receiver.port, 0);
    const server = await startMuster(folder, { MUSTER_KEY: benchKey, INTERNAL_HOSTS: '127.0.0.1' });
    cleaning.defer(() => server.stop());
    return server;
  };
  const requests = joinAndLeave();
  const target = (server: Server) => ({ server, status: 204, requests });
  const own = await start('', true);
  const others = [
    ['no webhook', await start('', false)],
    ['no webhook and no stored change', await start(noFeed, false)],
  ] as const;
  const rows: Row[] = [];
  for (const [what, other] of others) {
    const { ratios, perSecond, byProcessor } = await compare(stage.load, target(own), target(other), stage.rounds);
    const middle = median(ratios);
    rows.push({
      what: `joining and leaving a task with the feed and 3 webhooks against ${what}, SQLite`,
      goal: '>= 0.8',
      measured: two(middle),
      spread: `${two(Math.min(...ratios))}-${two(Math.max(...ratios))}`,
      ok: middle >= 0.8,
      notes: `${Math.round(perSecond[0])}/s, ${Math.round(perSecond[1])}/s; by processor time ${two(byProcessor)}`,
    });
  }
  return rows;
}

/** Optional: they take minutes. */
export const webhookRows: Rows = {
  'webhook-deliveries': { optional: true, run: deliveries },
  'webhook-writes': { optional: true, run: writes },
};
