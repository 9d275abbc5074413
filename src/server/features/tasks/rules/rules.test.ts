import { expect, test } from 'vitest';
import { limitIn } from '../attendance/placement.policy.ts';
import { overnightCheck } from './overnight.policy.ts';
import { isAvailable, noRules, planForOthers, refusalOf } from './rules.policy.ts';

const at = (hour: number): string => new Date(Date.UTC(2030, 7, 2, hour)).toISOString();

test('one of several times when somebody cannot come is enough, unless it only touches the task', () => {
  const unavailable = [
    { from: at(2), to: at(8) },
    { from: at(11), to: at(14) },
  ];
  const availableFrom = (from: number, to: number) =>
    isAvailable({ unavailable }, { starts_at: at(from), ends_at: at(to) });
  expect([availableFrom(7, 9), availableFrom(8, 11), availableFrom(10, 12)]).toEqual([false, true, false]);
});

test('tasks of one night are no two days, and 8 hours lie between two days in the time zone of the event', () => {
  const check = overnightCheck('Europe/Berlin');
  // In Berlin, all of it is two hours later.
  const task = (from: number, to: number) => ({ id: `${from}-${to}`, starts_at: at(from), ends_at: at(to) });
  const rests = (one: [number, number], other: [number, number]) => [
    check([task(...one)], task(...other)),
    check([task(...other)], task(...one)),
  ];
  expect(rests([20, 28], [28, 32])).toEqual([false, false]);
  expect(rests([20, 28], [35, 36])).toEqual([false, false]);
  expect(rests([20, 28], [36, 38])).toEqual([true, true]);
  expect(rests([20, 24], [24, 28])).toEqual([true, true]);
  expect(rests([16, 21], [28, 30])).toEqual([false, false]);
  expect(rests([3, 6], [7, 9])).toEqual([true, true]);
});

test('the kind whose rule it is is named, unless it is of another project', () => {
  const limit = { minutes: 480, kind: { pid: 'camp', name: 'Kitchen' } };
  expect(limitIn('camp', { limit })).toEqual({ minutes: 480, kind: 'Kitchen' });
  expect(limitIn('fair', { limit })).toEqual({ minutes: 480 });
  expect(limitIn('camp', { limit: null })).toEqual({});
});

test('30 minutes between two tasks are a break, and less is not', () => {
  const rules = { ...noRules, max_consecutive_minutes: 180 };
  const task = (id: string, starts_at: string, ends_at: string) => ({ id, starts_at, ends_at, rules });
  const after = (starts_at: string) => {
    const plan = [task('first', at(8), at(10))];
    return refusalOf(
      { plan, skills: new Set(), unsigned: new Set(), minority: new Map(), birthday: null },
      task('second', starts_at, at(13)),
      '2030-08-01',
    );
  };
  expect(after('2030-08-02T10:30:00.000Z')).toBeNull();
  expect(after('2030-08-02T10:29:59.999Z')).toBe('works_too_long');
});

test('of tasks in other projects, others know the quarters of the day, with the rest and the break after them', () => {
  const task = (from: number, to: number, some: object = {}) => ({
    id: `${from}`,
    pid: 'fair',
    title: 'Fair',
    starts_at: at(from),
    ends_at: at(to),
    rules: { ...noRules, ...some },
  });
  const busy = (...plan: ReturnType<typeof task>[]) =>
    planForOthers(plan, 'camp').map(({ starts_at, ends_at, rules, title }) => {
      expect([rules, title]).toEqual([noRules, undefined]);
      return [starts_at, ends_at].map((moment) => (Date.parse(moment) - Date.parse(at(0))) / 3_600_000);
    });
  expect(busy(task(7, 8))).toEqual([[6, 12]]);
  expect(busy(task(6, 12))).toEqual([[6, 12]]);
  expect(busy(task(11, 13))).toEqual([[6, 18]]);
  expect(busy(task(7, 8, { rest_minutes: 300 }))).toEqual([[6, 18]]);
  expect(busy(task(6, 12, { max_consecutive_minutes: 60 }))).toEqual([[0, 18]]);
  // Two in one quarter, and two that follow each other, are one time.
  expect(busy(task(10, 11), task(7, 8), task(13, 14), task(26, 27))).toEqual([
    [6, 18],
    [24, 30],
  ]);
  expect(planForOthers([task(7, 8)], 'fair')).toEqual([task(7, 8)]);
});
