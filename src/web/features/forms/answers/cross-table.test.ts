import { expect, test } from 'vitest';
import { isCountable, valuesOf } from './cross-table.ts';

test('an answer is none, one or several values', () => {
  expect([valuesOf(false), valuesOf(undefined), valuesOf('M')]).toEqual([['false'], [], ['M']]);
  expect([valuesOf(['sat', 'sun']), valuesOf([]), valuesOf(3)]).toEqual([['sat', 'sun'], [], ['3']]);
});

test('only questions with choices can be counted', () => {
  const types = ['text', 'choice', 'choices', 'number', 'date', 'yes_no'] as const;
  expect(types.filter((type) => isCountable({ type }))).toEqual(['choice', 'choices', 'yes_no']);
});
