import { expect, test } from 'vitest';
import { ticksFor } from './ticks.ts';

const one = { name: 'people', label: 'People', color: '' };
const upTo = (people: number, unit?: number) =>
  ticksFor({ points: [{ people }], series: [one], ...(unit && { unit }) });

test('the numbers of an axis are round, whole and reach beyond the highest', () => {
  expect(upTo(0)).toEqual([0, 1]);
  expect(upTo(3)).toEqual([0, 1, 2, 3]);
  expect(upTo(6)).toEqual([0, 2, 4, 6]);
  expect(upTo(131)).toEqual([0, 50, 100, 150]);
  expect(upTo(312)).toEqual([0, 100, 200, 300, 400]);
  expect(upTo(4321)).toEqual([0, 1000, 2000, 3000, 4000, 5000]);
  expect(upTo(10.5)).toEqual([0, 5, 10, 15]);
});

test('shares have whole percent', () => {
  expect(upTo(0.049, 0.01).map((share) => Math.round(share * 1000))).toEqual([0, 10, 20, 30, 40, 50]);
  expect(upTo(1, 0.01).map((share) => Math.round(share * 1000))).toEqual([0, 200, 400, 600, 800, 1000]);
});

test('series on top of each other are added up, others are not', () => {
  const points = [{ new: 60, returning: 50, left: 90 }];
  const series = ['new', 'returning', 'left'].map((name) => ({ ...one, name }));
  expect(ticksFor({ points, series }).at(-1)).toBe(100);
  const stacked = series.map((each) => ({ ...each, stack: each.name === 'left' ? 'left' : 'present' }));
  expect(ticksFor({ points, series: stacked }).at(-1)).toBe(150);
});
