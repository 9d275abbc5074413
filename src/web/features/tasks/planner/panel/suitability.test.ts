import { expect, test } from 'vitest';
import { planTask as task, withPerson } from '../../../../../../test/support/plans/plan-task.ts';
import type { PlanTask, TaskCandidate } from '../../../../../client/client.ts';
import { suitabilityOf } from './suitability.ts';

const candidate = (fields: Partial<TaskCandidate> = {}): TaskCandidate => ({
  uid: 'a',
  refusal: null,
  missing_skills: [],
  rule: null,
  available: true,
  rested: true,
  ...fields,
});

test('people are free, free with a warning, unable, or on the task already', () => {
  const desk = task('desk', 9, 11, withPerson({ uid: 'b', name: 'Ben' }));
  const of = (uid: string, plan: PlanTask[] = [], known?: TaskCandidate) =>
    suitabilityOf(desk, uid, plan, known, 'UTC');
  expect(of('a')).toBe('free');
  expect(of('a', [], candidate())).toBe('free');
  expect(of('a', [task('bar', 11, 12)], candidate())).toBe('free');
  expect(of('a', [task('night', 0, 3)], candidate())).toBe('warned');
  expect(of('a', [], candidate({ rested: false }))).toBe('warned');
  expect(of('a', [], candidate({ available: false }))).toBe('warned');
  expect(of('a', [], candidate({ refusal: 'not_qualified' }))).toBe('unable');
  expect(of('a', [task('bar', 10, 12)], candidate())).toBe('unable');
  expect(of('b', [desk], candidate())).toBe('here');
});
