import { catalogue, Problem } from '../../../errors.ts';
import type { Kind } from '../rules/facts.service.ts';
import type { WayRefusal } from '../rules/joining.policy.ts';
import { missingSkills, overlap } from '../rules/rules.policy.ts';
import type { Refusal, RuledPerson, RuledTask } from '../rules/rules.policy.ts';
import { hasEnded } from '../tasks.policy.ts';

/** The error codes of the rules that apply to everybody who is placed. */
export const personalRules = [
  'task_overlap',
  'not_qualified',
  'too_young',
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

/** Why no place could be taken. */
export function placeProblem(task: { ends_at: string } | undefined, now: string): Problem {
  if (task === undefined) return noSuchTask();
  return hasEnded(task, now) ? new Problem('not_allowed', { detail: 'The task has ended' }) : new Problem('task_full');
}

type Checked = { person: RuledPerson; task: RuledTask; kind: Kind | undefined; isSelf: boolean };

/** Names the missing skills, and to the person themselves the other task: planners may not know of it. */
export function ruleProblem(refusal: Refusal, { person, task, kind, isSelf }: Checked): Problem {
  if (refusal === 'not_qualified') return named(refusal, missingSkills(person, kind));
  if (refusal !== 'task_overlap') return new Problem(refusal);
  const others = person.plan.filter((one) => one.id !== task.id && overlap(one, task));
  if (isSelf) return named(refusal, [...new Set(others.flatMap(({ title }) => title ?? []))]);
  return new Problem(refusal, { detail: `The person has another task at that time: ${others[0]?.id}` });
}

const named = (refusal: Refusal, names: string[]): Problem =>
  new Problem(refusal, { detail: `${catalogue[refusal][1]}: ${names.join(', ')}`, names });

/** For a person who was checked without being placed. */
export const refusedProblem = (refusal: Refusal | WayRefusal): Problem =>
  isPersonalRule(refusal) ? new Problem(refusal) : wayProblem(refusal);

export const isPersonalRule = (refusal: Refusal | WayRefusal): refusal is Refusal =>
  personalRules.some((rule) => rule === refusal);

/** Attendees who could not stay on a task with its new times or kind. */
export function conflictProblem(conflicts: readonly { refusal: Refusal }[]): Problem {
  const code = conflicts.some(({ refusal }) => refusal === 'task_overlap')
    ? 'task_overlap'
    : (conflicts[0]?.refusal ?? 'task_overlap');
  const isOverlap = conflicts.every(({ refusal }) => refusal === 'task_overlap');
  const who = isOverlap ? 'Attendees with another task at that time' : 'Attendees who could not stay by the rules';
  return new Problem(code, { detail: `${who}: ${conflicts.length}` });
}
