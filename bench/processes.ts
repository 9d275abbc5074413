import { fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/support/servers/postgres-server.ts';
import type { ArrivalOrder, ArrivalResult } from './load/arrivals.ts';
import type { LoadOrder, LoadResult } from './load/load.ts';
import type { Answer } from './load/reference.ts';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const startTimeoutMs = 60_000;

export type Server = { port: number; pid: number; stop: () => Promise<void> };
export type Reference = Server & { answerWith: (answer: Answer) => Promise<void> };
type Worker<Order, Result> = { run: (order: Order) => Promise<Result>; stop: () => Promise<void> };
export type Load = Worker<LoadOrder, LoadResult>;
export type Arrivals = Worker<ArrivalOrder, ArrivalResult>;

function stopper(child: ChildProcess): () => Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await ended;
  };
}

const reply = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('a process of the benchmark ended'));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message as T);
    });
  });

export async function startReference(): Promise<Reference> {
  const child = fork(path('load/reference.ts'));
  const port = await reply<number>(child);
  return {
    port,
    pid: child.pid ?? 0,
    stop: stopper(child),
    answerWith: async (answer) => {
      const ready = reply(child);
      child.send(answer);
      await ready;
    },
  };
}

function startWorker<Order extends object, Result>(file: string): Worker<Order, Result> {
  const child = fork(path(file));
  return {
    stop: stopper(child),
    run: async (order) => {
      const result = reply<Result & { failure?: string }>(child);
      child.send(order);
      const { failure, ...measured } = await result;
      if (failure !== undefined) throw new Error(failure);
      return measured as Result;
    },
  };
}

export const startLoad = (): Load => startWorker('load/load.ts');
export const startArrivals = (): Arrivals => startWorker('load/arrivals.ts');

/** Muster as an operator runs it: a process of its own, with its log in a file. Only the rate limits are raised. */
export async function startMuster(dataDir: string, env: Record<string, string> = {}): Promise<Server> {
  const port = await freePort();
  const log = openSync(join(dataDir, 'bench.log'), 'w');
  const child = spawn(process.execPath, [path('../src/server/main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), RATE_LIMIT_SCALE: '1000000', ...env },
    stdio: ['ignore', log, 'inherit'],
  });
  closeSync(log);
  const server = { port, pid: child.pid ?? 0, stop: stopper(child) };
  await untilReady(server.port, '/readyz');
  return server;
}

export async function untilReady(port: number, address: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    if (await answers(port, address)) return;
    await sleep(2);
  }
  throw new Error(`nothing answers at port ${port}`);
}

function answers(port: number, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ port, host: '127.0.0.1', path: address, agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
    });
    request.once('error', () => resolve(false));
  });
}

/** Processor time so far, in seconds; the kernel counts hundredths. If asked for, with its running children. */
export function processorSeconds(pid: number, withChildren = false): number {
  const own = ticks(pid, 11) / 100;
  if (!withChildren) return own;
  return childrenOf(pid).reduce((sum, child) => sum + processorSeconds(child), own);
}

/** Processor time of the children that have ended. */
export const endedChildrenSeconds = (pid: number): number => ticks(pid, 13) / 100;

/** User and system time are two adjacent fields. */
function ticks(pid: number, field: number): number {
  const fields = statOf(pid).split(') ')[1]?.split(' ') ?? [];
  return Number(fields[field] ?? 0) + Number(fields[field + 1] ?? 0);
}

/** Empty for a process that has just ended; its parent then counts its time. */
function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Open files and connections. */
export const openDescriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Resident memory in MB, as Linux counts it. */
export function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
