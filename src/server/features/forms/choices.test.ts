import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { problemOf } from '../../../../test/support/disclosure.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Form } from './forms.schema.ts';

const muster = useApp({ env: { RATE_LIMIT_SCALE: '1000' } });

const kids = [
  { value: '128', label: '128' },
  { value: 'M', label: 'Medium' },
];
const optionsOf = ({ fields }: Form, name: string) => fields.find(({ key }) => key === name)?.options;

test('owners set the sizes and diets of a form, and answers are checked with them', async () => {
  const { as, owner, member } = await createCrew(muster);
  const shirts = { form: 'shirts', kind: 'shirt_size', title: 'Shirts', enabled: true, choices: kids };
  const created = (await as(owner, 'POST', 'forms', shirts)).json();
  expect(optionsOf(created, 'size')).toEqual(kids);
  const put = (size: string) => as(member, 'PUT', 'forms/shirts/response', { answers: { size, cut: 'fitted' } });
  expect([(await put('L')).statusCode, (await put('128')).statusCode]).toEqual([400, 200]);
  const counts = (await as(owner, 'GET', 'forms/shirts/totals')).json().fields[0].counts;
  expect(counts).toEqual([
    { value: '128', label: '128', count: 1 },
    { value: 'M', label: 'Medium', count: 0 },
  ]);
  expect(problemOf(await as(owner, 'PATCH', 'forms/shirts', { choices: kids.slice(1) }))[0]).toBe(409);
  const more = [...kids, { value: 'L', label: 'Large' }];
  expect(optionsOf((await as(owner, 'PATCH', 'forms/shirts', { choices: more })).json(), 'size')).toEqual(more);

  const diets = [{ value: 'raw', label: 'Raw food' }];
  const meals = { form: 'meals', kind: 'meals', title: 'Meals', days: ['2026-08-08'], choices: diets };
  expect(optionsOf((await as(owner, 'POST', 'forms', meals)).json(), 'dietary')).toEqual(diets);
  const later = (await as(owner, 'PATCH', 'forms/meals', { days: ['2026-08-09'] })).json();
  expect(optionsOf(later, 'dietary')).toEqual(diets);
});

test('choices are for shirts and meals only, each value once', async () => {
  const { as, owner } = await createCrew(muster);
  const post = async (more: object) =>
    problemOf(await as(owner, 'POST', 'forms', { form: 'x', kind: 'shirt_size', title: 'X', choices: kids, ...more }));
  const refused = [400, 'invalid_input', '/choices'];
  expect(await post({ kind: 'accommodation' })).toEqual(refused);
  const fields = [{ key: 'a', label: 'A', type: 'text' }];
  expect(await post({ kind: 'custom', fields })).toEqual(refused);
  expect(await post({ choices: [...kids, ...kids] })).toEqual(refused);
  expect(await post({ choices: [] })).toEqual(refused);
});
