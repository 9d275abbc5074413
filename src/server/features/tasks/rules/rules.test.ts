import { expect, test } from 'vitest';
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
