import { formatList } from '../../../../locales/format/lists.ts';
import { pagePath } from '../../../../shared/pages.ts';
import { catalogue, fail, Problem } from '../../../errors.ts';
import type { ConcernedPerson } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { checkPerson } from '../rules/eligibility.policy.ts';
import type { Check, Facts } from '../rules/eligibility.policy.ts';
import { isTooLateToLeave } from '../rules/joining.policy.ts';
import type { Way, WayRefusal } from '../rules/joining.policy.ts';
import { titlesOf } from '../rules/rules.policy.ts';
import type { BrokenRule, Refusal, SharedRefusal } from '../rules/rules.policy.ts';
import { hasEnded } from '../tasks.policy.ts';

/** The error codes of the rules that apply to everybody who is placed, as the person learns them. */
export const ownRules = [
  'task_overlap',
  'not_qualified',
  'document_missing',
  'too_young',
  'birthday_unknown',
  'too_late_for_age',
  'guardian_missing',
  'too_little_rest',
  'works_too_long',
] as const satisfies readonly Refusal[];

/** The rules that planners and others learn about, by the names that they get. */
export const sharedRules = [
  'task_overlap',
  'not_qualified',
  'document_missing',
  'not_possible',
  'too_little_rest',
  'works_too_long',
] as const satisfies readonly SharedRefusal[];

/** What a route can answer that people use for themselves and planners for others. */
export const personalRules = [...ownRules, 'not_possible'] as const satisfies readonly Refusal[];

const noSuchTask = (): Problem => new Problem('not_found', { detail: 'There is no such task in this project' });

export function wayProblem(refusal: WayRefusal): Problem {
  if (refusal === 'not_found') return noSuchTask();
  if (refusal === 'not_of_project') {
    return new Problem('not_allowed', { detail: 'The person does not belong to this project' });
  }
  return new Problem(refusal);
}

/** The person who offered a swap can't take the task that they want in return. */
export const swapProblem = (): Problem => new Problem('swap_impossible');

/** Why no place could be taken. */
export function placeProblem(task: { ends_at: string } | undefined, now: string): Problem {
  if (task === undefined) return noSuchTask();
  return hasEnded(task, now) ? new Problem('not_allowed', { detail: 'The task has ended' }) : new Problem('task_full');
}

/** Limits people who leave by themselves, not planners. */
export function requireLeavable(
  leaving: readonly { task: string }[],
  { tasks, kinds }: Pick<Facts, 'tasks' | 'kinds'>,
  now: string,
): void {
  for (const { task: id } of leaving) {
    const task = tasks.get(id);
    if (task === undefined) continue;
    if (hasEnded(task, now)) fail('not_allowed', { detail: 'The task has ended' });
    const hours = kinds.get(task.kind_id ?? '')?.leave_until_hours ?? 0;
    if (isTooLateToLeave(task, hours, now)) fail('too_late_to_leave');
  }
}

/** A person's place on a task. */
export type Assignment = { uid: string; task: string };

/** Who moves people, when, and in which way. */
type Deciding = { scope: { pid: string }; actor: string | null; now: Date; by: Way };

type Decided<T> = { on: T[]; refused: (Assignment & { problem: Problem })[] };

/** Who gets the places. One after the other, because somebody may get several. */
export function decide<T extends Assignment>(deciding: Deciding, taking: readonly T[], facts: Facts): Decided<T> {
  const decided: Decided<T> = { on: [], refused: [] };
  for (const assignment of taking) {
    const { uid, task } = assignment;
    const also = decided.on.filter((one) => one.uid === uid).map((one) => one.task);
    const problem = problemOf(deciding, assignment, facts, also);
    if (problem === null) decided.on.push(assignment);
    else decided.refused.push({ uid, task, problem });
  }
  return decided;
}

function problemOf(
  { scope, actor, by, now }: Deciding,
  { uid, task: id }: Assignment,
  facts: Facts,
  also: readonly string[],
): Problem | null {
  const at = timestamp(now);
  const task = facts.tasks.get(id);
  if (task === undefined || hasEnded(task, at)) return placeProblem(task, at);
  const { refusal, broken, missing, documents } = checkPerson(facts, { by, now: at, viewer: actor }, uid, id, { also });
  if (refusal === null) return null;
  // Who takes an offer learns nothing about the person who made it.
  if (by === 'offer' && actor !== uid && refusal !== 'planners_only') return swapProblem();
  if (!isPersonalRule(refusal)) return wayProblem(refusal);
  return broken[0] === undefined
    ? null
    : ruleProblem(broken[0], { pid: scope.pid, missing, documents, isSelf: actor === uid });
}

type Checked = Pick<Check, 'missing' | 'documents'> & { pid: string; isSelf: boolean };

/**
 * Names the missing skills and documents, and the kind of task whose rule it is if it is of this project. Names the other
 * tasks only to the person themselves: planners may not know of them, so they learn no more than that there is one.
 */
export function ruleProblem(broken: BrokenRule, { pid, missing, documents, isSelf }: Checked): Problem {
  const { refusal, others } = broken;
  const limit = limitIn(pid, broken);
  if (refusal === 'not_qualified') return named(refusal, missing);
  if (refusal === 'document_missing') return documentProblem(pid, documents);
  if (isSelf && others.length > 0) return named(refusal, titlesOf(broken), limit);
  return new Problem(refusal, limit);
}

type Limit = { minutes?: number; kind?: string };

/** The limit of a rule about rest and breaks, with the kind whose rule it is: kinds of other projects are not named. */
export function limitIn(pid: string, { limit }: Pick<BrokenRule, 'limit'>): Limit {
  if (limit === null) return {};
  return { minutes: limit.minutes, ...(limit.kind?.pid === pid && { kind: limit.kind.name }) };
}

/** The same as `limitIn`, but null if no kind can be named. */
export function ruleIn(pid: string, limit: BrokenRule['limit']): { kind: string; minutes: number } | null {
  const { minutes, kind } = limitIn(pid, { limit });
  return minutes === undefined || kind === undefined ? null : { kind, minutes };
}

const named = (refusal: Refusal, names: string[], limit: Limit = {}): Problem =>
  new Problem(refusal, { detail: `${catalogue[refusal][1]}: ${formatList(names, 'en')}`, names, ...limit });

const documentProblem = (pid: string, documents: Check['documents']): Problem => {
  const { message, options } = named(
    'document_missing',
    documents.map(({ title }) => title),
  );
  const pages = documents.map(({ id, title }) => ({
    id,
    title,
    page: pagePath('/projects/$pid/documents/$id', { pid, id }),
  }));
  return new Problem('document_missing', { ...options, detail: message, documents: pages });
};

/** The problem of a person who was checked and does not get a place. */
export const refusedProblem = (refusal: Refusal | WayRefusal): Problem =>
  isPersonalRule(refusal) ? new Problem(refusal) : wayProblem(refusal);

export const isPersonalRule = (refusal: Refusal | WayRefusal): refusal is Refusal =>
  personalRules.some((rule) => rule === refusal);

/** Attendees who could not stay on a task with its new times or kind. */
export function conflictProblem(
  pid: string,
  conflicts: readonly Pick<BrokenRule, 'refusal' | 'limit'>[],
  people: ConcernedPerson[],
): Problem {
  const code = conflicts.some(({ refusal }) => refusal === 'task_overlap')
    ? 'task_overlap'
    : (conflicts[0]?.refusal ?? 'task_overlap');
  const isOverlap = conflicts.every(({ refusal }) => refusal === 'task_overlap');
  const who = isOverlap ? 'People with another task at that time' : 'People who could not stay by the rules';
  const limit = conflicts.find(({ refusal }) => refusal === code)?.limit ?? null;
  return new Problem(code, { detail: `${who}: ${conflicts.length}`, people, ...limitIn(pid, { limit }) });
}
