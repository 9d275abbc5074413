/** The load: a process of its own that keeps a number of connections busy, with one request at a time or more on each. */
import { openLine } from './line.ts';
import type { Line } from './line.ts';

/**
 * The requests are sent in turn, as they are written here. `abreast`: so many go out on a connection without waiting for
 * an answer, which costs the load less; the next when all of them are answered.
 */
export type LoadOrder = {
  port: number;
  requests: string[];
  status: number;
  connections: number;
  ms: number;
  abreast?: number;
};
/** `busy`: how much of one core the load itself took. Near 1, it would be measuring itself. */
export type LoadResult = { answers: number; seconds: number; busy: number; failure?: string };

async function run({ port, requests, status, connections, ms, abreast = 1 }: LoadOrder): Promise<LoadResult> {
  const { promise: ended, resolve: end, reject: stop } = Promise.withResolvers<void>();
  const lines: Line[] = [];
  let answers = 0;
  let turn = 0;
  const awaited = new Map<Line, number>();
  const packets = packetsOf(requests, abreast);
  const ask = (line: Line): void => {
    turn = turn + 1 < packets.length ? turn + 1 : 0;
    awaited.set(line, abreast);
    line.socket.write(packets[turn] ?? '', 'latin1');
  };
  const onAnswer = (line: Line): void => {
    if (line.status !== status) return stop(new Error(`expected ${status}, got ${line.status}`));
    answers += 1;
    const left = (awaited.get(line) ?? 0) - 1;
    awaited.set(line, left);
    if (left === 0) ask(line);
  };
  // Each is busy before the next is opened: processes that share a port take what comes while the others are busy.
  for (let i = 0; i < connections; i += 1) {
    const line = await openLine(port, onAnswer);
    line.socket.once('error', stop);
    line.socket.once('close', () => stop(new Error('the server closed a connection')));
    lines.push(line);
    ask(line);
  }
  answers = 0;
  const cpu = process.cpuUsage();
  const began = performance.now();
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

/** As many as there are requests, so that each is sent equally often. */
const packetsOf = (requests: string[], abreast: number): string[] =>
  requests.map((_, i) =>
    Array.from({ length: abreast }, (_one, k) => requests[(i * abreast + k) % requests.length]).join(''),
  );

process.on('message', (order: LoadOrder) => {
  run(order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ answers: 0, seconds: 1, busy: 0, failure: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
