/**
 * The load: a process of its own that keeps a number of connections busy, one request at a time on each.
 * It speaks to sockets directly and reads no more of an answer than it must, so that the server is what is measured.
 */
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** The requests are sent in turn, as they are written here. */
export type LoadOrder = { port: number; requests: string[]; status: number; connections: number; ms: number };
/** `busy`: how much of one core the load itself took. Near 1, it would be measuring itself. */
export type LoadResult = { answers: number; seconds: number; busy: number; failure?: string };

type Line = { socket: Socket; head: string; bodyLeft: number };

const bufferSize = 64 * 1024;
const lengthField = 'ontent-length: ';

function openLine(port: number, onBytes: (line: Line, bytes: Buffer, length: number) => void): Promise<Line> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(bufferSize);
    const callback = (length: number): boolean => {
      onBytes(line, buffer, length);
      return true;
    };
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } });
    const line: Line = { socket, head: '', bodyLeft: 0 };
    socket.once('connect', () => resolve(line));
    socket.once('error', reject);
  });
}

/** How many bytes of the body are still to come; undefined while the header is not whole. */
function readHead(line: Line, text: string, status: number): number | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) {
    line.head = text;
    return undefined;
  }
  line.head = '';
  if (!text.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`expected ${status}, got ${text.slice(0, end)}`);
  if (status === 304) return 0;
  const at = text.indexOf(lengthField);
  if (at < 0 || at > end) throw new Error('an answer without a length');
  return Number.parseInt(text.slice(at + lengthField.length, at + 30), 10) - (text.length - end - 4);
}

async function run({ port, requests, status, connections, ms }: LoadOrder): Promise<LoadResult> {
  const { promise: ended, resolve: end, reject: stop } = Promise.withResolvers<void>();
  const lines: Line[] = [];
  let answers = 0;
  let turn = 0;
  const ask = ({ socket }: Line): void => {
    turn = turn + 1 < requests.length ? turn + 1 : 0;
    socket.write(requests[turn] ?? '', 'latin1');
  };
  const onBytes = (line: Line, bytes: Buffer, length: number): void => {
    try {
      if (line.bodyLeft > 0) line.bodyLeft -= length;
      else {
        const left = readHead(line, line.head + bytes.toString('latin1', 0, length), status);
        if (left === undefined) return;
        line.bodyLeft = left;
      }
    } catch (error) {
      stop(error);
    }
    if (line.bodyLeft > 0) return;
    answers += 1;
    ask(line);
  };
  for (let i = 0; i < connections; i += 1) lines.push(await openLine(port, onBytes));
  for (const { socket } of lines) {
    socket.once('error', stop);
    socket.once('close', () => stop(new Error('the server closed a connection')));
  }
  const cpu = process.cpuUsage();
  const began = performance.now();
  for (const line of lines) ask(line);
  const timer = setTimeout(end, ms);
  try {
    await ended;
    const seconds = (performance.now() - began) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    return { answers, seconds, busy: (user + system) / 1e6 / seconds };
  } finally {
    clearTimeout(timer);
    for (const { socket } of lines) socket.destroy();
  }
}

process.on('message', (order: LoadOrder) => {
  run(order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ answers: 0, seconds: 1, busy: 0, failure: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
