import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { median } from '../compare.ts';
import { personId, projectId, small, sqliteFolder, tokenOf } from '../data.ts';
import { startMuster } from '../processes.ts';
import type { Server } from '../processes.ts';
import type { Row, Rows, Stage } from '../stage.ts';

const pid = projectId(0);
const owner = 0;
const tasks = 500;
const two = (value: number): string => value.toFixed(2);

/** A copy with an owner, so that the added rows do not affect other measurements. */
export async function withCopy<T>(
  work: (server: Server) => Promise<T>,
  prepare: (database: DatabaseSync) => void = () => {},
  size = small,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-bench-shifts-'));
  cpSync(await sqliteFolder(size), folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'muster.db'), { timeout: 10_000 });
  database
    .prepare('insert or ignore into project_owners (pid, uid, created_at) values (?, ?, ?)')
    .run(pid, personId(owner), '2026-01-01T00:00:00.000Z');
  database.prepare('update projects set starts_on = null, ends_on = null where pid = ?').run(pid);
  prepare(database);
  database.close();
  const server = await startMuster(folder);
  try {
    return await work(server);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

async function post({ port }: Server, path: string, payload: object): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/projects/${pid}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(owner)}`, 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  });
  if (response.status !== 201) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

const days = Array.from({ length: 10 }, (_, index) => `2027-08-${String(index + 1).padStart(2, '0')}`);
/** 50 tasks of 15 minutes on each of ten days. */
const series = { title: 'Desk', days, from: '08:00', to: '20:30', every_minutes: 15, capacity: 4 };

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** One organiser who sends one request after the other, as a form or a script does. */
async function singles(server: Server): Promise<void> {
  const quarter = 15 * 60_000;
  for (let index = 0; index < tasks; index += 1) {
    const start = Date.parse('2027-08-01T08:00:00Z') + index * quarter;
    const times = { starts_at: new Date(start).toISOString(), ends_at: new Date(start + quarter).toISOString() };
    await post(server, 'tasks', { title: 'Desk', ...times, capacity: 4 });
  }
}

async function seriesRow({ rounds }: Stage): Promise<Row[]> {
  return withCopy(async (server) => {
    const ratios: number[] = [];
    const times: [number, number][] = [];
    await post(server, 'task-series', series);
    for (let round = 0; round < Math.min(rounds, 5); round += 1) {
      const one = await timed(() => post(server, 'task-series', series));
      const many = await timed(() => singles(server));
      ratios.push(one / many);
      times.push([one, many]);
    }
    const ms = (index: 0 | 1) => Math.round(median(times.map((pair) => pair[index])));
    return [
      {
        what: `a series of ${tasks} tasks in one request / ${tasks} single requests`,
        goal: '<= 0.1',
        measured: two(median(ratios)),
        spread: `${two(Math.min(...ratios))}-${two(Math.max(...ratios))}`,
        ok: median(ratios) <= 0.1,
        notes: `${ms(0)} ms, ${ms(1)} ms`,
      },
    ];
  });
}

export const seriesRows: Rows = { series: { run: seriesRow } };
