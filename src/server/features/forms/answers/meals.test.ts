import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { problemOf } from '../../../../../test/support/world/disclosure.ts';
import { migrationContext } from '../../../db/columns.ts';
import { askWhoEats } from '../../../db/migrations/0016_leaving.ts';

const muster = useApp();
const day = '2026-08-08';

async function createMeals(): Promise<Crew> {
  const crew = await createCrew(muster);
  const form = { form: 'meals', kind: 'meals', title: 'Meals', days: [day], enabled: true };
  expect((await crew.as(crew.owner, 'POST', 'forms', form)).statusCode).toBe(201);
  return crew;
}

const put = ({ as }: Crew, who: Caller, answers: object) => as(who, 'PUT', 'forms/meals/response', { answers });
const own = async ({ as }: Crew, who: Caller) => (await as(who, 'GET', 'forms/meals/response')).json();
const keepHabits = ({ headers }: Caller, payload: object) =>
  muster.call({ method: 'PUT', url: '/api/me/dietary-habits', headers, payload });

test('a meals form cannot be submitted empty, and says whether the person eats at all', async () => {
  const crew = await createMeals();
  expect(problemOf(await put(crew, crew.member, {}))).toEqual([400, 'invalid_input', '/answers/eats']);
  expect(problemOf(await put(crew, crew.member, { eats: true }))).toEqual([400, 'invalid_input', '/answers/days']);
  const noDays = await put(crew, crew.member, { eats: true, days: [] });
  expect(problemOf(noDays)).toEqual([400, 'invalid_input', '/answers/days']);
  const both = await put(crew, crew.member, { eats: false, days: [day] });
  expect(problemOf(both)).toEqual([400, 'invalid_input', '/answers/days']);
  expect((await put(crew, crew.member, { eats: false })).statusCode).toBe(200);
  expect((await put(crew, crew.chief, { eats: true, days: [day] })).statusCode).toBe(200);
});

test('the meals form suggests the dietary habits, and the submitted answer is what counts', async () => {
  const crew = await createMeals();
  expect((await own(crew, crew.member)).suggested).toBeNull();
  await keepHabits(crew.member, { selected: ['vegan', 'allergy_nuts'], note: 'No honey' });
  const suggested = { dietary: ['vegan', 'allergy_nuts'], note: 'No honey' };
  expect(await own(crew, crew.member)).toMatchObject({ answers: null, suggested });
  expect((await own(crew, crew.chief)).suggested).toBeNull();
  const answers = { eats: true, days: [day], dietary: ['vegetarian'] };
  expect((await put(crew, crew.member, answers)).json()).toMatchObject({ answers, suggested: null });
  muster.clock.advance(60);
  await keepHabits(crew.member, { selected: ['allergy_nuts'], note: '' });
  expect(await own(crew, crew.member)).toMatchObject({ answers, suggested: { dietary: ['allergy_nuts'] } });
  // Sending the same answer again is a decision, too.
  muster.clock.advance(60);
  expect((await put(crew, crew.member, answers)).json()).toMatchObject({ suggested: null });
  muster.clock.advance(60);
  await keepHabits(crew.member, { selected: ['vegetarian'], note: '' });
  expect(await own(crew, crew.member)).toMatchObject({ suggested: null });
  await keepHabits(crew.member, { selected: [], note: 'No honey' });
  expect((await own(crew, crew.member)).suggested).toEqual({ dietary: [], note: 'No honey' });
  await keepHabits(crew.member, { selected: [], note: '' });
  expect((await own(crew, crew.member)).suggested).toEqual({ dietary: [] });
  await crew.as(crew.owner, 'PATCH', 'forms/meals', { enabled: false });
  await keepHabits(crew.owner, { selected: ['meat'], note: '' });
  expect((await own(crew, crew.owner)).suggested).toBeNull();
});

test('habits are not suggested once they are no longer asked, also before the old answers are erased', async () => {
  const crew = await createMeals();
  await put(crew, crew.member, { eats: true, days: [day], dietary: ['vegan'] });
  muster.clock.advance(60);
  await keepHabits(crew.member, { selected: [], note: '' });
  expect((await own(crew, crew.member)).suggested).toEqual({ dietary: [] });
  // As when the process was stopped between the first step of erasing and the next.
  await muster.db.transaction((trx) =>
    trx.updateTable('forms').set({ expired_through: '2099-01-01' }).where('pid', '=', crew.pid).execute(),
  );
  expect(await own(crew, crew.member)).toMatchObject({ answers: { dietary: ['vegan'] }, suggested: null });
});

test('the migration asks who eats, keeps answers with days, and deletes those that say nothing', async () => {
  const crew = await createMeals();
  for (const who of [crew.member, crew.chief, crew.otherChief]) await put(crew, who, { eats: true, days: [day] });
  const { pid } = crew;
  await muster.db.transaction(async (trx) => {
    const { fields } = await trx.selectFrom('forms').select('fields').where('pid', '=', pid).executeTakeFirstOrThrow();
    const [, ...asked]: { key: string }[] = JSON.parse(fields);
    const older = asked.map((field) => ({ ...field, required: false, only_when: null }));
    await trx
      .updateTable('forms')
      .set({ fields: JSON.stringify(older) })
      .where('pid', '=', pid)
      .execute();
    const answers = [
      [crew.member, { days: [day] }],
      [crew.chief, { days: [] }],
      [crew.otherChief, {}],
    ] as const;
    for (const [{ uid }, given] of answers) {
      const row = trx.updateTable('form_responses').set({ answers: JSON.stringify(given) });
      await row.where('pid', '=', pid).where('uid', '=', uid).execute();
    }
    await askWhoEats(migrationContext(trx, muster.db.engine));
    await askWhoEats(migrationContext(trx, muster.db.engine));
  });
  const form = (await crew.as(crew.owner, 'GET', 'forms/meals')).json();
  const required = form.fields.filter((field: { required: boolean }) => field.required);
  expect(required.map(({ key }: { key: string }) => key)).toEqual(['eats', 'days']);
  expect(form.response_count).toBe(1);
  expect((await own(crew, crew.member)).answers).toEqual({ eats: true, days: [day] });
  expect((await own(crew, crew.chief)).answers).toBeNull();
  expect((await put(crew, crew.chief, { eats: false })).statusCode).toBe(200);
  expect((await crew.as(crew.owner, 'PATCH', 'forms/meals', { days: [day, '2026-08-09'] })).statusCode).toBe(200);
});

test('meals are counted by day and meal', async () => {
  const crew = await createCrew(muster);
  const next = '2026-08-09';
  const body = { form: 'meals', kind: 'meals', title: 'Meals', days: [day, next], meals: ['dinner', 'lunch'] };
  const created = (await crew.as(crew.owner, 'POST', 'forms', { ...body, enabled: true })).json();
  const asked = created.fields.find(({ key }: { key: string }) => key === 'days');
  const choices = [`${day} lunch`, `${day} dinner`, `${next} lunch`, `${next} dinner`];
  expect(asked.options.map(({ value }: { value: string }) => value)).toEqual(choices);
  const onlyDay = await put(crew, crew.member, { eats: true, days: [day] });
  expect(problemOf(onlyDay)).toEqual([400, 'invalid_input', '/answers/days/0']);
  await put(crew, crew.member, { eats: true, days: [`${day} lunch`, `${next} dinner`] });
  await put(crew, crew.chief, { eats: true, days: [`${day} lunch`] });
  const totals = (await crew.as(crew.owner, 'GET', 'forms/meals/totals?private=false')).json();
  const { counts } = totals.fields.find(({ key }: { key: string }) => key === 'days');
  expect(counts.map(({ count }: { count: number }) => count)).toEqual([2, 0, 0, 1]);
  // A day more keeps the meals; fewer meals would drop answers.
  expect((await crew.as(crew.owner, 'PATCH', 'forms/meals', { days: [day, next, '2026-08-10'] })).statusCode).toBe(200);
  const fewer = await crew.as(crew.owner, 'PATCH', 'forms/meals', { meals: ['lunch'] });
  expect(problemOf(fewer)).toEqual([409, 'form_has_responses']);
  const parking = { form: 'cars', kind: 'parking', title: 'Cars', days: [day], meals: ['lunch'] };
  expect(problemOf(await crew.as(crew.owner, 'POST', 'forms', parking))).toEqual([400, 'invalid_input', '/meals']);
});
