import { expect, test } from 'vitest';
import { hasEnded, isNear } from './current.ts';

const next = { starts_on: '2026-08-08', ends_on: '2026-08-09', state: 'public' as const };
const now = '2026-08-05T12:00:00Z';

test.each([
  ['America/Los_Angeles', '2026-08-10T02:00:00Z', false],
  ['America/Los_Angeles', '2026-08-10T08:00:00Z', true],
  ['Asia/Taipei', '2026-08-09T15:00:00Z', false],
  ['Asia/Taipei', '2026-08-09T17:00:00Z', true],
])('the last day ends at midnight where the event is: %s, %s', (timezone, at, ended) => {
  expect(hasEnded({ ...next, timezone }, at)).toBe(ended);
});

test('an archived event has ended; one without dates has not', () => {
  expect(hasEnded({ ...next, state: 'archived', timezone: 'UTC' }, now)).toBe(true);
  expect(hasEnded({ ...next, starts_on: null, ends_on: null, timezone: 'UTC' }, now)).toBe(false);
});

test.each([
  ['2026-07-24T12:00:00Z', false],
  ['2026-07-26T12:00:00Z', true],
  ['2026-08-22T12:00:00Z', true],
  ['2026-08-25T12:00:00Z', false],
])('tasks of an event on 8 and 9 August may be on at %s: %s', (at, near) => {
  expect(isNear({ starts_on: '2026-08-08', ends_on: '2026-08-09' }, at)).toBe(near);
});
