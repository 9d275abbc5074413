import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import type { Attendee } from '../attendance/attendance.schema.ts';

const muster = useApp();

async function createTask({ as, owner }: Crew, fields: object = {}): Promise<string> {
  const task = {
    title: 'Desk',
    tid: 'venue',
    starts_at: '2030-08-08T09:00:00+08:00',
    ends_at: '2030-08-08T10:00:00+08:00',
    capacity: 150,
  };
  return (await as(owner, 'POST', 'tasks', { ...task, ...fields })).json().id;
}

test('planners see the tasks of some days with names and what they may plan', async () => {
  const crew = await createCrew(muster);
  const { as, owner, chief, otherChief, member, stranger } = crew;
  const night = await createTask(crew, {
    title: 'Night',
    starts_at: '2030-08-07T23:00:00+08:00',
    ends_at: '2030-08-08T03:00:00+08:00',
  });
  const day = await createTask(crew, { category: 'reception' });
  await createTask(crew, { starts_at: '2030-08-09T00:00:00+08:00', ends_at: '2030-08-09T02:00:00+08:00' });
  for (const { uid } of [member, chief]) await as(owner, 'PUT', `tasks/${day}/attendees/${uid}`);
  const plan = await as(chief, 'GET', 'plan?from=2030-08-08&to=2030-08-08');
  expect(plan.json()).toEqual({
    data: [
      expect.objectContaining({ id: night, title: 'Night', attendee_count: 0, attendees: [], rights: { edit: true } }),
      {
        id: day,
        title: 'Desk',
        category: 'reception',
        tid: 'venue',
        kind: null,
        place: null,
        starts_at: '2030-08-08T01:00:00.000Z',
        ends_at: '2030-08-08T02:00:00.000Z',
        min_people: 0,
        capacity: 150,
        attendee_count: 2,
        attendees: [
          { uid: chief.uid, name: 'Chen', confirmed: false, available: true },
          { uid: member.uid, name: 'Mia', confirmed: false, available: true },
        ],
        rights: { edit: true },
      },
    ],
    next: null,
  });
  const whole = (await as(otherChief, 'GET', 'plan')).json().data;
  expect(whole).toHaveLength(3);
  expect(new Set(whole.map((task: { rights: { edit: boolean } }) => task.rights.edit))).toEqual(new Set([false]));
  expect((await as(member, 'GET', 'plan')).statusCode).toBe(403);
  expect((await as(stranger, 'GET', 'plan')).statusCode).toBe(403);
  expect((await as(undefined, 'GET', 'plan')).statusCode).toBe(401);
});

test('chiefs see no tasks and series that are limited to other teams, not even in the coverage', async () => {
  const crew = await createCrew(muster);
  const { as, owner, chief, otherChief, member } = crew;
  const secret = await createTask(crew, { visibility: 'team', title: 'Secret' });
  await as(owner, 'PUT', `tasks/${secret}/attendees/${member.uid}`);
  const series = { title: 'Desk', tid: 'venue', visibility: 'team', days: ['2030-08-08'], from: '10:00', to: '12:00' };
  const { id } = (await as(chief, 'POST', 'task-series', { ...series, capacity: 1 })).json().series;
  const seen = async (who: typeof owner) => ({
    plan: (await as(who, 'GET', 'plan')).json().data.length,
    groups: (await as(who, 'GET', 'coverage?day=2030-08-08')).json().groups.length,
    series: (await as(who, 'GET', 'task-series')).json().data.length,
  });
  expect(await seen(otherChief)).toEqual({ plan: 0, groups: 0, series: 0 });
  for (const who of [chief, owner]) expect(await seen(who)).toEqual({ plan: 2, groups: 1, series: 1 });
  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    const body = method === 'PATCH' ? { title: 'Mine' } : undefined;
    expect((await as(otherChief, method, `task-series/${id}`, body)).statusCode).toBe(404);
  }
});

test('a page of the plan has at most 100 names a task, with the same number of queries for any size', async () => {
  const crew = await createCrew(muster);
  const first = await createTask(crew);
  const read = async () => (await crew.as(crew.owner, 'GET', 'plan?from=2030-08-08&to=2030-08-09&limit=200')).json();
  const cost = async () => {
    const before = muster.db.queryCount();
    await read();
    return muster.db.queryCount() - before;
  };
  const few = await cost();
  const members = await createMembers(muster, crew.pid, 'venue', 103);
  const at = muster.clock.now().toISOString();
  await muster.db.transaction(async (trx) => {
    const rows = members.map(({ uid }) => ({ task_id: first, uid, created_at: at }));
    await trx.insertInto('attendances').values(rows).execute();
    await trx.updateTable('tasks').set({ attendee_count: rows.length }).where('id', '=', first).execute();
  });
  await createTask(crew, { tid: null });
  expect([few, await cost()]).toEqual([6, 6]);
  const { data } = await read();
  expect(data[0]).toMatchObject({ id: first, attendee_count: 103 });
  expect(data[0].attendees).toHaveLength(100);
  expect(data[1].attendees).toEqual([]);
  const page = (await crew.as(crew.owner, 'GET', 'plan?limit=1')).json();
  const rest = (await crew.as(crew.owner, 'GET', `plan?limit=1&cursor=${page.next}`)).json();
  expect([...page.data, ...rest.data].map(({ id }) => id)).toEqual(data.map(({ id }: { id: string }) => id));
  expect(rest.next).toBeNull();
});

test.each([
  ['from=today', '/querystring/from'],
  ['to=2030-02-30', '/querystring/to'],
  ['from=2030-08-09&to=2030-08-08', '/querystring/to'],
  ['day=2030-08-08', '/querystring/day'],
])('the plan rejects %j with a pointer to %s', async (query, pointer) => {
  const crew = await createCrew(muster);
  const answer = await crew.as(crew.owner, 'GET', `plan?${query}`);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors[0].pointer).toBe(pointer);
});

test('a person moves from one task to another at the same time, and keeps the first if the second is refused', async () => {
  const crew = await createCrew(muster);
  const { as, owner, chief, otherChief, member } = crew;
  const [desk, bar, full] = [
    await createTask(crew),
    await createTask(crew, { title: 'Bar', capacity: 1 }),
    await createTask(crew, { title: 'Full', tid: 'press', capacity: 1 }),
  ];
  await as(owner, 'PUT', `tasks/${desk}/attendees/${member.uid}`);
  await as(owner, 'PUT', `tasks/${full}/attendees/${otherChief.uid}`);
  const move = (who: typeof owner, to: string, from: string) =>
    as(who, 'PUT', `tasks/${to}/attendees/${member.uid}?instead_of=${from}`);
  const places = async () =>
    (await as(owner, 'GET', 'plan'))
      .json()
      .data.flatMap((task: { title: string; attendees: { name: string }[] }) =>
        task.attendees.map(({ name }) => `${task.title} ${name}`),
      );
  expect((await move(chief, bar, desk)).statusCode).toBe(204);
  expect(new Set(await places())).toEqual(new Set(['Bar Mia', 'Full Otto']));
  // Doing it again changes nothing.
  expect((await move(chief, bar, desk)).statusCode).toBe(204);
  expect((await move(owner, full, bar)).json()).toMatchObject({ status: 409, code: 'task_full' });
  expect(new Set(await places())).toEqual(new Set(['Bar Mia', 'Full Otto']));
  // Both tasks have to be the planner's own.
  expect((await move(otherChief, full, bar)).statusCode).toBe(403);
  expect((await move(chief, full, bar)).statusCode).toBe(403);
  expect((await move(owner, bar, bar)).json().errors[0].pointer).toBe('/querystring/instead_of');
  expect((await move(owner, bar, 'nothing')).statusCode).toBe(404);
  expect(new Set(await places())).toEqual(new Set(['Bar Mia', 'Full Otto']));
});

test('a place that becomes free by a move, or by an offer that is taken, goes to the first who waits', async () => {
  const crew = await createCrew(muster);
  const { as, owner, member, otherChief } = crew;
  const [ada, ben, cleo] = await createMembers(muster, crew.pid, 'venue', 3);
  const [desk, bar] = [await createTask(crew, { capacity: 1 }), await createTask(crew, { title: 'Bar' })];
  const attendees = async () =>
    (await as(owner, 'GET', `tasks/${desk}/attendees`)).json().data.map(({ uid }: { uid: string }) => uid);
  await as(member, 'PUT', `tasks/${desk}/attendance`);
  for (const one of [ada, ben, cleo]) await as(one, 'PUT', `tasks/${desk}/attendance`, { wait: true });
  await as(owner, 'PUT', `tasks/${bar}/attendees/${member.uid}?instead_of=${desk}`);
  expect(await attendees()).toEqual([ada?.uid]);
  // A place is held for Ben, who takes that of Ada instead: the held one is for Cleo.
  await as(owner, 'PATCH', `tasks/${desk}`, { capacity: 2, starts_at: inHours(5), ends_at: inHours(6) });
  expect((await as(ben, 'GET', `tasks/${desk}`)).json().waiting.offered_until).not.toBeNull();
  await as(ada, 'PUT', `tasks/${desk}/attendance/offer`, {});
  expect((await as(ben, 'PUT', `tasks/${desk}/offers/${ada?.uid}/taken`)).statusCode).toBe(204);
  expect(await attendees()).toEqual([ben?.uid]);
  expect((await as(cleo, 'GET', `tasks/${desk}`)).json().waiting.offered_until).not.toBeNull();
  expect((await as(otherChief, 'PUT', `tasks/${desk}/attendance`)).json().code).toBe('task_full');
});

const inHours = (hours: number): string => new Date(muster.clock.now().getTime() + hours * 3_600_000).toISOString();

test('the plan says who is on a task at a time at which they are not free', async () => {
  const crew = await createCrew(muster);
  const id = await createTask(crew);
  await crew.as(crew.owner, 'PUT', `tasks/${id}/attendees/${crew.member.uid}`);
  const isFree = async (who = crew.chief) => {
    const { data } = (await crew.as(who, 'GET', 'plan')).json();
    return data[0].attendees.map(({ available }: { available: boolean }) => available);
  };
  expect(await isFree()).toEqual([true]);
  const unavailable = [{ from: '2030-08-01T00:00:00Z', to: '2030-08-20T00:00:00Z' }];
  expect((await crew.as(crew.member, 'PUT', 'availability', { unavailable })).statusCode).toBe(200);
  expect(await isFree()).toEqual([false]);
  // It is none of the business of other chiefs.
  expect(await isFree(crew.otherChief)).toEqual([true]);
});

test('planners see who could be assigned, and others nothing', async () => {
  const crew = await createCrew(muster);
  const task = await createTask(crew);
  const other = await createTask(crew, { tid: 'press' });
  await crew.as(crew.otherChief, 'PUT', `tasks/${other}/attendance`);
  const period = { from: '2030-08-08T00:00:00Z', to: '2030-08-08T12:00:00Z' };
  for (const who of [crew.member, crew.otherChief])
    await crew.as(who, 'PUT', 'availability', { unavailable: [period] });
  const uids = [crew.member, crew.otherChief, crew.stranger, crew.chief].map(({ uid }) => uid).join();
  const check = (who: Caller) => crew.as(who, 'GET', `tasks/${task}/candidates?uids=${uids}`);
  const queries = muster.db.queryCount();
  // Otto is neither in Chen's team nor on one of its tasks.
  expect((await check(crew.chief)).json().data).toEqual([
    { uid: crew.member.uid, refusal: null, missing_skills: [], rule: null, available: false, rested: true },
    { uid: crew.chief.uid, refusal: null, missing_skills: [], rule: null, available: true, rested: true },
  ]);
  const used = muster.db.queryCount() - queries;
  expect((await check(crew.owner)).json().data[1]).toEqual({
    uid: crew.otherChief.uid,
    refusal: 'task_overlap',
    missing_skills: [],
    rule: null,
    available: false,
    rested: true,
  });
  const before = muster.db.queryCount();
  await crew.as(crew.chief, 'GET', `tasks/${task}/candidates?uids=${crew.member.uid}`);
  expect(muster.db.queryCount() - before).toBe(used);
  expect((await check(crew.otherChief)).statusCode).toBe(403);
  expect((await check(crew.member)).statusCode).toBe(403);
  const { id: skill } = (await crew.as(crew.owner, 'POST', 'skills', { name: 'First aid' })).json();
  const { id: kind } = (await crew.as(crew.owner, 'POST', 'task-kinds', { name: 'Medic', requires: [skill] })).json();
  await crew.as(crew.owner, 'PATCH', `tasks/${task}`, { kind });
  expect((await check(crew.owner)).json().data[0]).toMatchObject({
    refusal: 'not_qualified',
    missing_skills: ['First aid'],
  });
  expect((await crew.as(crew.chief, 'GET', `tasks/${task}/candidates?uids=a,,b`)).json()).toMatchObject({
    status: 400,
    errors: [{ pointer: '/querystring/uids' }],
  });
});

test('planners see which attendees said they cannot help then, and who offers their place', async () => {
  const crew = await createCrew(muster);
  const task = await createTask(crew);
  for (const { uid } of [crew.member, crew.otherChief])
    expect((await crew.as(crew.owner, 'PUT', `tasks/${task}/attendees/${uid}`)).statusCode).toBe(204);
  const unavailable = [{ from: '2030-08-08T00:00:00Z', to: '2030-08-08T12:00:00Z' }];
  for (const who of [crew.member, crew.otherChief]) await crew.as(who, 'PUT', 'availability', { unavailable });
  expect((await crew.as(crew.member, 'PUT', `tasks/${task}/attendance/offer`, {})).statusCode).toBe(204);
  const wishes = async (who: Caller) => {
    const { data } = (await crew.as(who, 'GET', `tasks/${task}/attendees`)).json<{ data: Attendee[] }>();
    return new Map(data.map(({ uid, available, offering }) => [uid, { available, offering }]));
  };
  const forOwner = await wishes(crew.owner);
  expect(forOwner.get(crew.member.uid)).toEqual({ available: false, offering: true });
  expect(forOwner.get(crew.otherChief.uid)).toEqual({ available: false, offering: false });
  const forChief = await wishes(crew.chief);
  expect(forChief.get(crew.member.uid)).toEqual({ available: false, offering: true });
  expect(forChief.get(crew.otherChief.uid)).toEqual({ available: true, offering: false });
  expect((await wishes(crew.member)).get(crew.otherChief.uid)).toEqual({ available: undefined, offering: undefined });
});
