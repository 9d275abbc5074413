import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { problemOf } from '../../../../../test/support/world/disclosure.ts';
import { isMealIn, isNightIn, stayOf } from './stay.policy.ts';
import type { Stay } from './stay.policy.ts';

const muster = useApp();
const days = ['2026-08-07', '2026-08-08', '2026-08-09', '2026-08-10'];

async function createForms(): Promise<Crew> {
  const crew = await createCrew(muster);
  const make = async (form: string, kind: string, more: object = {}) =>
    expect(
      (await crew.as(crew.owner, 'POST', 'forms', { form, kind, title: form, days, enabled: true, ...more }))
        .statusCode,
    ).toBe(201);
  await make('stay', 'stay');
  await make('beds', 'accommodation');
  await make('meals', 'meals', { meals: ['breakfast', 'lunch', 'dinner'] });
  return crew;
}

const put = ({ as }: Crew, who: Caller, form: string, answers: object) =>
  as(who, 'PUT', `forms/${form}/response`, { answers });
const own = async ({ as }: Crew, who: Caller, form: string) =>
  (await as(who, 'GET', `forms/${form}/response`)).json<{ answers: object | null; suggested: object | null }>();

test('arrival and departure fill in the nights and meals', async () => {
  const crew = await createForms();
  expect((await own(crew, crew.member, 'beds')).suggested).toBeNull();
  const stay = { arrival: '2026-08-07', arrival_time: 'before_dinner', departure: '2026-08-09' };
  expect((await put(crew, crew.member, 'stay', stay)).statusCode).toBe(200);
  expect((await own(crew, crew.member, 'beds')).suggested).toEqual({ nights: ['2026-08-07', '2026-08-08'] });
  expect((await own(crew, crew.member, 'meals')).suggested).toEqual({
    days: [
      '2026-08-07 dinner',
      '2026-08-08 breakfast',
      '2026-08-08 lunch',
      '2026-08-08 dinner',
      '2026-08-09 breakfast',
      '2026-08-09 lunch',
      '2026-08-09 dinner',
    ],
  });
  expect((await own(crew, crew.chief, 'meals')).suggested).toBeNull();
});

test('a shorter stay takes back what is outside of it, and nothing else', async () => {
  const crew = await createForms();
  const stay = { arrival: '2026-08-07', departure: '2026-08-10' };
  await put(crew, crew.member, 'stay', stay);
  const beds = { stay: 'yes', mixed_room: true, nights: ['2026-08-07', '2026-08-09'] };
  expect((await put(crew, crew.member, 'beds', beds)).json()).toMatchObject({ suggested: null });
  const meals = { eats: true, days: ['2026-08-08 lunch', '2026-08-10 lunch'] };
  expect((await put(crew, crew.member, 'meals', meals)).json()).toMatchObject({ suggested: null });
  muster.clock.advance(60);
  await put(crew, crew.member, 'stay', { ...stay, departure: '2026-08-08' });
  expect((await own(crew, crew.member, 'beds')).suggested).toEqual({ nights: ['2026-08-07'] });
  expect((await own(crew, crew.member, 'meals')).suggested).toEqual({ days: ['2026-08-08 lunch'] });
  expect((await put(crew, crew.member, 'beds', { stay: 'no' })).json()).toMatchObject({ suggested: null });
});

test('nobody leaves before they arrive, or sleeps here outside of their stay', async () => {
  const crew = await createForms();
  const backwards = await put(crew, crew.member, 'stay', { arrival: '2026-08-09', departure: '2026-08-08' });
  expect(problemOf(backwards)).toEqual([400, 'invalid_input', '/answers/departure']);
  const never = await put(crew, crew.member, 'stay', { arrival: '2026-08-20', departure: '2026-08-21' });
  expect(never.statusCode).toBe(400);
  await put(crew, crew.member, 'stay', { arrival: '2026-08-08', departure: '2026-08-09' });
  const beds = { stay: 'yes', mixed_room: true };
  for (const night of ['2026-08-07', '2026-08-09']) {
    const outside = await put(crew, crew.member, 'beds', { ...beds, nights: ['2026-08-08', night] });
    expect(problemOf(outside)).toEqual([400, 'invalid_input', '/answers/nights/1']);
  }
  expect((await put(crew, crew.member, 'beds', { ...beds, nights: ['2026-08-08'] })).statusCode).toBe(200);
  // Those who have not said when they come can choose any night.
  expect((await put(crew, crew.chief, 'beds', { ...beds, nights: ['2026-08-10'] })).statusCode).toBe(200);
});

test('a form about stays asks for days around the event', async () => {
  const { as, owner, pid } = await createCrew(muster);
  const make = () => as(owner, 'POST', 'forms', { form: 'stay', kind: 'stay', title: 'Stay', enabled: true });
  expect(problemOf(await make())).toEqual([400, 'invalid_input', '/days']);
  await muster.db.transaction((trx) =>
    trx
      .updateTable('projects')
      .set({ starts_on: '2026-08-30', ends_on: '2026-08-31' })
      .where('pid', '=', pid)
      .execute(),
  );
  const { fields, closes_at: closes } = (await make()).json();
  const options: string[] = fields[0].options.map(({ value }: { value: string }) => value);
  expect([options.length, options[0], options.at(-1)]).toEqual([8, '2026-08-27', '2026-09-03']);
  expect(closes).toBe('2026-09-03T15:59:00.000Z');
});

test('counts the meals between arrival and departure', () => {
  const stay = (more: object = {}): Stay => {
    const found = stayOf({ arrival: '2026-08-07', departure: '2026-08-08', ...more });
    if (found === undefined) throw new Error('a stay');
    return found;
  };
  const meals = (one: Stay, day: string) =>
    ['breakfast', 'lunch', 'dinner'].filter((meal) => isMealIn(one, `${day} ${meal}`));
  expect(meals(stay(), '2026-08-07')).toEqual(['breakfast', 'lunch', 'dinner']);
  expect(meals(stay({ arrival_time: 'before_lunch' }), '2026-08-07')).toEqual(['lunch', 'dinner']);
  expect(meals(stay({ departure_time: 'after_breakfast' }), '2026-08-08')).toEqual(['breakfast']);
  expect(meals(stay({ departure_time: 'after_lunch' }), '2026-08-08')).toEqual(['breakfast', 'lunch']);
  const oneDay = stay({ departure: '2026-08-07', arrival_time: 'before_lunch', departure_time: 'after_lunch' });
  expect(meals(oneDay, '2026-08-07')).toEqual(['lunch']);
  expect(isMealIn(stay({ arrival_time: 'after_dinner' }), '2026-08-07')).toBe(false);
  expect(isMealIn(stay(), '2026-08-07')).toBe(true);
  expect([isNightIn(stay(), '2026-08-07'), isNightIn(stay(), '2026-08-08')]).toEqual([true, false]);
  expect(stayOf({ arrival: '2026-08-07' })).toBeUndefined();
});
