import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { problemOf } from '../../../../../test/support/world/disclosure.ts';
import { browserOf } from '../../../../../test/support/factories.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { suppressTable } from './suppression.policy.ts';
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

const [sat, sun] = ['2026-08-08', '2026-08-09'];

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
  expect(totals.table?.data[0]).toEqual({
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
  expect(nights?.counts).toEqual([
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
  // A token sees no numbers below five, and its look is recorded as well.
  const suppressed = rowsOf(await read(crew, secret)).flatMap(([, ...counts]) => counts);
  expect(suppressed).toEqual([null, null, null, null]);
  expect(await entries(crew)).toBe(2);
});

test('a token sees cells from five people on', async () => {
  const crew = await createCrew(muster);
  const choices = ['vegan', 'nuts'].map((value) => ({ value, label: value }));
  await make(crew, 'meals', { kind: 'meals', days: [sat, sun, '2026-08-10'], choices });
  const people = await createMembers(muster, crew.pid, 'venue', 24);
  for (const [index, who] of people.entries()) {
    const days = [index < 12 ? sat : index < 22 ? sun : '2026-08-10'];
    await put(crew, who, 'meals', { eats: true, days, dietary: index % 2 === 0 ? ['vegan'] : ['nuts'] });
  }
  expect(rowsOf(await read(crew, 'meals/totals?rows=days&columns=dietary'))).toEqual([
    [sat, 6, 6],
    [sun, 5, 5],
    ['2026-08-10', null, null],
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

const axis = (totals: readonly number[], overlapping = false) => ({
  overlapping,
  lines: totals.map((total) => ({ total, blank: 0, hidden: false })),
});
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const exclusiveTable = (counts: number[][]) =>
  suppressTable(counts, {
    people: 1000,
    rows: axis(counts.map(sum)),
    columns: axis((counts[0] ?? []).map((_, column) => sum(counts.map((line) => line[column] ?? 0)))),
  });

test('a small cell hides others in its row and column, so that the totals do not tell it', () => {
  expect(
    exclusiveTable([
      [10, 7, 3],
      [9, 8, 6],
      [20, 30, 40],
    ]),
  ).toEqual([
    [10, null, null],
    [9, null, null],
    [20, 30, 40],
  ]);
  expect(exclusiveTable([[9, 8]])).toEqual([[9, 8]]);
});

test('from the cells and totals of a table no hidden cell can be computed', () => {
  // Tables of small, middle and large cells.
  const sizes = [2, 5, 9];
  const told: number[][][] = [];
  for (let code = 0; code < 3 ** 9; code += 7) {
    const cell = (index: number) => sizes[Math.floor(code / 3 ** index) % 3] ?? 0;
    const counts = [0, 1, 2].map((row) => [0, 1, 2].map((column) => cell(row * 3 + column)));
    const shown = exclusiveTable(counts);
    const lines = [...shown, ...[0, 1, 2].map((column) => shown.map((line) => line[column] ?? null))];
    const isTold = (line: readonly (number | null)[]) =>
      line.filter((one) => one === null).length === 1 || line.some((one) => one !== null && one < 5);
    if (lines.some(isTold)) told.push(counts);
  }
  expect(told).toEqual([]);
});

test('with several choices per person, those who did not choose a value are a group as well', () => {
  const [rows, columns] = [axis([20, 20], true), axis([30, 22], true)];
  expect(
    suppressTable(
      [
        [10, 17],
        [12, 10],
      ],
      { rows, columns, people: 100 },
    ),
  ).toEqual([
    [10, null],
    [12, 10],
  ]);
});

test('values whose totals are hidden, and the few who left a question out, are not told by the table', () => {
  const hidden = { overlapping: true, lines: [{ total: 20, blank: 0, hidden: true }] };
  expect(suppressTable([[10]], { rows: hidden, columns: axis([10], true), people: 100 })).toEqual([[null]]);
  const rows = { overlapping: true, lines: [{ total: 21, blank: 2, hidden: false }] };
  expect(suppressTable([[9, 10]], { rows, columns: axis([15, 15]), people: 100 })).toEqual([[null, 10]]);
});

test('the few who gave neither of two answers cannot be computed', () => {
  const table = (people: number) => suppressTable([[9]], { rows: axis([20], true), columns: axis([20], true), people });
  expect([table(35), table(36)]).toEqual([[[null]], [[9]]]);
});
