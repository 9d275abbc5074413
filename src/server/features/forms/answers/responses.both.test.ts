import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import type { NewField } from '../fields.schema.ts';
import type { Form, NewForm } from '../forms.schema.ts';
import { eraseAnswers } from './responses.service.ts';

const muster = useApp();
let crew: Crew;
beforeAll(async () => {
  crew = await createCrew(muster);
  await muster.db.transaction(async (trx) => {
    await trx.updateTable('projects').set({ subsidy_currency: 'TWD' }).where('pid', '=', crew.pid).execute();
    const rows = [
      { location: 'Taipei', amount: 11_000 },
      { location: 'Kaohsiung', amount: 149_000 },
    ];
    await trx
      .insertInto('traffic_subsidies')
      .values(rows.map((row) => ({ ...row, pid: crew.pid, sort_key: row.location.toLowerCase() })))
      .execute();
  });
});

let counter = 0;

async function createForm(fields: Partial<NewForm>): Promise<Form> {
  counter += 1;
  const payload = { form: `form-${counter}`, kind: 'custom', title: `Form ${counter}`, enabled: true, ...fields };
  const response = await crew.as(crew.owner, 'POST', 'forms', payload);
  expect([response.statusCode, response.json()['errors']]).toEqual([201, undefined]);
  return response.json();
}

const put = (who: Caller | undefined, { form }: { form: string }, answers: object, headers?: Record<string, string>) =>
  crew.as(who, 'PUT', `forms/${form}/response`, { answers }, headers);
const own = (who: Caller, { form }: { form: string }) => crew.as(who, 'GET', `forms/${form}/response`);
const pointers = (response: { json: () => { errors?: { pointer: string }[] } }) =>
  (response.json().errors ?? []).map(({ pointer }) => pointer);
const rowOf = ({ form }: { form: string }, { uid }: { uid: string }) =>
  muster.db.read
    .selectFrom('form_responses')
    .selectAll()
    .where('pid', '=', crew.pid)
    .where('form', '=', form)
    .where('uid', '=', uid)
    .executeTakeFirst();
const countOf = async ({ form }: { form: string }) =>
  (await crew.as(crew.owner, 'GET', `forms/${form}`)).json().response_count;

const days = ['2026-08-08', '2026-08-09'];
const kinds: [kind: NewForm['kind'], good: object[], bad: [answers: object, pointer: string][]][] = [
  [
    'shirt_size',
    [{ size: '6XL', cut: 'fitted' }],
    [
      [{ size: '7XL', cut: 'fitted' }, '/answers/size'],
      [{ size: 'M' }, '/answers/cut'],
    ],
  ],
  [
    'accommodation',
    [{ stay: 'no' }, { stay: 'yes_far', mixed_room: false }],
    [
      [{ stay: 'yes' }, '/answers/mixed_room'],
      [{ stay: 'no', mixed_room: true }, '/answers/mixed_room'],
    ],
  ],
  [
    'travel_money',
    [{ apply: false }, { apply: true, from: 'Taipei', how: 'by train' }],
    [
      [{ apply: true, from: 'Atlantis', how: 'swimming' }, '/answers/from'],
      [{ apply: true, from: 'Taipei' }, '/answers/how'],
      [{ apply: true, from: 'Taipei', how: 'train', amount: 999_999 }, '/answers/amount'],
      [{ apply: false, from: 'Taipei' }, '/answers/from'],
    ],
  ],
  [
    'certificate',
    [{ wanted: false }, { wanted: true, name: '王小明' }],
    [
      [{ wanted: true }, '/answers/name'],
      [{ wanted: true, name: '' }, '/answers/name'],
    ],
  ],
  ['appreciation', [{ wanted: true, name: 'Ada' }, { wanted: false }], [[{ wanted: 'yes' }, '/answers/wanted']]],
  [
    'parking',
    [{ needed: false }, { needed: true, plate: 'ABC-1234', days }],
    [
      [{ needed: true, plate: 'ABC-1234', days: [] }, '/answers/days'],
      [{ needed: true, plate: 'x'.repeat(21), days }, '/answers/plate'],
      [{ needed: true, plate: 'A', days: ['2026-08-08', '2026-08-08'] }, '/answers/days'],
      [{ needed: true, plate: 'A', days: ['2026-08-10'] }, '/answers/days/0'],
    ],
  ],
  [
    'meals',
    [{ eats: false }, { eats: true, days, dietary: ['no_beef', 'allergy_seafood'], note: 'A little\nshrimp is fine.' }],
    [
      [{ eats: true, days, dietary: ['stones'] }, '/answers/dietary/0'],
      [{ eats: true, days, note: 'a\u0000' }, '/answers/note'],
    ],
  ],
];

test.each(kinds)('the kind %s accepts exactly what its schema allows', async (kind, good, bad) => {
  const form = await createForm({ kind, ...(kind === 'parking' || kind === 'meals' ? { days } : {}) });
  const { schema } = (await crew.as(crew.member, 'GET', `forms/${form.form}`)).json();
  const client = new Ajv2020({ allErrors: true });
  addFormats.default(client);
  const validate = client.compile(schema);
  for (const [answers, pointer] of bad) {
    const response = await put(crew.member, form, answers);
    expect([response.statusCode, pointers(response)]).toEqual([400, [pointer]]);
    expect([validate(answers), await rowOf(form, crew.member)]).toEqual([false, undefined]);
  }
  for (const answers of good) {
    expect(validate(answers)).toBe(true);
    const response = await put(crew.member, form, answers);
    expect(response.statusCode).toBe(200);
    expect(response.json().answers).toMatchObject(answers);
    expect((await own(crew.member, form)).json().answers).toEqual(response.json().answers);
  }
});

test('travel money is taken from the table at the time of the answer, never from the client', async () => {
  const form = await createForm({ kind: 'travel_money' });
  expect(form.schema).toMatchObject({ properties: { from: { enum: ['Kaohsiung', 'Taipei'] } } });
  const answers = { apply: true, from: 'Kaohsiung', how: 'train' };
  expect((await put(crew.member, form, answers)).json().answers).toEqual({
    ...answers,
    amount: 149_000,
    currency: 'TWD',
  });
  await muster.db.transaction((trx) =>
    trx.updateTable('traffic_subsidies').set({ amount: 150_000 }).where('location', '=', 'Kaohsiung').execute(),
  );
  expect((await own(crew.member, form)).json().answers).toMatchObject({ amount: 149_000 });
  expect((await put(crew.member, form, answers)).json().answers).toMatchObject({ amount: 150_000 });
  const csv = await crew.as(crew.owner, 'GET', `forms/${form.form}/responses.csv`);
  expect(csv.body).toContain('Kaohsiung,train,1500.00,TWD');
  expect((await put(crew.member, form, { apply: false })).json().answers).toEqual({ apply: false });
  const saved = await muster.db.read
    .selectFrom('audit')
    .select('detail')
    .where('kind', '=', 'response.saved')
    .where('subject', '=', crew.member.uid)
    .where('detail', 'like', `%"form":"${form.form}"%`)
    .execute();
  // The log keeps what was promised, not what people chose.
  const logged = saved.map(({ detail }) => JSON.parse(detail).answers);
  const promised = [149_000, 150_000].map((amount) => JSON.stringify({ amount, currency: 'TWD' }));
  expect(new Set(logged)).toEqual(new Set([...promised, undefined]));
});

const all: NewField[] = [
  { key: 'text', label: 'Text', type: 'text', max_length: 10 },
  { key: 'choice', label: 'Choice', type: 'choice', options: [{ value: 'a', label: 'A' }] },
  { key: 'choices', label: 'Choices', type: 'choices', options: [{ value: 'a', label: 'A' }] },
  { key: 'number', label: 'Number', type: 'number', minimum: -5 },
  { key: 'date', label: 'Date', type: 'date' },
  { key: 'yes_no', label: 'Yes or no', type: 'yes_no' },
  { key: 'constructor', label: 'A name that objects have', type: 'text' },
];

test.each<[field: string, value: unknown]>([
  ['text', 'x'.repeat(11)],
  ['text', 5],
  ['text', null],
  ['text', 'a\u0000b'],
  ['text', 'a\u0085b'],
  ['text', 'a\ud800b'],
  ['choice', 'b'],
  ['choice', ['a']],
  ['choice', 'a\u0000'],
  ['choices', 'a'],
  ['choices', ['b']],
  ['choices', ['a', 'a']],
  ['number', -6],
  ['number', 2 ** 53],
  ['number', 1e300],
  ['number', '5'],
  ['date', '2026-02-30'],
  ['date', '2026-2-3'],
  ['date', '2026-02-03T00:00:00Z'],
  ['date', 20_260_203],
  ['yes_no', 'yes'],
  ['yes_no', 1],
  ['constructor', 7],
  ['unknown', 'x'],
  ['a/b~c', 'x'],
])('the answer %s cannot be %j, and the saved answer stays', async (field, value) => {
  const form = await createForm({ fields: all });
  const before = { text: 'before', number: 1.5, date: '2024-02-29' };
  expect((await put(crew.member, form, before)).statusCode).toBe(200);
  const response = await put(crew.member, form, { [field]: value });
  expect(response.statusCode).toBe(400);
  const pointer = `/answers/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  expect(pointers(response).some((one) => one.startsWith(pointer))).toBe(true);
  expect((await own(crew.member, form)).json().answers).toEqual(before);
});

test.each([{}, { answers: null }, { answers: [] }, { answers: 'x' }, { answers: {}, uid: 'x' }])(
  'the body %j is rejected as an answer',
  async (payload) => {
    const form = await createForm({ fields: all });
    const response = await crew.as(crew.member, 'PUT', `forms/${form.form}/response`, payload);
    expect(response.statusCode).toBe(400);
  },
);

test('an answer is accepted only while the form is open, from its audience', async () => {
  const form = await createForm({ kind: 'appreciation', closes_at: '2026-06-10T00:00:00Z' });
  const answers = { wanted: false };
  expect((await put(undefined, form, answers)).statusCode).toBe(401);
  expect((await put(crew.stranger, form, answers)).statusCode).toBe(403);
  expect((await put(crew.member, form, answers)).statusCode).toBe(200);
  const patch = (change: object) => crew.as(crew.owner, 'PATCH', `forms/${form.form}`, change);
  for (const change of [{ closes_at: '2026-05-01T00:00:00Z' }, { closes_at: null, enabled: false }]) {
    await patch(change);
    for (const response of [
      await put(crew.member, form, answers),
      await crew.as(crew.member, 'DELETE', `forms/${form.form}/response`),
    ]) {
      expect([response.statusCode, response.json().code]).toEqual([409, 'form_closed']);
    }
    expect((await own(crew.member, form)).json()).toMatchObject({ answers, rights: { edit: false, remove: false } });
  }
  // Switched off, it is a draft to those who have not answered.
  expect((await put(crew.chief, form, answers)).statusCode).toBe(404);
  expect((await own(crew.chief, form)).statusCode).toBe(404);
  await patch({ enabled: true, audience: 'chiefs' });
  expect((await put(crew.member, form, answers)).statusCode).toBe(403);
  expect((await put(crew.chief, form, answers)).statusCode).toBe(200);
  expect((await own(crew.member, form)).json()).toMatchObject({ answers, rights: { edit: false, remove: true } });
  expect((await crew.as(crew.member, 'DELETE', `forms/${form.form}/response`)).statusCode).toBe(204);
});

test("the caller's answer has a revision even before the first one", async () => {
  const form = await createForm({ kind: 'appreciation' });
  const empty = await own(crew.member, form);
  expect(empty.json()).toMatchObject({ answers: null, created_at: null, rights: { edit: true, remove: false } });
  const none = { 'if-match': String(empty.headers['etag']) };
  const first = await put(crew.member, form, { wanted: false }, none);
  expect(first.statusCode).toBe(200);
  expect((await put(crew.member, form, { wanted: true, name: 'A' }, none)).statusCode).toBe(412);
  const tag = { 'if-match': String(first.headers['etag']) };
  expect((await put(crew.member, form, { wanted: true, name: 'A' }, tag)).statusCode).toBe(200);
  const path = `forms/${form.form}/response`;
  expect((await crew.as(crew.member, 'DELETE', path, undefined, tag)).statusCode).toBe(412);
  expect([await countOf(form), (await crew.as(crew.member, 'DELETE', path)).statusCode]).toEqual([1, 204]);
  expect([await countOf(form), (await crew.as(crew.member, 'DELETE', path)).statusCode]).toEqual([0, 204]);
  expect((await own(crew.member, form)).json().answers).toBeNull();
});

test('concurrent answers of many people and of one person are counted correctly', async () => {
  const form = await createForm({ kind: 'appreciation' });
  const people = await createMembers(muster, crew.pid, 'venue', 20);
  const callers = [...people, ...Array.from({ length: 20 }, () => crew.member)];
  const responses = await Promise.all(callers.map((who) => put(who, form, { wanted: false })));
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect([await countOf(form), (await rowOf(form, crew.member))?.revision]).toEqual([21, 20]);
  await Promise.all(people.slice(0, 5).map(({ uid }) => muster.db.transaction((trx) => eraseAnswers(trx, uid))));
  expect(await countOf(form)).toBe(16);
});

test('changing questions while people answer leaves no invalid answer', async () => {
  const form = await createForm({ fields: [{ key: 'a', label: 'A', type: 'text' }] });
  const people = await createMembers(muster, crew.pid, 'venue', 10);
  const fields = [{ key: 'a', label: 'A', type: 'number' }];
  const [changed, ...answered] = await Promise.all([
    crew.as(crew.owner, 'PATCH', `forms/${form.form}`, { fields }),
    ...people.map((who) => put(who, form, { a: 'text' })),
  ]);
  const won = answered.filter(({ statusCode }) => statusCode === 200).length;
  expect(answered.filter(({ statusCode }) => statusCode === 400)).toHaveLength(10 - won);
  expect([changed?.statusCode, won > 0]).toEqual(changed?.statusCode === 200 ? [200, false] : [409, true]);
  expect(await countOf(form)).toBe(won);
});
