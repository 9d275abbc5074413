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

const arrival: NewField = { key: 'arrival', label: 'When do you arrive?', type: 'text' };
const custom = (fields: NewField[]) => ({ kind: 'custom' as const, fields });
const pointers = (response: { json: () => { errors?: { pointer: string }[] } }) =>
  (response.json().errors ?? []).map(({ pointer }) => pointer);

test.each<[name: string, field: object, pointer: string]>([
  ['a choice without choices', { type: 'choice' }, '/fields/0/options'],
  ['choices of text', { options: [{ value: 'a', label: 'A' }] }, '/fields/0/options'],
  [
    'a value twice',
    {
      type: 'choice',
      options: [
        { value: 'a', label: 'A' },
        { value: 'a', label: 'B' },
      ],
    },
    '/fields/0/options',
  ],
  ['an empty list of choices', { type: 'choice', options: [] }, '/fields/0/options'],
  [
    'a choice with blanks around it',
    { type: 'choice', options: [{ value: ' a', label: 'A' }] },
    '/fields/0/options/0/value',
  ],
  ['a private field without purpose', { private: true, erase_after: '2027-01-01' }, '/fields/0/purpose'],
  ['a private field without end', { private: true, purpose: 'x' }, '/fields/0/erase_after'],
  ['an end in the past', { private: true, purpose: 'x', erase_after: '2020-01-01' }, '/fields/0/erase_after'],
  ['an end that does not exist', { private: true, purpose: 'x', erase_after: '2027-02-30' }, '/fields/0/erase_after'],
  ['a purpose of a field that is not private', { purpose: 'x' }, '/fields/0/purpose'],
  ['a range of text', { minimum: 1 }, '/fields/0/minimum'],
  ['a range the wrong way round', { type: 'number', minimum: 2, maximum: 1 }, '/fields/0/maximum'],
  ['a bound beyond 2^53', { type: 'number', maximum: 1e17 }, '/fields/0/maximum'],
  ['the length of a number', { type: 'number', max_length: 3 }, '/fields/0/max_length'],
  ['an unknown type', { type: 'file' }, '/fields/0/type'],
  ['a key with capitals', { key: 'Arrival' }, '/fields/0/key'],
  ['a key with a null byte', { key: 'a\u0000' }, '/fields/0/key'],
  ['a label of blanks', { label: ' ' }, '/fields/0/label'],
  ['a label with half a character', { label: 'a\ud800' }, '/fields/0/label'],
  ['help with control characters', { help: 'a\u0007' }, '/fields/0/help'],
  ['a computed field', { computed: true }, '/fields/0/computed'],
])('%s cannot be defined', async (_, field, pointer) => {
  counter += 1;
  const fields = [{ ...arrival, ...field }];
  const payload = { form: `bad-${counter}`, kind: 'custom', title: 'Bad', fields };
  const response = await crew.as(crew.owner, 'POST', 'forms', payload);
  expect(response.statusCode).toBe(400);
  expect(pointers(response)).toContain(pointer);
  expect((await crew.as(crew.owner, 'GET', `forms/bad-${counter}`)).statusCode).toBe(404);
});

test.each<[field: string, value: unknown]>([
  ['form', 'Not A Slug'],
  ['form', 'a\u0000'],
  ['form', 5],
  ['kind', 'poll'],
  ['title', ''],
  ['title', 'x'.repeat(201)],
  ['title', 'a\nb'],
  ['title', 'a\ud800'],
  ['description', 'a\u0000'],
  ['description', 'x'.repeat(20_001)],
  ['audience', 'everybody'],
  ['opens_at', '2026-02-30T00:00:00Z'],
  ['opens_at', '2026-08-08'],
  ['opens_at', 1e20],
  ['closes_at', '0000-01-01T00:00:00Z'],
  ['closes_at', '2026-01-01T00:00:00Z'],
  ['enabled', 'yes'],
  ['days', ['2026-02-30']],
  ['days', ['2026-08-08', '2026-08-08']],
  ['erase_after', '2026-02-30'],
  ['erase_after', '2020-01-01'],
  ['fields', [{ key: 'a', label: 'A', type: 'text' }]],
  ['response_count', 3],
])('%s cannot be %j, in a new form or a change', async (field, value) => {
  counter += 1;
  const form = `good-${counter}`;
  const base = {
    form: `bad-${counter}`,
    kind: 'meals',
    title: 'Bad',
    days: ['2026-08-08'],
    opens_at: '2026-04-01T00:00:00Z',
  };
  expect((await crew.as(crew.owner, 'POST', 'forms', { ...base, form })).statusCode).toBe(201);
  const created = await crew.as(crew.owner, 'POST', 'forms', { ...base, [field]: value });
  const changed = await crew.as(crew.owner, 'PATCH', `forms/${form}`, { [field]: value });
  for (const response of [created, changed]) {
    expect(response.statusCode).toBe(400);
    expect(pointers(response).some((pointer) => pointer.startsWith(`/${field}`))).toBe(true);
  }
  expect((await crew.as(crew.owner, 'GET', `forms/bad-${counter}`)).statusCode).toBe(404);
});

test('keys are unique, and a custom form has at least one field', async () => {
  const twice = await crew.as(crew.owner, 'POST', 'forms', {
    form: 'twice',
    title: 'x',
    ...custom([arrival, arrival]),
  });
  expect([twice.statusCode, pointers(twice)]).toEqual([400, ['/fields/1/key']]);
  const none = await crew.as(crew.owner, 'POST', 'forms', { form: 'none', title: 'x', kind: 'custom' });
  expect([none.statusCode, pointers(none)]).toEqual([400, ['/fields']]);
});
