import { expect, test } from 'vitest';
import { choicesOf, countPairs, pairOf, valuesOf } from './cross-table.ts';

test('pairs are counted of people who are asked now, each choice of several on its own', () => {
  const responses = [
    { left: false, answers: { days: ['sat', 'sun'], diet: ['vegan'] } },
    { left: false, answers: { days: ['sat'], diet: ['vegan', 'nuts'] } },
    { left: false, answers: { days: ['sat'] } },
    { left: true, answers: { days: ['sat'], diet: ['vegan'] } },
  ];
  expect(countPairs(responses, 'days', 'diet')).toEqual(
    new Map([
      [pairOf('sat', 'vegan'), 2],
      [pairOf('sun', 'vegan'), 1],
      [pairOf('sat', 'nuts'), 1],
    ]),
  );
});

test('answers of yes and no are values as well', () => {
  expect([valuesOf(false), valuesOf(undefined), valuesOf('M')]).toEqual([['false'], [], ['M']]);
  expect(choicesOf({ type: 'yes_no', options: null })).toEqual(['true', 'false']);
});
