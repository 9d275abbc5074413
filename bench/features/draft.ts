import type { Board } from '../../src/server/features/allocations/solving/board.policy.ts';
import { createBoard, shortfallOf } from '../../src/server/features/allocations/solving/board.policy.ts';
import { blocksOn } from '../../src/server/features/allocations/solving/problem.policy.ts';
import { solve } from '../../src/server/features/allocations/solving/solve.service.ts';
import { chanceOf, firstComeFirstServed, randomEvent } from '../../test/support/plans/random-event.ts';
import { compare, median, requestText } from '../compare.ts';
import { projectId, small, tokenOf } from '../data.ts';
import type { Size } from '../data.ts';
import type { Row, Rows, Stage } from '../stage.ts';

const two = (value: number): string => value.toFixed(2);
const exactSeconds = 7;

async function timed(people: number, tasks: number, days: number, goal: number): Promise<Row> {
  const seconds: number[] = [];
  let missing = 0;
  for (const seed of [1, 2, 3]) {
    const problem = randomEvent(seed, { people, tasks, days });
    const start = performance.now();
    missing += (await solve(problem, exactSeconds)).missing;
    seconds.push((performance.now() - start) / 1000);
  }
  const worst = Math.max(...seconds);
  return {
    what: `draft for ${people} people and ${tasks} tasks, seconds`,
    goal: `<= ${goal}`,
    measured: two(median(seconds)),
    spread: `${two(Math.min(...seconds))}-${two(worst)}`,
    ok: worst <= goal,
    notes: `${missing} missing in 3 events`,
  };
}

/** The separate blocks of tasks of each person on each of their days. */
function blocksIn({ problem, drafted, planOf, task }: Board): number[] {
  return problem.people.flatMap((_, person) => {
    const days = new Map(Array.from(drafted(person), (index) => [task(index).day.from, task(index).day]));
    return Array.from(days.values(), (day) => blocksOn(planOf(person), day));
  });
}

/** Against people who come in random order and take what is open. */
async function quality(): Promise<Row[]> {
  const fewer: number[] = [];
  const gaps: number[] = [];
  const blocks: number[] = [];
  let isNeverWorse = true;
  for (let seed = 1; seed <= 20; seed += 1) {
    const problem = randomEvent(seed, { people: 60, tasks: 70 });
    const served = createBoard(problem);
    firstComeFirstServed(served, chanceOf(seed));
    const before = shortfallOf(served).missing;
    const { board, missing, bound } = await solve(problem, exactSeconds);
    blocks.push(...blocksIn(board));
    isNeverWorse &&= missing <= before;
    if (before > 0) fewer.push((before - missing) / before);
    if (bound !== null && bound > 0) gaps.push((missing - bound) / bound);
  }
  const percent = (value: number): string => `${Math.round(value * 100)} %`;
  const worstGap = Math.max(0, ...gaps);
  const scattered = blocks.filter((count) => count > 1).length / blocks.length;
  return [
    {
      what: 'people missing, draft against first come first served, 20 events',
      goal: 'never more, median >= 30 % fewer',
      measured: percent(median(fewer)),
      spread: `${percent(Math.min(...fewer))}-${percent(Math.max(...fewer))}`,
      ok: isNeverWorse && median(fewer) >= 0.3,
      notes: isNeverWorse ? 'never more' : 'more in at least one event',
    },
    {
      what: 'people missing, draft above the bound',
      goal: '<= 10 %',
      measured: percent(gaps.length === 0 ? 0 : median(gaps)),
      spread: `0 %-${percent(worstGap)}`,
      ok: worstGap <= 0.1,
      notes: `${gaps.length} events with a bound above 0, ${gaps.filter((gap) => gap === 0).length} drafts that reach it`,
    },
    {
      what: 'separate blocks per person and day, 20 events',
      goal: 'median <= 1.5',
      measured: two(median(blocks)),
      spread: `1-${Math.max(...blocks)}`,
      ok: median(blocks) <= 1.5,
      notes: `${percent(scattered)} of days have more than one`,
    },
  ];
}

const manyTasks: Size = { ...small, name: 'many-tasks', event: { tasks: 10_000, answers: 160 } };

async function openTasks(stage: Stage): Promise<Row[]> {
  const headers = { authorization: `Bearer ${tokenOf(7)}` };
  const path = `/api/me/open-tasks?project=${projectId(0)}`;
  const ask = async (size: Size) => ({
    server: await stage.muster(size),
    status: 200,
    requests: [requestText(path, headers)],
  });
  const { ratios, perSecond } = await compare(stage.load, await ask(manyTasks), await ask(small), stage.rounds);
  const middle = median(ratios);
  return [
    {
      what: 'GET /api/me/open-tasks, 10,000 tasks against 100, SQLite',
      goal: '>= 0.5',
      measured: two(middle),
      spread: `${two(Math.min(...ratios))}-${two(Math.max(...ratios))}`,
      ok: middle >= 0.5,
      notes: `${Math.round(perSecond[0])}/s, ${Math.round(perSecond[1])}/s`,
    },
  ];
}

export const draftRows: Rows = {
  draft: { run: async () => [await timed(160, 140, 3, 10), await timed(2000, 1200, 5, 90)] },
  'draft-quality': { run: quality },
  'open-tasks': { run: openTasks },
};
