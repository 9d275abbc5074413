import { expect, test } from 'vitest';
import { forecastOf } from './forecast.policy.ts';

test('those who have not answered are expected to choose as the others did', () => {
  expect(forecastOf(40, 100, 50)).toMatchObject({ expected: 60 });
  expect(forecastOf(0, 100, 50)).toMatchObject({ expected: 0, low: 0 });
  expect(forecastOf(100, 100, 50)).toMatchObject({ expected: 150, high: 150 });
});

test('nothing is expected of nobody, and nothing is uncertain once everybody has answered', () => {
  expect(forecastOf(7, 20, 0)).toEqual({ expected: 7, low: 7, high: 7 });
  expect(forecastOf(0, 0, 10)).toBeUndefined();
});

test('the range is wider the fewer have answered', () => {
  const widthOf = (count: number, answered: number) => {
    const { low = 0, high = 0 } = forecastOf(count, answered, 100) ?? {};
    return high - low;
  };
  expect(widthOf(1, 2)).toBeGreaterThan(widthOf(10, 20));
  expect(widthOf(10, 20)).toBeGreaterThan(widthOf(100, 200));
  // Two people do not tell what a hundred will choose.
  expect(forecastOf(2, 2, 100)?.low).toBeLessThan(60);
});

test('nine of ten times the number is in the range', () => {
  // A fixed sequence, so that the test always sees the same outcomes.
  let seed = 7;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const choose = (people: number, share: number): number =>
    Array.from({ length: people }, () => random() < share).filter(Boolean).length;
  let [inside, rounds] = [0, 0];
  for (const share of [0.1, 0.3, 0.5]) {
    for (let round = 0; round < 400; round += 1) {
      const count = choose(60, share);
      const { low = 0, high = 0 } = forecastOf(count, 60, 90) ?? {};
      const all = count + choose(90, share);
      if (low <= all && all <= high) inside += 1;
      rounds += 1;
    }
  }
  expect(inside / rounds).toBeGreaterThan(0.87);
  expect(inside / rounds).toBeLessThan(0.97);
});

test('thousands of missing answers are no problem', () => {
  const { expected, low, high } = forecastOf(800, 4000, 8000) ?? { expected: 0, low: 0, high: 0 };
  expect(expected).toBe(2400);
  expect(low).toBeGreaterThan(2250);
  expect(high).toBeLessThan(2550);
});
