/** Many people who want the places of one task at once, over several processes on one database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../test/support/servers/postgres-server.ts';
import { overProcesses, raceForOffers, raceForPlaces } from '../../test/support/races/sign-up-races.ts';
import type { Race } from '../../test/support/races/sign-up-races.ts';
import { createDatabase, fillPostgres, personId, projectId, tokenOf } from '../data.ts';
import type { Size } from '../data.ts';
import { startMuster } from '../processes.ts';
import type { Server } from '../processes.ts';
import type { Row, Rows } from '../stage.ts';

const manyPeople: Size = { name: 'manyPeople', teams: 4, people: 301, otherProjects: 0, otherPeople: 0 };
const headersOf = (index: number) => ({ authorization: `Bearer ${tokenOf(index)}` });

async function withProcesses<T>(count: number, work: (send: Race['send']) => Promise<T>): Promise<T> {
  const postgres = await startPostgres(['fsync=off', 'max_connections=200']);
  const folder = mkdtempSync(join(tmpdir(), 'muster-bench-sign-up-'));
  const servers: Server[] = [];
  try {
    const databaseUrl = await createDatabase(postgres.url, 'bench_sign_up');
    await fillPostgres(databaseUrl, manyPeople, [0]);
    for (let index = 0; index < count; index += 1) {
      servers.push(await startMuster(folder, { DATABASE_URL: databaseUrl, MUSTER_KEY: '11'.repeat(32) }));
    }
    return await work(overProcesses(servers.map(({ port }) => `http://127.0.0.1:${port}`)));
  } finally {
    for (const server of servers) await server.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
}

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ uid: personId(index + 1), headers: headersOf(index + 1) }));

const gapless = (positions: readonly number[]): boolean => positions.every((position, index) => position === index + 1);

async function signUp(): Promise<Row[]> {
  return withProcesses(4, async (send) => {
    const race = { pid: projectId(0), owner: { headers: headersOf(0) }, people: people(300), send };
    const began = performance.now();
    const { joins, full, leaves, left } = await raceForPlaces(race, 20, 100);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const offers = await raceForOffers({ ...race, people: people(110) }, 10);
    const order = (positions: readonly number[]) =>
      `${positions.length} waiting${gapless(positions) ? ' in one order' : ' with gaps'}`;
    const row = { spread: '', notes: '' };
    return [
      {
        ...row,
        what: '300 joins at once for 20 places with a waiting list, PostgreSQL, 4 processes',
        goal: '20 joined, 280 waiting in one order, no 5xx',
        measured: `${full.joined} joined, ${order(full.positions)}; ${JSON.stringify(joins)}`,
        ok: joins[204] === 20 && joins[202] === 280 && full.joined === 20 && gapless(full.positions),
        notes: `${seconds} s with the next row`,
      },
      {
        ...row,
        what: '100 of them leave at once',
        goal: '20 joined, 180 waiting in one order, no 5xx',
        measured: `${left.joined} joined, ${order(left.positions)}; ${JSON.stringify(leaves)}`,
        ok: leaves[204] === 100 && left.joined === 20 && left.people === 200 && gapless(left.positions),
      },
      {
        ...row,
        what: '100 takers of 10 offers at once, each of two at the same time',
        goal: '10 succeed, nobody twice, no 5xx',
        measured: `${offers.taken} succeed, ${offers.takers} people, ${offers.broken} x 5xx`,
        ok: offers.taken === 10 && offers.takers === 10 && offers.places === 10 && offers.broken === 0,
      },
    ];
  });
}

export const signUpRows: Rows = { 'sign-up': { optional: true, run: signUp } };
