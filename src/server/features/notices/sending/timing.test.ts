import { expect, test } from 'vitest';
import { isPressing } from './sending.policy.ts';
import { digestAfter, quietUntil } from './timing.policy.ts';

test.each([
  ['2026-06-01T00:00:00.000Z', 'daily', 'Asia/Taipei', '2026-06-02T00:00:00.000Z'],
  ['2026-05-31T23:59:00.000Z', 'daily', 'Asia/Taipei', '2026-06-01T00:00:00.000Z'],
  ['2026-06-01T09:00:00.000Z', 'daily', 'UTC', '2026-06-02T08:00:00.000Z'],
  // 1 June 2026 is a Monday.
  ['2026-06-01T07:00:00.000Z', 'weekly', 'UTC', '2026-06-01T08:00:00.000Z'],
  ['2026-06-01T09:00:00.000Z', 'weekly', 'UTC', '2026-06-08T08:00:00.000Z'],
  // The clocks change in the night: 8:00 is an hour earlier or later in UTC.
  ['2026-03-28T12:00:00.000Z', 'daily', 'Europe/Berlin', '2026-03-29T06:00:00.000Z'],
  ['2026-10-24T12:00:00.000Z', 'daily', 'Europe/Berlin', '2026-10-25T07:00:00.000Z'],
] as const)('the digest after %s, %s in %s, is at %s', (moment, every, timezone, expected) => {
  expect(digestAfter(moment, every, timezone)).toBe(expected);
});

const night = { from: '22:00', to: '07:00' };

test.each([
  ['2026-06-01T21:59:00.000Z', night, 'UTC', undefined],
  ['2026-06-01T22:00:00.000Z', night, 'UTC', '2026-06-02T07:00:00.000Z'],
  ['2026-06-02T06:59:59.999Z', night, 'UTC', '2026-06-02T07:00:00.000Z'],
  ['2026-06-02T07:00:00.000Z', night, 'UTC', undefined],
  ['2026-06-01T12:00:00.000Z', { from: '11:00', to: '13:30' }, 'UTC', '2026-06-01T13:30:00.000Z'],
  ['2026-06-01T14:30:00.000Z', night, 'Asia/Taipei', '2026-06-01T23:00:00.000Z'],
  // The night in which the clocks go forward has 8 quiet hours, the one in which they go back 10.
  ['2026-03-28T21:00:00.000Z', night, 'Europe/Berlin', '2026-03-29T05:00:00.000Z'],
  ['2026-10-24T20:00:00.000Z', night, 'Europe/Berlin', '2026-10-25T06:00:00.000Z'],
  // 2:30 does not exist in that night; the hours end when the clocks have moved on.
  ['2026-03-29T00:00:00.000Z', { from: '00:00', to: '02:30' }, 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  // 2:30 comes twice in that night; the hours end the second time.
  ['2026-10-25T00:10:00.000Z', { from: '22:00', to: '02:30' }, 'Europe/Berlin', '2026-10-25T01:30:00.000Z'],
  ['2026-10-25T01:10:00.000Z', { from: '22:00', to: '02:30' }, 'Europe/Berlin', '2026-10-25T01:30:00.000Z'],
  ['2026-10-25T01:30:00.000Z', { from: '22:00', to: '02:30' }, 'Europe/Berlin', undefined],
  ['2026-06-01T12:00:00.000Z', null, 'UTC', undefined],
])('at %s with %o in %s mail waits until %s', (moment, hours, timezone, expected) => {
  expect(quietUntil(moment, hours, timezone)).toBe(expected);
});

test.each([
  ['2026-06-01T10:00:00.000Z', '2026-06-01T12:00:00.000Z', false],
  ['2026-06-01T10:00:00.000Z', '2026-06-01T12:00:00.001Z', true],
  ['2026-06-02T12:00:00.000Z', '2026-06-02T14:00:00.000Z', true],
  ['2026-06-02T12:00:00.001Z', '2026-06-02T14:00:00.000Z', false],
])('at noon, whether a change of a task from %s to %s cannot wait: %s', (starts_at, ends_at, expected) => {
  expect(isPressing('task.changed', [{ starts_at, ends_at }], '2026-06-01T12:00:00.000Z')).toBe(expected);
});
