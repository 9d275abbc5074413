/** A whole event at once: its coverage against a page of its tasks, and the API while a draft of it is made. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import { compare, median, requestText } from '../compare.ts';
import { projectId, tokenOf } from '../data.ts';
import type { Server } from '../processes.ts';
import type { Row, Rows, Stage } from '../stage.ts';
import { withCopy } from './series.ts';

const pid = projectId(0);
export const headers = { authorization: `Bearer ${tokenOf(0)}` };
export const path = (name: string): string => `/api/projects/${pid}/${name}`;
const two = (value: number): string => value.toFixed(2);

/** Tasks of two hours that begin every half hour from 6 to 22 o'clock on two days, for 14 teams. */
const addTasks =
  (count: number) =>
  (database: DatabaseSync): void => {
    const insert = database.prepare(
      `insert into tasks (id, pid, tid, title, starts_at, ends_at, capacity, min_people, created_at)
       values (?, ?, ?, 'Shift', ?, ?, 4, 2, '2026-01-01T00:00:00.000Z')`,
    );
    database.prepare('delete from tasks where pid = ?').run(pid);
    for (let index = 0; index < count; index += 1) {
      const start = Date.UTC(2030, 7, 1 + (index % 2), 0, 0) + (index % 32) * 1_800_000;
      const times = [start, start + 2 * 3_600_000].map((time) => new Date(time).toISOString());
      insert.run(`shift${String(index).padStart(5, '0')}`, pid, `team-${index % 14}`, times[0] ?? '', times[1] ?? '');
    }
  };

async function coverage(stage: Stage): Promise<Row[]> {
  return withCopy(async (server) => {
    const target = (name: string) => ({ server, status: 200, requests: [requestText(path(name), headers)] });
    const whole = target('coverage?day=2030-08-01&by=team&step=30');
    const { ratios, perSecond } = await compare(stage.load, whole, target('tasks?limit=50'), stage.rounds);
    const times = ratios.map((ratio) => 1 / ratio);
    return [
      {
        what: 'coverage of a day of 1,200 tasks against a page of 50 tasks, time, SQLite',
        goal: '< 5',
        measured: two(median(times)),
        spread: `${two(Math.min(...times))}-${two(Math.max(...times))}`,
        ok: median(times) < 5,
        notes: `${Math.round(perSecond[0])}/s, ${Math.round(perSecond[1])}/s`,
      },
    ];
  }, addTasks(1200));
}

const send = (server: Server, method: string, name: string, body?: object) =>
  fetch(`http://127.0.0.1:${server.port}${path(name)}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Milliseconds of reads one after the other, until the condition holds. */
export async function timesUntil(server: Server, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const began = performance.now();
    await (await send(server, 'GET', 'tasks?limit=50')).arrayBuffer();
    times.push(performance.now() - began);
    await sleep(5);
  }
  return times;
}

export const p99 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;

/** Alternates between a draft and as long without one. */
async function besideDraft({ rounds }: Stage): Promise<Row[]> {
  return withCopy(async (server) => {
    const ratios: number[] = [];
    const pairs: [number, number][] = [];
    await timesUntil(server, after(2000));
    for (let round = 0; round < Math.min(rounds, 3); round += 1) {
      const { id } = (await (await send(server, 'POST', 'allocations', {})).json()) as { id: string };
      let isOver = false;
      const watching = untilReady(server, id).finally(() => (isOver = true));
      const began = performance.now();
      const during = await timesUntil(server, () => isOver);
      await watching;
      const usual = await timesUntil(server, after(performance.now() - began));
      pairs.push([p99(during), p99(usual)]);
      ratios.push(p99(during) / p99(usual));
    }
    const ms = (index: 0 | 1): string => median(pairs.map((pair) => pair[index])).toFixed(1);
    return [
      {
        what: 'p99 of a page of tasks while a draft for 160 people and 140 tasks is made, against usual, SQLite',
        goal: '<= 2',
        measured: two(median(ratios)),
        spread: `${two(Math.min(...ratios))}-${two(Math.max(...ratios))}`,
        ok: median(ratios) <= 2,
        notes: `${ms(0)} ms, ${ms(1)} ms`,
      },
    ];
  }, addTasks(140));
}

export const after = (ms: number) => {
  const end = performance.now() + ms;
  return () => performance.now() > end;
};

async function untilReady(server: Server, id: string): Promise<void> {
  for (;;) {
    const { state } = (await (await send(server, 'GET', `allocations/${id}`)).json()) as { state: string };
    if (state === 'ready') return;
    if (state !== 'running') throw new Error(`the draft is ${state}`);
    await sleep(250);
  }
}

export const coverageRows: Rows = { coverage: { run: coverage }, 'draft-api': { run: besideDraft } };
