import { overnightCheck } from '../../tasks/rules/overnight.policy.ts';
import { minutesOf, refusalOf } from '../../tasks/rules/rules.policy.ts';
import type { Minority, RuledTask } from '../../tasks/rules/rules.policy.ts';
import { blocksOn, candidatesOf, minutesWith, timeRules } from './problem.policy.ts';
import type { DraftPerson, DraftTask, Pair, Problem } from './problem.policy.ts';

export type Board = ReturnType<typeof createBoard>;

/** No skills and no age are asked of a plan's times: candidates have both. */
const unasked = {
  skills: new Set<string>(),
  unsigned: new Set<string>(),
  minority: new Map<string, Minority>(),
  birthday: null,
};

/**
 * A draft while it is made: who is on which task. Everything that puts somebody on a task asks `fits` first, so a draft
 * never breaks a rule.
 */
export function createBoard(problem: Problem, candidates: readonly (readonly number[])[] = candidatesOf(problem)) {
  const { tasks, people, timezone, age_day: ageDay, max_day_minutes: dayLimit } = problem;
  const timed: RuledTask[] = tasks.map((task) => ({
    id: task.id,
    starts_at: task.starts_at,
    ends_at: task.ends_at,
    rules: timeRules(task),
  }));
  const length = tasks.map(minutesOf);
  const restsOvernight = overnightCheck(timezone);
  const plans: RuledTask[][] = people.map(({ plan }) => [...plan]);
  const minutes = people.map(({ planned_minutes }) => planned_minutes);
  const attendees = tasks.map(() => new Set<number>());
  const drafted = people.map(() => new Set<number>());
  let asked = 0;

  const at = <T>(list: readonly T[], index: number): T => {
    const item = list[index];
    if (item === undefined) throw new RangeError(`nothing has the index ${index}`);
    return item;
  };

  return {
    problem,
    candidates,
    minutes: minutes as readonly number[],
    task: (index: number): DraftTask => at(tasks, index),
    person: (index: number): DraftPerson => at(people, index),
    attendees: (task: number): ReadonlySet<number> => at(attendees, task),
    drafted: (person: number): ReadonlySet<number> => at(drafted, person),
    planOf: (person: number): readonly RuledTask[] => at(plans, person),
    missing: (task: number): number => Math.max(0, at(tasks, task).required - at(attendees, task).size),
    wanting: (task: number): number => Math.max(0, at(tasks, task).wanted - at(attendees, task).size),
    /** How often `fits` was asked: a measure of work that is the same on every machine. */
    asked: (): number => asked,
    /** Whether a candidate for the task has the time for it. */
    fits: (task: number, person: number): boolean => {
      asked += 1;
      if (at(attendees, task).has(person)) return false;
      if (at(minutes, person) + at(length, task) > (at(people, person).max_minutes ?? Infinity)) return false;
      if (dayLimit !== null && minutesWith(at(plans, person), at(tasks, task)) > dayLimit) return false;
      if (!restsOvernight(at(plans, person), at(timed, task))) return false;
      return refusalOf({ ...unasked, plan: at(plans, person) }, at(timed, task), ageDay) === null;
    },
    /** Whether the person's plan is still legal without the task. It is not if they only rest enough because of it. */
    spares: (task: number, person: number): boolean => {
      const rest = at(plans, person).filter((one) => one !== at(timed, task));
      const next = rest
        .filter(({ starts_at }) => starts_at >= at(timed, task).ends_at)
        .reduce<RuledTask | undefined>((a, b) => (a === undefined || b.starts_at < a.starts_at ? b : a), undefined);
      return (
        next === undefined ||
        refusalOf({ ...unasked, plan: rest }, { ...next, rules: timeRules(next) }, ageDay) === null
      );
    },
    /** How many more separate blocks the person has on the day of the task with it than without. */
    scatters: (task: number, person: number): number => {
      const { day } = at(tasks, task);
      const rest = at(plans, person).filter((one) => one !== at(timed, task));
      return blocksOn([...rest, at(timed, task)], day) - blocksOn(rest, day);
    },
    /** The most separate blocks that the person has on one of the days of their drafted tasks. */
    blocks: (person: number): number =>
      Math.max(0, ...Array.from(at(drafted, person), (task) => blocksOn(at(plans, person), at(tasks, task).day))),
    assign: (task: number, person: number): void => {
      at(attendees, task).add(person);
      at(drafted, person).add(task);
      at(plans, person).push(at(timed, task));
      minutes[person] = at(minutes, person) + at(length, task);
    },
    release: (task: number, person: number): void => {
      at(attendees, task).delete(person);
      at(drafted, person).delete(task);
      const plan = at(plans, person);
      plan.splice(plan.indexOf(at(timed, task)), 1);
      minutes[person] = at(minutes, person) - at(length, task);
    },
    pairs: (): Pair[] =>
      attendees.flatMap((some, task) => [...some].toSorted((a, b) => a - b).map((person): Pair => [task, person])),
  };
}

/** How many people are missing below the minimums, and how many below what is wanted. */
export function shortfallOf(board: Board): { missing: number; wanting: number } {
  const all = board.problem.tasks.map((_, task) => [board.missing(task), board.wanting(task)] as const);
  return {
    missing: all.reduce((sum, [missing]) => sum + missing, 0),
    wanting: all.reduce((sum, [, wanting]) => sum + wanting, 0),
  };
}
