import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { emptyDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { startRelay } from './support/servers/relay.ts';
import { createWriteScenario } from './support/races/writers.ts';
import type { WriteScenario } from './support/races/writers.ts';

const many = 30;
const quick = 'statement_timeout=800&lock_timeout=500';

async function open(url: string | undefined) {
  const client = new pg.Client(url);
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

const at = (place: TestDatabase, databaseUrl: string): TestDatabase => ({ ...place, databaseUrl });

const enter = ({ app }: TestApp, { pid, owner }: WriteScenario, uid: string) =>
  app.inject({ method: 'PUT', url: `/api/projects/${pid}/teams/all/members/${uid}`, headers: owner.headers });

/** Sends many writes at once; each must get 503 while the cause lasts. */
async function expectAllUnavailable(muster: TestApp, scenario: WriteScenario): Promise<void> {
  const asked = Array.from({ length: many }, (_, i) => enter(muster, scenario, scenario.writers[i % 6]?.uid ?? ''));
  for (const answer of await Promise.all(asked)) {
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([503, '5', 'unavailable']);
  }
}

async function expectBack(muster: TestApp, scenario: WriteScenario): Promise<void> {
  while ((await muster.call('/readyz')).statusCode !== 200) await sleep(50);
  const answers = await Promise.all(scenario.writers.map(({ uid }) => enter(muster, scenario, uid)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 204));
}

test('while somebody else has locked the rows, writes get 503 in the end', async () => {
  await using place = await emptyDatabase('postgres');
  await using muster = await startTestApp({ place: at(place, `${place.databaseUrl ?? ''}?${quick}`) });
  const scenario = await createWriteScenario(muster);
  await using holder = await open(place.databaseUrl);
  await holder.query('begin');
  await holder.query('select 1 from people for update');
  await expectAllUnavailable(muster, scenario);
  expect((await muster.app.inject({ url: '/api/me', headers: scenario.owner.headers })).statusCode).toBe(200);
  await holder.query('rollback');
  await expectBack(muster, scenario);
});

test('while PostgreSQL hangs, all requests get 503 in the end; afterwards they succeed again', async () => {
  await using place = await emptyDatabase('postgres');
  const address = new URL(place.databaseUrl ?? '');
  const target = { host: address.hostname, port: Number(address.port) };
  await using relay = await startRelay(() => target);
  address.port = String(relay.port);
  await using muster = await startTestApp({ place: at(place, `${address.href}?${quick}`) });
  const scenario = await createWriteScenario(muster);
  await expectBack(muster, scenario);
  relay.stall();
  const ready = muster.app.inject('/readyz');
  await expectAllUnavailable(muster, scenario);
  expect((await ready).statusCode).toBe(503);
  expect((await muster.app.inject('/healthz')).statusCode).toBe(200);
  relay.resume();
  await expectBack(muster, scenario);
});

test('writes to a server that became read-only get 503, not 500, and its connections are discarded', async () => {
  await using place = await emptyDatabase('postgres');
  await using muster = await startTestApp({ place });
  const scenario = await createWriteScenario(muster);
  const name = new URL(place.databaseUrl ?? '').pathname.slice(1);
  await using operator = await open(process.env['TEST_POSTGRES_URL']);
  const demote = async (setting: string) => {
    await operator.query(`alter database ${name} ${setting}`);
    await operator.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  };
  await demote('set default_transaction_read_only = on');
  await expectAllUnavailable(muster, scenario);
  expect((await muster.call('/readyz')).statusCode).toBe(503);
  // Read-only connections were discarded, so none has to be terminated here.
  await operator.query(`alter database ${name} reset default_transaction_read_only`);
  await expectBack(muster, scenario);
});
