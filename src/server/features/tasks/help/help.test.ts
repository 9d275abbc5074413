import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { taskNow } from '../../../../../test/support/world/desk.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import type { Task } from '../tasks.schema.ts';

const muster = useApp();
let crew: Crew;
let members: Caller[];
beforeAll(async () => {
  crew = await createCrew(muster);
  members = [crew.member, ...(await createMembers(muster, crew.pid, 'venue', 3))];
});

let day = 0;
async function createTask(capacity = 2): Promise<Task> {
  day += 1;
  const date = new Date(Date.UTC(2026, 7, day)).toISOString().slice(0, 10);
  const times = { starts_at: `${date}T08:00:00Z`, ends_at: `${date}T10:00:00Z` };
  const body = { title: 'Desk', tid: 'venue', visibility: 'team', capacity, ...times };
  return (await crew.as(crew.owner, 'POST', 'tasks', body)).json();
}

const ask = (who: Caller, { id }: Task, people: number) =>
  crew.as(who, 'POST', `tasks/${id}/help-requests`, { people });
const answer = (who: Caller, { id }: Task, said: string) =>
  crew.as(who, 'PUT', `tasks/${id}/help-request`, { answer: said });
const asked = async ({ id }: Task): Promise<{ uid: string; answer: string | null; joined: boolean }[]> =>
  (await crew.as(crew.chief, 'GET', `tasks/${id}/help-requests`)).json().data;

test('asks free people of the team, least recently asked first, and at most 3 times a day', async () => {
  const busy = await createTask();
  day -= 1;
  const task = await createTask(10);
  await crew.as(crew.member, 'PUT', `tasks/${busy.id}/attendance`);
  expect((await ask(crew.member, task, 1)).statusCode).toBe(403);
  expect((await ask(crew.chief, task, 51)).statusCode).toBe(400);
  expect((await ask(crew.chief, task, 2)).json()).toEqual({ asked: 2 });
  const first = (await asked(task)).map(({ uid }) => uid);
  expect((await ask(crew.chief, task, 50)).json().asked).toBeGreaterThan(0);
  const all = (await asked(task)).map(({ uid }) => uid);
  // Not the one with another task at that time, not the planner who asks, nobody twice.
  expect(all).not.toContain(crew.member.uid);
  expect(all).not.toContain(crew.chief.uid);
  expect(all).not.toContain(crew.otherChief.uid);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toEqual(expect.arrayContaining(first));
  for (const _ of [1, 2]) await ask(crew.chief, await createTask(10), 50);
  const fourth = await createTask(10);
  expect((await ask(crew.chief, fourth, 50)).json()).toEqual({ asked: 1 });
  expect((await asked(fourth)).map(({ uid }) => uid)).toEqual([crew.member.uid]);
});

test('who says yes joins while there is a place, and planners see the answers', async () => {
  muster.clock.advance(2 * 86_400);
  const task = await createTask(1);
  await ask(crew.chief, task, 4);
  const [one, two, three] = members.slice(1);
  if (one === undefined || two === undefined || three === undefined) throw new Error('no members');
  expect((await crew.as(one, 'GET', `tasks/${task.id}`)).json().asked).toMatchObject({ answer: null });
  expect((await answer(one, task, 'yes')).json()).toEqual({ answer: 'yes', joined: true });
  expect((await answer(two, task, 'yes')).json()).toEqual({ answer: 'yes', joined: false });
  expect((await answer(three, task, 'no')).json()).toEqual({ answer: 'no', joined: false });
  expect((await answer(three, task, 'perhaps')).statusCode).toBe(400);
  expect((await answer(crew.otherChief, task, 'yes')).statusCode).toBe(404);
  const answers = new Map((await asked(task)).map((row) => [row.uid, [row.answer, row.joined]]));
  expect([answers.get(one.uid), answers.get(two.uid), answers.get(three.uid)]).toEqual([
    ['yes', true],
    ['yes', false],
    ['no', false],
  ]);
  expect((await ask(crew.chief, task, 1)).json().code).toBe('task_full');
  const recorded = await muster.db.read
    .selectFrom('audit')
    .select(['actor', 'detail'])
    .where('kind', '=', 'help.answered')
    .where('subject', 'in', [one.uid, three.uid])
    .orderBy('id')
    .execute();
  expect(recorded.map(({ actor, detail }) => [actor, JSON.parse(detail).answer])).toEqual([
    [one.uid, 'yes'],
    [three.uid, 'no'],
  ]);
});

test('the person who asked is notified once of everybody who says yes and gets a place, also if they leave and say yes again', async () => {
  muster.clock.advance(2 * 86_400);
  const task = await createTask(1);
  // Planners are notified of who leaves only if the task starts within 48 hours.
  const tomorrow = muster.clock.now().getTime() + 86_400_000;
  const [starts_at, ends_at] = [tomorrow, tomorrow + 7_200_000].map((time) => new Date(time).toISOString());
  const moved = await crew.as(crew.owner, 'PATCH', `tasks/${task.id}`, { starts_at, ends_at });
  expect(moved.statusCode).toBe(200);
  await ask(crew.chief, task, 50);
  const [, one, two] = members;
  if (one === undefined || two === undefined) throw new Error('no members');
  const noticesOf = async ({ headers }: Caller) =>
    (await muster.call({ method: 'GET', url: '/api/me/notices', headers }))
      .json<{ data: { id: string; kind: string; actor: string; link: string }[] }>()
      .data.filter(({ link }) => link.endsWith(task.id));
  const accepted = async (reader: Caller) =>
    (await noticesOf(reader)).filter(({ kind }) => kind === 'help.accepted').map(({ actor }) => actor);
  await answer(two, task, 'no');
  expect(await accepted(crew.chief)).toEqual([]);
  expect((await answer(one, task, 'yes')).json()).toEqual({ answer: 'yes', joined: true });
  const before = await noticesOf(crew.chief);
  expect(before).toMatchObject([{ kind: 'help.accepted', actor: one.name }]);
  for (const _ of [1, 2]) {
    expect((await crew.as(one, 'DELETE', `tasks/${task.id}/attendance`)).statusCode).toBe(204);
    expect(await noticesOf(crew.chief)).toMatchObject([{ kind: 'task.left', actor: one.name }, ...before]);
    expect((await answer(one, task, 'yes')).json()).toEqual({ answer: 'yes', joined: true });
    expect((await answer(one, task, 'yes')).json()).toEqual({ answer: 'yes', joined: true });
    expect(await noticesOf(crew.chief)).toEqual(before);
  }
  expect((await crew.as(one, 'DELETE', `tasks/${task.id}/attendance`)).statusCode).toBe(204);
  await answer(two, task, 'yes');
  expect((await answer(one, task, 'yes')).json()).toEqual({ answer: 'yes', joined: false });
  expect(await accepted(crew.chief)).toEqual([two.name, one.name]);
  expect(await accepted(crew.owner)).toEqual([]);
});

test('somebody who asked and no longer plans the task is not notified of who says yes', async () => {
  const other = await createCrew(muster);
  const [helper] = (await createMembers(muster, other.pid, 'venue', 1)) as [Caller];
  const task = await taskNow(muster, other, []);
  expect((await other.as(other.chief, 'POST', `tasks/${task.id}/help-requests`, { people: 50 })).statusCode).toBe(201);
  const path = `teams/venue/members/${other.chief.uid}`;
  expect((await other.as(other.owner, 'DELETE', path)).statusCode).toBe(204);
  const said = await other.as(helper, 'PUT', `tasks/${task.id}/help-request`, { answer: 'yes' });
  expect(said.json()).toEqual({ answer: 'yes', joined: true });
  const notices = muster.db.read.selectFrom('notices').select('kind').where('uid', '=', other.chief.uid);
  expect(await notices.where('kind', '=', 'help.accepted').execute()).toEqual([]);
});

test('people are not asked for times at which they are unavailable', async () => {
  muster.clock.advance(2 * 86_400);
  const task = await createTask(10);
  const [, away] = members;
  if (away === undefined) throw new Error('no members');
  const unavailable = [{ from: task.starts_at, to: task.ends_at }];
  expect((await crew.as(away, 'PUT', 'availability', { unavailable })).statusCode).toBe(200);
  await ask(crew.chief, task, 50);
  const uids = (await asked(task)).map(({ uid }) => uid);
  expect(uids).toContain(members[2]?.uid);
  expect(uids).not.toContain(away.uid);
});

test('who was taken off by a planner cannot return by the old request', async () => {
  muster.clock.advance(2 * 86_400);
  const task = await createTask(10);
  await ask(crew.chief, task, 50);
  const [, , person] = members;
  if (person === undefined) throw new Error('no members');
  expect((await answer(person, task, 'yes')).json()).toEqual({ answer: 'yes', joined: true });
  expect((await crew.as(crew.chief, 'DELETE', `tasks/${task.id}/attendees/${person.uid}`)).statusCode).toBe(204);
  expect((await answer(person, task, 'yes')).statusCode).toBe(404);
});

test('somebody who was asked three times can be asked again exactly a day later', async () => {
  using _still = muster.clock.freeze();
  muster.clock.advance(7 * 86_400);
  for (const _ of [1, 2, 3]) expect((await ask(crew.chief, await createTask(10), 50)).json().asked).toBeGreaterThan(3);
  const later = await createTask(10);
  muster.clock.advance(86_399);
  expect((await ask(crew.chief, later, 50)).json()).toEqual({ asked: 0 });
  muster.clock.advance(1);
  expect((await ask(crew.chief, later, 50)).json().asked).toBeGreaterThan(3);
});

test('counts the people who can be asked, by the same rules', async () => {
  const own = await createCrew(muster);
  await createMembers(muster, own.pid, 'venue', 3);
  const times = { starts_at: '2026-09-01T08:00:00Z', ends_at: '2026-09-01T10:00:00Z' };
  const body = { title: 'Desk', tid: 'venue', visibility: 'team', capacity: 9, ...times };
  const { id } = (await own.as(own.owner, 'POST', 'tasks', body)).json();
  const count = (who: Caller) => own.as(who, 'GET', `tasks/${id}/help-candidates`);
  const before = (await count(own.chief)).json().count;
  expect(before).toBeGreaterThan(3);
  await own.as(own.chief, 'POST', `tasks/${id}/help-requests`, { people: 3 });
  expect((await count(own.chief)).json()).toEqual({ count: before - 3 });
  const rest = await own.as(own.chief, 'POST', `tasks/${id}/help-requests`, { people: 50 });
  expect(rest.json()).toEqual({ asked: before - 3 });
  expect((await count(own.chief)).json()).toEqual({ count: 0 });
  expect((await count(own.member)).statusCode).toBe(403);
  expect((await count(own.otherChief)).statusCode).toBe(404);
  expect((await own.as(own.owner, 'GET', 'tasks/nothing/help-candidates')).statusCode).toBe(404);
});

test("asks members of the task's team first, then those with the fewest tasks, whatever their names", async () => {
  const own = await createCrew(muster);
  const [one, two, three] = await createMembers(muster, own.pid, 'venue', 3);
  if (one === undefined || two === undefined || three === undefined) throw new Error('no members');
  const create = async (hour: number): Promise<Task> => {
    const times = { starts_at: `2026-09-01T${hour}:00:00Z`, ends_at: `2026-09-01T${hour + 1}:00:00Z` };
    const body = { title: 'Desk', tid: 'venue', visibility: 'project', capacity: 9, ...times };
    return (await own.as(own.owner, 'POST', 'tasks', body)).json();
  };
  const planned: [Caller, number][] = [
    [one, 2],
    [two, 1],
    [own.member, 3],
  ];
  const others = [await create(14), await create(16), await create(18)];
  for (const [who, count] of planned)
    for (const { id } of others.slice(0, count)) await own.as(who, 'PUT', `tasks/${id}/attendance`);
  const task = await create(10);
  const nextAsked = async () => {
    const before = new Set(await askedFor(task));
    await own.as(own.chief, 'POST', `tasks/${task.id}/help-requests`, { people: 1 });
    return (await askedFor(task)).find((uid) => !before.has(uid));
  };
  const askedFor = async ({ id }: Task): Promise<string[]> =>
    (await own.as(own.chief, 'GET', `tasks/${id}/help-requests`)).json().data.map(({ uid }: { uid: string }) => uid);
  for (const expected of [three, two, one, own.member]) expect(await nextAsked()).toBe(expected.uid);
  expect([own.owner.uid, own.otherChief.uid]).toContain(await nextAsked());
  // The limit also holds if others were asked longer ago.
  const next = await create(12);
  await own.as(own.chief, 'POST', `tasks/${next.id}/help-requests`, { people: 4 });
  expect((await askedFor(next)).toSorted()).toEqual([one, two, three, own.member].map(({ uid }) => uid).toSorted());
});
