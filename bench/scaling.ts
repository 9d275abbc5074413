import { availableParallelism } from 'node:os';
import { startPostgres } from '../test/support/postgres-server.ts';
import { requestText } from './compare.ts';
import { createDatabase, fillPostgres, projectId, small, sqliteFolder, tokenOf } from './data.ts';
import { ratioOf } from './engines.ts';
import { benchKey } from './event-data.ts';
import { processorSeconds, startMuster } from './processes.ts';
import type { Server } from './processes.ts';
import type { Row, Rows, Stage } from './stage.ts';

const counts = [1, 2, 4];
const connections = 24;

/** Processor time for one answer: of Muster, and of the load and PostgreSQL, which are on the same machine. */
type Cost = { own: number; others: number };

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
    const rows: Row[] = [];
    for (const [name, request] of [
      ['listing', requestText(`/api/members/${projectId(0)}`)],
      ['GET /api/me', requestText('/api/me', { authorization: `Bearer ${tokenOf(0)}` })],
    ] as const) {
      rows.push(...(await scalingOf(stage, name, request, servers, postgres.child.pid ?? 0)));
    }
    return rows;
  } finally {
    for (const server of servers) await server.stop();
    await postgres.stop();
  }
}

async function scalingOf(
  stage: Stage,
  name: string,
  request: string,
  servers: Server[],
  database: number,
): Promise<Row[]> {
  const rates = servers.map((): number[] => []);
  const spent = servers.map(() => ({ own: 0, others: 0, answers: 0 }));
  for (let round = -1; round < Math.min(stage.rounds, 5); round += 1) {
    for (const [i, { port, pid }] of servers.entries()) {
      const before = [pid, database].map((one) => processorSeconds(one, true));
      const order = { port, requests: [request], status: 200, connections, ms: round < 0 ? 4000 : 1000 };
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
  return counts.slice(1).map((count, at) => rowOf(name, count, costs, [rates[at + 1] ?? [], rates[0] ?? []]));
}

function rowOf(name: string, count: number, costs: Cost[], rates: [number[], number[]]): Row {
  const [one, several] = [costs[0], costs[counts.indexOf(count)]];
  if (one === undefined || several === undefined) throw new Error('nothing was measured');
  const byProcessor = (count * one.own) / several.own;
  // All cores busy with nothing else, against one process that is always busy, or the same bound if that is lower.
  const mostOfAll = availableParallelism() / (one.own + one.others);
  const ceiling = mostOfAll / Math.min(mostOfAll, 1 / one.own);
  const us = (seconds: number) => Math.round(seconds * 1e6);
  const more =
    `; by processor time a request ${byProcessor.toFixed(2)}, if each process had a core to itself; ` +
    `${us(one.own)} us of Muster and ${us(one.others)} of PostgreSQL and the load share ` +
    `${availableParallelism()} cores, which allows ${ceiling.toFixed(2)}`;
  const what = `${name} on PostgreSQL: ${count} processes against 1`;
  return ratioOf(what, count === 2 ? 1.6 : null, rates, [`${count}`, '1'], more);
}

export const scalingRows: Rows = { scaling: { optional: true, run: scaling } };
