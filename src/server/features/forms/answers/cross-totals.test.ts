import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { problemOf } from '../../../../../test/support/world/disclosure.ts';
import { browserOf } from '../../../../../test/support/factories.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import type { FormTotals } from './totals.schema.ts';

const muster = useApp();

const make = async ({ as, owner }: Crew, form: string, more: object) => {
  const created = await as(owner, 'POST', 'forms', { form, title: form, enabled: true, ...more });
  expect(created.statusCode).toBe(201);
};
const put = async ({ as }: Crew, who: Caller, form: string, answers: object) => {
  expect((await as(who, 'PUT', `forms/${form}/response`, { answers })).statusCode).toBe(200);
};
const read = async ({ as, owner }: Crew, path: string, headers?: Record<string, string>): Promise<FormTotals> =>
  (await as(headers === undefined ? owner : undefined, 'GET', `forms/${path}`, undefined, headers)).json();
/** Each row with its counts, without rows of zeros. */
const rowsOf = ({ table }: FormTotals) =>
  (table?.data ?? [])
    .map(({ value, counts }) => [value, ...counts.map(({ count }) => count)])
    .filter(([, ...counts]) => counts.some((count) => count !== 0));
const entries = async ({ pid }: Crew): Promise<number> =>
  (
    await muster.db.read
      .selectFrom('audit')
      .select('id')
      .where('kind', '=', 'totals.read')
      .where('pid', '=', pid)
      .execute()
  ).length;

const [sat, sun, mon] = ['2026-08-08', '2026-08-09', '2026-08-10'];

test('sizes are counted by cut, only of people whom the form asks', async () => {
  const crew = await createCrew(muster);
  await make(crew, 'shirts', { kind: 'shirt_size' });
  await put(crew, crew.member, 'shirts', { size: 'M', cut: 'fitted' });
  await put(crew, crew.chief, 'shirts', { size: 'M', cut: 'straight' });
  await put(crew, crew.otherChief, 'shirts', { size: 'M', cut: 'straight' });
  await put(crew, crew.owner, 'shirts', { size: 'L', cut: 'fitted' });
  const totals = await read(crew, 'shirts/totals?rows=size&columns=cut');
  expect(rowsOf(totals)).toEqual([
    ['M', 2, 1],
    ['L', 0, 1],
  ]);
  expect(totals.table).toMatchObject({ rows: 'size', columns: 'cut' });
  expect(totals.table?.data[0]).toMatchObject({
    value: 'XS',
    label: 'XS',
    counts: [
      { value: 'straight', label: 'Straight', count: 0 },
      { value: 'fitted', label: 'Fitted', count: 0 },
    ],
  });
  await crew.as(crew.owner, 'PATCH', 'forms/shirts', { audience: 'chiefs' });
  expect(rowsOf(await read(crew, 'shirts/totals?rows=cut&columns=size'))).toEqual([
    ['straight', 0, 0, 2, 0, 0, 0, 0, 0, 0, 0],
  ]);
  expect((await read(crew, 'shirts/totals')).table).toBeNull();
});

test('beds are counted by night, also by room', async () => {
  const crew = await createCrew(muster);
  await make(crew, 'beds', { kind: 'accommodation', days: [sat, sun] });
  await put(crew, crew.member, 'beds', { stay: 'yes', nights: [sat, sun], mixed_room: true });
  await put(crew, crew.chief, 'beds', { stay: 'yes_far', nights: [sun], mixed_room: false });
  await put(crew, crew.owner, 'beds', { stay: 'no' });
  const totals = await read(crew, 'beds/totals?rows=nights&columns=mixed_room');
  const nights = totals.fields.find(({ key }) => key === 'nights');
  expect(nights?.counts).toMatchObject([
    { value: sat, label: sat, count: 1 },
    { value: sun, label: sun, count: 2 },
  ]);
  expect(rowsOf(totals)).toEqual([
    [sat, 1, 0],
    [sun, 1, 1],
  ]);
});

test('tables with a private question need a fresh sign-in and leave an entry, others do not', async () => {
  const crew = await createCrew(muster);
  const choices = ['vegan', 'nuts'].map((value) => ({ value, label: value }));
  await make(crew, 'meals', { kind: 'meals', days: [sat, sun], choices });
  await put(crew, crew.member, 'meals', { eats: true, days: [sat, sun], dietary: ['vegan', 'nuts'] });
  await put(crew, crew.chief, 'meals', { eats: true, days: [sat], dietary: ['vegan'] });
  await put(crew, crew.otherChief, 'meals', { eats: true, days: [sat] });
  const owner = await browserOf(muster, crew.owner);
  const secret = 'meals/totals?rows=days&columns=dietary';
  expect(rowsOf(await read(crew, secret, owner))).toEqual([
    [sat, 2, 1],
    [sun, 1, 1],
  ]);
  expect(await entries(crew)).toBe(1);
  muster.clock.advance(15 * 60 + 1);
  const late = await crew.as(undefined, 'GET', `forms/${secret}`, undefined, owner);
  expect(late.json().code).toBe('sign_in_again');
  expect((await read(crew, `${secret}&private=false`, owner)).table).toBeNull();
  expect(rowsOf(await read(crew, 'meals/totals?rows=days&columns=eats&private=false', owner))).toEqual([
    [sat, 3, 0],
    [sun, 1, 0],
  ]);
  expect(await entries(crew)).toBe(1);
});

test('a token gets no table with a private question: two days with nearly the same people would tell what one of them eats', async () => {
  const crew = await createCrew(muster);
  const choices = ['vegan', 'nuts'].map((value) => ({ value, label: value }));
  await make(crew, 'meals', { kind: 'meals', days: [sat, sun, mon], choices });
  const people = await createMembers(muster, crew.pid, 'venue', 24);
  for (const [index, who] of people.entries()) {
    // Everybody sees who eats when. Only the first person does not on Sunday.
    const days = index === 0 ? [sat] : index < 14 ? [sat, sun] : [mon];
    await put(crew, who, 'meals', { eats: true, days, dietary: index % 2 === 0 ? ['vegan'] : ['nuts'] });
  }
  expect((await read(crew, 'meals/totals?rows=days&columns=dietary')).table).toBeNull();
  expect((await read(crew, 'meals/totals?rows=dietary&columns=dietary')).table).toBeNull();
  expect(rowsOf(await read(crew, 'meals/totals?rows=days&columns=eats'))).toEqual([
    [sat, 14, 0],
    [sun, 13, 0],
    [mon, 10, 0],
  ]);
});

test('questions without choices, unknown ones, and one alone are rejected, without an entry', async () => {
  const crew = await createCrew(muster);
  await make(crew, 'meals', { kind: 'meals', days: [sat] });
  const refused = async (query: string) =>
    problemOf(await crew.as(crew.owner, 'GET', `forms/meals/totals?${query}`)).slice(0, 3);
  expect(await refused('rows=note&columns=days')).toEqual([400, 'invalid_input', '/querystring/rows']);
  expect(await refused('rows=days&columns=nothing')).toEqual([400, 'invalid_input', '/querystring/columns']);
  expect(await refused('rows=days')).toEqual([400, 'invalid_input', '/querystring/columns']);
  expect(await refused('columns=days')).toEqual([400, 'invalid_input', '/querystring/rows']);
  expect((await refused('rows=No%20key&columns=days'))[0]).toBe(400);
  expect(await entries(crew)).toBe(0);
});

test('a table needs no further queries, with one answer and with three', async () => {
  const crew = await createCrew(muster);
  await make(crew, 'shirts', { kind: 'shirt_size' });
  const queries = async (query = '') => {
    const before = muster.db.queryCount();
    await read(crew, `shirts/totals${query}`);
    return muster.db.queryCount() - before;
  };
  for (const who of [crew.member, crew.chief, crew.otherChief]) {
    await put(crew, who, 'shirts', { size: 'M', cut: 'fitted' });
    expect(await queries('?rows=size&columns=cut')).toBe(await queries());
  }
  expect(await queries('?rows=size&columns=cut')).toBe(7);
});
