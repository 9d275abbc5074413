import { expect, test } from 'vitest';
import { forecastOf, hoursOf, isAfterGap, levelOf, mostOf, stateOf } from './hours.ts';

const full = { min: 1, capacity: 1, joined: 1, arrived: 0, absent: 0, missing: 0, expected: 0.85 };

test('a day has the hours that have tasks, and a mark where some are left out', () => {
  const slot = (hour: string) => ({ ...full, at: `2026-08-08T${hour}:00:00.000Z` });
  const groups = [
    { id: 'venue', name: 'Venue', slots: [slot('08'), slot('12')] },
    { id: 'press', name: 'Press', slots: [slot('09'), slot('08')] },
  ];
  const hours = hoursOf(groups);
  expect(hours.map((at) => at.slice(11, 13))).toEqual(['08', '09', '12']);
  expect(hours.map((at, index) => isAfterGap(at, hours[index - 1]))).toEqual([false, false, true]);
});

test('the more people are missing of those who are needed, the stronger the colour', () => {
  expect([0, 1, 2, 3, 6].map((missing) => levelOf(missing, 6))).toEqual([0, 1, 1, 2, 3]);
});

test('a task whose places are all taken is not risky, unless too many are known not to come', () => {
  expect(stateOf(full)).toBe('enough');
  expect(stateOf({ ...full, min: 6, capacity: 6, joined: 6, expected: 5.1 })).toBe('enough');
  expect(stateOf({ ...full, absent: 1, expected: 0 })).toBe('risky');
  // One replaced the other.
  expect(stateOf({ ...full, capacity: 2, joined: 2, absent: 1, expected: 0.85 })).toBe('enough');
});

test('a forecast below the minimum is risky while there are free places', () => {
  expect(stateOf({ ...full, min: 6, capacity: 8, joined: 6, expected: 5.1 })).toBe('risky');
  expect(stateOf({ ...full, min: 3, capacity: 4, joined: 3, expected: 2.55 })).toBe('enough');
  expect(stateOf({ ...full, min: 2, capacity: 2, missing: 1 })).toBe('short');
});

test('a total is never lighter than a smaller one, and a single missing person is not the darkest', () => {
  const levels = (missing: number[]) => missing.map((count) => levelOf(count, mostOf(missing)));
  expect(levels([0, 1, 3, 4, 9])).toEqual([0, 1, 1, 2, 3]);
  expect(levels([0, 1])).toEqual([0, 1]);
});

test('the likely number looks as bad as so many missing people, and as the hour where nobody is missing', () => {
  const short = { ...full, min: 9, capacity: 12, joined: 4, missing: 5 };
  expect(forecastOf({ ...short, expected: 0.4 }, 9)).toEqual({ 'data-state': 'short', 'data-level': 3 });
  expect(forecastOf({ ...short, expected: 7.6 }, 9)).toEqual({ 'data-state': 'short', 'data-level': 1 });
  expect(forecastOf({ ...short, expected: 8.6 }, 9)).toEqual({});
  expect(forecastOf({ ...full, min: 6, capacity: 8, joined: 6, expected: 5.1 }, 9)).toEqual({ 'data-state': 'risky' });
});
