import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { idleMeter } from '../src/server/http/load-level.ts';
import { startTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { bearer, createPerson, createProject, tokenOf } from './support/factories.ts';
import { openConnection } from './support/servers/raw-connection.ts';
import type { RawConnection } from './support/servers/raw-connection.ts';

/** Blocks the event loop for so much processor time, as serving requests does. */
function work(ms: number): void {
  const began = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(began);
    if (user + system > ms * 1000) return;
  }
}

/** Leaves the event loop no idle time for longer than a burst may last. */
function saturate({ services }: TestApp): void {
  for (let i = 0; i < 6; i += 1) {
    work(100);
    services.admission.check();
  }
}

/** Connections that the server has accepted, so that the requests sent on them arrive in one turn of the event loop. */
async function open(muster: TestApp, count: number): Promise<RawConnection[]> {
  const { app } = muster;
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const opened = await Promise.all(Array.from({ length: count }, () => openConnection(url)));
  const accepted = () => new Promise<number>((resolve) => app.server.getConnections((_error, open) => resolve(open)));
  while ((await accepted()) < count) await sleep(1);
  return opened;
}

const request = (path: string, fields = '') =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${fields}\r\n`;
const askMe = async (muster: TestApp): Promise<string> => {
  const { authorization } = bearer(await tokenOf(muster, await createPerson(muster)));
  return request('/api/me', `authorization: ${authorization}\r\n`);
};
const statusOf = (answer: string): number => Number(answer.split(' ', 2)[1]);

test('under overload some requests are served, the rest rejected, and probes always answered', async () => {
  await using muster = await startTestApp();
  const me = await askMe(muster);
  const pid = await createProject(muster);
  const everyone = await open(muster, 303);
  const [others, probes] = [everyone.slice(0, 300), everyone.slice(300)];
  for (const connection of others) connection.write(me);
  for (const [i, path] of ['/healthz', '/readyz', '/metrics'].entries()) probes[i]?.write(request(path));
  saturate(muster);
  const answers = await Promise.all(others.map(({ closed }) => closed));
  const refused = answers.filter((answer) => statusOf(answer) === 503);
  expect(new Set(answers.map(statusOf))).toEqual(new Set([200, 503]));
  expect(await Promise.all(probes.map(async ({ closed }) => statusOf(await closed)))).toEqual([200, 200, 200]);
  const [head = '', body = ''] = refused[0]?.split('\r\n\r\n', 2) ?? [];
  expect(head).toMatch(/content-type: application\/problem\+json/i);
  expect(head).toMatch(/retry-after: 2/i);
  expect(JSON.parse(body)).toMatchObject({ status: 503, code: 'overloaded', request_id: expect.any(String) });

  // Afterwards it serves everything again, and logs how much it refused.
  const lineOf = () => muster.logs.find((one) => one.includes('overload is over'));
  await expect.poll(lineOf).toBeDefined();
  expect(JSON.parse(lineOf() ?? '')).toMatchObject({ level: 40, refused: refused.length });
  const [later, listing, metrics] = await open(muster, 3);
  later?.write(me);
  listing?.write(request(`/api/members/${pid}`));
  metrics?.write(request('/metrics'));
  expect(statusOf((await later?.closed) ?? '')).toBe(200);
  expect(statusOf((await listing?.closed) ?? '')).toBe(200);
  expect(await metrics?.closed).toContain(`muster_refused_requests_total ${refused.length}\n`);
});

test('a burst of 1,000 requests at once on an idle process is served', async () => {
  await using muster = await startTestApp();
  const me = await askMe(muster);
  const others = await open(muster, 1000);
  // Idle again after the connections were opened.
  const idleShare = idleMeter();
  while (!(idleShare() > 0.9)) await sleep(50);
  for (const connection of others) connection.write(me);
  const answers = await Promise.all(others.map(({ closed }) => closed));
  expect(new Set(answers.map(statusOf))).toEqual(new Set([200]));
});

test('during a long overload some requests of every wave are served', async () => {
  await using muster = await startTestApp();
  const me = await askMe(muster);
  for (let wave = 0; wave < 5; wave += 1) {
    const connections = await open(muster, 140);
    for (const connection of connections) connection.write(me);
    saturate(muster);
    const answers = await Promise.all(connections.map(({ closed }) => closed));
    expect(new Set(answers.map(statusOf))).toEqual(new Set([200, 503]));
  }
});

test('after the overload a single request is served, however busy the event loop is', async () => {
  await using muster = await startTestApp();
  const me = await askMe(muster);
  const others = await open(muster, 300);
  for (const connection of others) connection.write(me);
  saturate(muster);
  const answers = await Promise.all(others.map(({ closed }) => closed));
  expect(new Set(answers.map(statusOf))).toEqual(new Set([200, 503]));
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

test.each(['ready', 'not ready'])('under overload a listing that is %s is served without a slot', async (state) => {
  await using muster = await startTestApp();
  const pid = await createProject(muster);
  if (state === 'ready') await muster.call(`/api/members/${pid}`);
  const { takeSlot } = muster.services.admission;
  for (let i = 0; i < 2; i += 1) {
    const held = new IncomingMessage(new Socket());
    held.complete = true;
    takeSlot(held, new ServerResponse(held));
  }
  // The newest request of a turn comes first, before its time is over.
  const everyone = await open(muster, 101);
  for (const [i, connection] of everyone.entries())
    connection.write(request(i === 100 ? `/api/members/${pid}` : '/api/errors'));
  saturate(muster);
  const statuses = await Promise.all(everyone.map(async ({ closed }) => statusOf(await closed)));
  expect(new Set(statuses.slice(0, 100))).toEqual(new Set([503]));
  expect(statuses[100]).toBe(200);
});

test('the time a request takes counts from its arrival, not from when it is started', async () => {
  await using muster = await startTestApp();
  const all = await open(muster, 2);
  let arrived = 0;
  // The second one blocks the event loop before the first one is started.
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
