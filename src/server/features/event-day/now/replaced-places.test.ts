import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { browserOf } from '../../../../../test/support/factories.ts';
import { inMinutes, taskNow } from '../../../../../test/support/world/desk.ts';
import { createSeries, setDates } from '../../../../../test/support/world/planning.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';

const muster = useApp();
let crew: Crew;
let person: Caller;

beforeEach(async () => {
  crew = await createCrew(muster);
  [person = crew.member] = await createMembers(muster, crew.pid, 'venue', 1);
});

const replace = async (task: { id: string }) =>
  expect(
    (await crew.as(crew.chief, 'PUT', `tasks/${task.id}/attendees/${person.uid}/replacement`, {})).statusCode,
  ).toBe(204);
const countOf = async ({ id }: { id: string }) =>
  (await crew.as(crew.owner, 'GET', `tasks/${id}`)).json<{ attendee_count: number }>().attendee_count;

test.each([0, 1])('people who lose two places, one of them opened before, free the other one (%i)', async (opened) => {
  const first = await taskNow(muster, crew, [person], { from: 10, to: 40 });
  const second = await taskNow(muster, crew, [person], { from: 50, to: 80 });
  await taskNow(muster, crew, [person], { from: 1440, to: 1540 });
  await replace(opened === 0 ? first : second);
  const tasks = [{ id: first.id }, { id: second.id }];
  const change = await crew.as(crew.owner, 'POST', 'tasks/changes?release=true', { tasks, move_days: 1 });
  expect(change.json()).toMatchObject({ released: [{ task: first.id }, { task: second.id }] });
  expect([await countOf(first), await countOf(second)]).toEqual([0, 0]);
  const undone = await crew.as(crew.owner, 'POST', `planning-steps/${change.json().step}/undo`);
  expect(undone.statusCode).toBe(204);
  expect([await countOf(first), await countOf(second)]).toEqual(opened === 0 ? [0, 1] : [1, 0]);
});

test('who was replaced no longer has the shift on home or on their day, and others no longer have them beside them', async () => {
  const task = await taskNow(muster, crew, [person, crew.member]);
  const own = async (who: Caller) =>
    (await muster.call({ url: '/api/me/tasks', headers: who.headers }))
      .json()
      .data.map(({ companions, companion_count: count }: { companions: string[]; companion_count: number }) => [
        companions,
        count,
      ]);
  const day = async (who: Caller) =>
    (await crew.as(who, 'GET', 'my-day')).json().tasks.map(({ people }: { people: string[] }) => people.length);
  expect([await own(person), await own(crew.member)]).toEqual([[[['Mia'], 1]], [[[expect.any(String)], 1]]]);
  expect(await day(person)).toEqual([1]);
  await replace(task);
  expect([await own(person), await own(crew.member)]).toEqual([[], [[[], 0]]]);
  expect([await day(person), await day(crew.member)]).toEqual([[], [0]]);
  expect(await countOf(task)).toBe(1);
  // They come after all, and have their place again.
  await crew.as(crew.chief, 'PATCH', `tasks/${task.id}/attendees/${person.uid}`, { state: 'arrived' });
  expect(await day(person)).toEqual([1]);
  expect(await countOf(task)).toBe(2);
});

test('the page of a task, the list of tasks and the calendar agree on who was replaced', async () => {
  const task = await taskNow(muster, crew, [person, crew.member], { from: -10, to: 120 });
  const seenBy = async (who: Caller) => {
    const { joined, replaced, rights } = (await crew.as(who, 'GET', `tasks/${task.id}`)).json();
    const mine = (await crew.as(who, 'GET', 'tasks?mine=true')).json().data;
    return { joined, replaced, join: rights.join, leave: rights.leave, mine: mine.length };
  };
  const namesFor = async (who: Caller) =>
    (await crew.as(who, 'GET', `tasks/${task.id}/attendees`)).json().data.map(({ uid }: { uid: string }) => uid);
  const onDayFor = async (who: Caller) =>
    (await crew.as(who, 'GET', `attendances?day=${muster.clock.now().toISOString().slice(0, 10)}`)).json().data.length;
  const headers = await browserOf(muster, person);
  const feed = (await muster.call({ method: 'POST', url: '/api/me/calendar', headers })).json();
  const inCalendar = async () =>
    (await muster.call({ url: new URL(feed.url).pathname })).body.split('BEGIN:VEVENT').length - 1;
  expect(await seenBy(person)).toEqual({ joined: true, replaced: false, join: false, leave: true, mine: 1 });
  expect([await namesFor(crew.member), await onDayFor(crew.member), await inCalendar()]).toEqual([
    expect.arrayContaining([person.uid, crew.member.uid]),
    2,
    1,
  ]);
  await replace(task);
  expect(await seenBy(person)).toEqual({ joined: false, replaced: true, join: false, leave: false, mine: 0 });
  expect(await seenBy(crew.member)).toEqual({ joined: true, replaced: false, join: false, leave: true, mine: 1 });
  expect([await namesFor(crew.member), await onDayFor(crew.member), await inCalendar()]).toEqual([
    [crew.member.uid],
    1,
    0,
  ]);
  // They can still read what they were replaced on.
  expect(await namesFor(person)).toEqual([crew.member.uid]);
  const marks = async () => {
    const { data } = (await crew.as(crew.chief, 'GET', `tasks/${task.id}/attendees`)).json();
    const { state, place_open: isOpen, replaced } = data.find(({ uid }: { uid: string }) => uid === person.uid);
    return { state, isOpen, replaced };
  };
  expect(await marks()).toEqual({ state: 'no_show', isOpen: true, replaced: false });
  expect((await crew.as(crew.chief, 'PUT', `tasks/${task.id}/attendees/${crew.chief.uid}`)).statusCode).toBe(204);
  expect(await marks()).toEqual({ state: 'no_show', isOpen: false, replaced: true });
  const reached = await crew.as(crew.owner, 'POST', 'messages/audience', { audience: { tasks: [task.id] } });
  expect(reached.json()).toMatchObject({ count: 2 });
  // They have time for something else.
  const other = await taskNow(muster, crew, [], { from: -5, to: 100 });
  expect((await crew.as(crew.chief, 'PUT', `tasks/${other.id}/attendees/${person.uid}`)).statusCode).toBe(204);
});

test('nobody is reminded of a task for which they are marked as a no-show', async () => {
  const task = await taskNow(muster, crew, [person, crew.member], { from: 200, to: 260 });
  const created_at = inMinutes(muster, -1440);
  await muster.db.transaction((trx) =>
    trx.updateTable('attendances').set({ created_at }).where('task_id', '=', task.id).execute(),
  );
  const remindedOf = async () => {
    await muster.services.jobList.find(({ name }) => name === 'notices')?.run(new AbortController().signal);
    const kinds = async ({ headers }: Caller) =>
      (await muster.call({ url: '/api/me/notices', headers })).json().data.map(({ kind }: { kind: string }) => kind);
    return [await kinds(person), await kinds(crew.member)].map((found) => found.includes('task.reminder'));
  };
  await crew.as(crew.chief, 'PATCH', `tasks/${task.id}/attendees/${person.uid}`, { state: 'no_show' });
  muster.clock.advance(100 * 60);
  expect(await remindedOf()).toEqual([false, true]);
});

test('a task and its series are not deleted with the hours of somebody who was replaced', async () => {
  const task = await taskNow(muster, crew, [person]);
  const arrived_at = inMinutes(muster, -50);
  await crew.as(crew.chief, 'PATCH', `tasks/${task.id}/attendees/${person.uid}`, { state: 'arrived', arrived_at });
  await replace(task);
  const removed = await crew.as(crew.owner, 'DELETE', `tasks/${task.id}`);
  expect(removed.json()).toMatchObject({ code: 'task_has_attendees', detail: '1 people have joined this task' });
  await setDates(muster, crew.pid, { starts_on: '2026-08-07', ends_on: '2026-08-09', timezone: 'Asia/Taipei' });
  const { id } = await createSeries(crew, {});
  await muster.db.transaction((trx) =>
    trx.updateTable('tasks').set({ series_id: id }).where('id', '=', task.id).execute(),
  );
  const ended = await crew.as(crew.owner, 'DELETE', `task-series/${id}`);
  expect(ended.json()).toMatchObject({ stay: [{ id: task.id }] });
  expect(await countOf(task)).toBe(0);
});

test('who was replaced or is marked does not offer a place, and an earlier offer ends', async () => {
  const task = await taskNow(muster, crew, [person], { from: 60 });
  const path = `tasks/${task.id}/attendance/offer`;
  const given = async () => (await crew.as(crew.owner, 'GET', 'offers')).json().data;
  const mayOffer = async () => (await crew.as(person, 'GET', `tasks/${task.id}`)).json().rights.offer;
  expect(await mayOffer()).toBe(true);
  expect((await crew.as(person, 'PUT', path, {})).statusCode).toBe(204);
  expect(await given()).toHaveLength(1);
  await replace(task);
  expect(await given()).toEqual([]);
  expect(await mayOffer()).toBe(false);
  expect((await crew.as(person, 'PUT', path, {})).json()).toMatchObject({ code: 'not_allowed' });
  const taken = await crew.as(crew.member, 'PUT', `tasks/${task.id}/offers/${person.uid}/taken`);
  expect(taken.statusCode).toBe(404);
});

test('people who are asked to replace somebody while the task runs get a mail, until it ends', async () => {
  const ask = async (task: { id: string }, who: Caller) =>
    (await crew.as(crew.chief, 'POST', `tasks/${task.id}/attendees/${who.uid}/replacement`, { people: 50 })).json();
  const recipients = async () => (await muster.deliverNotices()).map(({ to }) => to);
  const running = await taskNow(muster, crew, [person]);
  await recipients();
  expect(await ask(running, person)).toMatchObject({ open: true });
  expect(await recipients()).toContain(crew.member.email);
  // Mails are sent two minutes later.
  const ending = await taskNow(muster, crew, [crew.chief], { to: 1 });
  expect(await ask(ending, crew.chief)).toMatchObject({ open: true });
  expect(await recipients()).not.toContain(crew.member.email);
});

test('a task in which a person was replaced is no longer planned for them', async () => {
  const task = await taskNow(muster, crew, [person], { from: 60, to: 180 });
  const planned = async () => {
    const { task_count, hours, tasks } = (await crew.as(crew.owner, 'GET', `people/${person.uid}`)).json();
    return { task_count, hours, tasks: tasks.map(({ id }: { id: string }) => id) };
  };
  const withoutTasks = async () =>
    (await crew.as(crew.owner, 'GET', 'people?without_tasks=true')).json().data.map(({ uid }: { uid: string }) => uid);
  expect(await planned()).toEqual({ task_count: 1, hours: 2, tasks: [task.id] });
  expect(await withoutTasks()).not.toContain(person.uid);
  await replace(task);
  expect(await planned()).toEqual({ task_count: 0, hours: 0, tasks: [] });
  expect(await withoutTasks()).toContain(person.uid);
});
