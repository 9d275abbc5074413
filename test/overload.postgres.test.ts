import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { bearer, createPerson, createProject, tokenOf } from './support/factories.ts';

/** Nobody can be told from their token until it is let go. */
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

test('while too many wait for the database newcomers are refused at once, and those who wait are answered', async () => {
  await using muster = await startTestApp({ env: { RATE_LIMIT_SCALE: '1000' } });
  const pid = await createProject(muster);
  const { url, headers, ask } = await serve(muster);
  expect(await ask()).toBe(200);

  const letGo = await lockTokens(muster);
  const waiting = Array.from({ length: 150 }, ask);
  while (muster.db.waiting() <= 100) await sleep(10);
  // For as long as a burst lasts they join the queue.
  let status = 0;
  while (status !== 503) {
    const answer = ask();
    status = await Promise.race([answer, sleep(100).then(() => 0)]);
    if (status === 0) waiting.push(answer);
  }
  const refusal = await fetch(`${url}/api/me`, { headers });
  expect(await refusal.json()).toMatchObject({ status: 503, code: 'overloaded' });
  expect(refusal.headers.get('retry-after')).toBe('2');
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  await letGo();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
  expect(await ask()).toBe(200);
  expect((await fetch(`${url}/api/members/${pid}`)).status).toBe(200);
});

const halfSent =
  'POST /api/sign-in/email HTTP/1.1\r\nhost: muster\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{';
const longAnswer = 'GET /api/openapi.json HTTP/1.1\r\nhost: muster\r\n\r\n';

test.each([
  ['send their request', 150, halfSent],
  ['read their answers', 15, longAnswer.repeat(12)],
])('those who %s slowly take no place from those who wait for the database', async (_what, count, bytes) => {
  await using muster = await startTestApp({ env: { RATE_LIMIT_SCALE: '1000' } });
  const { url, ask } = await serve(muster);
  expect(await ask()).toBe(200);
  for (let i = 0; i < count; i += 1)
    connect(Number(new URL(url).port), '127.0.0.1')
      .pause()
      .write(bytes);

  const letGo = await lockTokens(muster);
  const waiting = Array.from({ length: 60 }, ask);
  while (muster.db.waiting() === 0) await sleep(10);
  // Longer than what counts as a burst.
  for (let i = 0; i < 10; i += 1) {
    await sleep(60);
    waiting.push(ask());
  }
  await letGo();
  const statuses = await Promise.all(waiting);
  muster.app.server.closeAllConnections();
  expect(new Set(statuses)).toEqual(new Set([200]));
});
