import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, requestText } from '../compare.ts';
import { residentMb, startReference } from '../processes.ts';
import type { Row, Rows, Stage } from '../stage.ts';
import { bearer, pid, withServers } from './changes.ts';
import type { Engine } from './changes.ts';

const streamCount = 1000;
const perPerson = 10;
const changesPerSecond = 100;
const seconds = 15;
const sampled = 50;

/** Counts the events of a stream; for some of them also the time from the change to its arrival. */
class Listener {
  count = 0;
  readonly delaysMs: number[] = [];
  readonly socket: Socket;
  #tail = '';

  constructor(port: number, person: number, times: boolean) {
    this.socket = connect({ port, host: '127.0.0.1' });
    this.socket.write(requestText('/api/changes?after=latest', { ...bearer(person), accept: 'text/event-stream' }));
    this.socket.on('data', (chunk: Buffer) => (times ? this.#measure(chunk) : this.#count(chunk)));
  }

  #count(chunk: Buffer): void {
    const text = this.#tail + chunk.toString('latin1');
    for (let at = text.indexOf('\ndata: '); at >= 0; at = text.indexOf('\ndata: ', at + 7)) this.count += 1;
    this.#tail = text.slice(-6);
  }

  #measure(chunk: Buffer): void {
    const now = Date.now();
    const lines = (this.#tail + chunk.toString('latin1')).split('\n');
    this.#tail = lines.pop() ?? '';
    for (const line of lines) {
      const time = /^data: .*"at":"([^"]+)"/.exec(line)?.[1];
      if (time === undefined) continue;
      this.count += 1;
      this.delaysMs.push(now - Date.parse(time));
    }
  }
}

/** How much the memory of a server grows by each open stream. Everything is loaded and compiled once before. */
async function memoryOf(
  port: number,
  processId: number,
): Promise<{ listeners: Listener[]; perStreamKb: number; notes: string }> {
  const before = residentMb(processId);
  const listeners = await openAll(port, streamCount);
  const idle = residentMb(processId);
  return {
    listeners,
    perStreamKb: ((idle - before) * 1024) / streamCount,
    notes: `resident ${before.toFixed(0)} MB before, ${idle.toFixed(0)} with the streams`,
  };
}

/** What a stream takes in a bare `node:http` server that keeps the response and nothing else. */
async function bareMemoryKb(): Promise<number> {
  const reference = await startReference();
  await reference.answerWith({ status: 200, headers: [['content-type', 'text/event-stream']], body: '', open: true });
  for (const { socket } of await openAll(reference.port, 100)) socket.destroy();
  await sleep(3000);
  const { listeners, perStreamKb } = await memoryOf(reference.port, reference.pid);
  for (const { socket } of listeners) socket.destroy();
  await reference.stop();
  return perStreamKb;
}

async function openAll(port: number, count: number): Promise<Listener[]> {
  const listeners: Listener[] = [];
  for (let i = 0; i < count; i += 1) {
    listeners.push(new Listener(port, 20 + Math.floor(i / perPerson), i % (count / sampled) === 0));
    if (i % 20 === 19) await sleep(10);
  }
  await sleep(3000);
  return listeners;
}

async function streams(_stage: Stage, engine: Engine): Promise<Row[]> {
  return withServers(engine, [0], async ([server]) => {
    if (server === undefined) return [];
    const { port } = server;
    const change = async (text: string) => {
      const url = `http://127.0.0.1:${port}/api/projects/${pid}/teams/team-0`;
      const headers = { ...bearer(0), 'content-type': 'application/json' };
      const response = await fetch(url, {
        method: 'PATCH',
        headers,
        body: JSON.stringify({ public_description: text }),
      });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`a change was answered with ${response.status}`);
    };
    // Everything is loaded and compiled once before memory is measured.
    const first = await openAll(port, 100);
    for (let i = 0; i < 50; i += 1) await change(`warm ${i}`);
    await sleep(1000);
    for (const { socket } of first) socket.destroy();
    await sleep(3000);
    const { listeners, perStreamKb, notes } = await memoryOf(port, server.pid);
    const sent: Promise<void>[] = [];
    const beganMs = performance.now();
    for (let i = 0; i < changesPerSecond * seconds; i += 1) {
      sent.push(change(`change ${i}`));
      await sleep(Math.max(0, beganMs + ((i + 1) * 1000) / changesPerSecond - performance.now()));
    }
    const tookS = (performance.now() - beganMs) / 1000;
    await Promise.all(sent);
    for (let i = 0; i < 50 && listeners.some(({ count }) => count < sent.length); i += 1) await sleep(100);
    const loaded = residentMb(server.pid);
    const complete = listeners.filter(({ count }) => count === sent.length).length;
    const delays = listeners.flatMap(({ delaysMs }) => delaysMs).toSorted((a, b) => a - b);
    for (const { socket } of listeners) socket.destroy();
    const p99 = delays[Math.floor(delays.length * 0.99)] ?? Infinity;
    const bareKb = await bareMemoryKb();
    const what = `${streamCount} open streams in one process, ${Math.round(sent.length / tookS)} changes a second, ${engine}`;
    return [
      {
        what: `${what}: streams that got every change`,
        goal: String(streamCount),
        measured: String(complete),
        spread: '',
        ok: complete === streamCount,
        notes: `${sent.length} changes, ${sent.length * streamCount} events`,
      },
      {
        what: 'the same: p99 from the change to its arrival',
        goal: '< 1000 ms',
        measured: `${p99} ms`,
        spread: `${delays[0]}-${delays.at(-1)}`,
        ok: p99 < 1000,
        notes: `median ${median(delays)} ms, measured at ${sampled} streams`,
      },
      {
        what: 'the same: memory of an open stream',
        goal: '< 20 KB',
        measured: `${perStreamKb.toFixed(1)} KB`,
        spread: '',
        ok: perStreamKb < 20,
        notes: `${notes}, ${loaded.toFixed(0)} after the load; ${bareKb.toFixed(1)} KB in a bare node:http server`,
      },
    ];
  });
}

/** Optional: they take minutes. */
export const streamRows: Rows = {
  'change-streams': { optional: true, run: (stage) => streams(stage, 'SQLite') },
  'change-streams-postgres': { optional: true, run: (stage) => streams(stage, 'PostgreSQL') },
};
