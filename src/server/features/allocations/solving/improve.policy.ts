import { minutesOf } from '../../tasks/rules/rules.policy.ts';
import type { Board } from './board.policy.ts';
import { blocksOn, preferenceOf } from './problem.policy.ts';

/** Questions to the rules, not seconds, so that the same input gives the same draft on every machine. */
const maxSearch = 20_000;
const maxWork = 6_000_000;
const maxChain = 3;

/** Fills places below the minimum by moving people who are drafted elsewhere and can be replaced there. */
export function fillByMoving(board: Board): void {
  const end = board.asked() + maxWork;
  for (let task = 0; task < board.problem.tasks.length; task += 1) {
    while (board.missing(task) > 0 && board.asked() < end) {
      const limit = board.asked() + maxSearch;
      let chain = 0;
      while (chain <= maxChain && !fill(board, { limit, avoid: new Set([task]) }, task, chain)) chain += 1;
      if (chain > maxChain) break;
    }
  }
}

type Search = { limit: number; avoid: Set<number> };

/** Puts one more person on the task, moving at most so many people. Changes nothing if it cannot. */
function fill(board: Board, search: Search, task: number, chain: number): boolean {
  const candidates = board.candidates[task] ?? [];
  const direct = candidates.find((person) => board.asked() < search.limit && board.fits(task, person));
  if (direct !== undefined) {
    board.assign(task, direct);
    return true;
  }
  if (chain === 0) return false;
  return candidates.some((person) => !board.attendees(task).has(person) && move(board, search, [task, person], chain));
}

function move(board: Board, search: Search, [task, person]: readonly [number, number], chain: number): boolean {
  for (const from of Array.from(board.drafted(person))) {
    if (board.asked() >= search.limit) return false;
    if (search.avoid.has(from) || !board.spares(from, person)) continue;
    board.release(from, person);
    if (board.fits(task, person)) {
      board.assign(task, person);
      search.avoid.add(from);
      const isDone = board.missing(from) === 0 || fill(board, search, from, chain - 1);
      search.avoid.delete(from);
      if (isDone) return true;
      board.release(task, person);
    }
    board.assign(from, person);
  }
  return false;
}

/** How much longer than others somebody may work to have their hours together. */
const unevenMinutes = 120;

/**
 * Passes tasks that are a block of their own to people who then work longer without a break, or less scattered, and would
 * like them as much.
 */
export function gather(board: Board): void {
  const end = board.asked() + maxWork;
  for (const [task, person] of board.pairs()) {
    if (board.asked() >= end) return;
    const rest = board.planOf(person).filter(({ id }) => id !== board.task(task).id);
    // A task that is all somebody has on its day is no scattered hour.
    if (board.scatters(task, person) < 1 || blocksOn(rest, board.task(task).day) === 0) continue;
    const preference = preferenceOf(board.person(person), board.task(task));
    let best: number | undefined;
    let least = (board.minutes[person] ?? 0) + unevenMinutes;
    for (const other of board.candidates[task] ?? []) {
      const minutes = board.minutes[other] ?? 0;
      if (minutes >= least || preferenceOf(board.person(other), board.task(task)) < preference) continue;
      if (!isGathered(board, task, other) || !board.fits(task, other)) continue;
      [best, least] = [other, minutes];
    }
    if (best === undefined || !board.spares(task, person)) continue;
    board.release(task, person);
    board.assign(task, best);
  }
}

/** Whether the task is next to others of the person, or the only one on its day. */
const isGathered = (board: Board, task: number, person: number): boolean =>
  board.scatters(task, person) <= 0 || blocksOn(board.planOf(person), board.task(task).day) === 0;

/** Passes tasks from people with many hours to people with few who would like them as much. */
export function balance(board: Board): void {
  const end = board.asked() + maxWork;
  for (const [task, person] of board.pairs()) {
    if (board.asked() >= end) return;
    const preference = preferenceOf(board.person(person), board.task(task));
    const length = minutesOf(board.task(task));
    let best: number | undefined;
    let least = (board.minutes[person] ?? 0) - length;
    for (const other of board.candidates[task] ?? []) {
      const minutes = board.minutes[other] ?? 0;
      if (minutes >= least || preferenceOf(board.person(other), board.task(task)) < preference) continue;
      if (isGathered(board, task, other) && board.fits(task, other)) [best, least] = [other, minutes];
    }
    if (best === undefined || !board.spares(task, person)) continue;
    board.release(task, person);
    board.assign(task, best);
  }
}
