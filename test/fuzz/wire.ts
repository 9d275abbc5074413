import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { urlOf } from './drafts.ts';
import type { Draft } from './drafts.ts';
import type { Received } from '../support/conformance.ts';
import type { Random } from './random.ts';

/** The bytes of a request; `incomplete`: the server would wait for more. */
export type Bytes = { bytes: Buffer; incomplete: boolean; malformed: boolean };

type Parts = { start: string; lines: string[]; body: Buffer; ending: string; incomplete?: boolean };

/** Encodes a draft as bytes, usually with something that no client library would send. */
export function wireOf(draft: Draft, random: Random): Bytes {
  const body = Buffer.from(draft.body ?? '');
  const own = draft.headers.filter(([name]) => name !== 'content-length');
  const parts: Parts = {
    start: `${draft.method} ${urlOf(draft)} HTTP/1.1`,
    lines: [
      ...(own.some(([name]) => name === 'host') ? [] : ['host: muster.test']),
      ...own.map(([name, value]) => `${name}: ${value}`),
      ...(body.length > 0 ? [`content-length: ${body.length}`] : []),
      'connection: close',
    ],
    body,
    ending: '\r\n',
  };
  const malformed = random.chance(0.75);
  if (malformed) random.pick(malformations)(parts, random);
  const head = Buffer.from([parts.start, ...parts.lines, '', ''].join(parts.ending), 'latin1');
  return { bytes: Buffer.concat([head, parts.body]), incomplete: parts.incomplete === true, malformed };
}

const length = /^content-length:/;
const without = (parts: Parts, pattern: RegExp) => parts.lines.filter((line) => !pattern.test(line));

const malformations: readonly ((parts: Parts, random: Random) => void)[] = [
  (parts, random) => void parts.lines.push(random.pick(parts.lines)),
  (parts, random) => void parts.lines.push(...Array.from({ length: 150 }, () => random.pick(parts.lines))),
  (parts) => void parts.lines.push('content-length: 5', 'transfer-encoding: chunked'),
  (parts) => void parts.lines.push(`content-length: ${parts.body.length + 1}`),
  (parts, random) => {
    const lie = random.pick(['-1', '+1', '0x1', '1e3', '9'.repeat(30), '', ' ', '1, 1']);
    parts.lines = [...without(parts, length), `content-length: ${lie}`];
    parts.incomplete = true;
  },
  (parts) => {
    parts.lines = [...without(parts, length), `content-length: ${parts.body.length + 10}`];
    parts.incomplete = true;
  },
  (parts) => {
    const { body } = parts;
    parts.lines = [...without(parts, length), 'transfer-encoding: chunked'];
    parts.body = Buffer.concat([Buffer.from(`${body.length.toString(16)};x=y\r\n`), body, Buffer.from('\r\n0\r\nx: y\r\n\r\n')]);
  },
  (parts, random) => {
    parts.lines = [...without(parts, length), 'transfer-encoding: chunked'];
    parts.body = Buffer.from(random.pick(['zz\r\n', '-1\r\n', 'ffffffffffffffffff\r\n', '5\r\nab', '5\r\nabcdefgh\r\n0\r\n\r\n']));
    parts.incomplete = true;
  },
  (parts, random) => void parts.lines.push(`transfer-encoding: ${random.pick(['gzip', 'chunked, chunked', 'xchunked', ' chunked', 'identity'])}`),
  (parts) => void (parts.lines = parts.lines.map((line) => line.replace(': ', ':\r\n '))),
  (parts) => void (parts.ending = '\n'),
  (parts, random) => {
    const version = random.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.9', 'HTTP/11', 'http/1.1', '']);
    parts.start = parts.start.replace('HTTP/1.1', version);
  },
  (parts, random) => {
    const target = random.pick(['http://evil.example', 'https://muster.test:99999', 'http://[', '//evil.example', '']);
    parts.start = parts.start.replace(' /', ` ${target}/`);
  },
  (parts, random) => void (parts.start = parts.start.replace(/\/\S*/, random.pick(['*', 'x', '/\xff\xfe', '/\x00', '/a b', '/#x', '/?', '\\x']))),
  (parts, random) => void (parts.start = parts.start.replace(/^\w+/, random.pick(['get', 'CONNECT', 'M-SEARCH', 'G\x00ET', 'QUERY', '']))),
  (parts, random) => {
    parts.lines.push(random.pick(['nonsense', ': x', 'x : y', 'x\x00: y', 'x: a\x00b', 'x: a\rb', 'x: \xff', 'é: x', `x: ${'a'.repeat(17_000)}`]));
  },
  (parts) => {
    parts.body = parts.body.subarray(0, Math.floor(parts.body.length / 2));
    parts.incomplete = true;
  },
  (parts) => {
    parts.lines = without(parts, /^connection:/);
    const second = 'GET /api/me HTTP/1.1\r\nhost: muster.test\r\nconnection: close\r\n\r\n';
    parts.body = Buffer.concat([parts.body, Buffer.from(second)]);
  },
  (parts) => {
    parts.lines = without(parts, /^connection:|^host:/);
    parts.incomplete = true;
  },
  (parts) => void (parts.lines = ['connection: upgrade, http2-settings', 'upgrade: h2c', ...without(parts, /^connection:/)]),
]; // prettier-ignore

const quietMs = 400;
const timeoutMs = 20_000;

/** Everything that the server sends until it closes; `hung` when it does not close although we have. */
export function exchange(
  port: number,
  { bytes, incomplete, malformed }: Bytes,
): Promise<{ received: Buffer; hung: boolean }> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    // A malformed request may look incomplete to the server, which then waits; closing our side ends that.
    const ending = malformed ? setTimeout(() => void socket.end(), quietMs) : undefined;
    const giveUp = setTimeout(() => void socket.destroy(), timeoutMs);
    let ended = false;
    socket.on('data', (part: Buffer) => void parts.push(part));
    socket.on('end', () => (ended = true));
    // The server may close while we still write; what it sent before counts.
    socket.on('error', () => (ended = true));
    socket.on('close', () => {
      clearTimeout(ending);
      clearTimeout(giveUp);
      resolve({ received: Buffer.concat(parts), hung: !ended });
    });
    if (incomplete) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** The first final response in the bytes, or undefined. */
export function firstResponse(bytes: Buffer): Received | undefined {
  const cut = bytes.indexOf('\r\n\r\n');
  if (cut === -1) return undefined;
  const [start = '', ...lines] = bytes.subarray(0, cut).toString('latin1').split('\r\n');
  const statusCode = Number(start.split(' ', 2)[1]);
  const rest = bytes.subarray(cut + 4);
  if (statusCode < 200) return firstResponse(rest);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const size = Number(headers['content-length'] ?? rest.length);
  const raw = headers['transfer-encoding'] === 'chunked' ? dechunk(rest) : rest.subarray(0, size);
  return { statusCode, headers, body: plain(raw, headers['content-encoding']) };
}

function dechunk(bytes: Buffer): Buffer {
  const line = bytes.indexOf('\r\n');
  const size = parseInt(bytes.subarray(0, line).toString('latin1'), 16);
  if (line === -1 || !(size > 0)) return Buffer.alloc(0);
  const from = line + 2;
  return Buffer.concat([bytes.subarray(from, from + size), dechunk(bytes.subarray(from + size + 2))]);
}

export function plain(bytes: Buffer, encoding: unknown): string {
  if (bytes.length === 0) return '';
  if (encoding === 'gzip') return gunzipSync(bytes).toString();
  return encoding === 'br' ? brotliDecompressSync(bytes).toString() : bytes.toString();
}
