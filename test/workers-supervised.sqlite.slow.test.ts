import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { emptyDatabase, migratedAt } from './support/database.ts';
import { startServer } from './support/processes.ts';

const childrenOf = (pid = 0): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);

/** On a connection of its own, which any of the processes may take. */
const closing = { headers: { connection: 'close' } };
const scrape = async (url: string): Promise<string> => (await fetch(`${url}/metrics`, closing)).text();

const matchesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '']) => first);
const workersIn = (text: string) => matchesIn(text, /^process_resident_memory_bytes\{worker="(\d+)"\}/gm).toSorted();

test('two concurrent rolling restarts keep the number of workers; a worker that cannot start replaces none', async () => {
  await using place = await emptyDatabase();
  await using migrated = await migratedAt(place);
  await using server = await startServer(place, { WORKERS: '2' });
  await server.waitForLogLine(/all workers are ready/);
  server.child.kill('SIGHUP');
  await sleep(100);
  server.child.kill('SIGHUP');
  while (server.countLogLines(/all workers have been replaced/) < 2) await sleep(50);
  const workers = childrenOf(server.child.pid);
  expect(workers).toHaveLength(2);

  await migrated.db.transaction((trx) =>
    sql`insert into schema_migrations values ('9999_from_the_future', ${new Date().toISOString()})`.execute(trx),
  );
  server.child.kill('SIGHUP');
  await server.waitForLogLine(/a new worker did not start; the old ones keep running/);
  expect(childrenOf(server.child.pid)).toEqual(workers);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await server.stop('SIGTERM')).toMatchObject({ code: 0 });
});

test('every worker returns the metrics of all workers; a stuck one is left out', async () => {
  await using place = await emptyDatabase();
  await using server = await startServer(place, { WORKERS: '2' });
  await server.waitForLogLine(/all workers are ready/);
  const asked = 40;
  await Promise.all(Array.from({ length: asked }, () => fetch(`${server.url}/healthz`, closing)));

  const scrapes = await Promise.all(Array.from({ length: 10 }, () => scrape(server.url)));
  for (const text of scrapes) {
    expect(workersIn(text)).toEqual(['1', '2']);
    const counts = matchesIn(text, /^muster_http_request_seconds_count\{.*route="\/healthz".*\} (\d+)$/gm);
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(asked);
    // Each metric is described once, and what all workers share is reported once.
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
});
