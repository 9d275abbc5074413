import { expect, test } from 'vitest';
import { currentProject, isDoneAt, isLittleRest, isShortNotice, leaveUntilMs, quartersOf } from './rules.ts';

const project = (pid: string, starts_on: string | null, ends_on: string | null, state = 'public') => ({
  pid,
  starts_on,
  ends_on,
  state,
  leading_since: null as string | null,
});
const now = new Date('2026-08-05T12:00:00Z');
const pidOf = (...projects: ReturnType<typeof project>[]) => currentProject(projects, now)?.pid;

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

test('the project that was chosen last leads, whatever its days, as long as it is public', () => {
  const rehearsal = project('rehearsal', '2026-08-05', '2026-08-05');
  const chosen = { ...after, leading_since: '2026-08-01T00:00:00.000Z' };
  const earlier = { ...next, leading_since: '2026-07-01T00:00:00.000Z' };
  expect(pidOf(rehearsal, earlier, chosen, last)).toBe('2027');
  expect(pidOf(rehearsal, earlier, { ...chosen, state: 'archived' }, last)).toBe('2026');
  expect(pidOf(rehearsal, next)).toBe('rehearsal');
});

const hourMs = 3_600_000;
const task = { starts_at: '2026-08-08T08:00:00.000Z', ends_at: '2026-08-08T10:00:00.000Z' };
const startMs = Date.parse(task.starts_at);

test('planners are notified of what happens up to exactly 48 hours before a task', () => {
  expect(isShortNotice(task, startMs - 48 * hourMs)).toBe(true);
  expect(isShortNotice(task, startMs - 48 * hourMs - 1)).toBe(false);
});

test('people can leave by themselves at any time if the kind of task has no rule', () => {
  expect(leaveUntilMs(task, 24)).toBe(startMs - 24 * hourMs);
  expect(leaveUntilMs(task, 0)).toBe(Number.POSITIVE_INFINITY);
});

test('who leaves exactly 15 minutes before the end has done the task', () => {
  expect(isDoneAt('2026-08-08T09:45:00.000Z', task)).toBe(true);
  expect(isDoneAt('2026-08-08T09:44:59.999Z', task)).toBe(false);
});

test('8 hours between two days are enough rest; within a day, none is needed', () => {
  const first = { fromMs: 0, toMs: hourMs, day: '2026-08-08' };
  const laterBy = (hours: number, day: string) => ({ fromMs: first.toMs + hours * hourMs, toMs: 30 * hourMs, day });
  expect(isLittleRest(first, laterBy(7.9, '2026-08-09'))).toBe(true);
  expect(isLittleRest(first, laterBy(8, '2026-08-09'))).toBe(false);
  expect(isLittleRest(first, laterBy(1, '2026-08-08'))).toBe(false);
  expect(isLittleRest(first, laterBy(-0.5, '2026-08-09'))).toBe(false);
});

test('less than 8 minutes count as nothing, and no time is negative', () => {
  expect([7, 8, 22, 23, -60].map((minutes) => quartersOf(minutes * 60_000))).toEqual([0, 1, 1, 2, 0]);
});
