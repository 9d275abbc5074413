import type { Board } from './board.policy.ts';
import { blocksOn, preferenceOf } from './problem.policy.ts';

/** Tasks further apart than this do not keep anybody from each other, except by the maximum of hours. */
const nearMs = 36 * 3_600_000;

/**
 * Fills the task that is hardest to fill first: the one with the fewest people to spare. It takes those who could help
 * least elsewhere, then those with the fewest hours. Minimums come before places that are only wanted.
 */
export function fillGreedily(board: Board): void {
  const options = optionsOf(board);
  for (const lacking of [board.missing, board.wanting]) {
    for (let task = hardest(board, options, lacking); task !== undefined; task = hardest(board, options, lacking)) {
      const person = best(board, options, task);
      if (person === undefined) options.give(task);
      else {
        board.assign(task, person);
        options.update(task, person);
      }
    }
    options.reconsider();
  }
}

type Options = ReturnType<typeof optionsOf>;

/** Who can still take which task. */
function optionsOf(board: Board) {
  const { tasks, people } = board.problem;
  const open = tasks.map((_, task) => new Set((board.candidates[task] ?? []).filter((one) => board.fits(task, one))));
  const tasksOf = people.map(() => new Set<number>());
  open.forEach((some, task) => {
    for (const person of some) tasksOf[person]?.add(task);
  });
  const begins = tasks.map(({ starts_at }) => Date.parse(starts_at));
  const hopeless = new Set<number>();
  const drop = (task: number, person: number): void => {
    open[task]?.delete(person);
    tasksOf[person]?.delete(task);
  };
  return {
    of: (task: number): ReadonlySet<number> => open[task] ?? new Set(),
    count: (person: number): number => tasksOf[person]?.size ?? 0,
    isHopeless: (task: number): boolean => hopeless.has(task),
    give: (task: number): void => void hopeless.add(task),
    reconsider: (): void => hopeless.clear(),
    /** Must be called after the person was put on the task. */
    update: (task: number, person: number): void => {
      const start = begins[task] ?? 0;
      const limited = board.person(person).max_minutes !== null;
      for (const other of tasksOf[person] ?? []) {
        const near = limited || Math.abs((begins[other] ?? 0) - start) < nearMs;
        if (near && !board.fits(other, person)) drop(other, person);
      }
    },
  };
}

function hardest(board: Board, options: Options, lacking: (task: number) => number): number | undefined {
  let found: number | undefined;
  let least = Infinity;
  for (let task = 0; task < board.problem.tasks.length; task += 1) {
    const lack = lacking(task);
    if (lack === 0 || options.isHopeless(task)) continue;
    const spare = options.of(task).size - lack;
    if (spare < least) [found, least] = [task, spare];
  }
  return found;
}

/** Scattered hours weigh as much as four hours that somebody works more than others. */
const scatterCost = 4;

const hasDay = (board: Board, task: number, person: number): boolean =>
  blocksOn(board.planOf(person), board.task(task).day) > 0;

function best(board: Board, options: Options, task: number): number | undefined {
  let found: number | undefined;
  let least = Infinity;
  for (const person of options.of(task)) {
    const hours = (board.minutes[person] ?? 0) / 60;
    const scattered = scatterCost * Math.max(0, board.scatters(task, person) - (hasDay(board, task, person) ? 0 : 1));
    const cost = options.count(person) + hours + scattered - 3 * preferenceOf(board.person(person), board.task(task));
    const isBetter = cost < least || (cost === least && person < (found ?? Infinity));
    if (isBetter && board.fits(task, person)) [found, least] = [person, cost];
  }
  return found;
}
