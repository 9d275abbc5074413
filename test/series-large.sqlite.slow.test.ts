import { expect, test } from 'vitest';
import { newPerson } from './support/world/rows.ts';
import { useApp } from './support/app.ts';
import { createProject, createRows, createTask, createTeam } from './support/factories.ts';
import { createCaller } from './support/world.ts';

const muster = useApp();

const years = 10;
const people = 5000;

test('the years of an event with 10 years of 5,000 people add up', async () => {
  const owner = await createCaller(muster, 'Olga');
  const crowd = Array.from({ length: people * 2 }, () => newPerson(muster.clock.now()));
  for (let i = 0; i < crowd.length; i += 500) await createRows(muster, { people: crowd.slice(i, i + 500) });
  let follows: string | undefined;
  for (let year = 0; year < years; year += 1) {
    const pid = await createProject(muster, { owners: [owner] });
    // Each year, every tenth of the people gives way to somebody new.
    const members = crowd.slice(year * 500, year * 500 + people);
    const tid = await createTeam(muster, pid);
    const starts_on = `${2020 + year}-08-01`;
    const task = await createTask(muster, pid, {
      starts_at: `${starts_on}T09:00:00.000Z`,
      ends_at: `${starts_on}T13:00:00.000Z`,
      capacity: people,
    });
    await muster.db.transaction(async (trx) => {
      await trx
        .updateTable('projects')
        .set({ starts_on, ends_on: starts_on, follows: follows ?? null })
        .where('pid', '=', pid)
        .execute();
      for (let i = 0; i < people; i += 500) {
        const created_at = `${starts_on}T00:00:00.000Z`;
        const some = members.slice(i, i + 500);
        await trx
          .insertInto('memberships')
          .values(some.map(({ uid }) => ({ pid, tid, uid, role: 'member' as const, created_at })))
          .execute();
        await trx
          .insertInto('attendances')
          .values(some.map(({ uid }) => ({ task_id: task, uid, created_at, state: 'done' as const })))
          .execute();
      }
    });
    follows = pid;
  }
  const times: number[] = [];
  let body: { years: object[] } = { years: [] };
  for (let round = 0; round < 3; round += 1) {
    const started = performance.now();
    const answer = await muster.call({ url: `/api/projects/${follows}/series/statistics`, headers: owner.headers });
    times.push(Math.round(performance.now() - started));
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
    body = answer.json();
  }
  console.info(`10 years of 5,000 people in ${times.join(', ')} ms`);
  expect(body.years).toHaveLength(years);
  // The owner is one of them.
  for (const [index, year] of body.years.entries())
    expect(year).toMatchObject({
      people: people + 1,
      new_people: index === 0 ? people + 1 : 500,
      returning_people: index === 0 ? 0 : people - 499,
      minutes: people * 240,
    });
});
