import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { browserOf, createTask } from '../../../../test/support/factories.ts';
import { createCrew } from '../../../../test/support/world.ts';

const muster = useApp();
const at = (hour: number): string => `2099-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`;
const always = { unavailable: [], max_hours: null, preferred_kinds: [], preferred_teams: [] };

test('people say when they cannot help; planners see it, and it does not keep them from joining', async () => {
  const crew = await createCrew(muster);
  expect((await crew.as(crew.member, 'GET', 'availability')).json()).toEqual(always);
  const saved = await crew.as(crew.member, 'PUT', 'availability', {
    unavailable: [
      { from: '2099-01-01T12:00:00+01:00', to: at(13) },
      { from: at(8), to: at(11) },
    ],
    max_hours: 8,
    preferred_teams: ['press'],
  });
  const value = { ...always, unavailable: [{ from: at(8), to: at(13) }], max_hours: 8, preferred_teams: ['press'] };
  expect(saved.json()).toEqual(value);
  expect((await crew.as(crew.member, 'GET', 'availability')).json()).toEqual(value);
  expect((await crew.as(crew.chief, 'GET', `people/${crew.member.uid}`)).json().availability).toEqual(value);
  const task = await createTask(muster, crew.pid, { starts_at: at(9), ends_at: at(10) });
  expect((await crew.as(crew.member, 'PUT', `tasks/${task}/attendance`)).statusCode).toBeLessThan(300);
  const headers = await browserOf(muster, crew.member);
  const exported = (await muster.call({ url: '/api/me/export', headers })).json();
  expect(exported.availabilities).toEqual([{ pid: crew.pid, ...value }]);
  await crew.as(crew.member, 'PUT', 'availability', { unavailable: [] });
  expect((await crew.as(crew.member, 'GET', 'availability')).json()).toEqual(always);
});

test('bad input names the place and changes nothing', async () => {
  const crew = await createCrew(muster);
  const put = async (body: object) => (await crew.as(crew.member, 'PUT', 'availability', body)).json();
  const period = { from: at(8), to: at(9) };
  const pointerOf = async (body: object) => (await put(body)).errors[0].pointer;
  expect(await pointerOf({ unavailable: [period, { from: at(9), to: at(9) }] })).toBe('/unavailable/1/to');
  expect(await pointerOf({ unavailable: Array.from({ length: 51 }, () => period) })).toBe('/unavailable');
  expect(await pointerOf({ unavailable: [], preferred_kinds: ['x'] })).toBe('/preferred_kinds/0');
  expect(await pointerOf({ unavailable: [], preferred_teams: ['venue', 'x'] })).toBe('/preferred_teams/1');
  expect(await pointerOf({ unavailable: [], max_hours: 0 })).toBe('/max_hours');
  expect((await crew.as(crew.member, 'GET', 'availability')).json()).toEqual(always);
});

test('people without a team say when they can help and what they can do, once a task is open to everybody', async () => {
  const crew = await createCrew(muster);
  const skill = (await crew.as(crew.owner, 'POST', 'skills', { name: 'Driving' })).json().id;
  const say = async () => [
    (await crew.as(crew.stranger, 'PUT', 'availability', { unavailable: [], max_hours: 4 })).statusCode,
    (await crew.as(crew.stranger, 'PUT', 'my-skills', { skills: [skill] })).statusCode,
  ];
  const times = { starts_at: at(9), ends_at: at(10) };
  await createTask(muster, crew.pid, times);
  expect(await say()).toEqual([403, 403]);
  const task = await createTask(muster, crew.pid, { ...times, visibility: 'signed_in' });
  expect(await say()).toEqual([200, 200]);
  expect((await crew.as(crew.stranger, 'GET', 'availability')).json()).toEqual({ ...always, max_hours: 4 });
  // Helpers stay helpers when nothing else is open.
  await crew.as(crew.stranger, 'PUT', `tasks/${task}/attendance`);
  await crew.as(crew.owner, 'PATCH', `tasks/${task}`, { visibility: 'project' });
  expect(await say()).toEqual([200, 200]);
});
