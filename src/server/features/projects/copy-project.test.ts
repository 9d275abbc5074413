import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, createPerson, tokenOf } from '../../../../test/support/factories.ts';

const muster = useApp();
let headers: Record<string, string>;
beforeAll(async () => {
  headers = bearer(await tokenOf(muster, await createPerson(muster, { administrator: true })));
});

type Field = { key: string; erase_after: string | null; options: { value: string }[] | null };
type Form = { fields: Field[]; passes_until: string | null; closes_at: string | null; remind_days: number | null };

const create = (payload: object) =>
  muster.call({
    method: 'POST',
    url: '/api/projects',
    headers,
    payload: { name: 'Riverfest', timezone: 'Europe/Berlin', state: 'public', ...payload },
  });
const addForm = async (pid: string, form: string, more: object) => {
  const payload = { form, title: form, ...more };
  const answer = await muster.call({ method: 'POST', url: `/api/projects/${pid}/forms`, headers, payload });
  expect(answer.statusCode).toBe(201);
};
const patch = (url: string, payload: object) =>
  muster.call({ method: 'PATCH', url: `/api/projects/${url}`, headers, payload });
const formOf = async (pid: string, form: string): Promise<Form> =>
  (await muster.call({ url: `/api/projects/${pid}/forms/${form}`, headers })).json();
const optionsOf = ({ fields }: Form, key: string) =>
  fields.find((field) => field.key === key)?.options?.map(({ value }) => value);
const eraseAfterOf = ({ fields }: Form, key: string) => fields.find((field) => field.key === key)?.erase_after;

const contact = { key: 'contact', label: 'Contact', type: 'text', private: true, purpose: 'In an emergency' };

async function createSource(pid: string, dates: object = { starts_on: '2027-02-05', ends_on: '2027-02-07' }) {
  expect((await create({ pid, ...dates })).statusCode).toBe(201);
  await addForm(pid, 'meals', { kind: 'meals', ...('starts_on' in dates ? {} : { days: ['2027-02-05'] }) });
  await addForm(pid, 'beds', { kind: 'accommodation' });
}

test('in a copy, default days are the defaults of the new project', async () => {
  await createSource('river-2027');
  await patch('river-2027/forms/meals', { remind_days: null });
  await addForm('river-2027', 'lunches', { kind: 'meals', meals: ['lunch'] });
  await addForm('river-2027', 'travel', { kind: 'travel_money', passes_on: ['bank'] });
  await create({ pid: 'river-2028', copy_from: 'river-2027', starts_on: '2028-02-04', ends_on: '2028-02-07' });
  const meals = await formOf('river-2028', 'meals');
  expect(optionsOf(meals, 'days')).toEqual(['2028-02-04', '2028-02-05', '2028-02-06', '2028-02-07']);
  expect(meals.remind_days).toBeNull();
  const lunches = optionsOf(await formOf('river-2028', 'lunches'), 'days');
  expect(lunches?.slice(0, 2)).toEqual(['2028-02-04 lunch', '2028-02-05 lunch']);
  expect(eraseAfterOf(meals, 'dietary')).toBe('2028-08-05');
  expect(meals.closes_at).toBe('2028-02-07T22:59:00.000Z');
  expect(optionsOf(await formOf('river-2028', 'beds'), 'nights')?.slice(0, 2)).toEqual(['2028-02-03', '2028-02-04']);
  expect((await formOf('river-2028', 'travel')).passes_until).toBe('2028-08-05');
});

test('in a copy, chosen days move with the event', async () => {
  const pid = 'moved-2027';
  await createSource(pid);
  const until = '2027-06-01';
  await addForm(pid, 'parking', { kind: 'parking', days: ['2027-02-04', '2027-02-05'], erase_after: until });
  await addForm(pid, 'travel', { kind: 'travel_money', passes_on: ['bank'], passes_until: until });
  const days = { key: 'days', label: 'Days', type: 'choices', options: [{ value: '2027', label: '2027' }] };
  await addForm(pid, 'own', { kind: 'custom', fields: [{ ...contact, erase_after: until }, days] });
  await create({ pid: 'moved-2028', copy_from: pid, starts_on: '2028-02-04', ends_on: '2028-02-06' });
  const parking = await formOf('moved-2028', 'parking');
  expect(optionsOf(parking, 'days')).toEqual(['2028-02-03', '2028-02-04']);
  expect(eraseAfterOf(parking, 'plate')).toBe('2028-05-30');
  expect(parking.closes_at).toBe('2028-02-04T22:59:00.000Z');
  expect((await formOf('moved-2028', 'travel')).passes_until).toBe('2028-05-30');
  const own = await formOf('moved-2028', 'own');
  expect([eraseAfterOf(own, 'contact'), optionsOf(own, 'days')]).toEqual(['2028-05-30', ['2027']]);
  expect(own.closes_at).toBeNull();
});

test('in a copy, deadlines that owners chose move with the event, at the same time of day', async () => {
  const pid = 'due-2027';
  await createSource(pid);
  await patch(`${pid}/forms/meals`, { closes_at: '2027-01-29T22:59:00.000Z' });
  await patch(`${pid}/forms/beds`, { closes_at: null });
  const fields = [{ key: 'wish', label: 'Wish', type: 'text' }];
  await addForm(pid, 'own', { kind: 'custom', fields, closes_at: '2027-01-01T11:00:00.000Z' });
  // In summer, so that the clocks differ.
  await create({ pid: 'due-2028', copy_from: pid, starts_on: '2028-07-07', ends_on: '2028-07-09' });
  expect((await formOf('due-2028', 'meals')).closes_at).toBe('2028-06-30T21:59:00.000Z');
  expect((await formOf('due-2028', 'own')).closes_at).toBe('2028-06-02T10:00:00.000Z');
  expect((await formOf('due-2028', 'beds')).closes_at).toBe('2028-07-09T21:59:00.000Z');
});

test('in a copy, a deadline that would have passed, or cannot be moved, follows from the days', async () => {
  const pid = 'late-2027';
  await createSource(pid);
  await patch(`${pid}/forms/meals`, { closes_at: '2020-01-01T11:00:00.000Z' });
  await create({ pid: 'late-2028', copy_from: pid, starts_on: '2028-02-04', ends_on: '2028-02-06' });
  expect((await formOf('late-2028', 'meals')).closes_at).toBe('2028-02-06T22:59:00.000Z');
  await create({ pid: 'late-undated', copy_from: pid });
  expect((await formOf('late-undated', 'meals')).closes_at).toBeNull();
});

test('a copy has no deadlines, days or tasks beyond the last year that can be stored', async () => {
  const pid = 'never-2027';
  await createSource(pid);
  const own = { kind: 'custom', closes_at: '2999-12-31T22:00:00.000Z' };
  await addForm(pid, 'own', { ...own, fields: [{ ...contact, erase_after: '2999-12-31' }] });
  const day = { starts_at: '2999-12-31T10:00:00.000Z', ends_at: '2999-12-31T12:00:00.000Z' };
  const near = { starts_at: '2027-02-05T10:00:00.000Z', ends_at: '2027-02-05T12:00:00.000Z' };
  const task = { title: 'Desk', capacity: 1, ...near };
  const url = `/api/projects/${pid}/tasks`;
  const { id } = (await muster.call({ method: 'POST', url, headers, payload: task })).json<{ id: string }>();
  // From before tasks had to be around the event.
  await muster.db.transaction((trx) => trx.updateTable('tasks').set(day).where('id', '=', id).execute());
  await create({ pid: 'never-2028', copy_from: pid, starts_on: '2028-02-04', ends_on: '2028-02-06' });
  const copied = await formOf('never-2028', 'own');
  expect([copied.closes_at, eraseAfterOf(copied, 'contact')]).toEqual([null, '2999-12-31']);
  const tasksOf = async (of: string) => (await muster.call({ url: `/api/projects/${of}/tasks`, headers })).json().data;
  expect([await tasksOf(pid), await tasksOf('never-2028')]).toMatchObject([[day], []]);
});

test('a copy without dates gets its default days once the project has dates', async () => {
  await createSource('dated-2027');
  await create({ pid: 'undated', copy_from: 'dated-2027' });
  expect(optionsOf(await formOf('undated', 'meals'), 'days')).toEqual([]);
  expect(optionsOf(await formOf('undated', 'beds'), 'nights')).toBeUndefined();
  const refused = await patch('undated/forms/meals', { enabled: true });
  expect(refused.json()).toMatchObject({ status: 400, errors: [{ pointer: '/days' }] });
  await patch('undated', { starts_on: '2028-02-04', ends_on: '2028-02-05' });
  for (const form of ['meals', 'beds'])
    expect((await patch(`undated/forms/${form}`, { enabled: true })).statusCode).toBe(200);
  expect(optionsOf(await formOf('undated', 'meals'), 'days')).toEqual(['2028-02-04', '2028-02-05']);
  expect((await formOf('undated', 'meals')).closes_at).toBe('2028-02-05T22:59:00.000Z');
  expect(optionsOf(await formOf('undated', 'beds'), 'nights')).toEqual(['2028-02-03', '2028-02-04', '2028-02-05']);
});

test('chosen days of a project without dates stay as they are', async () => {
  await createSource('never', {});
  await create({ pid: 'ever', copy_from: 'never', starts_on: '2028-02-04', ends_on: '2028-02-05' });
  expect(optionsOf(await formOf('ever', 'meals'), 'days')).toEqual(['2027-02-05']);
});
