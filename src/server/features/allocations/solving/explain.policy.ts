import { minutesOf } from '../../tasks/rules/rules.policy.ts';
import { maxNamed } from '../allocations.schema.ts';
import type { AllocationDetails, Fix, Reason } from '../allocations.schema.ts';
import type { Board } from './board.policy.ts';
import { checksIn, hasPlace, obstaclesOf } from './problem.policy.ts';
import type { Obstacle } from './problem.policy.ts';
import type { Solved } from './solve.service.ts';

/** What is stored of a draft: identifiers and counts, no private data. Minutes, not hours. */
export type Outcome = {
  summary: NonNullable<AllocationDetails['summary']>;
  assignments: { task: string; uid: string; reasons: Reason[]; could_count: number }[];
  released: { task: string; uid: string }[];
  /** Older drafts have no `empty`. */
  gaps: { task: string; missing: number; empty?: number; obstacles: Gap['obstacles']; fix: StoredFix }[];
  /** Older drafts have no `blocks`. */
  hours: { uid: string; before: number; after: number; max: number | null; blocks?: number }[];
  skipped: { task: string; uid: string; reason: string }[];
  /** What applying has changed, until it is undone. */
  applied?: { placed: { task: string; uid: string }[]; removed: { task: string; uid: string }[] };
};
type Gap = AllocationDetails['gaps'][number];
/** Identifiers. Drafts of earlier versions named nobody to ask, and no skills. */
type StoredFix = Omit<Gap['fix'], 'ask' | 'skills'> & { ask?: string[]; skills?: string[] };

export function outcomeOf({ board, missing, bound }: Solved): Outcome {
  const { tasks, people } = board.problem;
  const pairs = board.pairs();
  const drafted = new Set(pairs.map(([, person]) => person));
  return {
    summary: {
      task_count: tasks.length,
      person_count: people.length,
      place_count: pairs.length,
      missing,
      bound,
      begun_count: board.problem.begun_count,
    },
    assignments: pairs.map(([task, person]) => ({
      task: board.task(task).id,
      uid: board.person(person).uid,
      ...reasonsFor(board, task, person),
    })),
    released: people.flatMap(({ uid, current }, person) =>
      current
        .filter((id) => ![...board.drafted(person)].some((task) => board.task(task).id === id))
        .map((task) => ({ task, uid })),
    ),
    gaps: gapsOf(board),
    hours: [...drafted]
      .map((person) => ({
        uid: board.person(person).uid,
        before: board.person(person).planned_minutes + currentMinutes(board, person),
        after: board.minutes[person] ?? 0,
        max: board.person(person).max_minutes,
        blocks: board.blocks(person),
      }))
      .toSorted((a, b) => b.after - a.after || (a.uid < b.uid ? -1 : 1)),
    skipped: [],
  };
}

function currentMinutes(board: Board, person: number): number {
  const current = new Set(board.person(person).current);
  return board.problem.tasks.filter(({ id }) => current.has(id)).reduce((sum, task) => sum + minutesOf(task), 0);
}

function reasonsFor(board: Board, task: number, person: number): { reasons: Reason[]; could_count: number } {
  const { tid, kind, id, wanted } = board.task(task);
  const { teams, preferred_teams, preferred_kinds, current } = board.person(person);
  const could_count = board.candidates[task]?.length ?? 0;
  const reasons: Reason[] = [];
  if (current.includes(id)) reasons.push('stays');
  if (tid !== null && teams.includes(tid)) reasons.push('own_team');
  if (tid !== null && preferred_teams.includes(tid)) reasons.push('preferred_team');
  if (kind !== null && preferred_kinds.includes(kind)) reasons.push('preferred_kind');
  if (could_count <= 2 * wanted) reasons.push('few_could');
  return { reasons: reasons.length === 0 ? ['free'] : reasons, could_count };
}

function gapsOf(board: Board): Outcome['gaps'] {
  const { tasks, people, fill_all } = board.problem;
  const checks = checksIn(board.problem);
  return tasks.flatMap((task, index) => {
    const missing = board.missing(index);
    const empty = fill_all ? board.wanting(index) : missing;
    if (empty === 0) return [];
    const all = people.flatMap((person, who) => {
      if (board.attendees(index).has(who) || hasPlace(person, task)) return [];
      const doing = { plan: board.planOf(who), minutes: board.minutes[who] ?? 0 };
      const lacks = task.rules.requires.filter((skill) => !person.skills.has(skill));
      return [{ uid: person.uid, lacks, obstacles: obstaclesOf(person, task, board.problem, doing, checks) }];
    });
    return [{ task: task.id, missing, empty, obstacles: counted(all), fix: fixFor(all, empty) }];
  });
}

type Kept = { uid: string; lacks: readonly string[]; obstacles: readonly Obstacle[] };

/** Everybody once, by the first thing that keeps them from the task. */
function counted(all: readonly Kept[]): Gap['obstacles'] {
  const groups = Map.groupBy(
    all.flatMap(({ obstacles: [first] }) => first ?? []),
    (obstacle) => obstacle,
  );
  return [...groups]
    .map(([obstacle, some]) => ({ obstacle, people: some.length }))
    .toSorted((a, b) => b.people - a.people || (a.obstacle < b.obstacle ? -1 : 1));
}

const fixOf: Partial<Record<Obstacle, Fix>> = {
  not_in_team: 'open_to_project',
  not_available: 'ask_unavailable',
  not_qualified: 'teach',
  document_missing: 'ask_them',
  not_possible: 'ask_them',
  max_hours: 'more_hours',
  task_overlap: 'move_task',
  too_little_rest: 'move_task',
  works_too_long: 'move_task',
};

/** They come from the rest of the plan, so another draft may not have them. */
const fromPlan: ReadonlySet<Obstacle> = new Set([
  'task_overlap',
  'too_little_rest',
  'works_too_long',
  'max_hours',
  'max_hours_per_day',
]);
const asking: ReadonlySet<Obstacle> = new Set(['not_available', 'document_missing', 'not_possible']);

/** Planners see of each person what to ask them for. */
const named: ReadonlySet<Fix> = new Set(['ask_them', 'ask_unavailable', 'more_hours']);

/** What would help most: people whom only one thing keeps from the task, then people whom an answer may bring. */
function fixFor(all: readonly Kept[], empty: number): StoredFix {
  const single = all.filter(({ obstacles }) => obstacles.length === 1);
  const toAsk = all
    .map((one) => ({ ...one, obstacles: one.obstacles.filter((obstacle) => !fromPlan.has(obstacle)) }))
    .filter(({ obstacles }) => obstacles.every((obstacle) => asking.has(obstacle)));
  return mostOf(single) ?? mostOf(toAsk) ?? { kind: 'find_people', people: empty };
}

/** The advice that helps most people, by the first thing that keeps each of them. */
function mostOf(all: readonly Kept[]): StoredFix | undefined {
  const fixes = all.flatMap(({ uid, lacks, obstacles: [first] }) => {
    const kind = first === undefined ? undefined : fixOf[first];
    return kind === undefined ? [] : [{ uid, lacks, kind }];
  });
  const [best] = [...Map.groupBy(fixes, ({ kind }) => kind)].toSorted(([, a], [, b]) => b.length - a.length);
  if (best === undefined) return undefined;
  const [kind, people] = best;
  const ask = people.slice(0, maxNamed).map(({ uid }) => uid);
  const skills = [...new Set(people.flatMap(({ lacks }) => lacks))];
  return {
    kind,
    people: people.length,
    ...(named.has(kind) && { ask }),
    ...(kind === 'teach' && { skills }),
  };
}
