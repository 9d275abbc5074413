import { get } from 'node:http';
import { processorSeconds } from './processes.ts';
import type { Load, Server } from './processes.ts';
import type { Answer } from './reference.ts';

/** What is asked of a server: these requests, in turn, each of which must get this status. */
export type Target = { server: Server; requests: string[]; status: number };

export type Comparison = {
  /** Requests a second of the first over those of the second, round by round. */
  ratios: number[];
  perSecond: [number, number];
  /** The same ratio by processor time a request: hardly moved by what else the machine does. */
  byProcessor: number;
  /** The most of a core that the load took in any round. */
  loadBusy: number;
};

const connections = 24;
const warmUpMs = 4000;
const sliceMs = 400;

export function requestText(path: string, headers: Record<string, string> = {}): string {
  const fields = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${fields.join('')}\r\n`;
}

/** What a server answers, in a form that the reference can repeat; node:http adds the left out fields by itself. */
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

/** Short rounds in turn, now the one first and now the other: what else the machine does falls on both alike. */
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
