import { expect, test } from 'vitest';
import { memoryWindows } from './rate-windows.ts';

const limit = { name: 'test', max: 10, seconds: 60 };

function startWindows(maxWindows: number) {
  let now = Date.parse('2026-06-01T09:00:00.000Z');
  const count = memoryWindows({ now: () => new Date(now) }, maxWindows);
  return {
    advance: (seconds: number) => (now += seconds * 1000),
    count: (...keys: string[]) => keys.map((key) => count(key, limit).count),
  };
}

test('when all windows are in use, only the oldest one is dropped', () => {
  const { count } = startWindows(3);
  expect(count('a', 'a', 'b', 'c')).toEqual([1, 2, 1, 1]);
  expect(count('d')).toEqual([1]);
  expect(count('b', 'c', 'd')).toEqual([2, 2, 2]);
  expect(count('a')).toEqual([1]);
  expect(count('c', 'd', 'a')).toEqual([3, 3, 2]);
});

test('a window that starts again replaces itself and counts as new', () => {
  const { count, advance } = startWindows(2);
  count('a');
  advance(30);
  count('b');
  advance(30);
  // The window of a has ended, that of b has not.
  expect(count('a', 'b')).toEqual([1, 2]);
  expect(count('c')).toEqual([1]);
  expect(count('a', 'b')).toEqual([2, 1]);
});

test('a window ends after its time, not before', () => {
  const { count, advance } = startWindows(2);
  count('a');
  advance(59.999);
  expect(count('a')).toEqual([2]);
  advance(0.001);
  expect(count('a')).toEqual([1]);
});

test('a window continues after a small step back of the clock and restarts after a large one', () => {
  const { count, advance } = startWindows(2);
  count('a');
  advance(-60);
  expect(count('a')).toEqual([2]);
  advance(-0.001);
  expect(count('a')).toEqual([1]);
});
