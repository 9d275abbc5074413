import { expect, test } from 'vitest';
import type { HoursRow } from '../../../client/client.ts';
import { isOutdated } from './outdated.ts';

const row = (minutes: number, printed: number | null): HoursRow => ({
  uid: 'ada',
  name: 'Ada',
  minutes,
  tasks: 1,
  not_checked_in: 0,
  by_themselves: 0,
  no_shows: 0,
  wants_certificate: true,
  certificate:
    printed === null
      ? null
      : { number: '7k3m9q2w4x8y1z5b6n0pcdef', name: 'Ada', minutes: printed, issued_at: '2026-08-10T00:00:00.000Z' },
});

test.each([
  ['no certificate', 240, null, null, false],
  ['the same hours', 240, 240, null, false],
  ['more hours since', 360, 240, null, true],
  ['fewer hours since', 120, 240, null, true],
  ['cut to the maximum', 360, 240, 4, false],
  ['a maximum that was lowered', 360, 360, 4, true],
] as const)(
  'certificates are outdated if a new one would say other hours: %s',
  (_, minutes, printed, max, outdated) => {
    expect(isOutdated(row(minutes, printed), { text: '', max_hours: max })).toBe(outdated);
  },
);
