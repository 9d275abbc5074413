import { expect, test } from 'vitest';
import { limitIn } from '../attendance/placement.policy.ts';
import { overnightCheck } from './overnight.policy.ts';
import { isAvailable } from './rules.policy.ts';

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
