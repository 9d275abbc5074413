import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { codeOf, taskNow } from '../../../../../test/support/world/desk.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller } from '../../../../../test/support/world.ts';

const muster = useApp();

test('people check themselves in at the place of their task', async () => {
  const crew = await createCrew(muster);
  const task = await taskNow(muster, crew, [crew.member], { from: 30, to: 90 });
  await muster.db.transaction(async (trx) => {
    for (const place of ['hall', 'yard'])
      await trx
        .insertInto('places')
        .values({ id: `${place}${crew.pid.slice(8)}`, pid: crew.pid, name: place })
        .execute();
    await trx
      .updateTable('tasks')
      .set({ place_id: `hall${crew.pid.slice(8)}` })
      .where('id', '=', task.id)
      .execute();
  });
  const { data } = (await crew.as(crew.chief, 'GET', 'place-codes')).json<{
    data: { place: string; link: string; svg: string }[];
  }>();
  const [hall, yard] = data.map(({ place, link }) => ({ place, code: new URL(link).hash.slice(1) }));
  expect(data[0]?.svg).toContain('<svg');
  const checkIn = async (who: Caller, at = hall, code = at?.code) => {
    const response = await crew.as(who, 'POST', `places/${at?.place}/check-in`, { code });
    return response.statusCode === 200 ? response.json() : response.json().code;
  };
  expect(await checkIn(crew.member)).toBe('no_task_here');
  muster.clock.advance(11 * 60);
  expect(await checkIn(crew.chief)).toBe('no_task_here');
  expect(await checkIn(crew.member, yard)).toBe('no_task_here');
  expect(await checkIn(crew.member, hall, yard?.code)).toBe('invalid_input');
  expect(await checkIn(crew.member)).toMatchObject({ task: task.id, place: 'hall', repeated: false });
  expect(await checkIn(crew.member)).toMatchObject({ repeated: true });
  const { data: people } = (await crew.as(crew.chief, 'GET', `tasks/${task.id}/attendees`)).json();
  expect(people).toMatchObject([{ state: 'arrived' }]);
  expect((await crew.as(crew.member, 'GET', 'place-codes')).statusCode).toBe(403);
});

test('a code is the same every time, and only for those who take part', async () => {
  const [crew, other] = [await createCrew(muster), await createCrew(muster)];
  const code = await codeOf(crew, crew.member);
  expect(code).toMatch(new RegExp(`^muster:${crew.pid}:${crew.member.uid}:[\\w-]{86}$`));
  expect(await codeOf(crew, crew.member)).toBe(code);
  const statusOf = async () => (await crew.as(crew.stranger, 'GET', 'me/code')).statusCode;
  expect(await statusOf()).toBe(403);
  await taskNow(muster, other, [crew.stranger]);
  expect(await statusOf()).toBe(403);
  await taskNow(muster, crew, [crew.stranger]);
  expect(await statusOf()).toBe(200);
});
