import { expect, test } from 'vitest';
import { refusalOf, timeProblem } from './desk.policy.ts';

const task = { starts_at: '2026-08-08T10:00:00.000Z', ends_at: '2026-08-08T12:00:00.000Z' };
const refusal = (step: 'arrive' | 'leave' | 'no_show', clock: string) =>
  refusalOf(step, `2026-08-08T${clock}Z`, task) ?? 'accepted';

test('nobody is missing before the task begins', () => {
  expect(refusal('no_show', '09:59:59.999')).toBe('too_early');
  expect(refusal('no_show', '10:00:00.000')).toBe('accepted');
});

test('people can arrive until the task ends, and leave after it', () => {
  expect(refusal('arrive', '12:00:00.000')).toBe('accepted');
  expect(refusal('arrive', '12:00:00.001')).toBe('not_here');
  expect(refusal('leave', '12:00:00.001')).toBe('accepted');
});

test('the clock of a device may be 5 minutes ahead, and its scans 48 hours old', () => {
  const now = new Date('2026-08-08T12:00:00.000Z');
  expect(timeProblem('2026-08-08T12:05:00.000Z', now)).toBeUndefined();
  expect(timeProblem('2026-08-08T12:05:00.001Z', now)).toBe('too_early');
  expect(timeProblem('2026-08-06T12:00:00.000Z', now)).toBeUndefined();
  expect(timeProblem('2026-08-06T11:59:59.999Z', now)).toBe('overtaken');
});
