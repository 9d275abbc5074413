import { formatList } from '../../../../locales/format/lists.ts';
import { catalogue, fail, Problem } from '../../../errors.ts';
import type { ConcernedPerson } from '../../../errors.ts';
import { isTooLateToLeave } from '../rules/joining.policy.ts';
import type { WayRefusal } from '../rules/joining.policy.ts';
import { titlesOf } from '../rules/rules.policy.ts';
import type { BrokenRule, Refusal } from '../rules/rules.policy.ts';
import { hasEnded } from '../tasks.policy.ts';

/** The error codes of the rules that apply to everybody who is placed. */
export const personalRules = [
  'task_overlap',
  'not_qualified',
  'too_young',
  'birthday_unknown',
  'too_little_rest',
  'works_too_long',
] as const satisfies readonly Refusal[];

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

type LeavableTask = { starts_at: string; ends_at: string; kind_id: string | null };

/** For people who leave by themselves. */
export function requireLeavable(
  leaving: readonly { task: string }[],
  tasks: ReadonlyMap<string, LeavableTask>,
  kinds: ReadonlyMap<string, { leave_until_hours: number }>,
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

type Checked = { pid: string; missing: string[]; isSelf: boolean };

/**
 * Names the missing skills, the kind of task whose rule it is if it is of this project, and to the person themselves the
 * other tasks: planners may not know of them.
 */
export function ruleProblem(broken: BrokenRule, { pid, missing, isSelf }: Checked): Problem {
  const { refusal, others } = broken;
  const limit = limitIn(pid, broken);
  if (refusal === 'not_qualified') return named(refusal, missing);
  if (isSelf && others.length > 0) return named(refusal, titlesOf(broken), limit);
  if (refusal !== 'task_overlap') return new Problem(refusal, limit);
  return new Problem(refusal, { detail: `The person has another task at that time: ${others[0]?.id}` });
}

type Limit = { minutes?: number; kind?: string };

/** The limit of a rule about rest and breaks, with the kind whose rule it is: kinds of other projects are not named. */
export function limitIn(pid: string, { limit }: Pick<BrokenRule, 'limit'>): Limit {
  if (limit === null) return {};
  return { minutes: limit.minutes, ...(limit.kind?.pid === pid && { kind: limit.kind.name }) };
}

/** As `limitIn`, or null without a kind that can be named. */
export function ruleIn(pid: string, limit: BrokenRule['limit']): { kind: string; minutes: number } | null {
  const { minutes, kind } = limitIn(pid, { limit });
  return minutes === undefined || kind === undefined ? null : { kind, minutes };
}

const named = (refusal: Refusal, names: string[], limit: Limit = {}): Problem =>
  new Problem(refusal, { detail: `${catalogue[refusal][1]}: ${formatList(names, 'en')}`, names, ...limit });

/** For a person who was checked without being placed. */
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
