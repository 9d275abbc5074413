import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createOfferingCrew, offering } from '../../../../../test/support/world/offers.ts';
import { createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import type { NewTask, Task } from '../tasks.schema.ts';

const muster = useApp();
let crew: Crew;
let ada: Caller;
let ben: Caller;
let cleo: Caller;
beforeAll(async () => void ({ crew, ada, ben, cleo } = await createOfferingCrew(muster)));

let start = 0;
beforeEach(() => {
  muster.clock.advance(4 * 86_400);
  start = muster.clock.now().getTime() + 2 * 86_400_000;
});

const { createTaskAt, join, offer, take } = offering(() => crew);
const createTask = (from = 0, fields: Partial<NewTask> = {}) => createTaskAt(start, from, fields);
const offersTo = async ({ headers }: Caller, made = false) =>
  (await muster.call({ method: 'GET', url: `/api/me/offers?made=${made}`, headers })).json().data;
const onTask = async ({ id }: Task): Promise<string[]> =>
  (await crew.as(crew.owner, 'GET', `tasks/${id}/attendees`))
    .json()
    .data.map(({ uid }: { uid: string }) => uid)
    .toSorted();
const noticesOf = async ({ headers }: Caller) =>
  (await muster.call({ method: 'GET', url: '/api/me/notices', headers }))
    .json()
    .data.map(({ kind, actor }: { kind: string; actor: string }) => [kind, actor]);

/** What the audit log has about places on the task: kind, person, and whether they exchanged it. */
const recordedOn = async ({ id }: { id: string }) =>
  (
    await muster.db.read
      .selectFrom('audit')
      .select(['kind', 'subject', 'detail'])
      .where('kind', 'in', ['attendance.added', 'attendance.removed'])
      .where('detail', 'like', `%${id}%`)
      .orderBy('id')
      .execute()
  ).map(({ kind, subject, detail }) => [kind, subject, JSON.parse(detail).exchange]);

test('a place is handed over to the first person who takes it, and the giver is notified', async () => {
  const task = await createTask();
  await join(ada, task);
  expect((await offer(ada, task)).statusCode).toBe(204);
  expect(await onTask(task)).toEqual([ada.uid]);
  expect((await offersTo(ben)).map((one: { task: { id: string } }) => one.task.id)).toEqual([task.id]);
  expect(await offersTo(ada)).toEqual([]);
  expect(await offersTo(ada, true)).toHaveLength(1);
  expect((await take(ben, task, ada)).statusCode).toBe(204);
  expect((await take(ben, task, ada)).statusCode).toBe(204);
  expect((await take(cleo, task, ada)).statusCode).toBe(404);
  expect(await onTask(task)).toEqual([ben.uid]);
  expect((await crew.as(crew.owner, 'GET', `tasks/${task.id}`)).json().attendee_count).toBe(1);
  expect((await noticesOf(ada))[0]).toEqual(['task.removed', ben.name]);
  expect(await noticesOf(ben)).toEqual([]);
  // The log must not say that Ben removed Ada.
  expect(await recordedOn(task)).toEqual([
    ['attendance.added', ada.uid, undefined],
    ['attendance.removed', ada.uid, 'offer'],
    ['attendance.added', ben.uid, 'offer'],
  ]);
});

test('notices say that a place was taken, or that a swap was accepted, not that somebody was assigned', async () => {
  const [morning, noon] = [await createTask(0), await createTask(3)];
  const textsOf = async ({ headers }: Caller): Promise<string[]> =>
    (await muster.call({ method: 'GET', url: '/api/me/notices', headers }))
      .json()
      .data.map(
        ({ values, texts }: { values: { title: string }; texts: string[] }) => `${values.title}: ${texts.join()}`,
      );
  await join(ada, morning);
  await join(ben, noon);
  await offer(ada, morning, { to: ben.uid, for: noon.id });
  await take(ben, morning, ada);
  expect((await textsOf(ada)).slice(0, 2).toSorted()).toEqual([
    `${morning.title}: place.given.swapped`,
    `${noon.title}: place.received.swapped`,
  ]);
  await offer(ada, noon, { to: cleo.uid });
  await take(cleo, noon, ada);
  expect((await textsOf(ada))[0]).toBe(`${noon.title}: place.given.taken`);
});

test('an offer to one person is for them only, and can be withdrawn', async () => {
  const task = await createTask();
  await join(ada, task);
  await offer(ada, task, { to: ben.uid });
  expect((await noticesOf(ben))[0]).toEqual(['place.offered', ada.name]);
  expect((await take(cleo, task, ada)).statusCode).toBe(404);
  expect(await offersTo(cleo)).toEqual([]);
  expect((await crew.as(ada, 'DELETE', `tasks/${task.id}/attendance/offer`)).statusCode).toBe(204);
  expect((await take(ben, task, ada)).statusCode).toBe(404);
  expect(await onTask(task)).toEqual([ada.uid]);
});

test('who is offered a place can decline, and the giver keeps it and is notified', async () => {
  const task = await createTask();
  await join(ada, task);
  await offer(ada, task, { to: ben.uid });
  const decline = (person: Caller) => crew.as(person, 'DELETE', `tasks/${task.id}/offers/${ada.uid}`);
  expect((await decline(cleo)).statusCode).toBe(204);
  expect(await offersTo(ben)).toHaveLength(1);
  expect((await decline(ben)).statusCode).toBe(204);
  expect((await decline(ben)).statusCode).toBe(204);
  expect([await offersTo(ben), await offersTo(ada, true)]).toEqual([[], []]);
  expect((await noticesOf(ada))[0]).toEqual(['place.declined', ben.name]);
  expect((await noticesOf(ben)).filter(([kind]: string[]) => kind === 'place.offered')).toEqual([]);
  expect(await onTask(task)).toEqual([ada.uid]);
  // An offer to anyone is nobody's to decline.
  await offer(ada, task);
  await decline(ben);
  expect(await offersTo(ben)).toHaveLength(1);
});

test('offers to anyone that clash with a task of the caller are listed on request, with the reason', async () => {
  const [offered, clashing] = [await createTask(0), await createTask(1)];
  await join(ada, offered);
  await offer(ada, offered);
  await join(ben, clashing);
  const listed = async ({ headers }: Caller, query = '') =>
    (await muster.call({ method: 'GET', url: `/api/me/offers?task=${offered.id}${query}`, headers })).json().data;
  expect(await listed(ben)).toEqual([]);
  expect(await listed(ben, '&all=false')).toEqual([]);
  expect(await listed(ben, '&all=true')).toMatchObject([{ task: { id: offered.id }, refusal: 'task_overlap' }]);
  // Of tasks that a person may not see, they see no offers either.
  expect(await listed(crew.stranger, '&all=true')).toEqual([]);
});

test('a swap moves both people, by the rules for the plans that they have afterwards', async () => {
  const [morning, noon, overlapping] = [await createTask(0), await createTask(3), await createTask(1)];
  await join(ada, morning);
  await join(ben, noon);
  await offer(ada, morning, { to: ben.uid, for: noon.id });
  expect((await take(ben, morning, ada)).statusCode).toBe(204);
  expect([await onTask(morning), await onTask(noon)]).toEqual([[ben.uid], [ada.uid]]);
  expect((await recordedOn(morning)).slice(1)).toEqual([
    ['attendance.removed', ada.uid, 'swap'],
    ['attendance.added', ben.uid, 'swap'],
  ]);
  expect((await noticesOf(ada)).slice(0, 2).toSorted()).toEqual([
    ['task.added', ben.name],
    ['task.removed', ben.name],
  ]);
  expect((await noticesOf(ben)).filter(([kind]: string[]) => kind?.startsWith('task.'))).toEqual([]);
  // Ada gets a task that overlaps the one she wants in return.
  await offer(ben, morning, { to: ada.uid, for: noon.id });
  await join(ada, overlapping);
  expect((await offersTo(ada))[0]).toMatchObject({ refusal: 'task_overlap' });
  expect((await take(ada, morning, ben)).json().code).toBe('task_overlap');
  expect([await onTask(morning), await onTask(noon)]).toEqual([[ben.uid], [ada.uid]]);
  // Tasks that overlap each other can be swapped.
  await offer(ada, overlapping, { to: ben.uid, for: morning.id });
  expect((await take(ben, overlapping, ada)).statusCode).toBe(204);
  expect([await onTask(morning), await onTask(overlapping)]).toEqual([[ada.uid], [ben.uid]]);
});

test('a swap without a person is offered to those on the task who can agree, until one of them does', async () => {
  const [morning, noon, overlapping] = [await createTask(0), await createTask(3, { capacity: 3 }), await createTask(1)];
  await join(ada, morning);
  for (const person of [ben, cleo, crew.member]) await join(person, noon);
  await join(cleo, overlapping);
  const noticeCount = async (person: Caller) =>
    (await noticesOf(person)).filter(([kind, actor]: string[]) => kind === 'place.offered' && actor === ada.name)
      .length;
  const counts = async () => Promise.all([ben, cleo, crew.member].map(noticeCount));
  await offer(ada, morning, { for: noon.id });
  expect(await counts()).toEqual([1, 0, 1]);
  await offer(ada, morning);
  expect(await counts()).toEqual([0, 0, 0]);
  await offer(ada, morning, { for: noon.id });
  await crew.as(ada, 'DELETE', `tasks/${morning.id}/attendance/offer`);
  expect(await counts()).toEqual([0, 0, 0]);
  await offer(ada, morning, { for: noon.id });
  expect(await counts()).toEqual([1, 0, 1]);
  expect((await take(ben, morning, ada)).statusCode).toBe(204);
  expect(await counts()).toEqual([0, 0, 0]);
  expect(await onTask(noon)).toEqual([ada.uid, cleo.uid, crew.member.uid].toSorted());
});

test('refuses offers that make no sense, with the field', async () => {
  const [task, other, planned] = [
    await createTask(0),
    await createTask(5),
    await createTask(10, { joining: 'planners' }),
  ];
  await join(ada, task);
  await join(ben, task);
  await crew.as(crew.owner, 'PUT', `tasks/${planned.id}/attendees/${ada.uid}`);
  const pointerOf = async (body: object) => (await offer(ada, task, body)).json().errors?.[0]?.pointer;
  expect(await pointerOf({ to: ada.uid })).toBe('/to');
  expect(await pointerOf({ to: '01jd0c8m3v5q2w7x9y1z4b6n8k' })).toBe('/to');
  expect(await pointerOf({ to: ben.uid })).toBe('/to');
  expect(await pointerOf({ for: task.id })).toBe('/for');
  expect(await pointerOf({ for: '01jd0c8m3v5q2w7x9y1z4b6n8k' })).toBe('/for');
  await join(ada, other);
  expect(await pointerOf({ for: other.id })).toBe('/for');
  await crew.as(ada, 'DELETE', `tasks/${other.id}/attendance`);
  expect((await offer(ada, task, { whom: 1 })).statusCode).toBe(400);
  expect((await offer(ada, other)).json().code).toBe('not_allowed');
  expect((await offer(ada, planned)).json().code).toBe('not_allowed');
  expect(await offersTo(ada, true)).toEqual([]);
  expect((await offer(ada, task)).statusCode).toBe(204);
  expect((await take(ada, task, ada)).json().detail).toBe('You cannot take your own place');
  muster.clock.advance(2 * 86_400);
  expect((await take(cleo, task, ada)).json().code).toBe('not_allowed');
  expect((await offer(ben, task)).json()).toMatchObject({ code: 'not_allowed', detail: 'The task has started' });
});

test('offers reach nobody who may not see the task, and tell nothing about other people and hidden tasks', async () => {
  const task = await createTask(0, { visibility: 'team' });
  const [noon, hidden] = [await createTask(5), await createTask(5, { tid: 'press', visibility: 'team' })];
  await join(ada, task);
  await join(ben, noon);
  const errorsOf = async (body: object) => (await offer(ada, task, body)).json().errors;
  const nobody = { pointer: '/to', detail: "can't join this task" };
  for (const to of [crew.stranger.uid, crew.otherChief.uid, '01jd0c8m3v5q2w7x9y1z4b6n8k']) {
    expect(await errorsOf({ to })).toEqual([nobody]);
  }
  const unknown = await errorsOf({ for: '01jd0c8m3v5q2w7x9y1z4b6n8k' });
  expect(await errorsOf({ for: hidden.id })).toEqual(unknown);
  // Ada may not know who is on the other task. Who is not on it gets the offer, and cannot agree.
  for (const [to, refusal] of [
    [cleo, 'not_allowed'],
    [ben, null],
  ] as const) {
    expect((await offer(ada, task, { to: to.uid, for: noon.id })).statusCode).toBe(204);
    expect((await noticesOf(to))[0]).toEqual(['place.offered', ada.name]);
    expect(await offersTo(to)).toMatchObject([{ task: { id: task.id }, refusal }]);
  }
  await offer(ada, task, { to: cleo.uid, for: noon.id });
  expect((await take(cleo, task, ada)).json().detail).toBe('You are not on the requested task');
  // Nobody hears of a task that they may not see.
  const ofBoth = await createTask(8, { tid: 'press', visibility: 'team' });
  await crew.as(crew.owner, 'PUT', `teams/press/members/${ada.uid}`, {});
  expect(await errorsOf({ to: ben.uid, for: ofBoth.id })).toEqual([
    { pointer: '/for', detail: "The person can't see it" },
  ]);
  await crew.as(crew.owner, 'DELETE', `teams/press/members/${ada.uid}`);
  const asPlanner = await createTask(8);
  await join(crew.chief, asPlanner);
  expect((await offer(crew.chief, asPlanner, { to: cleo.uid, for: noon.id })).json().errors[0].pointer).toBe('/for');
});

test('a swap needs somebody on the wanted task who may join the offered one, whatever else they do', async () => {
  const [task, noon] = [await createTask(0, { visibility: 'team' }), await createTask(5, { visibility: 'project' })];
  await join(ada, task);
  const nobody = [{ pointer: '/for', detail: 'Nobody on it can join the task that you offer' }];
  const swap = () => offer(ada, task, { for: noon.id });
  expect((await swap()).json().errors).toEqual(nobody);
  await join(crew.otherChief, noon);
  const before = await noticesOf(crew.otherChief);
  expect((await swap()).json().errors).toEqual(nobody);
  expect([await offersTo(ada, true), await noticesOf(crew.otherChief)]).toEqual([[], before]);
  // That Ben has another task at that time is his own affair.
  await join(ben, noon);
  await join(ben, await createTask(1));
  const notices = await noticesOf(ben);
  expect((await swap()).statusCode).toBe(204);
  expect([await offersTo(ada, true), await noticesOf(ben)]).toMatchObject([[{ task: { id: task.id } }], notices]);
});

test('places that planners have taken over are not handed over or swapped any longer', async () => {
  const [task, noon] = [await createTask(0), await createTask(5)];
  await join(ada, task);
  await join(ben, noon);
  await offer(ada, task, { to: ben.uid, for: noon.id });
  const plan = ({ id }: Task, joining: string) => crew.as(crew.owner, 'PATCH', `tasks/${id}`, { joining });
  for (const one of [task, noon]) {
    await plan(one, 'planners');
    expect((await take(ben, task, ada)).json().code).toBe('planners_only');
    await plan(one, 'open');
  }
  expect((await take(ben, task, ada)).statusCode).toBe(204);
});

test('of many who take one place, one gets it', async () => {
  const task = await createTask();
  const takers = await createMembers(muster, crew.pid, 'venue', 10);
  await join(ada, task);
  await offer(ada, task);
  const answers = await Promise.all(takers.map((one) => take(one, task, ada)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
    204,
    ...Array.from({ length: 9 }, () => 404),
  ]);
  expect(await onTask(task)).toHaveLength(1);
});

test('an offer to somebody who leaves the project is withdrawn, with an entry in the audit log', async () => {
  const task = await createTask();
  await join(ada, task);
  const [leaver] = await createMembers(muster, crew.pid, 'venue', 1);
  if (leaver === undefined) throw new Error('no member');
  expect((await offer(ada, task, { to: leaver.uid })).statusCode).toBe(204);
  expect((await crew.as(crew.owner, 'DELETE', `teams/venue/members/${leaver.uid}`)).statusCode).toBe(204);
  expect(await offersTo(ada, true)).toEqual([]);
  const entries = muster.db.read.selectFrom('audit').select(['actor', 'subject', 'detail']);
  expect(await entries.where('kind', '=', 'offer.withdrawn').orderBy('id', 'desc').executeTakeFirst()).toMatchObject({
    actor: crew.owner.uid,
    subject: ada.uid,
    detail: expect.stringContaining(task.id),
  });
  expect(await onTask(task)).toEqual([ada.uid]);
});

test('an offered place can be taken also before the time from which people can join', async () => {
  const task = await createTask();
  await join(ada, task);
  const opens_at = new Date(start - 3_600_000).toISOString();
  expect((await crew.as(crew.owner, 'PATCH', `tasks/${task.id}`, { opens_at })).statusCode).toBe(200);
  expect((await crew.as(ben, 'PUT', `tasks/${task.id}/attendance`)).json().code).toBe('not_open_yet');
  await offer(ada, task);
  expect((await take(ben, task, ada)).statusCode).toBe(204);
  expect(await onTask(task)).toEqual([ben.uid]);
});
