import { expect, test } from 'vitest';
import { loadLevel } from './load-level.ts';
import type { LoadLevel, Sample } from './load-level.ts';

const calm: Sample = { elapsedMs: 25, idleShare: 0.5, databaseQueue: 0, refused: 0 };
const busy: Sample = { elapsedMs: 25, idleShare: 0, databaseQueue: 0, refused: 0 };
const busyAndRefusing: Sample = { ...busy, refused: 1 };
const calmAndRefusing: Sample = { ...calm, refused: 1 };

const times = (count: number, sample: Sample): Sample[] => Array.from({ length: count }, () => sample);

/** The slots after each of the checks. */
const slotsAfter = (level: LoadLevel, samples: Sample[]): number[] =>
  samples.map((sample) => {
    level.check(sample);
    return level.slots();
  });

/** The slots after these checks and a turn in which so many requests arrive. */
function slotsWith(arrived: number, samples: Sample[], level = loadLevel(), inProgress = 0): number {
  slotsAfter(level, samples);
  level.note(arrived, inProgress);
  return level.slots();
}

function overloaded(): LoadLevel {
  const level = loadLevel();
  expect(slotsWith(101, times(17, busy), level)).toBe(2);
  expect(level.isOverloaded()).toBe(true);
  return level;
}

test('a burst of 400 ms sets no limit; a longer one leaves 2 slots', () => {
  expect(slotsWith(1000, times(16, busy))).toBe(Infinity);
  expect(slotsWith(1000, [{ ...busy, elapsedMs: 401 }])).toBe(2);
  expect(slotsWith(1000, times(17, busy))).toBe(2);
});

test('one calm check ends a burst, and the next burst may last as long again', () => {
  expect(slotsWith(1000, [...times(16, busy), calm, ...times(16, busy)])).toBe(Infinity);
});

test('up to 100 concurrent requests are not an overload, however long the process is busy', () => {
  expect(slotsWith(100, times(500, busy))).toBe(Infinity);
  expect(slotsWith(101, times(500, busy))).toBe(2);
});

test('an event loop is saturated below 3% of idle time', () => {
  expect(slotsWith(101, times(17, { ...calm, idleShare: 0.02 }))).toBe(2);
  expect(slotsWith(101, times(17, { ...calm, idleShare: 0.04 }))).toBe(Infinity);
});

test('a database queue that outlasts a burst is an overload when more than 100 requests are in progress', () => {
  const queued = { ...calm, databaseQueue: 1 };
  expect(slotsWith(1, times(16, queued), loadLevel(), 101)).toBe(Infinity);
  expect(slotsWith(1, times(17, queued), loadLevel(), 100)).toBe(Infinity);
  expect(slotsWith(1, times(17, queued), loadLevel(), 101)).toBe(2);
  expect(slotsWith(1, [...times(16, queued), calm, ...times(16, queued)], loadLevel(), 101)).toBe(Infinity);
  // Requests that are in progress without a queue are only slow.
  expect(slotsWith(1, times(17, busy), loadLevel(), 101)).toBe(Infinity);
});

test('a database queue halves the slots like a busy event loop', () => {
  const level = overloaded();
  slotsAfter(level, times(6, calmAndRefusing));
  expect(slotsAfter(level, [{ ...calmAndRefusing, databaseQueue: 1 }])).toEqual([4]);
});

test('while requests are rejected, slots grow by one when calm and are halved when busy, down to 2', () => {
  const level = overloaded();
  expect(slotsAfter(level, times(3, calmAndRefusing))).toEqual([3, 4, 5]);
  expect(slotsAfter(level, times(10, calmAndRefusing)).at(-1)).toBe(15);
  expect(slotsAfter(level, times(5, busyAndRefusing))).toEqual([7, 3, 2, 2, 2]);
});

test('while nothing is rejected the slots double, and past 100 there is no limit', () => {
  expect(slotsAfter(overloaded(), times(6, calm))).toEqual([4, 8, 16, 32, 64, Infinity]);
  expect(slotsAfter(overloaded(), times(6, busy))).toEqual([4, 8, 16, 32, 64, Infinity]);
});
