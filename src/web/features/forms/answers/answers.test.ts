import { describe, expect, test } from 'vitest';
import type { Field } from '../../../../client/client.ts';
import { answersFrom, askedFields, filledFrom, isAsked, missingFields } from './answers.ts';

const field = (key: string, more: Partial<Field> = {}): Field => ({
  key,
  label: key,
  help: '',
  type: 'text',
  required: false,
  private: false,
  purpose: null,
  erase_after: null,
  options: null,
  max_length: null,
  minimum: null,
  maximum: null,
  only_when: null,
  computed: false,
  added_at: null,
  ...more,
});

/** People who come by car are asked how large it is, and those with a large one whether it is a bus. */
const fields = [
  field('travels', { type: 'yes_no', required: true }),
  field('means', { type: 'choice', required: true, only_when: { field: 'travels', values: [true] } }),
  field('size', { type: 'choice', required: true, only_when: { field: 'means', values: ['car'] } }),
  field('bus', { type: 'yes_no', required: true, only_when: { field: 'size', values: ['large', 'huge'] } }),
];
const [travels, means, size, bus] = fields as [Field, Field, Field, Field];
const complete = { travels: 'yes', means: 'car', size: 'huge', bus: 'no' };

describe('conditional questions', () => {
  test('a question without a condition is always asked', () => {
    expect(isAsked(fields, travels, {})).toBe(true);
  });

  test('conditions compare the answer, and not the text of the input', () => {
    expect(isAsked(fields, means, { travels: 'yes' })).toBe(true);
    expect(isAsked(fields, means, { travels: 'no' })).toBe(false);
    expect(isAsked(fields, bus, { ...complete, size: 'large' })).toBe(true);
    expect(isAsked(fields, bus, { ...complete, size: 'small' })).toBe(false);
  });

  test('an empty or missing answer meets no condition', () => {
    expect(isAsked(fields, means, { travels: '' })).toBe(false);
    expect(isAsked(fields, means, {})).toBe(false);
    expect(isAsked([means], means, { travels: 'yes' })).toBe(false);
  });

  test('a question is not asked if the one it depends on is not asked, whatever was entered before', () => {
    expect(isAsked(fields, bus, complete)).toBe(true);
    expect(isAsked(fields, size, { ...complete, travels: 'no' })).toBe(false);
    expect(isAsked(fields, bus, { ...complete, travels: 'no' })).toBe(false);
    expect(isAsked(fields, bus, { ...complete, means: 'train' })).toBe(false);
  });

  test('answers to questions that are not asked are not sent', () => {
    expect(answersFrom(fields, complete)).toEqual({ travels: true, means: 'car', size: 'huge', bus: false });
    expect(answersFrom(fields, { ...complete, means: 'train' })).toEqual({ travels: true, means: 'train' });
    expect(answersFrom(fields, { ...complete, travels: 'no' })).toEqual({ travels: false });
  });

  test('only questions that are asked can be missing', () => {
    const keys = (filled: Record<string, string>) => missingFields(fields, filled).map(({ key }) => key);
    expect(keys({})).toEqual(['travels']);
    expect(keys({ travels: 'no' })).toEqual([]);
    expect(keys({ travels: 'yes', means: 'car' })).toEqual(['size']);
    expect(keys({ ...complete, bus: '' })).toEqual(['bus']);
    expect(keys(complete)).toEqual([]);
  });
});

test('texts are trimmed, and empty answers are left out', () => {
  const others = [
    field('note'),
    field('meals', { type: 'choices' }),
    field('day', { type: 'date' }),
    field('seats', { type: 'number' }),
  ];
  expect(answersFrom(others, { note: '  hello ', meals: ['lunch'], day: '2026-08-08', seats: '4.5' })).toEqual({
    note: 'hello',
    meals: ['lunch'],
    day: '2026-08-08',
    seats: 4.5,
  });
  expect(answersFrom(others, { note: '   ', meals: [], day: '', seats: '' })).toEqual({});
});

test('inputs start from the saved answers, without the computed ones', () => {
  const all = [
    ...fields,
    field('seats', { type: 'number' }),
    field('meals', { type: 'choices' }),
    field('amount', { type: 'number', computed: true }),
  ];
  expect(filledFrom(all, { travels: false, seats: 4, meals: ['lunch'], amount: 1490 })).toEqual({
    travels: 'no',
    means: '',
    size: '',
    bus: '',
    seats: '4',
    meals: ['lunch'],
  });
  expect(filledFrom([travels], null)).toEqual({ travels: '' });
});

test('questions that are no longer in the schema are not asked', () => {
  const erased = field('allergies', { private: true });
  const amount = field('amount', { computed: true });
  expect(askedFields({ fields: [travels, erased, amount], schema: { properties: { travels: {} } } })).toEqual([
    travels,
    amount,
  ]);
});
