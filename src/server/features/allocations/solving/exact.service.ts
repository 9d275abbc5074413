import highsModule from 'highs';
import type { Highs } from 'highs';
import { createBoard, shortfallOf } from './board.policy.ts';
import type { Board } from './board.policy.ts';
import { constraintsOf, tooLong } from './constraints.policy.ts';
import type { Constraint } from './constraints.policy.ts';
import { fillGreedily } from './greedy.policy.ts';
import { fillByMoving } from './improve.policy.ts';
import type { Pair, Problem } from './problem.policy.ts';

/** The package declares its types for `require`, where the loader is inside of what is imported here. */
const isLoader = (value: unknown): value is () => Promise<Highs> => typeof value === 'function';

async function loadHighs(): Promise<Highs> {
  const loader: unknown = highsModule;
  if (!isLoader(loader)) throw new TypeError('the package highs exports no function');
  return loader();
}

/** Work is limited by nodes and iterations, which are the same on every machine; the time is only a safety net. */
const limits = { mip_max_nodes: 200, mip_max_stall_nodes: 50, random_seed: 1, output_flag: false };
const rounds = 4;

export type Exact = { pairs: Pair[]; bound: number };

/**
 * Improves a draft with an exact solver. `bound`: so many people are missing below the minimums in every legal draft.
 * Undefined if the solver did not get that far.
 */
export async function solveExactly(start: Board, seconds: number): Promise<Exact | undefined> {
  const endsAt = performance.now() + seconds * 1000;
  const left = (): number => Math.max(0.1, (endsAt - performance.now()) / 1000);
  const highs = await loadHighs();
  const model = modelOf(start);
  let bound = boundOf(highs, model, left());
  if (bound === undefined) return undefined;
  const { missing, wanting } = shortfallOf(start);
  if (missing <= bound && wanting <= missing) return { pairs: start.pairs(), bound };
  let best = start;
  for (let round = 0; round < rounds && performance.now() < endsAt; round += 1) {
    const solution = solveOnce(highs, model, best, left());
    if (solution === undefined) break;
    const { chosen } = solution;
    bound = Math.max(bound, solution.bound);
    const cuts = start.problem.people.flatMap((_, person) => tooLong(start, person, chosen.get(person) ?? []));
    const board = legalBoard(start, chosen);
    if (isBetter(board, best)) best = board;
    if (cuts.length === 0) break;
    model.constraints.push(...cuts);
  }
  return { pairs: best.pairs(), bound };
}

type Model = { board: Board; variables: Pair[]; columns: Map<string, number>; constraints: Constraint[] };

const nameOf = (task: number, person: number): string => `${task} ${person}`;

/** One variable for each person who could take a task, then two for each task: missing, and wanting beyond that. */
function modelOf(board: Board): Model {
  const { problem } = board;
  const empty = createBoard(problem, board.candidates);
  const candidates = problem.tasks.map(({ wanted }, task) =>
    wanted === 0 ? [] : (board.candidates[task] ?? []).filter((person) => empty.fits(task, person)),
  );
  const variables = candidates.flatMap((some, task) => some.map((person): Pair => [task, person]));
  const columns = new Map(variables.map(([task, person], column) => [nameOf(task, person), column]));
  return { board, variables, columns, constraints: constraintsOf(board, candidates) };
}

type Row = { terms: [column: number, factor: number][]; lower: number; upper: number };

function rowsOf({ board, variables, columns, constraints }: Model): Row[] {
  const byTask = Map.groupBy(variables.keys(), (column) => variables[column]?.[0] ?? 0);
  const count = board.problem.tasks.length;
  const demand = board.problem.tasks.map(({ wanted }, task): Row => {
    const slack = variables.length + task;
    const terms = [...(byTask.get(task) ?? []), slack, slack + count].map((column): [number, number] => [column, 1]);
    return { terms, lower: wanted, upper: wanted };
  });
  const limited = constraints.map(({ person, terms, limit }): Row => ({
    terms: terms.flatMap(([task, factor]): [number, number][] => {
      const column = columns.get(nameOf(task, person));
      return column === undefined ? [] : [[column, factor]];
    }),
    lower: -Infinity,
    upper: limit,
  }));
  return [...demand, ...limited];
}

type Costs = { missing: number; wanting: number };

function dataOf(model: Model, costs: Costs) {
  const { board, variables } = model;
  const { tasks } = board.problem;
  const rows = rowsOf(model);
  const starts = [0];
  for (const { terms } of rows) starts.push((starts.at(-1) ?? 0) + terms.length);
  const entries = rows.flatMap(({ terms }) => terms);
  const numCols = variables.length + 2 * tasks.length;
  return {
    numCols,
    numRows: rows.length,
    // Whom people prefer is decided before and afterwards: it would make the solver ten times slower.
    colCost: [...variables.map(() => 0), ...tasks.map(() => costs.missing), ...tasks.map(() => costs.wanting)],
    colLower: new Float64Array(numCols),
    colUpper: [
      ...variables.map(() => 1),
      ...tasks.map(({ required }) => required),
      ...tasks.map(({ required, wanted }) => wanted - required),
    ],
    rowLower: rows.map(({ lower }) => lower),
    rowUpper: rows.map(({ upper }) => upper),
    matrix: {
      format: 'csr' as const,
      numRows: rows.length,
      numCols,
      starts,
      indices: entries.map(([column]) => column),
      values: entries.map(([, factor]) => factor),
    },
  };
}

/** The linear relaxation: no legal draft has fewer people missing. */
function boundOf(highs: Highs, model: Model, seconds: number): number | undefined {
  return highs.withModel(dataOf(model, { missing: 1, wanting: 0 }), (solver) => {
    solver.options.set({ ...limits, presolve: 'off', time_limit: seconds });
    solver.run();
    const isOptimal = solver.getModelStatus() === highs.constants.modelStatus.optimal;
    return isOptimal ? Math.max(0, Math.ceil(solver.getObjectiveValue() - 1e-6)) : undefined;
  });
}

type Solution = { chosen: Map<number, number[]>; bound: number };

/** The tasks of each person in the solver's best plan. One missing person counts more than all who are only wanted. */
function solveOnce(highs: Highs, model: Model, from: Board, seconds: number): Solution | undefined {
  const { tasks } = model.board.problem;
  const { variables } = model;
  const optional = tasks.reduce((sum, { required, wanted }) => sum + wanted - required, 0);
  const data = dataOf(model, { missing: optional + 100, wanting: 1 });
  const { integer, continuous } = highs.constants.variableType;
  const integrality = [...variables.map(() => integer), ...tasks.map(() => continuous), ...tasks.map(() => continuous)];
  return highs.withModel({ ...data, integrality }, (solver) => {
    solver.options.set({ ...limits, mip_abs_gap: 0.5, mip_rel_gap: 0, time_limit: seconds });
    solver.setSolution({ colValue: startOf(model, from) });
    solver.run();
    const { colValue } = solver.getSolution();
    if (colValue === undefined || colValue.length === 0) return undefined;
    const pairs = variables.filter((_, column) => (colValue[column] ?? 0) > 0.5);
    const byPerson = Map.groupBy(pairs, ([, person]) => person);
    const chosen = new Map([...byPerson].map(([person, own]) => [person, own.map(([task]) => task)]));
    const isOptimal = solver.getModelStatus() === highs.constants.modelStatus.optimal;
    const missing = tasks.reduce((sum, _, task) => sum + (colValue[variables.length + task] ?? 0), 0);
    return { chosen, bound: isOptimal ? Math.round(missing) : 0 };
  });
}

function startOf({ variables }: Model, from: Board): Float64Array {
  const { tasks } = from.problem;
  return Float64Array.from([
    ...variables.map(([task, person]) => (from.attendees(task).has(person) ? 1 : 0)),
    ...tasks.map((_, task) => from.missing(task)),
    ...tasks.map((_, task) => from.wanting(task) - from.missing(task)),
  ]);
}

/** The solver's plan without what breaks a rule that it did not know, and filled up again. */
function legalBoard({ problem, candidates }: Board, chosen: ReadonlyMap<number, readonly number[]>): Board {
  const board = createBoard(problem, candidates);
  for (const [person, tasks] of [...chosen].toSorted(([a], [b]) => a - b))
    for (const task of tasks.toSorted(inOrder(problem)))
      if (board.wanting(task) > 0 && board.fits(task, person)) board.assign(task, person);
  fillGreedily(board);
  fillByMoving(board);
  return board;
}

/** Ordered by start, because a task in between may be what makes a later one possible. */
const inOrder =
  ({ tasks }: Problem) =>
  (a: number, b: number): number =>
    (tasks[a]?.starts_at ?? '') < (tasks[b]?.starts_at ?? '') ? -1 : 1;

function isBetter(one: Board, other: Board): boolean {
  const [a, b] = [shortfallOf(one), shortfallOf(other)];
  return a.missing === b.missing ? a.wanting <= b.wanting : a.missing < b.missing;
}
