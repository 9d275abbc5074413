/**
 * An open load: requests arrive at a fixed rate whether or not earlier ones were answered, like real visitors.
 * They share keep-alive connections, like those of a reverse proxy; waiting for a free one counts as response time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openLine } from './line.ts';
import type { Line } from './line.ts';

/** `ofTwenty` of every twenty requests are of this kind; its requests are sent in turn. */
export type Kind = { name: string; ofTwenty: number; requests: string[] };
/** Responses of the first `settleMs` are reported separately. */
export type ArrivalOrder = {
  port: number;
  kinds: Kind[];
  perSecond: number;
  ms: number;
  settleMs: number;
  connections: number;
};

/** Milliseconds from the time a request was due to the end of its response. */
export type Times = { count: number; median: number; p99: number; most: number };
export type KindResult = { name: string; accepted: Times; refused: Times };
/** `p99s`: of accepted requests for each second. `other`: unexpected statuses. `lateMs`: the worst delay of the load generator itself. */
export type ArrivalResult = {
  kinds: KindResult[];
  accepted: Times;
  p99s: number[];
  refused: Times;
  settling: Times;
  other: number[];
  unanswered: number;
  answersPerSecond: number;
  lateMs: number;
  busy: number;
  failure?: string;
};

type Waiting = { kind: number; due: number };
type Answered = Waiting & { status: number; took: number };

function timesOf(answers: Answered[]): Times {
  const sorted = answers.map(({ took }) => took).toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { count: sorted.length, median: at(0.5), p99: at(0.99), most: sorted.at(-1) ?? 0 };
}

/** The order of kinds in twenty requests, mixed as evenly as possible. */
function mix(kinds: Kind[]): number[] {
  const given = kinds.map(() => 0);
  return Array.from({ length: 20 }, (_, turn) => {
    const owed = kinds.map(({ ofTwenty }, i) => ((turn + 1) * ofTwenty) / 20 - (given[i] ?? 0));
    const next = owed.indexOf(Math.max(...owed));
    given[next] = (given[next] ?? 0) + 1;
    return next;
  });
}

/** Assigns requests to free connections, oldest request first. */
async function openExchange({ port, kinds, connections }: ArrivalOrder) {
  const answers: Answered[] = [];
  const queue: Waiting[] = [];
  const free: Line[] = [];
  const lines: Line[] = [];
  const pending = new Map<Line, Waiting>();
  const turns = kinds.map(() => 0);
  let served = 0;
  let failure: Error | undefined;

  const assign = (line: Line, waiting: Waiting): void => {
    const { requests = [] } = kinds[waiting.kind] ?? {};
    const turn = turns[waiting.kind] ?? 0;
    turns[waiting.kind] = (turn + 1) % requests.length;
    pending.set(line, waiting);
    line.socket.write(requests[turn] ?? '', 'latin1');
  };
  const onAnswer = (line: Line): void => {
    const waiting = pending.get(line);
    if (waiting === undefined) return;
    pending.delete(line);
    answers.push({ ...waiting, status: line.status, took: performance.now() - waiting.due });
    const next = queue[served];
    if (next === undefined) return void free.push(line);
    served += 1;
    assign(line, next);
  };
  for (let i = 0; i < connections; i += 1) {
    const line = await openLine(port, onAnswer);
    line.socket.on('error', (error) => (failure ??= error));
    line.socket.once('close', () => (failure ??= new Error('the server closed a connection')));
    lines.push(line);
    free.push(line);
  }
  return {
    answers,
    failure: () => failure,
    waiting: () => pending.size + queue.length - served,
    send: (waiting: Waiting): void => {
      // Round robin, because the server closes an unused connection.
      const line = free.shift();
      if (line === undefined) queue.push(waiting);
      else assign(line, waiting);
    },
    close: () => {
      for (const { socket } of lines) socket.destroy();
    },
  };
}

async function run(order: ArrivalOrder): Promise<ArrivalResult> {
  const { kinds, perSecond, ms, settleMs } = order;
  const sequence = mix(kinds);
  const exchange = await openExchange(order);
  const cpu = process.cpuUsage();
  const began = performance.now();
  let sent = 0;
  let lateMs = 0;
  for (let now = began; now - began < ms && exchange.failure() === undefined; now = performance.now()) {
    const target = Math.floor(((now - began) * perSecond) / 1000);
    if (target > sent) lateMs = Math.max(lateMs, now - began - ((sent + 1) * 1000) / perSecond);
    for (; sent < target; sent += 1) exchange.send({ kind: sequence[sent % sequence.length] ?? 0, due: now });
    await sleep(1);
  }
  const seconds = (performance.now() - began) / 1000;
  const answersPerSecond = exchange.answers.length / seconds;
  const { user, system } = process.cpuUsage(cpu);
  for (let waitedMs = 0; exchange.waiting() > 0 && waitedMs < 3000; waitedMs += 10) await sleep(10);
  const failure = exchange.failure();
  exchange.close();
  if (failure !== undefined) throw failure;
  return {
    ...summary(kinds, exchange.answers, began + settleMs),
    unanswered: exchange.waiting(),
    answersPerSecond,
    lateMs,
    busy: (user + system) / 1e6 / seconds,
  };
}

function bySecond(answers: Answered[], from: number): Answered[][] {
  return [...Map.groupBy(answers, ({ due }) => Math.floor((due - from) / 1000)).values()];
}

function summary(kinds: Kind[], answers: Answered[], from: number) {
  const isRefused = ({ status }: Answered) => status === 503 || status === 429;
  const isAccepted = ({ status }: Answered) => status < 400;
  const steady = answers.filter(({ due }) => due >= from);
  const both = (some: Answered[]) => ({
    accepted: timesOf(some.filter(isAccepted)),
    refused: timesOf(some.filter(isRefused)),
  });
  return {
    kinds: kinds.map(({ name }, i) => ({ name, ...both(steady.filter(({ kind }) => kind === i)) })),
    ...both(steady),
    p99s: bySecond(steady.filter(isAccepted), from).map((answers) => timesOf(answers).p99),
    settling: timesOf(answers.filter((answer) => answer.due < from && isAccepted(answer))),
    other: answers.filter((answer) => !isAccepted(answer) && !isRefused(answer)).map(({ status }) => status),
  };
}

process.on('message', (order: ArrivalOrder) => {
  run(order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
