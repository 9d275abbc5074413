import { expect, test } from 'vitest';
import type { HandOut } from '../../../../client/client.ts';
import {
  bodyOf,
  changesOf,
  errorsByField,
  linesOf,
  newHandOut,
  problemsOf,
  thingsIn,
  valuesOf,
} from './hand-out-values.ts';

const handOut: HandOut = {
  id: 'shirt',
  name: 'Shirt',
  kind: 'item',
  audience: { everyone: true },
  variant_field: { form: 'shirts', field: 'size' },
  per_person: 2,
  earned: { min_hours: 8, task_kinds: ['build'] },
  given: 0,
  available: null,
  not_counted: 0,
  variants: [],
};
const texts = { name: 'name', hours: 'hours', quarters: 'quarters', kinds: 'kinds' };

test.each<[string, HandOut['earned']]>([
  ['nothing', null],
  ['from hours', { min_hours: 7.75 }],
  ['for each hours', { per_hours: 4, day: 'each' }],
  ['for each hours from some on', { per_hours: 4, min_hours: 8 }],
  ['a kind on a day', { task_kinds: ['build'], day: '2026-08-08' }],
])('a rule stays the same in the form: %s', (_, earned) => {
  const { variant_field, per_person, name, audience } = handOut;
  expect(bodyOf(valuesOf({ ...handOut, earned }))).toEqual({
    name,
    kind: 'item',
    audience,
    earned,
    variant_field,
    per_person,
  });
});

test('variants that stay are not sent, because the stock would be lost', () => {
  const before = valuesOf(handOut);
  expect(changesOf({ ...before, name: 'T-shirt' }, before)).not.toHaveProperty('variant_field');
  expect(changesOf({ ...before, question: '' }, before)).toMatchObject({ variant_field: { form: 'shirts' } });
  expect(changesOf({ ...before, variants: '' }, before)).toMatchObject({ variant_field: null });
});

test('things to lend and codes have no fields of items', () => {
  const values = { ...valuesOf(handOut), name: 'Radio' };
  expect(bodyOf({ ...values, kind: 'loan' })).toEqual({ name: 'Radio', kind: 'loan', audience: { everyone: true } });
  expect(Object.keys(bodyOf({ ...values, kind: 'code' }))).toEqual(['name', 'kind', 'audience', 'earned']);
});

test('names what is missing', () => {
  expect(problemsOf(newHandOut, texts)).toEqual({ name: 'name' });
  const named = { ...newHandOut, name: 'Shirt' };
  expect(problemsOf({ ...named, by: 'from' }, texts)).toEqual({ hours: 'hours' });
  expect(problemsOf({ ...named, by: 'per', hours: 4.1 }, texts)).toEqual({ hours: 'quarters' });
  expect(problemsOf({ ...named, by: 'tasks' }, texts)).toEqual({ task_kinds: 'kinds' });
  expect(problemsOf({ ...named, by: 'tasks', kind: 'loan' }, texts)).toEqual({});
});

test('pasted lines keep their numbers', () => {
  expect(linesOf('A\n\n B ')).toEqual([
    { line: 1, text: 'A' },
    { line: 3, text: 'B' },
  ]);
  expect(thingsIn('Radio 1\t4006\nKey A; K-A\nTent')).toEqual([
    { line: 1, label: 'Radio 1', barcode: '4006' },
    { line: 2, label: 'Key A', barcode: 'K-A' },
    { line: 3, label: 'Tent' },
  ]);
});

test('errors of the server are shown at the field that they are about', () => {
  const errors = {
    'earned.min_hours': 'a',
    'audience.values.0': 'b',
    'variant_field.form': 'c',
    name: 'd',
    other: 'e',
  };
  expect(errorsByField(errors)).toEqual({ hours: 'a', answer: 'b', variants: 'c', name: 'd', other: 'e' });
});
