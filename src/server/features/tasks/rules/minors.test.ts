import { expect, test } from 'vitest';
import { latenessIn, minorityOf } from './minors.policy.ts';

test.each([
  ['19:00', '22:00', false],
  ['19:00', '22:01', true],
  ['21:00', '00:30', true],
  ['06:00', '10:00', false],
  ['02:00', '04:00', true],
  ['04:00', '08:00', true],
])('a task from %s to %s in Taipei ends too late for a limit at 22:00: %s', (from, to, isLate) => {
  const at = (time: string, day: string) => new Date(`2026-08-${day}T${time}:00+08:00`).toISOString();
  const task = { starts_at: at(from, '08'), ends_at: at(to, to < from ? '09' : '08') };
  expect(latenessIn('Asia/Taipei', '22:00')(task)).toBe(isLate);
});

test('a limit in the night belongs to the day before, and no limit is never late', () => {
  const task = { starts_at: '2026-08-08T20:00:00.000Z', ends_at: '2026-08-09T00:30:00.000Z' };
  expect(latenessIn('UTC', '00:30')(task)).toBe(false);
  expect(latenessIn('UTC', '00:29')(task)).toBe(true);
  expect(latenessIn('UTC', null)(task)).toBe(false);
});

test('people are minors until the day on which ages count', () => {
  const about = { adultAge: 18, ageDay: '2026-08-01', agreed: false };
  expect(minorityOf('2008-08-01', about)).toBeUndefined();
  expect(minorityOf('2008-08-02', about)).toBe('alone');
  expect(minorityOf('2008-08-02', { ...about, agreed: true })).toBe('agreed');
  expect(minorityOf(null, about)).toBe('unknown');
  expect(minorityOf('2020-01-01', { ...about, adultAge: null })).toBeUndefined();
});
