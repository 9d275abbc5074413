import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testClock } from './support/app.ts';
import { freshPlace, migratedAt } from './support/database.ts';
import { startServer } from './support/processes.ts';
import { expectWhole } from './support/whole.ts';
import { createSite, startWriting } from './support/writers.ts';

const childrenOf = (pid = 0): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);

/** Uses a new connection, which any worker may accept. */
const closing = { headers: { connection: 'close' } };
const scrape = async (url: string): Promise<string> => (await fetch(`${url}/metrics`, closing)).text();

const matchesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '']) => first);
const workersIn = (text: string) => matchesIn(text, /^process_resident_memory_bytes\{worker="(\d+)"\}/gm).toSorted();

/** Sends requests on new and reused connections until stopped; returns the statuses. */
function keepRequesting(url: string) {
  const statuses: (number | string)[] = [];
  const running = new AbortController();
  const loop = async () => {
    while (!running.signal.aborted && statuses.length < 20_000) {
      statuses.push(
        await fetch(`${url}/readyz`).then(
          (response) => response.status,
          (error: unknown) => String(error),
        ),
      );
      await sleep(2);
    }
  };
  const loops = [loop(), loop()];
  return async () => {
    running.abort();
    await Promise.all(loops);
    return statuses;
  };
}

test('a dead worker is replaced, and a rolling restart loses no request or write', async () => {
  await using place = await freshPlace();
  await using ground = await migratedAt(place);
  const at = { db: ground.db, clock: testClock(new Date()) };
  const site = await createSite(at);
  await using server = await startServer(place, { WORKERS: '2', RATE_LIMIT_SCALE: '1000' });
  await server.line(/all workers are ready/);
  const [, pid = ''] = await server.line(/"pid":(\d+),"url"/);
  process.kill(Number(pid), 'SIGKILL');
  await server.line(/a worker died; starting another/);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

  const stopRequesting = keepRequesting(server.url);
  const writing = startWriting(site, () => server.url, { mail: false });
  server.child.kill('SIGHUP');
  await server.line(/all workers have been replaced/);
  const statuses = await stopRequesting();
  expect(statuses.length).toBeGreaterThan(10);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const book = await writing.stop();
  expect([...book.answers.keys()].filter((status) => !/^(?:20.|409)$/.test(status))).toEqual([]);
  await expectWhole(at, site, book);

  expect(await server.stop('SIGTERM')).toMatchObject({ code: 0 });
}, 180_000);

test('two restarts at once keep the number of workers, and a worker that fails to start replaces none', async () => {
  await using place = await freshPlace();
  await using ground = await migratedAt(place);
  await using server = await startServer(place, { WORKERS: '2' });
  await server.line(/all workers are ready/);
  server.child.kill('SIGHUP');
  await sleep(100);
  server.child.kill('SIGHUP');
  while (server.said(/all workers have been replaced/) < 2) await sleep(50);
  const workers = childrenOf(server.child.pid);
  expect(workers).toHaveLength(2);

  await ground.db.transaction((trx) =>
    sql`insert into schema_migrations values ('9999_from_the_future', ${new Date().toISOString()})`.execute(trx),
  );
  server.child.kill('SIGHUP');
  await server.line(/a new worker did not start; the old ones keep running/);
  expect(childrenOf(server.child.pid)).toEqual(workers);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await server.stop('SIGTERM')).toMatchObject({ code: 0 });
}, 180_000);

test('every worker reports the metrics of all; a stuck worker is left out', async () => {
  await using place = await freshPlace();
  await using server = await startServer(place, { WORKERS: '2' });
  await server.line(/all workers are ready/);
  const requested = 40;
  await Promise.all(Array.from({ length: requested }, () => fetch(`${server.url}/healthz`, closing)));

  const scrapes = await Promise.all(Array.from({ length: 10 }, () => scrape(server.url)));
  for (const text of scrapes) {
    expect(workersIn(text)).toEqual(['1', '2']);
    const counts = matchesIn(text, /^muster_http_request_seconds_count\{.*route="\/healthz".*\} (\d+)$/gm);
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(requested);
    // Each metric is described once, and shared metrics appear once.
    const described = matchesIn(text, /^# TYPE (\S+)/gm);
    expect(described).toEqual([...new Set(described)]);
    expect(matchesIn(text, /^muster_outbox_jobs\{(.*)\} 0$/gm)).toEqual(['state="waiting"', 'state="dead"']);
  }

  const [stuck] = childrenOf(server.child.pid);
  process.kill(Number(stuck), 'SIGSTOP');
  try {
    expect(workersIn(await scrape(server.url))).toHaveLength(1);
  } finally {
    process.kill(Number(stuck), 'SIGCONT');
  }
  expect(await server.stop('SIGTERM')).toMatchObject({ code: 0 });
}, 60_000);
