import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { taskNow } from '../../../../../test/support/world/desk.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import type { MyDay } from './my-day.schema.ts';

const muster = useApp();

const dayOf = async (crew: Crew, who: Caller): Promise<MyDay> => (await crew.as(who, 'GET', 'my-day')).json();
const phone = '+886912345678';
const show = (who: Caller, visible_to: string) =>
  muster.call({
    method: 'PUT',
    url: '/api/me/contact',
    headers: who.headers,
    payload: { phone, handles: [], visible_to },
  });

test('says where, when, with whom and whom to call, and has the own code', async () => {
  const crew = await createCrew(muster);
  const { chief, member, otherChief, stranger } = crew;
  const task = await taskNow(muster, crew, [member, otherChief]);
  await taskNow(muster, crew, [member], { from: -5000, to: -4900 });
  const later = await taskNow(muster, crew, [member], { from: 3000, to: 3100, tid: null });
  await show(chief, 'team');
  const { tasks, code } = await dayOf(crew, member);
  expect(tasks.map(({ id, people, chiefs }) => [id, people, chiefs])).toEqual([
    [task.id, ['Otto'], [{ name: 'Chen', contact: { phone, handles: [] } }]],
    [later.id, [], []],
  ]);
  expect(code).toContain('<svg');
  // They are on the task, but not in the team.
  expect((await dayOf(crew, otherChief)).tasks[0]?.chiefs).toEqual([{ name: 'Chen' }]);
  const own = await taskNow(muster, crew, [chief], { from: 200, to: 300 });
  expect((await dayOf(crew, chief)).tasks).toMatchObject([{ id: own.id, chiefs: [] }]);
  await show(chief, 'chiefs');
  expect((await dayOf(crew, member)).tasks[0]?.chiefs).toEqual([{ name: 'Chen' }]);
  expect((await crew.as(stranger, 'GET', 'my-day')).statusCode).toBe(403);
});

test('a task without a location is where the event is, as on the home page', async () => {
  const crew = await createCrew(muster);
  await taskNow(muster, crew, [crew.member]);
  const places = async () => {
    const home = (await muster.call({ url: '/api/me/tasks', headers: crew.member.headers })).json();
    return [(await dayOf(crew, crew.member)).tasks[0]?.place, home.data[0].place];
  };
  expect(await places()).toEqual([null, '']);
  const { pid, owner } = crew;
  const payload = { place: 'Town hall' };
  await muster.call({ method: 'PATCH', url: `/api/projects/${pid}`, headers: owner.headers, payload });
  expect(await places()).toEqual(['Town hall', 'Town hall']);
});

test('has the mailing list of the team for the people in it', async () => {
  const crew = await createCrew(muster);
  const list = 'venue@lists.example.org';
  await crew.as(crew.chief, 'PATCH', 'teams/venue', { mailing_list: list });
  await taskNow(muster, crew, [crew.member, crew.otherChief]);
  await taskNow(muster, crew, [crew.member], { from: 3000, to: 3100, tid: null });
  const listsOf = async (who: Caller) => (await dayOf(crew, who)).tasks.map((task) => task.mailing_list);
  expect(await listsOf(crew.member)).toEqual([list, '']);
  expect(await listsOf(crew.otherChief)).toEqual(['']);
});

test('says which place the person offers to others', async () => {
  const crew = await createCrew(muster);
  const task = await taskNow(muster, crew, [crew.member], { from: 200, to: 300 });
  expect((await dayOf(crew, crew.member)).tasks).toMatchObject([{ id: task.id, offering: false }]);
  expect((await crew.as(crew.member, 'PUT', `tasks/${task.id}/attendance/offer`, {})).statusCode).toBe(204);
  expect((await dayOf(crew, crew.member)).tasks).toMatchObject([{ id: task.id, offering: true }]);
});

test('says whether the person can still leave by themselves', async () => {
  const crew = await createCrew(muster);
  const { chief, member, owner } = crew;
  const kind = (await crew.as(owner, 'POST', 'task-kinds', { name: 'Guests', leave_until_hours: 5 })).json().id;
  const leaving = async (who: Caller) => (await dayOf(crew, who)).tasks.map((task) => task.can_leave);
  await taskNow(muster, crew, [member, chief], { from: 240, to: 300 });
  const bound = await taskNow(muster, crew, [member, chief], { from: 400, to: 460 });
  expect((await crew.as(owner, 'PATCH', `tasks/${bound.id}`, { kind })).statusCode).toBe(200);
  expect(await leaving(member)).toEqual([true, true]);
  muster.clock.advance(3 * 3600);
  expect(await leaving(member)).toEqual([true, false]);
  expect(await leaving(chief)).toEqual([true, true]);
});

test('the number of queries does not depend on the number of tasks and people', async () => {
  const crew = await createCrew(muster);
  const people = await createMembers(muster, crew.pid, 'venue', 20);
  const count = async () => {
    const before = muster.db.queryCount();
    await dayOf(crew, crew.member);
    return muster.db.queryCount() - before;
  };
  await taskNow(muster, crew, [crew.member]);
  await count();
  const few = await count();
  await taskNow(muster, crew, [crew.member, ...people]);
  await taskNow(muster, crew, [crew.member, ...people]);
  expect(await count()).toBe(few);
});
