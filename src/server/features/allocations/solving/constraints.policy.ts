import { overnightCheck } from '../../tasks/rules/overnight.policy.ts';
import { continues, minutesOf, overlap, restsTooLittle, worksTooLong } from '../../tasks/rules/rules.policy.ts';
import type { RuledTask } from '../../tasks/rules/rules.policy.ts';
import type { Board } from './board.policy.ts';
import { minutesOn } from './problem.policy.ts';
import type { Problem } from './problem.policy.ts';

/** At most `limit` in the sum of the pairs' variables, each times its factor. Pairs are named by task and person. */
export type Constraint = { person: number; terms: [task: number, factor: number][]; limit: number };

type Conflicts = {
  /** The tasks that nobody can have beside each task. */
  never: ReadonlySet<number>[];
  /** The tasks that somebody can have beside each task only with one of these in between. */
  unless: Map<number, number[]>[];
};

/**
 * What a person's tasks must fulfil, as linear constraints that no legal plan breaks. The length of work without a
 * break is not among them; the solver adds what it needs of that (`tooLong`).
 */
export function constraintsOf(board: Board, candidates: readonly (readonly number[])[]): Constraint[] {
  const tasks = board.problem.tasks;
  const tasksOf: number[][] = board.problem.people.map(() => []);
  const inOrder = tasks.map((_, index) => index).toSorted((a, b) => byStart(tasks, a, b));
  for (const task of inOrder) for (const person of candidates[task] ?? []) tasksOf[person]?.push(task);
  const conflicts = conflictsOf(board.problem, inOrder);
  return tasksOf.flatMap((own, person) => [
    ...cliquesOf(own, conflicts).map((clique) => ({ person, terms: ones(clique), limit: 1 })),
    ...bridgesOf(own, conflicts).map((terms) => ({ person, terms, limit: 1 })),
    ...hoursOf(board, own, person),
    ...dayHoursOf(board, own, person),
  ]);
}

const byStart = (tasks: readonly RuledTask[], a: number, b: number): number => {
  const [one, other] = [tasks[a]?.starts_at ?? '', tasks[b]?.starts_at ?? ''];
  return one === other ? a - b : one < other ? -1 : 1;
};

const ones = (tasks: readonly number[]): [number, number][] => tasks.map((task) => [task, 1]);

function conflictsOf({ tasks, timezone }: Problem, inOrder: readonly number[]): Conflicts {
  const restsOvernight = overnightCheck(timezone);
  const never = tasks.map(() => new Set<number>());
  const unless = tasks.map(() => new Map<number, number[]>());
  inOrder.forEach((a, place) => {
    const first = tasks[a];
    for (const b of inOrder.slice(place + 1)) {
      const second = tasks[b];
      if (first === undefined || second === undefined) continue;
      if (overlap(first, second) || !restsOvernight([first], second)) {
        never[a]?.add(b);
        never[b]?.add(a);
      } else if (!continues(first, second) && restsTooLittle([first], second)) {
        const between = inOrder.filter((c) => {
          const middle = tasks[c];
          return middle !== undefined && middle.starts_at >= first.ends_at && middle.ends_at <= second.starts_at;
        });
        if (between.length > 0) unless[a]?.set(b, between);
        else {
          never[a]?.add(b);
          never[b]?.add(a);
        }
      }
    }
  });
  return { never, unless };
}

/** Sets of tasks of which only one is possible. Together they contain every such pair of the tasks. */
function cliquesOf(own: readonly number[], { never }: Conflicts): number[][] {
  const cliques: number[][] = [];
  own.forEach((task, place) => {
    const earlier = own.slice(0, place).filter((other) => never[task]?.has(other));
    const groups: number[][] = [];
    for (const other of earlier) {
      const group = groups.find((some) => some.every((one) => never[one]?.has(other)));
      if (group === undefined) groups.push([other]);
      else group.push(other);
    }
    cliques.push(...groups.map((group) => [...group, task]));
  });
  return cliques.filter((clique, index) => !isWithin(clique, cliques, index));
}

/** Whether one of the following cliques contains this one. */
function isWithin(clique: readonly number[], cliques: readonly number[][], index: number): boolean {
  const ahead = 40;
  return cliques.slice(index + 1, index + ahead).some((other) => {
    if (other.length <= clique.length) return false;
    const members = new Set(other);
    return clique.every((task) => members.has(task));
  });
}

function bridgesOf(own: readonly number[], { unless }: Conflicts): [number, number][][] {
  const all = new Set(own);
  return own.flatMap((first) =>
    [...(unless[first] ?? [])].flatMap(([second, between]): [number, number][][] => {
      if (!all.has(second)) return [];
      const possible = between.filter((task) => all.has(task));
      return [[[first, 1], [second, 1], ...possible.map((task): [number, number] => [task, -1])]];
    }),
  );
}

function hoursOf(board: Board, own: readonly number[], person: number): Constraint[] {
  const { max_minutes, planned_minutes } = board.person(person);
  if (max_minutes === null) return [];
  return atMost(board, person, own, max_minutes - planned_minutes);
}

function dayHoursOf(board: Board, own: readonly number[], person: number): Constraint[] {
  const { max_day_minutes } = board.problem;
  if (max_day_minutes === null) return [];
  const days = Map.groupBy(own, (task) => board.task(task).day.from);
  return [...days.values()].flatMap((tasks) => {
    const planned = tasks.slice(0, 1).map((task) => minutesOn(board.person(person).plan, board.task(task).day));
    return atMost(board, person, tasks, max_day_minutes - (planned[0] ?? 0));
  });
}

/** Nothing to say about people who can take all of the tasks, or none. */
function atMost(board: Board, person: number, own: readonly number[], left: number): Constraint[] {
  const terms = own.map((task): [number, number] => [task, minutesOf(board.task(task))]);
  const sum = terms.reduce((total, [, minutes]) => total + minutes, 0);
  return terms.length > 0 && sum > left ? [{ person, terms, limit: left }] : [];
}

/** Runs of work in a person's plan that are too long, each as a constraint that at least one of its tasks is dropped. */
export function tooLong(board: Board, person: number, drafted: readonly number[]): Constraint[] {
  const plan = [...board.person(person).plan, ...drafted.map((task) => board.task(task))].toSorted((a, b) =>
    a.starts_at < b.starts_at ? -1 : 1,
  );
  const found: Constraint[] = [];
  for (let from = 0; from < plan.length; from += 1) {
    for (let to = from + 1; to < plan.length && goesOn(plan, to); to += 1) {
      const run = plan.slice(from, to + 1);
      if (!worksTooLong(run)) continue;
      const ids = new Set(run.map(({ id }) => id));
      const tasks = drafted.filter((task) => ids.has(board.task(task).id));
      found.push({ person, terms: ones(tasks), limit: tasks.length - 1 });
      break;
    }
  }
  return found;
}

function goesOn(plan: readonly RuledTask[], at: number): boolean {
  const [first, second] = [plan[at - 1], plan[at]];
  return first !== undefined && second !== undefined && continues(first, second);
}
