import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { problemOf } from '../../../../../test/support/world/disclosure.ts';
import type { FormTotals } from './totals.schema.ts';

const muster = useApp();

const create = async (crew: Crew, body: object) =>
  expect((await crew.as(crew.owner, 'POST', 'forms', { title: 'Form', enabled: true, ...body })).statusCode).toBe(201);
const answer = async (crew: Crew, who: Caller, form: string, answers: object) =>
  expect((await crew.as(who, 'PUT', `forms/${form}/response`, { answers })).statusCode).toBe(200);
const totals = async (crew: Crew, path: string): Promise<FormTotals> => (await crew.as(crew.owner, 'GET', path)).json();
const sheet = async (crew: Crew, path: string): Promise<string[]> =>
  (await crew.as(crew.owner, 'GET', path)).body.replace('\uFEFF', '').trim().split('\r\n');

async function shirts(): Promise<Crew> {
  const crew = await createCrew(muster);
  const closes_at = '2026-12-01T00:00:00.000Z';
  await create(crew, { form: 'shirts', kind: 'shirt_size', closes_at });
  const people = await createMembers(muster, crew.pid, 'venue', 16);
  for (const [index, who] of people.entries())
    if (index < 12)
      await answer(crew, who, 'shirts', { size: index < 8 ? 'M' : 'L', cut: index % 2 === 0 ? 'straight' : 'fitted' });
  return crew;
}

test('totals say what is certain and what is expected, with a range and until when it can change', async () => {
  const crew = await shirts();
  const found = await totals(crew, 'forms/shirts/totals');
  expect(found).toMatchObject({ answered: 12, not_answered: 8, changes_until: '2026-12-01T00:00:00.000Z' });
  const of = (size: string) => found.fields[0]?.counts?.find(({ value }) => value === size);
  expect(of('M')).toMatchObject({ count: 8, forecast: { expected: 13 } });
  expect(of('L')).toMatchObject({ count: 4, forecast: { expected: 7 } });
  expect(of('S')).toMatchObject({ count: 0, forecast: { expected: 0, low: 0 } });
  for (const { count, forecast } of found.fields[0]?.counts ?? []) {
    expect(forecast?.low).toBeGreaterThanOrEqual(count ?? 0);
    expect(forecast?.high).toBeLessThanOrEqual((count ?? 0) + 8);
  }
});

test('a table of sizes by cut has sums', async () => {
  const crew = await shirts();
  const { table } = await totals(crew, 'forms/shirts/totals?rows=size&columns=cut');
  expect([table?.sum, table?.sums]).toEqual([12, [6, 6]]);
  const medium = table?.data.find(({ value }) => value === 'M');
  expect(medium).toMatchObject({ sum: 8, counts: [{ count: 4, forecast: { expected: 7 } }, { count: 4 }] });
});

test('an order sheet has a line for each shirt, in the language of the reader', async () => {
  const crew = await shirts();
  const lines = await sheet(crew, 'forms/shirts/order.csv?language=de');
  expect(lines[0]).toBe('Größe,Schnitt,Sicher,Erwartet,Mindestens,Höchstens');
  expect(lines.length).toBe(1 + 20 + 2);
  expect(lines.find((line) => line.startsWith('M,Gerade'))).toMatch(/^M,Gerade,4,7,\d+,\d+$/);
  expect(lines.slice(-2)).toEqual(['Summe,,12,,,', 'Nicht beantwortet,,8,,,']);
  expect((await crew.as(crew.chief, 'GET', 'forms/shirts/order.csv')).statusCode).toBe(403);
});

test('lunch and dinner are counted by day and meal, and private questions are left out', async () => {
  const crew = await createCrew(muster);
  await create(crew, { form: 'meals', kind: 'meals', days: ['2026-08-08', '2026-08-09'], meals: ['lunch', 'dinner'] });
  const days = ['2026-08-08 lunch', '2026-08-08 dinner', '2026-08-09 lunch'];
  await answer(crew, crew.member, 'meals', { eats: true, days, dietary: ['halal'] });
  await answer(crew, crew.chief, 'meals', { eats: false });
  const lines = await sheet(crew, 'forms/meals/order.csv');
  expect(lines[0]).toBe('Question,Answer,Certain,Expected,At least,At most');
  expect(lines.map((line) => line.split(',').slice(0, -3).join(','))).toEqual([
    'Question,Answer,Certain',
    'Do you eat with us?,Yes,1',
    'Do you eat with us?,No,1',
    'When do you eat with us?,"Saturday, 8 August 2026, Lunch",1',
    'When do you eat with us?,"Saturday, 8 August 2026, Dinner",1',
    'When do you eat with us?,"Sunday, 9 August 2026, Lunch",1',
    'When do you eat with us?,"Sunday, 9 August 2026, Dinner",0',
    'Not answered,,2',
  ]);
  const refused = await crew.as(crew.owner, 'GET', 'forms/meals/order.csv?rows=eats&columns=dietary');
  expect(problemOf(refused)).toEqual([400, 'invalid_input', '/querystring/rows']);
  const half = await crew.as(crew.owner, 'GET', 'forms/meals/order.csv?rows=eats');
  expect(problemOf(half)).toEqual([400, 'invalid_input', '/querystring/columns']);
});

test('places that people travel from keep their names, also if a word in them is one that is translated', async () => {
  const crew = await createCrew(muster);
  const data = [{ location: 'breakfast creek', amount: 100 }];
  expect((await crew.as(crew.owner, 'PUT', 'traffic-subsidies', { currency: 'TWD', data })).statusCode).toBe(204);
  await create(crew, { form: 'travel', kind: 'travel_money' });
  expect((await sheet(crew, 'forms/travel/order.csv?language=de')).join('\n')).toContain(',breakfast creek,0,');
});

test('numbers that are hidden from a token are not foreseen either', async () => {
  const crew = await createCrew(muster);
  const secret = { private: true, purpose: 'x', erase_after: '2027-01-01' };
  const fields = [{ key: 'well', label: 'Well?', type: 'yes_no', ...secret }];
  await create(crew, { form: 'health', kind: 'custom', fields });
  const people = await createMembers(muster, crew.pid, 'venue', 10);
  for (const [index, who] of people.entries()) await answer(crew, who, 'health', { well: index < 5 });
  const [well] = (await totals(crew, 'forms/health/totals')).fields;
  expect(well?.counts).toMatchObject([
    { count: 5, forecast: null },
    { count: 5, forecast: null },
  ]);
});
