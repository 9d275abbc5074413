/** Load generator process: keeps connections busy with one or more requests at a time on each. */
import { openLine } from './line.ts';
import type { Line } from './line.ts';

/**
 * The requests are sent in turn. `abreast`: how many are pipelined on a connection before waiting for responses, which
 * costs the load generator less.
 */
export type LoadOrder = {
  port: number;
  requests: string[];
  status: number;
  connections: number;
  ms: number;
  abreast?: number;
};
/** `busy`: share of one core used by the load generator. Near 1, the result measures the generator. */
export type LoadResult = { answers: number; seconds: number; busy: number; failure?: string };

async function run({ port, requests, status, connections, ms, abreast = 1 }: LoadOrder): Promise<LoadResult> {
  const { promise: ended, resolve: end, reject: stop } = Promise.withResolvers<void>();
  const lines: Line[] = [];
  let answers = 0;
  let position = 0;
  const pending = new Map<Line, number>();
  const packets = packetsOf(requests, abreast);
  const sendNext = (line: Line): void => {
    position = position + 1 < packets.length ? position + 1 : 0;
    pending.set(line, abreast);
    line.socket.write(packets[position] ?? '', 'latin1');
  };
  const onAnswer = (line: Line): void => {
    if (line.status !== status) return stop(new Error(`expected ${status}, got ${line.status}`));
    answers += 1;
    const left = (pending.get(line) ?? 0) - 1;
    pending.set(line, left);
    if (left === 0) sendNext(line);
  };
  // Each connection is busy before the next opens, so that another process on the same port accepts the next one.
  for (let i = 0; i < connections; i += 1) {
    const line = await openLine(port, onAnswer);
    line.socket.once('error', stop);
    line.socket.once('close', () => stop(new Error('the server closed a connection')));
    lines.push(line);
    sendNext(line);
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

/** There are as many packets as requests, so that each request is sent equally often. */
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
