import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SQLInputValue } from 'node:sqlite';
import { promisify } from 'node:util';
import pg from 'pg';
import { sha256 } from '../src/server/lib/secrets.ts';
import { startTestApp } from '../test/support/app.ts';
import { postgresFolder, startPostgres } from '../test/support/servers/postgres-server.ts';
import { median, requestText } from './compare.ts';
import { createDatabase, fillPostgres, personId, projectId, small, sqliteFolder, tokenOf } from './data.ts';
import { benchKey } from './event-data.ts';
import { fillTasks, tasks } from './overload.ts';
import { endedChildrenSeconds, processorSeconds, startMuster } from './processes.ts';
import type { Server } from './processes.ts';
import type { Row, Rows, Stage } from './stage.ts';

const pid = projectId(0);
const sliceMs = 1000;
const connections = 24;
const bearer = (person: number) => ({ authorization: `Bearer ${tokenOf(person)}` });
const attendance = (task: number) => `/api/projects/${pid}/tasks/load${task}/attendance`;

/** Gets the connection if it is no prepared statement. */
export type Sent = { text: string; values: unknown[]; connection?: unknown };

/** Records the statements that one request sends to the database. */
async function recordStatements(
  place: { folder: string; databaseUrl: string | undefined },
  request: { method: 'GET' | 'PUT'; url: string },
): Promise<Sent[]> {
  const sent: Sent[] = [];
  const restore = interceptStatements(sent);
  try {
    const notDisposed = { ...place, [Symbol.asyncDispose]: async () => {} };
    await using muster = await startTestApp({ place: notDisposed });
    const ask = () => muster.app.inject({ ...request, headers: bearer(0) });
    // The first request opens connections; after it, every statement belongs to the recorded request.
    await muster.app.inject({ url: '/api/me', headers: bearer(1) });
    sent.length = 0;
    const { statusCode } = await ask();
    if (statusCode >= 300) throw new Error(`${request.url} answered ${statusCode}`);
    return [...sent];
  } finally {
    for (const undo of restore) undo();
  }
}

/** Wraps a method so that each call is reported first. Returns a function that restores it. */
function intercept(prototype: object, name: string, onCall: (self: unknown, given: unknown[]) => void): () => void {
  const original: unknown = Reflect.get(prototype, name);
  if (typeof original !== 'function') throw new Error(`there is no method ${name}`);
  Reflect.set(prototype, name, function intercepted(this: unknown, ...given: unknown[]): unknown {
    onCall(this, given);
    return Reflect.apply(original, this, given);
  });
  return () => void Reflect.set(prototype, name, original);
}

/** Notes every statement. Returns functions that restore the methods. */
export function interceptStatements(sent: Sent[]): (() => void)[] {
  const ofStatement = (self: unknown, values: unknown[]) =>
    void (self instanceof StatementSync && sent.push({ text: self.sourceSQL, values }));
  return [
    intercept(StatementSync.prototype, 'all', ofStatement),
    intercept(StatementSync.prototype, 'run', ofStatement),
    intercept(
      DatabaseSync.prototype,
      'exec',
      (connection, [text]) => void sent.push({ text: String(text), values: [], connection }),
    ),
    intercept(pg.Client.prototype, 'query', (_, [statement]) => {
      const { text, values } = (statement ?? {}) as Partial<Sent>;
      if (typeof text === 'string') sent.push({ text, values: values ?? [] });
    }),
  ];
}

/** Joins through Muster, against the same statements sent by bare node:sqlite with the same settings. */
async function durableWrites(stage: Stage): Promise<Row[]> {
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'muster-bench-writes-')));
  const [served = '', bare = ''] = folders;
  let server: Server | undefined;
  try {
    for (const folder of folders) {
      cpSync(await sqliteFolder(small), folder, { recursive: true });
      fillTasks(folder);
    }
    const request = { method: 'PUT' as const, url: attendance(0) };
    const sent = await recordStatements({ folder: bare, databaseUrl: undefined }, request);
    server = await startMuster(served);
    const replay = replayer(bare, sent);
    const pairs = Array.from({ length: tasks * small.people }, (_, i): [number, number] => [
      i % small.people,
      Math.floor(i / small.people),
    ]);
    const requests = pairs.map(([person, task]) => requestText(attendance(task), bearer(person)).replace('GET', 'PUT'));
    const rates: [number[], number[]] = [[], []];
    // The recorded join has used the first pair.
    let [next, nextBare] = [0, 1];
    const rounds = Math.min(stage.rounds, 7);
    // The number of people and tasks limits how many joins there can be.
    const maxPerRound = Math.floor(pairs.length / (rounds + 2)) - 1;
    for (let round = -2; round < rounds; round += 1) {
      const order = { port: server.port, requests: requests.slice(next), status: 204, connections, ms: sliceMs };
      const { answers, seconds } = await stage.load.run(order);
      next += answers + connections + 1;
      const began = performance.now();
      const first = nextBare;
      for (; performance.now() - began < sliceMs && nextBare - first < maxPerRound; nextBare += 1)
        replay(pairs[nextBare] ?? [0, 0], nextBare);
      if (round < 0) continue;
      rates[0].push(answers / seconds);
      rates[1].push(((nextBare - first) * 1000) / (performance.now() - began));
    }
    const what = `joining a task, SQLite, on disk with every answer: against node:sqlite with the same ${sent.length} statements`;
    return [ratioOf(what, 0.4, rates, ['Muster', 'bare'])];
  } finally {
    await server?.stop();
    for (const folder of folders) rmSync(folder, { recursive: true });
  }
}

export const isInput = (value: unknown): value is SQLInputValue =>
  value === null || ['string', 'number'].includes(typeof value);

/** Runs the recorded statements with the values of another person and task. */
function replayer(folder: string, sent: Sent[]): (pair: [number, number], index: number) => void {
  const database = new DatabaseSync(join(folder, 'muster.db'));
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -8000',
  );
  const steps = sent.map(({ text, values }) => ({
    statement: /^(?:begin|commit)/.test(text) ? undefined : database.prepare(text),
    text,
    values: values.filter(isInput),
    isAudit: text.includes('"audit"'),
  }));
  return ([person, task], index) => {
    const replacements = new Map<SQLInputValue, string>([
      [personId(0), personId(person)],
      [sha256(tokenOf(0)), sha256(tokenOf(person))],
      ['load0', `load${task}`],
    ]);
    for (const { statement, text, values, isAudit } of steps) {
      if (statement === undefined) database.exec(text);
      else {
        const given = values.map((value, i) =>
          isAudit && i === 0 ? `bare${index}` : (replacements.get(value) ?? value),
        );
        if (text.startsWith('select') || text.includes('returning')) statement.all(...given);
        else statement.run(...given);
      }
    }
  };
}

export function ratioOf(
  what: string,
  goal: number,
  [first, second]: [number[], number[]],
  names: [string, string],
  more = '',
): Row {
  const ratios = first.map((rate, i) => rate / (second[i] ?? 1));
  const middle = median(ratios);
  return {
    what,
    goal: `>= ${goal}`,
    measured: middle.toFixed(2),
    spread: `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`,
    ok: middle >= goal,
    notes: `${names[0]} ${Math.round(median(first))}/s, ${names[1]} ${Math.round(median(second))}/s${more}`,
  };
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value);

/** `GET /api/me`, against pgbench sending the same statements to the same server. */
async function readsOnPostgres(stage: Stage): Promise<Row[]> {
  const postgres = await startPostgres(['fsync=off', 'full_page_writes=off']);
  const folder = mkdtempSync(join(tmpdir(), 'muster-bench-pgbench-'));
  const servers: Server[] = [];
  try {
    const databaseUrl = await createDatabase(postgres.url, 'bench_reads');
    await fillPostgres(databaseUrl, small);
    const sent = await recordStatements({ folder, databaseUrl }, { method: 'GET', url: '/api/me' });
    const script = join(folder, 'me.sql');
    const lines = sent.map(
      ({ text, values }) => `${text.replace(/\$(\d+)/g, (_, n) => literal(values[Number(n) - 1]))};`,
    );
    writeFileSync(script, `${lines.join('\n')}\n`);
    for (const workers of ['1', '2']) {
      const env = { DATABASE_URL: databaseUrl, MUSTER_KEY: benchKey, WORKERS: workers };
      servers.push(await startMuster(await sqliteFolder(small), env));
    }
    const rows: Row[] = [];
    const database = postgres.child.pid ?? 0;
    for (const [i, server] of servers.entries()) {
      const rates: [number[], number[]] = [[], []];
      const order = { port: server.port, requests: [requestText('/api/me', bearer(0))], status: 200, connections };
      await stage.load.run({ ...order, ms: 4000 });
      const meters = [
        meter('Muster', database, () => processorSeconds(server.pid, true)),
        meter('pgbench', database, () => endedChildrenSeconds(process.pid)),
      ] as const;
      for (let round = 0; round < Math.min(stage.rounds, 5); round += 1) {
        rates[0].push(await meters[0].measure(() => stage.load.run({ ...order, ms: sliceMs * 2 })));
        rates[1].push(await meters[1].measure(() => pgbench(databaseUrl, script)));
      }
      const names: [string, string] = ['Muster', 'pgbench'];
      const what = `GET /api/me on PostgreSQL, ${i + 1} ${i === 0 ? 'process' : 'processes'}: against pgbench with the same ${sent.length} statements`;
      const costs = `; processor time a request: ${meters.map(({ cost }) => cost()).join(', ')}`;
      rows.push(ratioOf(what, 0.5, rates, names, costs));
    }
    return rows;
  } finally {
    for (const server of servers) await server.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
}

type Run = { answers: number; seconds: number };

/** Adds up the processor time that a client and PostgreSQL spend: it depends little on what else the machine does. */
function meter(name: string, database: number, clientSeconds: () => number) {
  const databaseSeconds = () => processorSeconds(database, true) + endedChildrenSeconds(database);
  const total = { client: 0, database: 0, answers: 0 };
  const us = (seconds: number) => Math.round((seconds * 1e6) / total.answers);
  return {
    /** Returns the answers a second. */
    measure: async (run: () => Promise<Run>): Promise<number> => {
      const before = [clientSeconds(), databaseSeconds()] as const;
      const { answers, seconds } = await run();
      total.client += clientSeconds() - before[0];
      total.database += databaseSeconds() - before[1];
      total.answers += answers;
      return answers / seconds;
    },
    cost: () => `${us(total.client)} us of ${name} and ${us(total.database)} of PostgreSQL`,
  };
}

async function pgbench(databaseUrl: string, script: string): Promise<Run> {
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  const address = ['-h', hostname, '-p', port, '-U', username];
  const words = ['-n', '-M', 'prepared', '-f', script, '-c', '10', '-j', '1', '-T', '2', ...address, pathname.slice(1)];
  const { stdout } = await promisify(execFile)(join(postgresFolder() ?? '', 'pgbench'), words);
  const numberIn = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1]);
  const answers = numberIn(/actually processed: (\d+)/);
  return { answers, seconds: answers / numberIn(/tps = ([\d.]+)/) };
}

export const engineRows: Rows = {
  writes: { run: durableWrites },
  pgbench: { optional: true, run: readsOnPostgres },
};
