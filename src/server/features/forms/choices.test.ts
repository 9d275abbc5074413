import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { problemOf } from '../../../../test/support/world/disclosure.ts';
import { browserOf, createPerson } from '../../../../test/support/factories.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Form } from './forms.schema.ts';

const muster = useApp();

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
    { value: '128', label: '128', count: 1, forecast: { expected: 4, low: 1, high: 4 } },
    { value: 'M', label: 'Medium', count: 0, forecast: { expected: 0, low: 0, high: 3 } },
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

test('owners set the cuts of shirts, which stay when the sizes change, and are copied with the year', async () => {
  const { as, owner, pid } = await createCrew(muster);
  const cuts = [
    { value: 'straight', label: 'Straight' },
    { value: 'kids', label: 'For kids' },
  ];
  const shirts = { form: 'shirts', kind: 'shirt_size', title: 'Shirts', cuts };
  expect(optionsOf((await as(owner, 'POST', 'forms', shirts)).json(), 'cut')).toEqual(cuts);
  const changed = (await as(owner, 'PATCH', 'forms/shirts', { choices: kids })).json();
  expect([optionsOf(changed, 'size'), optionsOf(changed, 'cut')]).toEqual([kids, cuts]);
  const one = cuts.slice(0, 1);
  expect(optionsOf((await as(owner, 'PATCH', 'forms/shirts', { cuts: one })).json(), 'cut')).toEqual(one);
  const next = `${pid}-next`;
  await muster.call({
    method: 'POST',
    url: '/api/projects',
    headers: await browserOf(muster, await createPerson(muster, { administrator: true })),
    payload: { pid: next, name: 'Next', timezone: 'Asia/Taipei', copy_from: pid },
  });
  const copied = muster.db.read.selectFrom('forms').select('fields').where('pid', '=', next);
  expect(JSON.parse((await copied.executeTakeFirstOrThrow()).fields)).toMatchObject([
    { options: kids },
    { options: one },
  ]);
  const refused = async (more: object, path = 'forms', method: 'POST' | 'PATCH' = 'POST') =>
    problemOf(await as(owner, method, path, more));
  const other = { form: 'x', kind: 'meals', title: 'X', days: ['2026-08-08'] };
  expect(await refused({ ...other, cuts })).toEqual([400, 'invalid_input', '/cuts']);
  expect(await refused({ cuts: [...cuts, ...cuts] }, 'forms/shirts', 'PATCH')).toEqual([400, 'invalid_input', '/cuts']);
});

test('diets of their own are suggested to people whose dietary habits have the same code', async () => {
  const { as, owner, member } = await createCrew(muster);
  const diets = [
    { value: 'vegan', label: 'Vegan curry' },
    { value: 'raw', label: 'Raw food' },
  ];
  const meals = { form: 'meals', kind: 'meals', title: 'Meals', days: ['2026-08-08'], choices: diets, enabled: true };
  await as(owner, 'POST', 'forms', meals);
  const { headers } = member;
  const payload = { selected: ['halal', 'vegan'], note: '' };
  await muster.call({ method: 'PUT', url: '/api/me/dietary-habits', headers, payload });
  const session = await browserOf(muster, member);
  const own = await as(undefined, 'GET', 'forms/meals/response', undefined, session);
  expect(own.json().suggested).toEqual({ dietary: ['vegan'] });
});

test('beds are asked by night, from the evening before, and nights can be added to a form without them', async () => {
  const { as, owner, member, pid } = await createCrew(muster);
  const make = async (form: string, more: object = {}): Promise<Form> =>
    (await as(owner, 'POST', 'forms', { form, kind: 'accommodation', title: form, enabled: true, ...more })).json();
  const nightsOf = (form: Form) => optionsOf(form, 'nights')?.map(({ value }) => value);
  expect(nightsOf(await make('dateless'))).toBeUndefined();
  expect(nightsOf(await make('chosen', { days: ['2026-08-09', '2026-08-08'] }))).toEqual(['2026-08-08', '2026-08-09']);
  await muster.db.transaction((trx) =>
    trx
      .updateTable('projects')
      .set({ starts_on: '2026-08-01', ends_on: '2026-08-02' })
      .where('pid', '=', pid)
      .execute(),
  );
  expect(nightsOf(await make('beds'))).toEqual(['2026-07-31', '2026-08-01', '2026-08-02']);
  const put = (form: string, answers: object) => as(member, 'PUT', `forms/${form}/response`, { answers });
  const needed = { stay: 'yes', mixed_room: true };
  expect(problemOf(await put('beds', needed))).toEqual([400, 'invalid_input', '/answers/nights']);
  expect((await put('beds', { ...needed, nights: ['2026-08-01'] })).statusCode).toBe(200);
  expect((await put('beds', { stay: 'no' })).statusCode).toBe(200);

  expect((await put('dateless', needed)).statusCode).toBe(200);
  const later = await as(owner, 'PATCH', 'forms/dateless', { days: ['2026-08-01'] });
  expect(nightsOf(later.json())).toEqual(['2026-08-01']);
  const { missing_forms } = (await muster.call({ url: '/api/me', headers: member.headers })).json();
  expect(missing_forms).toContainEqual(expect.objectContaining({ form: 'dateless', asks_more: true }));
});
