import { availableParallelism } from 'node:os';
import { startPostgres } from '../test/support/servers/postgres-server.ts';
import { requestText } from './compare.ts';
import { createDatabase, fillPostgres, projectId, small, sqliteFolder, tokenOf } from './data.ts';
import { ratioOf } from './engines.ts';
import { benchKey } from './event-data.ts';
import { processorSeconds, startMuster } from './processes.ts';
import type { Server } from './processes.ts';
import type { Row, Rows, Stage } from './stage.ts';

const counts = [1, 2];
const goal = 1.6;
/** Nearly as many as one process accepts at a time, in few packets, because the load runs on the same cores. */
const connections = 48;
const abreast = 2;
const callers = 100;
/** Long, because several processes share the warm-up and each has to compile its code. */
const warmUpMs = 10_000;
const roundMs = 2000;

/** Processor time per answer: of Muster, and of the load and PostgreSQL on the same machine. */
type Cost = { own: number; others: number };

type Asked = { name: string; path: string; headers: Record<string, string>[] };

const asked: Asked[] = [
  { name: 'listing', path: `/api/members/${projectId(0)}`, headers: [{}] },
  {
    name: 'GET /api/me',
    path: '/api/me',
    headers: Array.from({ length: callers }, (_, person) => ({ authorization: `Bearer ${tokenOf(person)}` })),
  },
];

/** Two processes on PostgreSQL against one. */
async function scaling(stage: Stage): Promise<Row[]> {
  const postgres = await startPostgres(['fsync=off', 'full_page_writes=off']);
  const database = postgres.child.pid ?? 0;
  const servers: Server[] = [];
  try {
    const databaseUrl = await createDatabase(postgres.url, 'bench_scaling');
    await fillPostgres(databaseUrl, small);
    for (const count of counts) {
      const env = { DATABASE_URL: databaseUrl, MUSTER_KEY: benchKey, WORKERS: String(count) };
      servers.push(await startMuster(await sqliteFolder(small), env));
    }
    const rows: Row[] = [];
    for (const what of asked) rows.push(await scalingOf(stage, what, servers, database));
    return rows;
  } finally {
    for (const server of servers) await server.stop();
    await postgres.stop();
  }
}

/** `database` is the process id of PostgreSQL. */
async function scalingOf(stage: Stage, what: Asked, servers: Server[], database: number): Promise<Row> {
  const requests = what.headers.map((fields) => requestText(what.path, fields));
  const rates = servers.map((): number[] => []);
  const spent = servers.map(() => ({ own: 0, others: 0, answers: 0 }));
  for (let round = -1; round < Math.min(stage.rounds, 5); round += 1) {
    for (const [i, { port, pid }] of servers.entries()) {
      const before = [pid, database].map((one) => processorSeconds(one, true));
      const ms = round < 0 ? warmUpMs : roundMs;
      const { answers, seconds, busy } = await stage.load.run({
        port,
        requests,
        status: 200,
        connections,
        abreast,
        ms,
      });
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
  const name = `${what.name} on PostgreSQL: 2 processes against 1`;
  return ratioOf(name, goal, [rates[1] ?? [], rates[0] ?? []], ['2', '1'], ceilingNote(costs[0]));
}

/** The highest ratio that the cores allow, given what one process, PostgreSQL and the load take. */
function ceilingNote(one: Cost | undefined): string {
  if (one === undefined) throw new Error('nothing was measured');
  const cores = availableParallelism();
  const maxOfAll = cores / (one.own + one.others);
  const ceiling = maxOfAll / Math.min(maxOfAll, 1 / one.own);
  const us = (seconds: number) => Math.round(seconds * 1e6);
  const shares = `${us(one.own)} us of the server and ${us(one.others)} of PostgreSQL and the load`;
  return `; ${shares} share ${cores} cores, which allows ${ceiling.toFixed(2)}`;
}

export const scalingRows: Rows = { scaling: { optional: true, run: scaling } };
