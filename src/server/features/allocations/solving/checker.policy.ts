import type { RuledTask } from '../../tasks/rules/rules.policy.ts';
import { minutesOf } from '../../tasks/rules/rules.policy.ts';
import { checksIn, hasPlace, obstaclesOf } from './problem.policy.ts';
import type { Pair, Problem } from './problem.policy.ts';

/**
 * What is wrong with a draft; empty if nothing is. It knows nothing about how drafts are made: every person's whole plan
 * is checked against the rules, task by task.
 */
export function violationsOf(problem: Problem, pairs: readonly Pair[]): string[] {
  const { tasks, people } = problem;
  const checks = checksIn(problem);
  const found: string[] = [];
  const seen = new Set<string>();
  for (const [task, person] of pairs) {
    if (tasks[task] === undefined || people[person] === undefined) found.push(`unknown pair ${task} ${person}`);
    if (seen.has(`${task} ${person}`)) found.push(`${people[person]?.uid} is on ${tasks[task]?.id} twice`);
    seen.add(`${task} ${person}`);
  }
  tasks.forEach((task, index) => {
    const count = pairs.filter(([one]) => one === index).length;
    if (count > task.wanted) found.push(`${task.id} has ${count} people for ${task.wanted} places`);
  });
  for (const [index, drafted] of Map.groupBy(pairs, ([, person]) => person)) {
    const person = people[index];
    if (person === undefined) continue;
    const own = drafted.flatMap(([task]) => tasks[task] ?? []);
    const plan: RuledTask[] = [...person.plan, ...own];
    const minutes = own.reduce((sum, task) => sum + minutesOf(task), person.planned_minutes);
    for (const task of own) {
      if (hasPlace(person, task)) found.push(`${person.uid} has a place in ${task.id} already`);
      const obstacles = obstaclesOf(person, task, problem, { plan, minutes: minutes - minutesOf(task) }, checks);
      for (const obstacle of obstacles) found.push(`${person.uid} on ${task.id}: ${obstacle}`);
    }
  }
  return found;
}
