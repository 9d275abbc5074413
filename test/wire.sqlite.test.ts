import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from './support/app.ts';

const muster = useApp();
let port: number;
beforeAll(async () => {
  await muster.app.listen({ port: 0, host: '127.0.0.1' });
  port = (muster.app.server.address() as AddressInfo).port;
});

/** Sends bytes as they are and reads until the other side has closed. */
async function exchange(bytes: string | Buffer): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  return { status: Number(head.split(' ', 2)[1]), head: head.toLowerCase(), body };
}

const request = (lines: string[]) => [...lines, 'connection: close', '', ''].join('\r\n');

test.each<[string, string | Buffer, number, string]>([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'malformed_request'],
  [
    'binary nonsense',
    Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x0d, 0x0a, 0x0d, 0x0a]),
    400,
    'malformed_request',
  ],
  ['a header without a colon', request(['GET /healthz HTTP/1.1', 'host: a', 'nonsense']), 400, 'malformed_request'],
  ['a NUL in a header', request(['GET /healthz HTTP/1.1', 'host: a', 'x: a\u0000b']), 400, 'malformed_request'],
  [
    'two lengths',
    request(['POST /api/token HTTP/1.1', 'host: a', 'content-length: 1', 'content-length: 2']),
    400,
    'malformed_request',
  ],
  [
    'a length that is none',
    request(['POST /api/token HTTP/1.1', 'host: a', 'content-length: -1']),
    400,
    'malformed_request',
  ],
  [
    'length and chunks',
    request(['POST /api/token HTTP/1.1', 'host: a', 'content-length: 5', 'transfer-encoding: chunked']),
    400,
    'malformed_request',
  ],
  [
    'chunks that are none',
    `${request(['POST /api/token HTTP/1.1', 'host: a', 'content-type: application/json', 'transfer-encoding: chunked'])}zz\r\n`,
    400,
    'malformed_request',
  ],
  ['an unknown method', request(['NONSENSE /healthz HTTP/1.1', 'host: a']), 400, 'malformed_request'],
  [
    'headers too large',
    request(['GET /healthz HTTP/1.1', 'host: a', `x: ${'a'.repeat(20_000)}`]),
    431,
    'header_too_large',
  ],
  ['an address too large', request([`GET /${'a'.repeat(20_000)} HTTP/1.1`, 'host: a']), 431, 'header_too_large'],
])('%s is answered by a problem document', async (_name, bytes, status, code) => {
  const answer = await exchange(bytes);
  expect(answer.status).toBe(status);
  expect(answer.head).toContain('content-type: application/problem+json');
  expect(answer.head).toContain('x-content-type-options: nosniff');
  expect(answer.head).toContain("frame-ancestors 'none'");
  expect(JSON.parse(answer.body)).toMatchObject({ status, code, request_id: expect.any(String) });
});

test.each([
  ['bytes that are no UTF-8', Buffer.from([0x42, 0xff, 0xfe, 0x80])],
  ['letters outside of ASCII', Buffer.from('Bearer wäre schön 王', 'utf8')],
  ['four thousand blanks', Buffer.from(`Bearer ${' '.repeat(4000)}x`)],
])('an Authorization header of %s is 401', async (_name, value) => {
  const bytes = Buffer.concat([
    Buffer.from('GET /api/me HTTP/1.1\r\nhost: a\r\nauthorization: '),
    value,
    Buffer.from('\r\nconnection: close\r\n\r\n'),
  ]);
  const answer = await exchange(bytes);
  expect(answer.status).toBe(401);
  expect(answer.head).toContain('www-authenticate: bearer realm="muster", error="invalid_token"');
});

test('a request without a Host header gets 400', async () => {
  expect((await exchange(request(['GET /healthz HTTP/1.1']))).status).toBe(400);
});

test('a valid HTTP method without a route gets 405', async () => {
  for (const method of ['PROPFIND', 'TRACE', 'REPORT']) {
    const answer = await exchange(request([`${method} /api/me HTTP/1.1`, 'host: a']));
    expect({ method, status: answer.status }).toEqual({ method, status: 405 });
    expect(answer.head).toMatch(/allow: .*get/);
  }
});

test('a body with a wrong length gets 400 or a closed connection, and the next request is served', async () => {
  const lying = request(['POST /api/token HTTP/1.1', 'host: a', 'content-type: application/json', 'content-length: 3']);
  const answer = await exchange(`${lying}{"username":"a"}`);
  expect(answer.status).toBe(400);
  expect((await exchange(request(['GET /healthz HTTP/1.1', 'host: a']))).status).toBe(200);
});

test.each([
  '/assets/../index.html',
  '/assets/../../../package.json',
  '/assets/..\\..\\package.json',
  '/assets/....//....//package.json',
  '/assets/%2e%2e/%2e%2e/%2e%2e/package.json',
  '/assets/%252e%252e%252fpackage.json',
  '/assets//etc/passwd',
  '/api/docs/static/../../../../package.json',
  '/api/docs/static/%2e%2e%2f%2e%2e%2fpackage.json',
  '/assets/%c0%ae%c0%ae/package.json',
  '/assets/index.html%00.js',
  'http://127.0.0.1/assets/../../package.json',
])('the bytes of %s lead to no file', async (path) => {
  const answer = await exchange(request([`GET ${path} HTTP/1.1`, 'host: a']));
  expect([400, 404]).toContain(answer.status);
  expect(answer.head).toContain('content-type: application/problem+json');
});
