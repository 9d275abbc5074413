import type { Board } from '../../../src/server/features/allocations/solving/board.policy.ts';
import type {
  DraftPerson,
  DraftTask,
  Problem,
} from '../../../src/server/features/allocations/solving/problem.policy.ts';
import { noRules } from '../../../src/server/features/tasks/rules/rules.policy.ts';
import type { KindRules } from '../../../src/server/features/tasks/rules/rules.policy.ts';

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Chance = ReturnType<typeof chanceOf>;

export const chanceOf = (seed: number) => {
  const next = randomNumbers(seed);
  const upTo = (count: number): number => Math.floor(next() * count);
  return {
    upTo,
    isTrue: (probability: number): boolean => next() < probability,
    oneOf: <T>(list: readonly T[], otherwise: T): T => list[upTo(list.length)] ?? otherwise,
    shuffled: <T>(list: readonly T[]): T[] =>
      list
        .map((item) => ({ item, rank: next() }))
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ item }) => item),
  };
};

type Size = { people: number; tasks: number; days?: number; teams?: number; maxDayMinutes?: number | null };

const hour = 3_600_000;
const start = Date.parse('2030-08-02T06:00:00.000Z');
const at = (day: number, minutes: number): string => new Date(start + day * 24 * hour + minutes * 60_000).toISOString();

const kinds: [string, KindRules][] = [
  ['desk', noRules],
  ['bar', { ...noRules, min_age: 18 }],
  ['first-aid', { ...noRules, requires: ['aid'], rest_minutes: 480, max_consecutive_minutes: 480 }],
  ['stage', { ...noRules, requires: ['audio'], max_consecutive_minutes: 360 }],
  ['security', { ...noRules, min_age: 21, rest_minutes: 600 }],
];

/** An event with teams, kinds, skills, ages, times when people cannot come, and tasks in shifts. */
export function randomEvent(seed: number, { people, tasks, days = 3, teams = 8, maxDayMinutes = null }: Size): Problem {
  const chance = chanceOf(seed);
  const tid = (): string => `team-${chance.upTo(teams)}`;
  const task = (_: unknown, index: number): DraftTask => {
    const [kind, rules] = chance.isTrue(0.5) ? [null, noRules] : chance.oneOf(kinds, ['desk', noRules]);
    const length = chance.oneOf([60, 120, 180, 240, 240, 360], 120);
    const begin = chance.upTo(16) * 60;
    const day = chance.upTo(days);
    const required = 1 + chance.upTo(5);
    return {
      id: `task-${String(index).padStart(5, '0')}`,
      starts_at: at(day, begin),
      ends_at: at(day, begin + length),
      day: { from: at(day, -8 * 60), to: at(day, 16 * 60) },
      rules,
      kind,
      tid: tid(),
      visibility: chance.isTrue(0.4) ? 'team' : 'project',
      required,
      wanted: required,
    };
  };
  const person = (_: unknown, index: number): DraftPerson => ({
    uid: `person-${String(index).padStart(5, '0')}`,
    minority: new Map(),
    unsigned: new Set(),
    skills: new Set([...(chance.isTrue(0.15) ? ['aid'] : []), ...(chance.isTrue(0.15) ? ['audio'] : [])]),
    birthday: chance.isTrue(0.1) ? null : `${1970 + chance.upTo(44)}-0${1 + chance.upTo(9)}-15`,
    plan: [],
    teams: [...new Set([tid(), ...(chance.isTrue(0.2) ? [tid()] : [])])],
    unavailable: Array.from({ length: chance.upTo(3) }, () => {
      const [day, begin] = [chance.upTo(days), chance.upTo(16) * 60];
      return { from: at(day, begin), to: at(day, begin + 60 * (2 + chance.upTo(12))) };
    }),
    max_minutes: chance.isTrue(0.5) ? 60 * (4 + chance.upTo(16)) : null,
    planned_minutes: 0,
    preferred_kinds: chance.isTrue(0.3) ? ['bar'] : [],
    preferred_teams: chance.isTrue(0.3) ? [tid()] : [],
    current: [],
  });
  return {
    timezone: 'Europe/Berlin',
    age_day: '2026-08-01',
    tasks: Array.from({ length: tasks }, task),
    people: Array.from({ length: people }, person),
    max_day_minutes: maxDayMinutes,
    fill_all: false,
    begun_count: 0,
  };
}

/** People come in random order, again and again, and each takes one task that is open and possible, at random. */
export function firstComeFirstServed(board: Board, chance: Chance): void {
  const { people, tasks } = board.problem;
  const possible = people.map((_, person) =>
    chance.shuffled(tasks.flatMap((_task, task) => (board.candidates[task]?.includes(person) ? [task] : []))),
  );
  for (let isAnybodyLeft = true; isAnybodyLeft;) {
    isAnybodyLeft = false;
    for (const person of chance.shuffled(people.map((_, index) => index))) {
      const task = possible[person]?.find((one) => board.wanting(one) > 0 && board.fits(one, person));
      if (task === undefined) continue;
      board.assign(task, person);
      isAnybodyLeft = true;
    }
  }
}
