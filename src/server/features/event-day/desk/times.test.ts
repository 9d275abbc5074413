import { expect, test } from 'vitest';
import { refusalOf } from './desk.policy.ts';

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
