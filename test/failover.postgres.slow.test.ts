import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testClock } from './support/app.ts';
import { migratedAt } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { emptyDatabase } from './support/database.ts';
import { startTestPostgres, startStandby } from './support/servers/postgres-server.ts';
import type { PostgresServer } from './support/servers/postgres-server.ts';
import { send, startServer } from './support/processes.ts';
import { expectLinks, expectWhole } from './support/races/whole.ts';
import { createWriteScenario, startWriting } from './support/races/writers.ts';

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return rows;
}

/** A primary with a synchronous standby. */
async function startPair() {
  const primary = await startTestPostgres();
  const standby = await startStandby(primary);
  await query(primary.url, `alter system set synchronous_standby_names = '*'`);
  await query(primary.url, `alter system set synchronous_commit = 'remote_apply'`);
  await query(primary.url, 'select pg_reload_conf()');
  const isSynchronous = `select 1 from pg_stat_replication where sync_state = 'sync'`;
  while ((await query(primary.url, isSynchronous)).length === 0) await sleep(20);
  return { primary, standby };
}

const addressOf = (...servers: PostgresServer[]) =>
  `postgres://muster@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`;

/** The longest time between two acknowledged writes. */
function longestSilence(atMs: readonly number[]): number {
  const sorted = atMs.toSorted((a, b) => a - b);
  return Math.max(...sorted.slice(1).map((at, i) => at - (sorted[i] ?? at))) / 1000;
}

test('when the primary dies under load, the promoted standby has every acknowledged write', async () => {
  await using folder = await emptyDatabase('sqlite');
  const { primary, standby } = await startPair();
  await using _ = { [Symbol.asyncDispose]: standby.stop };
  const databaseUrl = `${addressOf(primary, standby)}?target_session_attrs=read-write`;
  const place: TestDatabase = { ...folder, databaseUrl };
  const clock = testClock(new Date());
  await using before = await migratedAt(place);
  const scenario = await createWriteScenario({ db: before.db, clock });
  const env = { RATE_LIMIT_SCALE: '1000000' };
  await using one = await startServer(place, env);
  await using two = await startServer(place, env);
  let turn = 0;
  const writing = startWriting(scenario, () => ((turn += 1) % 2 === 0 ? one : two).url);
  await writing.until(60);

  const killedAt = performance.now();
  await primary.kill();
  // No host accepts writes now: the service reports it and keeps running.
  for (const server of [one, two]) {
    const ready = await send(server, 'GET', '/readyz');
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await send(server, 'GET', '/healthz')).status).toBe(200);
  }
  expect(await query(standby.url, 'select pg_promote() as promoted')).toEqual([{ promoted: true }]);
  const promotedAt = performance.now();
  await writing.until(1);
  const servedAt = performance.now();
  await writing.until(60);
  const writes = await writing.stop();
  for (const server of [one, two]) expect((await send(server, 'GET', '/readyz')).status).toBe(200);

  await expectWhole({ db: before.db, clock }, scenario, writes);
  await expectLinks({ db: before.db, clock }, writes);
  const failed = (writes.answers.get('503') ?? 0) + (writes.answers.get('lost') ?? 0);
  expect(writes.answers.get('500')).toBeUndefined();
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  console.log(
    `failover: ${writes.acknowledgedAtMs.length} writes acknowledged, 0 lost, ${failed} requests failed ` +
      `(${JSON.stringify(Object.fromEntries(writes.answers))}); no writes for ${longestSilence(writes.acknowledgedAtMs).toFixed(1)} s: ` +
      `${seconds(killedAt, promotedAt)} s until the standby was promoted, ${seconds(promotedAt, servedAt)} s after`,
  );
});
