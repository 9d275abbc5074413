import { describe, expect, test } from 'vitest';
import { createBoard, shortfallOf } from '../src/server/features/allocations/solving/board.policy.ts';
import { violationsOf } from '../src/server/features/allocations/solving/checker.policy.ts';
import { constraintsOf } from '../src/server/features/allocations/solving/constraints.policy.ts';
import { outcomeOf } from '../src/server/features/allocations/solving/explain.policy.ts';
import { fillGreedily } from '../src/server/features/allocations/solving/greedy.policy.ts';
import { balance, fillByMoving, gather } from '../src/server/features/allocations/solving/improve.policy.ts';
import type { DraftPerson, DraftTask } from '../src/server/features/allocations/solving/problem.policy.ts';
import { solve } from '../src/server/features/allocations/solving/solve.service.ts';
import { isOldEnough, noRules } from '../src/server/features/tasks/rules/rules.policy.ts';
import { chanceOf, firstComeFirstServed, randomEvent } from './support/plans/random-event.ts';

const sizeOf = (seed: number) => {
  const chance = chanceOf(seed + 1_000_000);
  return {
    people: 2 + chance.upTo(25),
    tasks: 1 + chance.upTo(20),
    days: 1 + chance.upTo(2),
    teams: 1 + chance.upTo(4),
    maxDayMinutes: seed % 2 === 0 ? null : 360,
  };
};

test('no draft of a random event breaks a rule, whatever made it', () => {
  for (let seed = 0; seed < 1000; seed += 1) {
    const problem = randomEvent(seed, sizeOf(seed));
    const board = createBoard(problem);
    for (const step of [fillGreedily, fillByMoving, balance, gather]) {
      step(board);
      expect(violationsOf(problem, board.pairs()), `seed ${seed} after ${step.name}`).toEqual([]);
    }
    expect(shortfallOf(board).missing).toBeLessThanOrEqual(problem.tasks.reduce((sum, task) => sum + task.required, 0));
  }
});

test('the exact solver breaks no rule either, is never worse, and never better than its bound', async () => {
  for (let seed = 0; seed < 6; seed += 1) {
    const problem = randomEvent(seed, { ...sizeOf(seed), people: 12, tasks: 18 });
    const served = createBoard(problem);
    firstComeFirstServed(served, chanceOf(seed));
    const solved = await solve(problem, 5);
    expect(violationsOf(problem, solved.board.pairs()), `seed ${seed}`).toEqual([]);
    expect(solved.missing).toBeLessThanOrEqual(shortfallOf(served).missing);
    expect(solved.bound ?? 0).toBeLessThanOrEqual(solved.missing);
    expect(JSON.stringify(outcomeOf(await solve(problem, 5)))).toBe(JSON.stringify(outcomeOf(solved)));
  }
});

test('hours of a day are given to people in one block, and scattered ones are counted', async () => {
  const event = randomEvent(3, { people: 5, tasks: 1 });
  const [task] = event.tasks;
  const [person] = event.people;
  if (task === undefined || person === undefined) throw new Error('the event is empty');
  const at = (hour: number) => new Date(Date.UTC(2030, 7, 2, hour)).toISOString();
  const free = { teams: ['a'], plan: [], unavailable: [], max_minutes: null, planned_minutes: 0, current: [] };
  const people = event.people.map((one) => ({ ...one, ...free, preferred_kinds: [], preferred_teams: [] }));
  // An information desk from 8 to 18, in shifts of one hour.
  const tasks = Array.from({ length: 10 }, (_, index) => ({
    ...task,
    id: `shift-${index}`,
    starts_at: at(8 + index),
    ends_at: at(9 + index),
    day: { from: at(0), to: at(24) },
    rules: noRules,
    kind: null,
    tid: 'a',
    visibility: 'team' as const,
    required: 1,
    wanted: 1,
  }));
  const solved = await solve({ ...event, tasks, people }, 5);
  const { hours } = outcomeOf(solved);
  expect([solved.missing, hours.length]).toEqual([0, 5]);
  expect(hours.map(({ blocks }) => blocks)).toEqual([1, 1, 1, 1, 1]);

  const board = createBoard({ ...event, tasks, people });
  // 8, 10, 12, 14 and 15 o'clock.
  for (const shift of [0, 2, 4, 6, 7]) board.assign(shift, 0);
  expect(board.blocks(0)).toBe(4);
  // 8, 9 and 10 o'clock are one block, and so is a single hour.
  for (const shift of [0, 1, 2]) board.assign(shift, 1);
  board.assign(4, 2);
  expect([board.blocks(1), board.blocks(2)]).toEqual([1, 1]);

  // The first has the hour at 9 and no other that day, and keeps it from the second, who begins at 10.
  const alone = createBoard({ ...event, tasks, people });
  alone.assign(1, 0);
  alone.assign(2, 1);
  gather(alone);
  expect(alone.pairs()).toEqual([
    [1, 0],
    [2, 1],
  ]);
});

test('the checker finds every kind of mistake', () => {
  const problem = randomEvent(7, { people: 6, tasks: 6 });
  const [task] = problem.tasks;
  const [person] = problem.people;
  if (task === undefined || person === undefined) throw new Error('the event is empty');
  const at = (from: number, to: number) => ({
    starts_at: new Date(Date.UTC(2030, 7, 2, from)).toISOString(),
    ends_at: new Date(Date.UTC(2030, 7, 2, to)).toISOString(),
  });
  const able = {
    ...person,
    teams: ['a'],
    unavailable: [],
    max_minutes: null,
    birthday: '2015-01-01',
    skills: new Set<string>(),
    unsigned: new Set<string>(),
  };
  const open = {
    ...task,
    ...at(8, 10),
    id: 'one',
    tid: 'a',
    visibility: 'project' as const,
    rules: noRules,
    wanted: 1,
    day: { from: at(0, 1).starts_at, to: at(24, 25).starts_at },
  };
  const event = { ...problem, timezone: 'UTC', tasks: [open, { ...open, id: 'two', ...at(11, 13) }], people: [able] };
  const check = (change: object, ofPerson: object = {}, limits: object = {}) =>
    violationsOf(
      {
        ...event,
        ...limits,
        tasks: [{ ...open, ...change }, ...event.tasks.slice(1)],
        people: [{ ...able, ...ofPerson }],
      },
      [
        [0, 0],
        [1, 0],
      ],
    );
  const rules = (some: object) => ({ rules: { ...noRules, ...some } });
  const uid = able.uid;
  expect(check({})).toEqual([]);
  expect(check(at(8, 12))).toEqual([`${uid} on one: task_overlap`, `${uid} on two: task_overlap`]);
  expect(check(rules({ requires: ['aid'] }))).toEqual([`${uid} on one: not_qualified`]);
  expect(check(rules({ min_age: 18 }))).toEqual([`${uid} on one: not_possible`]);
  expect(isOldEnough('2015-01-01', 18, '2026-08-01')).toBe(false);
  expect(check(rules({ rest_minutes: 90 }))).toEqual([
    `${uid} on one: too_little_rest`,
    `${uid} on two: too_little_rest`,
  ]);
  expect(check({ ...at(8, 10), ...rules({ max_consecutive_minutes: 60 }) })).toEqual([`${uid} on one: works_too_long`]);
  expect(check({}, { max_minutes: 180 })).toEqual([`${uid} on one: max_hours`, `${uid} on two: max_hours`]);
  expect(check({}, {}, { max_day_minutes: 240 })).toEqual([]);
  expect(check({}, {}, { max_day_minutes: 239 })).toEqual([
    `${uid} on one: max_hours_per_day`,
    `${uid} on two: max_hours_per_day`,
  ]);
  expect(check({ tid: 'b', visibility: 'team' })).toEqual([`${uid} on one: not_in_team`]);
  const away = { unavailable: [{ from: at(9, 10).starts_at, to: at(9, 10).ends_at }] };
  expect(check({}, away)).toEqual([`${uid} on one: not_available`]);
  expect(check({ wanted: 0 })).toEqual(['one has 1 people for 0 places']);
  expect(check({}, { plan: [open] })).toEqual([`${uid} has a place in one already`]);
});

describe('a small event', () => {
  const hour = (of: number): string => new Date(Date.UTC(2030, 7, 2, of)).toISOString();
  const task = (from: number, to: number, some: Partial<DraftTask> = {}): DraftTask => ({
    id: `${from}-${to}`,
    starts_at: hour(from),
    ends_at: hour(to),
    rules: noRules,
    day: { from: hour(0), to: hour(24) },
    tid: null,
    kind: null,
    visibility: 'signed_in',
    required: 1,
    wanted: 1,
    ...some,
  });
  const person = (uid: string, some: Partial<DraftPerson> = {}): DraftPerson => ({
    uid,
    skills: new Set(),
    unsigned: new Set(),
    minority: new Map(),
    birthday: null,
    plan: [],
    teams: [],
    unavailable: [],
    max_minutes: null,
    planned_minutes: 0,
    preferred_kinds: [],
    preferred_teams: [],
    current: [],
    ...some,
  });
  const boardOf = (tasks: DraftTask[], people: DraftPerson[]) =>
    createBoard({
      timezone: 'UTC',
      age_day: '2026-08-01',
      tasks,
      people,
      max_day_minutes: null,
      fill_all: false,
      begun_count: 0,
    });

  test('tasks with too little rest between them exclude each other, unless the work goes on in between', () => {
    const constraintsWith = (...tasks: DraftTask[]) => {
      const board = boardOf(tasks, [person('a')]);
      return constraintsOf(board, board.candidates).map(({ terms, limit }) => ({ terms, limit }));
    };
    const first = task(8, 10, { rules: { ...noRules, rest_minutes: 120, max_consecutive_minutes: 600 } });
    const both = [
      [0, 1],
      [1, 1],
    ];
    expect(constraintsWith(first, task(11, 13))).toEqual([{ terms: both, limit: 1 }]);
    expect(constraintsWith(first, task(11, 13), task(10, 11))).toEqual([{ terms: [...both, [2, -1]], limit: 1 }]);
    expect(constraintsWith(first, task(12, 13))).toEqual([]);
  });

  test('somebody is moved to the task that only they can take', () => {
    const skilled = { ...noRules, requires: ['aid'] };
    const board = boardOf(
      [task(8, 10), task(9, 11, { rules: skilled })],
      [person('a', { skills: new Set(['aid']) }), person('b')],
    );
    board.assign(0, 0);
    fillByMoving(board);
    expect(board.pairs()).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  test('nobody gets a second place in a task, neither from the exact solver nor when hours are balanced', async () => {
    const desk = task(9, 12);
    const later = task(13, 20, { required: 2, wanted: 2 });
    const people = [person('a', { plan: [desk], planned_minutes: 180, max_minutes: 240 }), person('b')];
    const solved = await solve(boardOf([desk, later], people).problem, 5);
    expect(solved.board.candidates).toEqual([[1], [0, 1]]);
    expect(solved.board.pairs()).toEqual([
      [0, 1],
      [1, 1],
    ]);
    const { gaps, hours } = outcomeOf(await solve(boardOf([desk], people.slice(0, 1)).problem, 5));
    expect(gaps).toMatchObject([{ missing: 1, obstacles: [], fix: { kind: 'find_people' } }]);
    expect(hours).toEqual([]);
  });

  test('who is on a task that lacks people does not count among those who are kept from it', () => {
    const board = boardOf([task(8, 10, { required: 2, wanted: 2 })], [person('a', { max_minutes: 120 })]);
    board.assign(0, 0);
    const { gaps } = outcomeOf({ board, ...shortfallOf(board), bound: null });
    expect(gaps).toEqual([
      { task: '8-10', missing: 1, empty: 1, obstacles: [], fix: { kind: 'find_people', people: 1 } },
    ]);
  });

  test('an unknown birthday and a too low age are one reason, and the fix is to ask the people', () => {
    const bar = task(8, 10, { required: 3, wanted: 3, rules: { ...noRules, min_age: 18 } });
    const people = [person('a'), person('b'), person('c', { birthday: '2020-01-01' })];
    const board = boardOf([bar], people);
    const { gaps } = outcomeOf({ board, ...shortfallOf(board), bound: null });
    expect(gaps).toMatchObject([
      {
        obstacles: [{ obstacle: 'not_possible', people: 3 }],
        fix: { kind: 'ask_them', people: 3 },
      },
    ]);
  });

  test('people who have another task in this draft are asked, too, because another draft may differ', () => {
    const bar = task(8, 10, { required: 2, wanted: 2, rules: { ...noRules, min_age: 18 } });
    const board = boardOf([bar, task(9, 11)], [person('a'), person('b', { max_minutes: 60 })]);
    board.assign(1, 0);
    const { gaps } = outcomeOf({ board, ...shortfallOf(board), bound: null });
    expect(gaps).toMatchObject([
      { obstacles: [{ obstacle: 'not_possible', people: 2 }], fix: { kind: 'ask_them', people: 2 } },
    ]);
  });
});
