import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testClock } from './support/app.ts';
import { emptyDatabase, migratedAt } from './support/database.ts';
import { startServer } from './support/processes.ts';
import { expectWhole } from './support/races/whole.ts';
import { createWriteScenario, startWriting } from './support/races/writers.ts';

/**
 * The status, or why there was none. A caller that slept for more than the second of draining finds its connection
 * closed and asks again on a new one, as browsers do.
 */
async function statusOf(url: string): Promise<number | string> {
  const ask = () => fetch(url).then((response) => response.status, causeOf);
  const status = await ask();
  return status === 'UND_ERR_SOCKET' || status === 'ECONNRESET' ? ask() : status;
}

const causeOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause
    ? String(error.cause.code)
    : String(error);

/** Sends requests on new and reused connections until stopped; returns the statuses. */
function keepRequesting(url: string) {
  const statuses: (number | string)[] = [];
  const running = new AbortController();
  const loop = async () => {
    while (!running.signal.aborted && statuses.length < 20_000) {
      statuses.push(await statusOf(`${url}/readyz`));
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
  await using place = await emptyDatabase();
  await using migrated = await migratedAt(place);
  const at = { db: migrated.db, clock: testClock(new Date()) };
  const scenario = await createWriteScenario(at);
  await using server = await startServer(place, { WORKERS: '2', RATE_LIMIT_SCALE: '1000' });
  await server.waitForLogLine(/all workers are ready/);
  const [, pid = ''] = await server.waitForLogLine(/"pid":(\d+),"url"/);
  process.kill(Number(pid), 'SIGKILL');
  await server.waitForLogLine(/a worker died; starting another/);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

  const stopRequesting = keepRequesting(server.url);
  const writing = startWriting(scenario, () => server.url, { mail: false });
  server.child.kill('SIGHUP');
  await server.waitForLogLine(/all workers have been replaced/);
  const statuses = await stopRequesting();
  expect(statuses.length).toBeGreaterThan(10);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const writes = await writing.stop();
  expect([...writes.answers.keys()].filter((status) => !/^(?:20.|409)$/.test(status))).toEqual([]);
  await expectWhole(at, scenario, writes);

  expect(await server.stop('SIGTERM')).toMatchObject({ code: 0 });
});
