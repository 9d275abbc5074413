import { createBoard, shortfallOf } from './board.policy.ts';
import type { Board } from './board.policy.ts';
import { violationsOf } from './checker.policy.ts';
import { fillGreedily } from './greedy.policy.ts';
import { balance, fillByMoving, gather } from './improve.policy.ts';
import type { Problem } from './problem.policy.ts';

/** So many pairs of a person and a task they could take. The exact solver is slow beyond. */
const maxExactPairs = 25_000;

export type Solved = { board: Board; missing: number; wanting: number; bound: number | null };

/** Always gives a legal draft. The bound is null where the exact solver did not run or did not get far enough. */
export async function solve(problem: Problem, seconds: number): Promise<Solved> {
  let board = createBoard(problem);
  fillGreedily(board);
  fillByMoving(board);
  let bound: number | null = shortfallOf(board).missing === 0 ? 0 : null;
  const pairs = board.candidates.reduce((sum, some) => sum + some.length, 0);
  if (pairs <= maxExactPairs && shortfallOf(board).wanting > 0) {
    const { solveExactly } = await import('./exact.service.ts');
    const exact = await solveExactly(board, seconds);
    if (exact !== undefined) {
      bound = exact.bound;
      const { candidates } = board;
      board = createBoard(problem, candidates);
      for (const [task, person] of exact.pairs) board.assign(task, person);
    }
  }
  balance(board);
  gather(board);
  const [violation] = violationsOf(problem, board.pairs());
  if (violation !== undefined) throw new Error(`the draft breaks a rule: ${violation}`);
  return { board, ...shortfallOf(board), bound };
}
