import { expect, test } from 'vitest';
import { currentOf, hasEnded, isNear } from './current.ts';

const project = (pid: string, starts_on: string | null, ends_on: string | null, state = 'public') => ({
  pid,
  starts_on,
  ends_on,
  state: state as 'public',
});
const now = new Date('2026-08-05T12:00:00Z');
const pidOf = (...projects: ReturnType<typeof project>[]) => currentOf(projects, now)?.pid;

const last = project('2025', '2025-08-08', '2025-08-09');
const next = project('2026', '2026-08-08', '2026-08-09');
const after = project('2027', '2027-08-08', '2027-08-09');

test('the next event is shown, not the one after it', () => {
  expect(pidOf(after, next, last)).toBe('2026');
});

test('an event that is running is shown, also on its last day', () => {
  expect(pidOf(after, project('now', '2026-08-01', '2026-08-05'), last)).toBe('now');
  expect(pidOf(after, project('over', '2026-08-01', '2026-08-03'), last)).toBe('2027');
});

test('drafts and archived projects are never shown', () => {
  const draft = project('draft', '2026-08-06', '2026-08-07', 'draft');
  const archived = project('old', '2026-08-06', '2026-08-07', 'archived');
  expect(pidOf(draft, archived, next)).toBe('2026');
  expect(pidOf(draft, archived)).toBeUndefined();
});

test('without a coming event it is one without dates, then the latest', () => {
  expect(pidOf(last, project('soon', null, null))).toBe('soon');
  expect(pidOf(project('2024', '2024-08-08', null), last)).toBe('2025');
  expect(pidOf()).toBeUndefined();
});

test.each([
  ['America/Los_Angeles', '2026-08-10T02:00:00Z', false],
  ['America/Los_Angeles', '2026-08-10T08:00:00Z', true],
  ['Asia/Taipei', '2026-08-09T15:00:00Z', false],
  ['Asia/Taipei', '2026-08-09T17:00:00Z', true],
])('the last day ends at midnight where the event is: %s, %s', (timezone, at, ended) => {
  expect(hasEnded({ ...next, timezone }, at)).toBe(ended);
});

test('an archived event has ended; one without dates has not', () => {
  expect(hasEnded({ ...next, state: 'archived', timezone: 'UTC' }, now.toISOString())).toBe(true);
  expect(hasEnded({ ...project('soon', null, null), timezone: 'UTC' }, now.toISOString())).toBe(false);
});

test.each([
  ['2026-07-24T12:00:00Z', false],
  ['2026-07-26T12:00:00Z', true],
  ['2026-08-22T12:00:00Z', true],
  ['2026-08-25T12:00:00Z', false],
])('tasks of an event on 8 and 9 August may be on at %s: %s', (at, near) => {
  expect(isNear({ starts_on: '2026-08-08', ends_on: '2026-08-09' }, at)).toBe(near);
});
