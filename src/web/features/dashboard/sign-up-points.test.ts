import { expect, test } from 'vitest';
import { signUpPoints } from './sign-up-points.ts';

test('there is a point for each day from the first sign-up to the event, without numbers for days to come', () => {
  const days = [
    { day: '2026-08-01', taken: 2 },
    { day: '2026-08-03', taken: 5 },
  ];
  expect(signUpPoints(days, '2026-08-04', '2026-08-06')).toEqual([
    { day: '2026-08-01', taken: 2 },
    { day: '2026-08-02', taken: 2 },
    { day: '2026-08-03', taken: 5 },
    { day: '2026-08-04', taken: 5 },
    { day: '2026-08-05', taken: null },
    { day: '2026-08-06', taken: null },
  ]);
  expect(signUpPoints(days, '2026-08-03', null).map(({ day }) => day)).toEqual([
    '2026-08-01',
    '2026-08-02',
    '2026-08-03',
  ]);
});

test('sign-ups of long ago are where the line begins', () => {
  const points = signUpPoints([{ day: '2025-08-01', taken: 2 }], '2026-08-04', null);
  expect(points).toHaveLength(91);
  expect(points[0]).toEqual({ day: '2026-05-06', taken: 2 });
});

test('without sign-ups there is no line', () => {
  expect(signUpPoints([], '2026-08-04', '2026-08-06')).toEqual([]);
});
