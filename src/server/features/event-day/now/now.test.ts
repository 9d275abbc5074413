import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { inMinutes, taskNow } from '../../../../../test/support/world/desk.ts';
import { ruledTasks } from '../../../../../test/support/world/ruled-tasks.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import type { Now, Substitute } from './now.schema.ts';
import { maxTasks } from './now.service.ts';

const muster = useApp();

const nowOf = async (crew: Crew, who: Caller): Promise<Now> => (await crew.as(who, 'GET', 'now')).json();
const substitutes = async (crew: Crew, who: Caller, task: string): Promise<Substitute[]> =>
  (await crew.as(who, 'GET', `tasks/${task}/substitutes`)).json().data;
const replaced = (crew: Crew, who: Caller, task: string, uid: string, by?: string) =>
  crew.as(who, 'PUT', `tasks/${task}/attendees/${uid}/replacement`, by === undefined ? {} : { by });
const textsOf = async ({ headers }: Caller) =>
  (await muster.call({ method: 'GET', url: '/api/me/notices', headers }))
    .json<{ data: { texts: string[] }[] }>()
    .data.flatMap(({ texts }) => texts);

const setCapacity = (id: string, capacity: number) =>
  muster.db.transaction((trx) => trx.updateTable('tasks').set({ capacity }).where('id', '=', id).execute());
const taskRow = (id: string) =>
  muster.db.read
    .selectFrom('tasks')
    .select(['capacity', 'attendee_count', 'revision'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('planners see the tasks of the hour with who came, and contact details by the rules', async () => {
  const crew = await createCrew(muster);
  const { member, chief, otherChief, owner, stranger } = crew;
  await muster.call({
    method: 'PUT',
    url: '/api/me/contact',
    headers: member.headers,
    payload: { phone: '+886912345678', handles: [], visible_to: 'chiefs' },
  });
  const running = await taskNow(muster, crew, [member, chief]);
  const next = await taskNow(muster, crew, [member], { from: 150, to: 200 });
  await taskNow(muster, crew, [], { from: 300, to: 360 });
  await taskNow(muster, crew, [], { from: -200, to: -61 });
  const press = await taskNow(muster, crew, [], { tid: 'press' });
  await crew.as(chief, 'PATCH', `tasks/${running.id}/attendees/${chief.uid}`, { state: 'arrived' });
  const seen = await nowOf(crew, chief);
  expect(seen.tasks.map(({ id, team, people }) => [id, team, people.map(({ uid, state }) => [uid, state])])).toEqual([
    [
      running.id,
      'Team 1',
      [
        [chief.uid, 'arrived'],
        [member.uid, 'joined'],
      ],
    ],
    [next.id, 'Team 1', [[member.uid, 'joined']]],
  ]);
  expect(seen.people.map(({ name, contact }) => [name, contact?.phone])).toEqual([
    ['Chen', ''],
    ['Mia', '+886912345678'],
  ]);
  expect((await nowOf(crew, owner)).tasks).toHaveLength(3);
  expect((await nowOf(crew, otherChief)).tasks.map(({ id }) => id)).toEqual([press.id]);
  expect((await nowOf(crew, otherChief)).people).toEqual([]);
  for (const who of [member, stranger]) expect((await crew.as(who, 'GET', 'now')).statusCode).toBe(403);
  await crew.as(member, 'PUT', `tasks/${next.id}/attendance`);
  await muster.call({
    method: 'PUT',
    url: '/api/me/contact',
    headers: member.headers,
    payload: { phone: '+886912345678', handles: [], visible_to: 'owners' },
  });
  expect((await nowOf(crew, chief)).people.some(({ contact }) => contact?.phone === '+886912345678')).toBe(false);
});

test('the number of queries does not depend on the number of people', async () => {
  const crew = await createCrew(muster);
  await taskNow(muster, crew, await createMembers(muster, crew.pid, 'venue', 3));
  const count = async () => {
    const before = muster.db.queryCount();
    await nowOf(crew, crew.chief);
    return muster.db.queryCount() - before;
  };
  const few = await count();
  await taskNow(muster, crew, await createMembers(muster, crew.pid, 'venue', 200));
  expect(await count()).toBe(few);
});

test('the number of queries for substitutes depends neither on the people nor on how many are wanted', async () => {
  const crew = await createCrew(muster);
  const task = await taskNow(muster, crew, [crew.member]);
  await createMembers(muster, crew.pid, 'venue', 3);
  const count = async (limit: number) => {
    const before = muster.db.queryCount();
    const { data } = (await crew.as(crew.chief, 'GET', `tasks/${task.id}/substitutes?limit=${limit}`)).json();
    return { found: data.length, queries: muster.db.queryCount() - before };
  };
  const one = await count(1);
  expect(one.found).toBe(1);
  expect(await count(3)).toEqual({ ...one, found: 3 });
  await createMembers(muster, crew.pid, 'venue', 100);
  expect(await count(1)).toEqual(one);
});

test('suggests free people in the order: team, already here, few tasks', async () => {
  const crew = await createCrew(muster);
  const { chief, member, otherChief } = crew;
  const people = await createMembers(muster, crew.pid, 'venue', 4);
  const [busy, away, here, idle] = people as [Caller, Caller, Caller, Caller];
  const task = await taskNow(muster, crew, [member]);
  await taskNow(muster, crew, [busy]);
  await taskNow(muster, crew, [chief], { from: 600, to: 660 });
  const earlier = await taskNow(muster, crew, [here], { from: -200, to: -70 });
  await crew.as(chief, 'PATCH', `tasks/${earlier.id}/attendees/${here.uid}`, {
    state: 'done',
    arrived_at: inMinutes(muster, -190),
  });
  await crew.as(away, 'PUT', 'availability', {
    unavailable: [{ from: inMinutes(muster, -10), to: inMinutes(muster, 10) }],
  });
  const found = await substitutes(crew, crew.owner, task.id);
  const isOfTeam = found.map(({ teams }) => teams.includes('Team 1'));
  expect(isOfTeam).toEqual(isOfTeam.toSorted((a, b) => Number(b) - Number(a)));
  expect(found.slice(0, 3)).toEqual([
    { uid: here.uid, name: here.name, teams: ['Team 1'], here: true, task_count: 1 },
    { uid: idle.uid, name: idle.name, teams: ['Team 1'], here: false, task_count: 0 },
    { uid: chief.uid, name: chief.name, teams: ['Team 1'], here: false, task_count: 1 },
  ]);
  const uids = found.map(({ uid }) => uid);
  expect(uids).toEqual(expect.arrayContaining([crew.owner.uid, otherChief.uid]));
  for (const { uid } of [busy, away, member, crew.stranger]) expect(uids).not.toContain(uid);
  // Chiefs look only at people of their teams and tasks.
  expect((await substitutes(crew, chief, task.id)).map(({ uid }) => uid).toSorted()).toEqual(
    [chief.uid, here.uid, idle.uid].toSorted(),
  );
  await taskNow(muster, crew, [otherChief], { from: -200, to: -70 });
  const teamsOf = async (who: Caller) =>
    (await substitutes(crew, who, task.id)).find(({ uid }) => uid === otherChief.uid)?.teams;
  expect(await teamsOf(chief)).toEqual(['Team 2']);
  // How many tasks people of other teams have is not for chiefs.
  const countOf = async (who: Caller) =>
    (await substitutes(crew, who, task.id)).find(({ uid }) => uid === otherChief.uid)?.task_count;
  expect([await countOf(chief), await countOf(crew.owner)]).toEqual([null, 1]);
  const hide = { payload: { listed: false }, headers: otherChief.headers };
  await muster.call({ method: 'PUT', url: `/api/me/listings/${crew.pid}`, ...hide });
  expect([await teamsOf(chief), await teamsOf(crew.owner)]).toEqual([[], ['Team 2']]);
  for (const who of [otherChief, member])
    expect((await crew.as(who, 'GET', `tasks/${task.id}/substitutes`)).statusCode).toBe(403);
  expect((await crew.as(chief, 'GET', 'tasks/none/substitutes')).statusCode).toBe(404);
});

test('where nobody is free, says why in numbers, without telling personal reasons apart', async () => {
  const crew = await createCrew(muster);
  const { pid, chief, member } = crew;
  const [busy, away, unskilled] = (await createMembers(muster, pid, 'venue', 3)) as [Caller, Caller, Caller];
  const { createKind, createSkill, grant } = ruledTasks(muster, () => crew);
  const skill = await createSkill('First aid');
  const kind = await createKind({ min_age: 18 }, [skill]);
  for (const one of [chief, member, busy, away]) await grant(one, skill);
  const task = await taskNow(muster, crew, []);
  await muster.db.transaction((trx) =>
    trx.updateTable('tasks').set({ kind_id: kind }).where('id', '=', task.id).execute(),
  );
  await taskNow(muster, crew, [busy]);
  const born = (birthday: string) => ({ name: '', phone: '', national_id: '', company: '', birthday });
  const [grownUp, young] = [born('1990-05-01'), born(inMinutes(muster, -10 * 365 * 24 * 60).slice(0, 10))];
  const write = ({ headers }: Caller, payload: object) =>
    muster.call({ method: 'PUT', url: '/api/me/real-profile', headers, payload });
  for (const one of [busy, away, unskilled]) await write(one, grownUp);
  // One is too young, the other has not given a birthday.
  expect((await write(member, young)).statusCode).toBe(200);
  await crew.as(away, 'PUT', 'availability', {
    unavailable: [{ from: inMinutes(muster, -10), to: inMinutes(muster, 10) }],
  });
  expect((await crew.as(chief, 'GET', `tasks/${task.id}/substitutes`)).json()).toEqual({
    data: [],
    more: false,
    others: { busy: 1, skill: 1, document: 0, personal: 3 },
  });
});

test('a missing person on a full task is replaced, and both people are notified', async () => {
  const crew = await createCrew(muster);
  const { chief, member } = crew;
  const [substitute, second] = (await createMembers(muster, crew.pid, 'venue', 2)) as [Caller, Caller];
  const task = await taskNow(muster, crew, [member]);
  await setCapacity(task.id, 1);
  const { revision } = await taskRow(task.id);
  expect((await replaced(crew, crew.otherChief, task.id, member.uid, substitute.uid)).statusCode).toBe(403);
  expect((await replaced(crew, chief, task.id, substitute.uid, member.uid)).statusCode).toBe(404);
  expect((await replaced(crew, chief, task.id, member.uid, crew.stranger.uid)).json().code).toBe('not_allowed');
  expect(await taskRow(task.id)).toEqual({ capacity: 1, attendee_count: 1, revision });
  expect((await replaced(crew, chief, task.id, member.uid, substitute.uid)).statusCode).toBe(204);
  expect((await replaced(crew, chief, task.id, member.uid, substitute.uid)).statusCode).toBe(204);
  expect(await taskRow(task.id)).toEqual({ capacity: 1, attendee_count: 1, revision });
  const { tasks } = await nowOf(crew, chief);
  expect(new Map(tasks[0]?.people.map((one) => [one.uid, [one.state, one.replaced]]))).toEqual(
    new Map([
      [member.uid, ['no_show', true]],
      [substitute.uid, ['joined', false]],
    ]),
  );
  expect(await textsOf(substitute)).toEqual(['task.added']);
  expect(await textsOf(member)).toEqual(['hours.changed.no_show']);
  // One place per missing person, however often somebody asks.
  expect((await replaced(crew, chief, task.id, member.uid, second.uid)).json().code).toBe('task_full');
});

test('an open place can be filled by asking for help while the task runs', async () => {
  const crew = await createCrew(muster);
  const { chief, member } = crew;
  const [helper] = (await createMembers(muster, crew.pid, 'venue', 1)) as [Caller];
  const task = await taskNow(muster, crew, [member]);
  await setCapacity(task.id, 1);
  await crew.as(chief, 'PATCH', `tasks/${task.id}/attendees/${member.uid}`, { state: 'arrived' });
  const ask = () => crew.as(chief, 'POST', `tasks/${task.id}/attendees/${member.uid}/replacement`, { people: 50 });
  const { asked, open } = (await ask()).json();
  expect([asked > 0, open]).toEqual([true, true]);
  const placesNow = async () =>
    new Map(
      (await nowOf(crew, chief)).tasks[0]?.people.map((one) => [one.uid, [one.state, one.place_open, one.replaced]]),
    );
  expect(await placesNow()).toEqual(new Map([[member.uid, ['left_early', true, false]]]));
  expect(await taskRow(task.id)).toMatchObject({ capacity: 1, attendee_count: 0 });
  expect(await textsOf(helper)).toEqual(['help.asked']);
  expect(
    (await crew.as(member, 'POST', `tasks/${task.id}/attendees/${helper.uid}/replacement`, { people: 5 })).statusCode,
  ).toBe(403);
  const answer = await crew.as(helper, 'PUT', `tasks/${task.id}/help-request`, { answer: 'yes' });
  expect(answer.json()).toEqual({ answer: 'yes', joined: true });
  expect(await placesNow()).toEqual(
    new Map([
      [member.uid, ['left_early', false, true]],
      [helper.uid, ['joined', false, false]],
    ]),
  );
  expect(await taskRow(task.id)).toMatchObject({ capacity: 1, attendee_count: 1 });
  expect((await ask()).json()).toEqual({ asked: 0, open: false });
  muster.clock.advance(180 * 60);
  expect((await replaced(crew, chief, task.id, helper.uid)).json().code).toBe('not_allowed');
});

test('somebody who comes after all gets the place back, unless somebody has taken it', async () => {
  const crew = await createCrew(muster);
  const { chief, member } = crew;
  const [one, two] = (await createMembers(muster, crew.pid, 'venue', 2)) as [Caller, Caller];
  const task = await taskNow(muster, crew, [member, one]);
  await setCapacity(task.id, 2);
  const mark = (who: Caller, state: string) =>
    crew.as(chief, 'PATCH', `tasks/${task.id}/attendees/${who.uid}`, { state });
  const taken = async () => (await taskRow(task.id)).attendee_count;
  const placeOf = async (who: Caller) => {
    const found = (await nowOf(crew, chief)).tasks[0]?.people.find(({ uid }) => uid === who.uid);
    return [found?.state, found?.place_open, found?.replaced];
  };
  const open = () => crew.as(chief, 'POST', `tasks/${task.id}/attendees/${member.uid}/replacement`, { people: 5 });
  for (const state of ['joined', 'arrived']) {
    expect((await open()).json().open).toBe(true);
    expect(await taken()).toBe(1);
    await mark(member, state);
    expect(await taken()).toBe(2);
    expect(await placeOf(member)).toEqual([state, false, false]);
  }
  const late = await crew.as(two, 'PUT', `tasks/${task.id}/help-request`, { answer: 'yes' });
  expect(late.json()).toEqual({ answer: 'yes', joined: false });

  await mark(member, 'no_show');
  expect((await replaced(crew, chief, task.id, member.uid, two.uid)).statusCode).toBe(204);
  expect(await placeOf(member)).toEqual(['no_show', false, true]);
  await mark(member, 'arrived');
  expect(await placeOf(member)).toEqual(['arrived', false, false]);
  expect(await taskRow(task.id)).toMatchObject({ capacity: 2, attendee_count: 2 });
  // They have no place to give back.
  const path = `tasks/${task.id}/attendees/${member.uid}`;
  expect((await crew.as(chief, 'DELETE', path)).statusCode).toBe(204);
  expect(await taken()).toBe(2);
});

test('the place of somebody who is replaced before the task goes to the waiting list first', async () => {
  const crew = await createCrew(muster);
  const { chief, member } = crew;
  const [first, second] = (await createMembers(muster, crew.pid, 'venue', 2)) as [Caller, Caller];
  for (const how of ['open', 'ask'] as const) {
    const task = await taskNow(muster, crew, [member], {
      from: how === 'open' ? 60 : 150,
      to: how === 'open' ? 120 : 200,
    });
    await setCapacity(task.id, 1);
    const path = `tasks/${task.id}/attendees/${member.uid}/replacement`;
    for (const who of [first, second]) await crew.as(who, 'PUT', `tasks/${task.id}/attendance`, { wait: true });
    const answer = await (how === 'open'
      ? replaced(crew, chief, task.id, member.uid)
      : crew.as(chief, 'POST', path, { people: 5 }));
    expect(answer.body).toBe(how === 'open' ? '' : '{"asked":0,"open":false}');
    const waiting = await muster.db.read
      .selectFrom('waiting_people')
      .select(['uid', 'offered_until'])
      .where('task_id', '=', task.id)
      .orderBy('position')
      .execute();
    expect(waiting).toEqual([
      { uid: first.uid, offered_until: expect.any(String) },
      { uid: second.uid, offered_until: null },
    ]);
  }
  expect(await textsOf(first)).toEqual(['place.offered.waiting', 'place.offered.waiting']);
  expect(await textsOf(second)).toEqual([]);
});

test('says when there are more tasks than the page shows', async () => {
  const crew = await createCrew(muster);
  for (let count = 0; count < maxTasks; count += 1) await taskNow(muster, crew, []);
  expect((await nowOf(crew, crew.chief)).more).toBe(false);
  await taskNow(muster, crew, []);
  const { more, tasks } = await nowOf(crew, crew.chief);
  expect([more, tasks.length]).toEqual([true, maxTasks]);
});

test('two planners who replace the same person at once open one place', async () => {
  const crew = await createCrew(muster);
  const [one, two] = (await createMembers(muster, crew.pid, 'venue', 2)) as [Caller, Caller];
  const task = await taskNow(muster, crew, [crew.member]);
  await setCapacity(task.id, 1);
  const answers = await Promise.all([
    replaced(crew, crew.chief, task.id, crew.member.uid, one.uid),
    replaced(crew, crew.owner, task.id, crew.member.uid, two.uid),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 409]);
  expect(await taskRow(task.id)).toMatchObject({ capacity: 1, attendee_count: 1 });
});
