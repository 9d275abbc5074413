import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestApp } from './support/app.ts';
import { bearer, createPerson, createProject, tokenOf } from './support/factories.ts';

test('while too many wait for the database newcomers are refused at once, and those who wait are answered', async () => {
  await using muster = await startTestApp({ env: { RATE_LIMIT_SCALE: '1000' } });
  const headers = bearer(await tokenOf(muster, await createPerson(muster)));
  const pid = await createProject(muster);
  await muster.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(muster.app.server.address() as AddressInfo).port}`;
  const ask = async () => (await fetch(`${url}/api/me`, { headers })).status;
  expect(await ask()).toBe(200);

  const holder = new pg.Client(muster.place.databaseUrl);
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table api_tokens in access exclusive mode');
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
  await holder.query('commit');
  await holder.end();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
  expect(await ask()).toBe(200);
  expect((await fetch(`${url}/api/members/${pid}`)).status).toBe(200);
});
