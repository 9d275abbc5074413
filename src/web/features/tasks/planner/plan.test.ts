import { expect, test } from 'vitest';
import { at, planTask as task, withPerson } from '../../../../../test/support/plans/plan-task.ts';
import type { PlanTask } from '../../../../client/client.ts';
import {
  busyWith,
  byGap,
  endedAt,
  freeIn,
  lanesOf,
  littleRestWith,
  missingOn,
  movedTo,
  neighbourOf,
  plansOf,
  rowsOf,
  snap,
  staffingOf,
} from './plan.ts';
import { applied, reverse, undone } from './plan-change.ts';
import type { PlanChange } from './plan-change.ts';

const ada = { uid: 'a', name: 'Ada' };
const withAda = withPerson(ada);

test('the shifts of one title are one line, and those that overlap are below each other', () => {
  const desk = { title: 'Desk' };
  const tasks = [
    task('c', 11, 12, desk),
    task('a', 9, 11, desk),
    task('b', 10, 13, { title: 'Bar' }),
    task('d', 10, 11, desk),
  ];
  const shown = lanesOf(tasks).map((lane) => [lane.title, lane.tasks.map(({ id }) => id).join(' ')]);
  expect(shown).toEqual([
    ['Desk', 'a c'],
    ['Desk', 'd'],
    ['Bar', 'b'],
  ]);
  expect(lanesOf([])).toEqual([]);
});

test('people are missing up to the minimum, and the other places are free', () => {
  const cases: [Partial<PlanTask>, number, string][] = [
    [{}, 0, 'open'],
    [{ min_people: 2 }, 2, 'short'],
    [{ min_people: 1, attendee_count: 2 }, 0, 'open'],
    [{ min_people: 1, attendee_count: 3 }, 0, 'full'],
    [{ attendee_count: 4 }, 0, 'full'],
  ];
  for (const [fields, missing, staffing] of cases) {
    const one = task('a', 9, 10, fields);
    expect([missingOn(one), staffingOf(one)]).toEqual([missing, staffing]);
  }
  const sorted = [task('full', 8, 9, { attendee_count: 3 }), task('late', 10, 11), task('early', 9, 10)].toSorted(
    byGap,
  );
  expect(sorted.map(({ id }) => id)).toEqual(['early', 'late', 'full']);
});

test('rows are in the order of their groups, also those without tasks', () => {
  const tasks = [
    task('a', 9, 10, { min_people: 2 }),
    task('b', 9, 10, { tid: null, min_people: 2 }),
    task('c', 12, 13),
    task('ended', 7, 8, { min_people: 5 }),
  ];
  const groups = [
    { id: null, name: 'Whole project' },
    { id: 'press', name: 'Press' },
    { id: 'venue', name: 'Venue' },
  ];
  const rows = rowsOf(tasks, 'team', groups, at(8));
  // Nobody can join a task that has ended.
  expect(freeIn(tasks, at(8))).toBe(9);
  expect(rows.map(({ name, lanes, missing }) => [name, lanes.length, missing])).toEqual([
    ['Whole project', 1, 2],
    ['Press', 0, 0],
    ['Venue', 3, 2],
  ]);
  expect(neighbourOf(rows, 'a', 'right')?.id).toBe('c');
  expect(neighbourOf(rows, 'ended', 'left')).toBeUndefined();
  expect(neighbourOf(rows, 'c', 'up')?.id).toBe('a');
  expect(neighbourOf(rows, 'b', 'down')?.id).toBe('ended');
  expect(neighbourOf(rows, 'b', 'up')).toBeUndefined();
});

test('a moved task keeps its length, and a resized one lasts at least a quarter of an hour', () => {
  const one = task('a', 9, 11);
  const start = Date.parse(at(0));
  expect(movedTo(one, snap(Date.parse(at(10)) + 8 * 60_000, start))).toEqual({
    starts_at: '2030-08-08T10:15:00.000Z',
    ends_at: '2030-08-08T12:15:00.000Z',
  });
  expect(endedAt(one, Date.parse(at(3))).ends_at).toBe('2030-08-08T09:15:00.000Z');
});

test('a person is busy with a task that overlaps, but not with one that follows', () => {
  const [first, parallel, next] = [task('a', 9, 11, withAda), task('b', 10, 12), task('c', 11, 12)];
  const plan = plansOf([first, parallel, next]).get('a') ?? [];
  expect([busyWith(plan, parallel)?.id, busyWith(plan, next)?.id, busyWith(plan, first)?.id]).toEqual([
    'a',
    undefined,
    undefined,
  ]);
});

test('less than 8 hours of rest between two days are noticed, in the time zone of the event', () => {
  const [night, morning, noon] = [task('night', 22, 30, withAda), task('morning', 30, 34), task('noon', 38, 40)];
  const plan = [night];
  const found = (other: PlanTask, timezone = 'UTC') => littleRestWith(plan, other, timezone)?.id;
  expect([found(morning), found(noon), found(night)]).toEqual(['night', undefined, undefined]);
  expect(found(task('same night', 30, 34), 'America/New_York')).toBeUndefined();
  expect(littleRestWith([morning], night, 'UTC')?.id).toBe('morning');
});

test('every change can be undone, and leaves what others have changed meanwhile', () => {
  const [first, second] = [task('a', 9, 11, withAda), task('b', 12, 13)];
  const plan = [first, second];
  const changes: PlanChange[] = [
    { what: 'assign', person: ada, task: second },
    { what: 'remove', person: ada, task: first },
    { what: 'transfer', person: ada, from: first, task: second },
    { what: 'change', task: first, fields: { ...movedTo(first, Date.parse(at(15))), tid: 'press' } },
    { what: 'change', task: first, fields: {}, row: { by: 'place', to: { id: 'p', name: 'Hall' } } },
  ];
  for (const change of changes) {
    const after = applied(plan, change);
    expect(after).not.toEqual(plan);
    expect(undone(after, change)).toEqual(plan);
    // Done by the server and then taken back with another change.
    expect(applied(after, reverse(change))).toEqual(plan);
  }
  const [assign] = changes;
  if (assign === undefined) throw new Error('one change');
  const twice = applied(applied(plan, assign), assign);
  expect(twice[1]).toMatchObject({ attendee_count: 1, attendees: [{ uid: 'a' }] });
  const meanwhile = applied(applied(plan, assign), { what: 'assign', person: { uid: 'b', name: 'Bo' }, task: second });
  expect(undone(meanwhile, assign)[1]?.attendees.map(({ name }) => name)).toEqual(['Bo']);
});
