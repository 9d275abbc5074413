import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Crew } from '../../../../test/support/world.ts';
import type { NewField } from './fields.schema.ts';

const muster = useApp();
let crew: Crew;
let counter = 0;
beforeAll(async () => {
  crew = await createCrew(muster);
});

const options = ['a', 'b'].map((value) => ({ value, label: value }));
const age: NewField = { key: 'age', label: 'Age', type: 'number', minimum: 16, maximum: 99 };
const size: NewField = { key: 'size', label: 'Size', type: 'number' };
const meal: NewField = { key: 'meal', label: 'Meal', type: 'choice', options };
const note: NewField = { key: 'note', label: 'Note', type: 'text', max_length: 10 };
const answers = { age: 16, size: -5, meal: 'b', note: '1234567890' };

async function createForm(): Promise<string> {
  counter += 1;
  const form = `answered-${counter}`;
  const payload = { form, kind: 'custom', title: form, enabled: true, fields: [age, size, meal, note] };
  expect((await crew.as(crew.owner, 'POST', 'forms', payload)).statusCode).toBe(201);
  return form;
}

async function createAnsweredForm(): Promise<string> {
  const form = await createForm();
  expect((await crew.as(crew.member, 'PUT', `forms/${form}/response`, { answers })).statusCode).toBe(200);
  return form;
}

const change = (form: string, field: NewField) =>
  crew.as(crew.owner, 'PATCH', `forms/${form}`, {
    fields: [age, size, meal, note].map((one) => (one.key === field.key ? field : one)),
  });

const narrower: [what: string, field: NewField, detail: string][] = [
  ['a higher minimum', { ...age, minimum: 17 }, 'age must not become narrower'],
  ['a first minimum', { ...size, minimum: -4 }, 'size must not become narrower'],
  ['a lower maximum', { ...age, maximum: 98 }, 'age must not become narrower'],
  ['a first maximum', { ...size, maximum: 100 }, 'size must not become narrower'],
  ['a shorter text', { ...note, max_length: 9 }, 'note must not become narrower'],
  ['a choice less', { ...meal, options: options.slice(0, 1) }, 'meal must keep its choices'],
];

test.each(narrower)('%s is rejected for a question that was answered', async (_, field, detail) => {
  const form = await createAnsweredForm();
  const read = async () => (await crew.as(crew.member, 'GET', `forms/${form}`)).body;
  const before = await read();
  const refused = await change(form, field);
  expect(refused.json()).toMatchObject({ status: 409, code: 'form_has_responses', detail });
  expect(await read()).toBe(before);
});

test.each(narrower)('%s is allowed for a question that nobody has answered', async (_, field) => {
  expect((await change(await createForm(), field)).statusCode).toBe(200);
});

test.each<[what: string, field: NewField]>([
  ['the same range', age],
  ['a lower minimum', { ...age, minimum: 15 }],
  ['no minimum', { key: 'age', label: 'Age', type: 'number', maximum: 99 }],
  ['a higher maximum', { ...age, maximum: 100 }],
  ['no maximum', { key: 'age', label: 'Age', type: 'number', minimum: 16 }],
  ['a longer text', { ...note, max_length: 11 }],
  ['a choice more', { ...meal, options: [...options, { value: 'c', label: 'c' }] }],
])('%s is allowed for a question that was answered', async (_, field) => {
  const form = await createAnsweredForm();
  expect((await change(form, field)).statusCode).toBe(200);
  const saved = await crew.as(crew.member, 'PUT', `forms/${form}/response`, { answers });
  expect(saved.statusCode).toBe(200);
});
