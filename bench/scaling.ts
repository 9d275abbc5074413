import { availableParallelism } from 'node:os';
import { startPostgres } from '../test/support/postgres-server.ts';
import { requestText } from './compare.ts';
import { createDatabase, fillPostgres, projectId, small, sqliteFolder, tokenOf } from './data.ts';
import { ratioOf } from './engines.ts';
import { benchKey } from './event-data.ts';
import { processesOf, processorSeconds, startMuster } from './processes.ts';
import type { Server } from './processes.ts';
import { holdTo } from './shares.ts';
import type { Row, Rows, Stage } from './stage.ts';

const counts = [1, 2, 4];
/** Nearly as many as one process takes at a time without refusing any, in few packets: the load is on the same cores. */
const connections = 48;
const abreast = 2;
const callers = 100;
/** Each of several processes gets a part of the warm-up only, and compiles as much as one alone. */
const warmUpMs = 10_000;
const roundMs = 2000;
/** Of a core, for each process: four of them leave enough of two cores for PostgreSQL and the load. */
const part = 0.25;

/** Processor time for one answer: of Muster, and of the load and PostgreSQL, which are on the same machine. */
type Cost = { own: number; others: number };

/** The goal is for whole cores; held to a part of one, processes show whether they hinder each other. */
type Asked = { name: string; isHeld: boolean; requests: string[] };

/** Several processes on PostgreSQL against one. */
async function scaling(stage: Stage): Promise<Row[]> {
  const postgres = await startPostgres(['fsync=off', 'full_page_writes=off']);
  const servers: Server[] = [];
  try {
    const databaseUrl = await createDatabase(postgres.url, 'bench_scaling');
    await fillPostgres(databaseUrl, small);
    for (const count of counts) {
      const env = { DATABASE_URL: databaseUrl, MUSTER_KEY: benchKey, WORKERS: String(count) };
      servers.push(await startMuster(await sqliteFolder(small), env));
    }
    const rows = await measured(stage, servers, postgres.child.pid ?? 0, { how: '', isHeld: false });
    const workers = servers.flatMap(({ pid }) => processesOf(pid));
    const held = holdTo(part, workers);
    if (held === undefined) return rows;
    try {
      const how = `, each process with ${part} of a core`;
      return [...rows, ...(await measured(stage, servers, postgres.child.pid ?? 0, { how, isHeld: true }))];
    } finally {
      held.release();
    }
  } finally {
    for (const server of servers) await server.stop();
    await postgres.stop();
  }
}

async function measured(
  stage: Stage,
  servers: Server[],
  database: number,
  { how, isHeld }: { how: string; isHeld: boolean },
): Promise<Row[]> {
  const me = (person: number) => requestText('/api/me', { authorization: `Bearer ${tokenOf(person)}` });
  const listing = requestText(`/api/members/${projectId(0)}`);
  const signedIn = Array.from({ length: callers }, (_, person) => me(person));
  return [
    ...(await scalingOf(
      stage,
      { name: `listing on PostgreSQL${how}`, isHeld, requests: [listing] },
      servers,
      database,
    )),
    ...(await scalingOf(
      stage,
      { name: `GET /api/me on PostgreSQL${how}`, isHeld, requests: signedIn },
      servers,
      database,
    )),
  ];
}

async function scalingOf(stage: Stage, what: Asked, servers: Server[], database: number): Promise<Row[]> {
  const rates = servers.map((): number[] => []);
  const spent = servers.map(() => ({ own: 0, others: 0, answers: 0 }));
  for (let round = -1; round < Math.min(stage.rounds, 5); round += 1) {
    for (const [i, { port, pid }] of servers.entries()) {
      const before = [pid, database].map((one) => processorSeconds(one, true));
      const order = {
        port,
        requests: what.requests,
        status: 200,
        connections,
        abreast,
        ms: round < 0 ? warmUpMs : roundMs,
      };
      const { answers, seconds, busy } = await stage.load.run(order);
      const [own = 0, databases = 0] = [pid, database].map(
        (one, at) => processorSeconds(one, true) - (before[at] ?? 0),
      );
      const sum = spent[i];
      if (round < 0 || sum === undefined) continue;
      rates[i]?.push(answers / seconds);
      sum.own += own;
      sum.others += databases + busy * seconds;
      sum.answers += answers;
    }
  }
  const costs = spent.map(({ own, others, answers }): Cost => ({ own: own / answers, others: others / answers }));
  return counts.slice(1).map((count, at) => rowOf(what, count, costs[0], [rates[at + 1] ?? [], rates[0] ?? []]));
}

function rowOf({ name, isHeld }: Asked, count: number, one: Cost | undefined, rates: [number[], number[]]): Row {
  if (one === undefined) throw new Error('nothing was measured');
  // All cores busy with nothing else, against one process that is always busy, or the same bound if that is lower.
  const mostOfAll = availableParallelism() / (one.own + one.others);
  const ceiling = mostOfAll / Math.min(mostOfAll, 1 / one.own);
  const us = (seconds: number) => Math.round(seconds * 1e6);
  const cores =
    `; ${us(one.own)} us of Muster and ${us(one.others)} of PostgreSQL and the load share ` +
    `${availableParallelism()} cores, which allows ${ceiling.toFixed(2)}`;
  const what = `${name}: ${count} processes against 1`;
  return ratioOf(what, count === 2 && !isHeld ? 1.6 : null, rates, [`${count}`, '1'], isHeld ? '' : cores);
}

export const scalingRows: Rows = { scaling: { optional: true, run: scaling } };
