import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionLimits, limitConnections } from '../src/server/http/connections.ts';
import { startTestApp, useApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { bearer, createPerson, createProject, tokenOf } from './support/factories.ts';
import { openConnection } from './support/servers/raw-connection.ts';

const muster = useApp();
let url: string;
let pid: string;
let authorization: string;
beforeAll(async () => {
  await muster.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(muster.app.server.address() as AddressInfo).port}`;
  pid = await createProject(muster);
  // Made with the first request, which takes longer than the timeouts of some tests.
  await muster.call('/api/openapi.json');
  ({ authorization } = bearer(await tokenOf(muster, await createPerson(muster))));
});
afterAll(async () => {
  muster.app.server.closeAllConnections();
});

/** Requests of another client on new connections, which must be answered during the flood. */
async function bystander(): Promise<number[]> {
  const ask = (path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      httpRequest(`${url}${path}`, { headers, agent: false }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      })
        .once('error', reject)
        .end();
    });
  return [await ask(`/api/members/${pid}`, {}), await ask('/api/me', { authorization }), await ask('/healthz', {})];
}
const served = [200, 200, 200];

const many = <T>(count: number, each: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, each));
const post = (fields: string) =>
  `POST /api/token HTTP/1.1\r\nhost: muster\r\ncontent-type: application/json\r\n${fields}\r\n\r\n`;

/** Shorter timeouts, so that the tests need not wait for the real ones. */
async function withTimeouts<T>(limits: Partial<TestApp['app']['server']>, work: () => Promise<T>): Promise<T> {
  const { server } = muster.app;
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server;
  Object.assign(server, limits);
  try {
    return await work();
  } finally {
    Object.assign(server, { headersTimeout, requestTimeout, keepAliveTimeout, timeout });
  }
}

test('every limit of a connection is set', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxHeadersCount } = muster.app.server;
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxHeadersCount }).toEqual({
    headersTimeout: connectionLimits.headersTimeoutMs,
    requestTimeout: connectionLimits.requestTimeoutMs,
    keepAliveTimeout: connectionLimits.keepAliveTimeoutMs,
    timeout: connectionLimits.idleSocketTimeoutMs,
    maxHeadersCount: 0,
  });
});

test.each<[string, string]>([
  ['send nothing at all', ''],
  ['never finish their header fields', 'GET /healthz HTTP/1.1\r\nhost: muster\r\nx-slow: a'],
])('connections that %s are cut off, and others are served meanwhile', async (_name, start) => {
  await withTimeouts({ headersTimeout: 200, requestTimeout: 200 }, async () => {
    const slow = await many(100, () => openConnection(url));
    for (const connection of slow) connection.write(start);
    expect(await bystander()).toEqual(served);
    const answers = await Promise.all(slow.map(({ closed }) => closed));
    expect(new Set(answers.map((answer) => answer.split('\r\n', 1)[0]))).toEqual(
      new Set(['HTTP/1.1 408 The request did not arrive in time']),
    );
  });
});

test.each<[string, string, string]>([
  ['with a length', post('content-length: 1000'), ' '],
  ['in chunks without end', post('transfer-encoding: chunked'), '1\r\n \r\n'],
])('bodies that come byte by byte, %s, are cut off, and others are served meanwhile', async (_name, head, drop) => {
  await withTimeouts({ headersTimeout: 500, requestTimeout: 500 }, async () => {
    const slow = await many(50, () => openConnection(url));
    for (const connection of slow) connection.write(head);
    const dripping = setInterval(() => {
      for (const connection of slow) connection.write(drop);
    }, 20);
    expect(await bystander()).toEqual(served);
    const answers = await Promise.all(slow.map(({ closed }) => closed));
    clearInterval(dripping);
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });
});

test('files that one account sends slowly leave room for those of others, and for its own once it hangs up', async () => {
  const path = `/api/projects/${pid}/claims/${'0'.repeat(26)}/files`;
  const upload = (by: string) =>
    muster.call({
      method: 'POST',
      url: path,
      headers: { authorization: by, 'content-type': 'application/pdf' },
      payload: Buffer.from('%PDF-'),
    });
  const head = `POST ${path} HTTP/1.1\r\nhost: muster\r\nauthorization: ${authorization}\r\n`;
  const answers: string[] = [];
  const { port } = muster.app.server.address() as AddressInfo;
  const slow = Array.from({ length: 8 }, () => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    socket.on('error', () => {}).on('data', (text: string) => answers.push(text.slice(0, 12)));
    socket.write(`${head}content-type: application/pdf\r\ncontent-length: 1000\r\n\r\n%`);
    return socket;
  });
  await expect.poll(() => answers).toEqual(Array.from({ length: 4 }, () => 'HTTP/1.1 429'));
  expect((await upload(authorization)).statusCode).toBe(429);
  const other = bearer(await tokenOf(muster, await createPerson(muster))).authorization;
  expect((await upload(other)).statusCode).toBe(404);
  for (const socket of slow) socket.destroy();
  await expect.poll(async () => (await upload(authorization)).statusCode).toBe(404);
});

test('a connection that is idle for too long between two requests is closed', async () => {
  await withTimeouts({ keepAliveTimeout: 50 }, async () => {
    const kept = await openConnection(url);
    kept.write('GET /healthz HTTP/1.1\r\nhost: muster\r\n\r\n');
    expect(await kept.closed).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*^connection: keep-alive\r$/im);
  });
});

test('a client that does not read its responses is disconnected, and others are served meanwhile', async () => {
  await withTimeouts({ timeout: 1000 }, async () => {
    const accepted = once(muster.app.server, 'connection') as Promise<[Socket]>;
    const reader = connect(Number(new URL(url).port), '127.0.0.1')
      .pause()
      .on('error', () => {});
    const [connection] = await accepted;
    const gone = once(connection, 'close');
    reader.write('GET /api/openapi.json HTTP/1.1\r\nhost: muster\r\n\r\n'.repeat(200));
    expect(await bystander()).toEqual(served);
    await gone;
    // Most of the requests were never read: reading stops while answers wait to be sent.
    expect(connection.bytesWritten).toBeLessThan(100 * 1024 * 1024);
    reader.destroy();
  });
});

test.each([
  ['a body that says it is too large', post('content-length: 100000000')],
  [
    'a body that becomes too large',
    `${post('transfer-encoding: chunked')}${`1000\r\n${' '.repeat(4096)}\r\n`.repeat(10)}`,
  ],
])('%s is refused before it has arrived', async (_name, bytes) => {
  const flood = await many(50, () => openConnection(url));
  for (const connection of flood) connection.write(bytes);
  expect(await bystander()).toEqual(served);
  for (const connection of flood) expect(await connection.receives(/too_large/)).toMatch(/^HTTP\/1\.1 413 /);
});

test('a request that needs a sign-in is rejected before its body is read', async () => {
  const connection = await openConnection(url);
  connection.write('PUT /api/me/profile HTTP/1.1\r\nhost: muster\r\ncontent-type: application/json\r\n');
  connection.write('content-length: 200000\r\n\r\n{"name":"');
  expect(await connection.receives(/not_signed_in/)).toMatch(/^HTTP\/1\.1 401 /);
});

test('a flood of large header fields is rejected, and others are served meanwhile', async () => {
  const flood = await many(50, () => openConnection(url));
  for (const connection of flood) connection.write(`GET / HTTP/1.1\r\nhost: muster\r\nx: ${'a'.repeat(100_000)}`);
  expect(await bystander()).toEqual(served);
  for (const { closed } of flood) expect(await closed).toMatch(/^(?:HTTP\/1\.1 431 |$)/);
});

test('no header field is lost behind a flood of small ones: a proxied request does not count as local', async () => {
  const [junk, forwarded] = ['a:\r\n'.repeat(3000), 'x-forwarded-for: 10.0.0.1\r\n'];
  const ask = async (fields: string) => {
    const connection = await openConnection(url);
    connection.write(`GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${fields}\r\n`);
    return (await connection.closed).slice(0, 12);
  };
  expect([await ask(junk), await ask(junk + forwarded)]).toEqual(['HTTP/1.1 200', 'HTTP/1.1 401']);
});

test('a client that disconnects during a request leaves nothing behind', async () => {
  const { server } = muster.app;
  const count = () => new Promise<number>((resolve) => server.getConnections((_error, open) => resolve(open)));
  const before = await count();
  const lost = await many(50, async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    return socket;
  });
  for (const [i, socket] of lost.entries()) {
    socket.write(`${post('content-length: 1000')}{`);
    if (i % 2 === 0) socket.end();
    else socket.resetAndDestroy();
  }
  expect(await bystander()).toEqual(served);
  while ((await count()) > before) await sleep(10);
});

/** A server with a limit of 20 connections. */
async function limited() {
  const flooded = await startTestApp({ place: muster.place });
  const { server } = flooded.app;
  limitConnections(server, 20);
  await flooded.app.listen({ port: 0, host: '127.0.0.1' });
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    server,
    target,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return flooded[Symbol.asyncDispose]();
    },
  };
}

test('a flood of half-open connections without HTTP does not block other clients', async () => {
  await using flooded = await limited();
  for (let i = 0; i < 60; i += 1) {
    const socket = connect({ port: Number(new URL(flooded.target).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {}).write('BAD\r\n\r\n');
    await once(socket.resume(), 'end');
  }
  const bystander = await openConnection(flooded.target);
  bystander.write('GET /healthz HTTP/1.1\r\nhost: muster\r\n\r\n');
  await bystander.receives(/"status":"ok"/);
});

test.each<[string, string]>([
  ['that say nothing', ''],
  ['that are idle after a request', 'GET /healthz HTTP/1.1\r\nhost: muster\r\n\r\n'],
])('a flood of connections %s closes its own connections, never one that is being answered', async (_name, start) => {
  await using flooded = await limited();
  const { server, target } = flooded;
  const busy = await openConnection(target);
  busy.write(`${post('expect: 100-continue\r\ncontent-length: 2')}{`);
  await busy.receives(/100 Continue/);
  for (let i = 0; i < 60; i += 1) {
    const connection = await openConnection(target);
    connection.write(start);
    if (start !== '') await connection.receives(/"status":"ok"/);
  }
  const bystander = await openConnection(target);
  bystander.write('GET /healthz HTTP/1.1\r\nhost: muster\r\n\r\n');
  await bystander.receives(/"status":"ok"/);
  const count = await new Promise<number>((resolve) => server.getConnections((_error, open) => resolve(open)));
  expect(count).toBeLessThanOrEqual(20);
  busy.write('}');
  await busy.receives(/invalid_input/);
});
