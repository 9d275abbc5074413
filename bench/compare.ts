import { get } from 'node:http';
import { processorSeconds } from './processes.ts';
import type { Load, Server } from './processes.ts';
import type { Answer } from './load/reference.ts';

/** Requests to send to a server in turn, and the status that each must return. */
export type Target = { server: Server; requests: string[]; status: number };

export type Comparison = {
  /** Requests per second of the first divided by those of the second, for each round. */
  ratios: number[];
  perSecond: [number, number];
  /** The same ratio by processor time per request, which depends less on other work on the machine. */
  byProcessor: number;
  /** The maximum share of a core that the load generator used in any round. */
  loadBusy: number;
};

const connections = 24;
const warmUpMs = 4000;
const sliceMs = 400;

export function requestText(path: string, headers: Record<string, string> = {}): string {
  const fields = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${fields.join('')}\r\n`;
}

/** Captures a response for the reference to repeat, without the headers that node:http adds itself. */
export function capture({ port }: Server, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const own = new Set(['date', 'connection', 'keep-alive']);
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('end', () => {
        const names = response.rawHeaders.filter((_, i) => i % 2 === 0);
        const fields = names.map((name, i): [string, string] => [name, response.rawHeaders[i * 2 + 1] ?? '']);
        const body = Buffer.concat(parts).toString('base64');
        const kept = fields.filter(([name]) => !own.has(name.toLowerCase()));
        resolve({ status: response.statusCode ?? 0, headers: kept, body });
      });
    }).once('error', reject);
  });
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

/** Short alternating rounds with alternating order, so that other work on the machine affects both equally. */
export async function compare(load: Load, first: Target, second: Target, rounds: number): Promise<Comparison> {
  const pair = [first, second] as const;
  const rates: [number[], number[]] = [[], []];
  const spent = [0, 0];
  const answered = [0, 0];
  let loadBusy = 0;
  const slice = async (which: 0 | 1, ms: number) => {
    const { server, requests, status } = pair[which];
    const before = processorSeconds(server.pid);
    const result = await load.run({ port: server.port, requests, status, connections, ms });
    return { ...result, processor: processorSeconds(server.pid) - before };
  };
  for (const which of [0, 1] as const) await slice(which, warmUpMs);
  for (let round = 0; round < rounds; round += 1) {
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { answers, seconds, busy, processor } = await slice(which, sliceMs);
      rates[which].push(answers / seconds);
      spent[which] = (spent[which] ?? 0) + processor;
      answered[which] = (answered[which] ?? 0) + answers;
      loadBusy = Math.max(loadBusy, busy);
    }
  }
  const cost = (which: 0 | 1) => (spent[which] ?? 0) / (answered[which] ?? 1);
  return {
    ratios: rates[0].map((rate, i) => rate / (rates[1][i] ?? 1)),
    perSecond: [median(rates[0]), median(rates[1])],
    byProcessor: cost(1) / cost(0),
    loadBusy,
  };
}
