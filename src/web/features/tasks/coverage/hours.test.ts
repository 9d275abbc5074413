import { expect, test } from 'vitest';
import { forecastState, stateOf } from './hours.ts';

const full = { min: 1, capacity: 1, joined: 1, arrived: 0, absent: 0, missing: 0, expected: 0.85 };

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

test('the forecast of all groups is marked by its own numbers, also if one of them lacks people', () => {
  const sum = { ...full, min: 9, capacity: 12, joined: 10, expected: 8.5, missing: 1 };
  expect(forecastState(sum)).toBe('enough');
  expect(forecastState({ ...sum, expected: 8.4 })).toBe('short');
  expect(forecastState({ ...sum, expected: 8.4, missing: 0 })).toBe('risky');
});
