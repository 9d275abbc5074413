import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { bearer, createPerson, createProject, tokenOf } from './support/factories.ts';
import { openConnection } from './support/raw-connection.ts';
import type { RawConnection } from './support/raw-connection.ts';

/** Keeps the event loop from turning, as work for requests does, while others arrive. */
function work(ms: number): void {
  const began = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(began);
    if (user + system > ms * 1000) return;
  }
}

/** Connections that the server has taken: it takes one in each turn, and a crowd must be there in one. */
async function open(muster: TestApp, count: number): Promise<RawConnection[]> {
  const { app } = muster;
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const opened = await Promise.all(Array.from({ length: count }, () => openConnection(url)));
  const taken = () => new Promise<number>((resolve) => app.server.getConnections((_error, open) => resolve(open)));
  while ((await taken()) < count) await sleep(1);
  return opened;
}

const request = (path: string, fields = '') =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${fields}\r\n`;
const askMe = async (muster: TestApp): Promise<string> => {
  const { authorization } = bearer(await tokenOf(muster, await createPerson(muster)));
  return request('/api/me', `authorization: ${authorization}\r\n`);
};
const statusOf = (answer: string): number => Number(answer.split(' ', 2)[1]);

test('what cannot be done in time is refused at once, and what was taken, the listing and the probes are answered', async () => {
  await using muster = await startTestApp({ env: { RATE_LIMIT_SCALE: '1000' } });
  const me = await askMe(muster);
  const pid = await createProject(muster);
  const everyone = await open(muster, 303);
  const [crowd, probes] = [everyone.slice(0, 300), everyone.slice(300)];
  for (const connection of crowd) connection.write(me);
  for (const [i, path] of ['/healthz', '/readyz', '/metrics'].entries()) probes[i]?.write(request(path));
  work(500);
  const answers = await Promise.all(crowd.map(({ closed }) => closed));
  const refused = answers.filter((answer) => statusOf(answer) === 503);
  expect(new Set(answers.map(statusOf))).toEqual(new Set([200, 503]));
  expect(await Promise.all(probes.map(async ({ closed }) => statusOf(await closed)))).toEqual([200, 200, 200]);
  const [head = '', body = ''] = refused[0]?.split('\r\n\r\n', 2) ?? [];
  expect(head).toMatch(/content-type: application\/problem\+json/i);
  expect(head).toMatch(/retry-after: 2/i);
  expect(JSON.parse(body)).toMatchObject({ status: 503, code: 'overloaded', request_id: expect.any(String) });

  // It takes everything again as soon as it can, and tells how much it refused.
  while (muster.logs.every((line) => !line.includes('overloaded for a while'))) await sleep(10);
  const line = muster.logs.find((one) => one.includes('overloaded for a while')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ refused: refused.length });
  const [later, listing, figures] = await open(muster, 3);
  later?.write(me);
  listing?.write(request(`/api/members/${pid}`));
  figures?.write(request('/metrics'));
  expect(statusOf((await later?.closed) ?? '')).toBe(200);
  expect(statusOf((await listing?.closed) ?? '')).toBe(200);
  expect(await figures?.closed).toContain(`muster_refused_requests_total ${refused.length}\n`);
});

test('a burst that comes to a rested process is waited for: nobody is refused', async () => {
  await using muster = await startTestApp({ env: { RATE_LIMIT_SCALE: '1000' } });
  await muster.call('/api/errors');
  const crowd = await open(muster, 120);
  await sleep(200);
  for (const connection of crowd) connection.write(request('/api/errors'));
  const answers = await Promise.all(crowd.map(({ closed }) => closed));
  expect(new Set(answers.map(statusOf))).toEqual(new Set([200]));
});

test('what was let in by a burst does not shut the door to everybody behind it', async () => {
  await using muster = await startTestApp({ env: { RATE_LIMIT_SCALE: '1000' } });
  const me = await askMe(muster);
  const taken: number[] = [];
  for (const size of [250, 140, 140, 140, 140, 140]) {
    const wave = await open(muster, size);
    if (taken.length === 0) await sleep(200);
    for (const connection of wave) connection.write(me);
    if (taken.length > 0) work(300);
    const answers = await Promise.all(wave.map(({ closed }) => closed));
    taken.push(answers.filter((answer) => statusOf(answer) === 200).length);
  }
  const [first, ...later] = taken;
  expect([first, later.some((count) => count > 0)]).toEqual([250, true]);
});

test('when the crowd is gone whoever comes alone is taken, however busy the loop is with other things', async () => {
  await using muster = await startTestApp({ env: { RATE_LIMIT_SCALE: '1000' } });
  const me = await askMe(muster);
  const crowd = await open(muster, 300);
  for (const connection of crowd) connection.write(me);
  work(500);
  await Promise.all(crowd.map(({ closed }) => closed));
  const busy = setInterval(() => work(60), 1);
  const alone: number[] = [];
  for (let i = 0; i < 15; i += 1) {
    const [connection] = await open(muster, 1);
    connection?.write(me);
    alone.push(statusOf((await connection?.closed) ?? ''));
  }
  clearInterval(busy);
  expect(new Set(alone)).toEqual(new Set([200]));
});

test('the time a request takes counts from its arrival, not from when its turn comes', async () => {
  await using muster = await startTestApp();
  const all = await open(muster, 2);
  let arrived = 0;
  // The second one keeps the first one waiting.
  muster.app.server.prependListener('request', () => {
    arrived += 1;
    if (arrived === 2) work(80);
  });
  for (const connection of all) connection.write(request('/api/errors'));
  work(20);
  await Promise.all(all.map(({ closed }) => closed));
  const times = muster.logs.filter((line) => line.includes('"/api/errors"')).map((line) => Number(JSON.parse(line).ms));
  expect(Math.max(...times)).toBeGreaterThan(80);
});
