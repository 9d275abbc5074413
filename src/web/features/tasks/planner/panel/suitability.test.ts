import { expect, test } from 'vitest';
import type { PlanTask, TaskCandidate } from '../../../../../client/client.ts';
import { suitabilityOf } from './suitability.ts';

const at = (hour: number): string => new Date(Date.UTC(2030, 7, 8, hour)).toISOString();

const task = (id: string, from: number, to: number, uids: readonly string[] = []): PlanTask => ({
  id,
  title: id,
  category: '',
  tid: 'venue',
  kind: null,
  place: null,
  starts_at: at(from),
  ends_at: at(to),
  min_people: 0,
  capacity: 3,
  attendee_count: uids.length,
  attendees: uids.map((uid) => ({ uid, name: uid, confirmed: false, available: true })),
  rights: { edit: true },
});

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
  const desk = task('desk', 9, 11, ['b']);
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
