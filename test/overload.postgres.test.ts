import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { bearer, createPerson, createProject, tokenOf } from './support/factories.ts';
import { openConnection } from './support/servers/raw-connection.ts';

/** No request with a token gets further until the lock is released. */
async function lockTokens({ place }: TestApp): Promise<() => Promise<void>> {
  const holder = new pg.Client(place.databaseUrl);
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table api_tokens in access exclusive mode');
  return async () => {
    await holder.query('commit');
    await holder.end();
  };
}

async function serve(muster: TestApp) {
  const headers = bearer(await tokenOf(muster, await createPerson(muster)));
  await muster.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(muster.app.server.address() as AddressInfo).port}`;
  return { url, headers, ask: async () => (await fetch(`${url}/api/me`, { headers })).status };
}

test('while too many requests wait for the database, new ones are rejected at once and waiting ones are served', async () => {
  await using muster = await startTestApp();
  const pid = await createProject(muster);
  const { url, headers, ask } = await serve(muster);
  expect(await ask()).toBe(200);

  // Opened before, so that all requests arrive in one turn of the event loop.
  const connections = await Promise.all(Array.from({ length: 150 }, () => openConnection(url)));
  const release = await lockTokens(muster);
  const request = `GET /api/me HTTP/1.1\r\nhost: muster\r\nauthorization: ${headers.authorization}\r\n`;
  for (const connection of connections) connection.write(`${request}connection: close\r\n\r\n`);
  const waiting = connections.map(async ({ closed }) => Number((await closed).split(' ', 2)[1]));
  const { rejectedCount } = muster.services.admission;
  // On a busy machine, some are rejected before all have arrived.
  while (muster.db.waiting() <= 100 && rejectedCount() === 0) await sleep(10);
  // During a burst, new requests join the queue.
  while (rejectedCount() === 0) {
    waiting.push(ask());
    await sleep(50);
  }
  const refusal = await fetch(`${url}/api/me`, { headers });
  expect(await refusal.json()).toMatchObject({ status: 503, code: 'overloaded' });
  expect(refusal.headers.get('retry-after')).toBe('2');
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const refused = rejectedCount() - 1;
  await release();
  const statuses = await Promise.all(waiting);
  expect(statuses.filter((status) => status === 503)).toHaveLength(refused);
  expect(statuses.filter((status) => status === 200)).toHaveLength(waiting.length - refused);
  expect(await ask()).toBe(200);
  expect((await fetch(`${url}/api/members/${pid}`)).status).toBe(200);
});

const halfSent =
  'POST /api/sign-in/email HTTP/1.1\r\nhost: muster\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{';
const longAnswer = 'GET /api/openapi.json HTTP/1.1\r\nhost: muster\r\n\r\n';

test.each([
  ['send their request', 150, halfSent],
  ['read their answers', 15, longAnswer.repeat(12)],
])('clients that %s slowly hold no slots', async (_what, count, bytes) => {
  await using muster = await startTestApp();
  const { url, ask } = await serve(muster);
  expect(await ask()).toBe(200);
  for (let i = 0; i < count; i += 1)
    connect(Number(new URL(url).port), '127.0.0.1')
      .pause()
      .write(bytes);

  const release = await lockTokens(muster);
  const waiting = Array.from({ length: 60 }, ask);
  while (muster.db.waiting() === 0) await sleep(10);
  // This takes longer than a burst.
  for (let i = 0; i < 10; i += 1) {
    await sleep(60);
    waiting.push(ask());
  }
  await release();
  const statuses = await Promise.all(waiting);
  muster.app.server.closeAllConnections();
  expect(new Set(statuses)).toEqual(new Set([200]));
});
