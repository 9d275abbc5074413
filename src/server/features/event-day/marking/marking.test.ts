import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createDevice, inMinutes, taskNow } from '../../../../../test/support/world/desk.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller } from '../../../../../test/support/world.ts';
import { countedMinutes, marksAfter } from '../../tasks/attendance/states.policy.ts';
import type { AttendanceEvent } from '../../tasks/attendance/states.policy.ts';
import { presumeUnmarked, notifyChiefs } from './presumed.service.ts';

const muster = useApp();

const noticesOf = async ({ headers }: Caller) =>
  (await muster.call({ method: 'GET', url: '/api/me/notices', headers }))
    .json<{ data: { kind: string; texts: string[]; values: { title?: string } }[] }>()
    .data.map(({ kind, texts, values }) => ({ kind, texts, title: values.title }));

test('planners mark people in any direction, and the hours follow', async () => {
  const crew = await createCrew(muster);
  const task = await taskNow(muster, crew, [crew.member], { from: -240, to: -60 });
  const path = `tasks/${task.id}/attendees/${crew.member.uid}`;
  const mark = async (body: object) => (await crew.as(crew.chief, 'PATCH', path, body)).json();
  expect(await mark({ state: 'done' })).toMatchObject({ state: 'done', minutes: 180, presumed: false });
  expect(await mark({ state: 'left_early', left_at: inMinutes(muster, -130) })).toMatchObject({ minutes: 105 });
  expect(
    await mark({ state: 'done', arrived_at: inMinutes(muster, -300), left_at: inMinutes(muster, -40) }),
  ).toMatchObject({ minutes: 195 });
  expect(await mark({ state: 'no_show' })).toMatchObject({ arrived_at: null, left_at: null, minutes: 0 });
  expect((await noticesOf(crew.member)).map(({ texts }) => texts)).toContainEqual(['hours.changed.no_show']);
  expect(await mark({ state: 'joined' })).toMatchObject({ state: 'joined', minutes: 0 });
  expect((await noticesOf(crew.member)).map(({ kind }) => kind)).not.toContain('hours.changed');
  const log = await muster.db.read
    .selectFrom('audit')
    .select('detail')
    .where('kind', '=', 'attendance.marked')
    .execute();
  expect(log.map(({ detail }) => JSON.parse(detail).state)).toEqual([
    'done',
    'left_early',
    'done',
    'no_show',
    'joined',
  ]);
});

test('who knows of a no-show hears that it was undone, and nobody else does', async () => {
  const crew = await createCrew(muster);
  const task = await taskNow(muster, crew, [crew.member]);
  const path = `tasks/${task.id}/attendees/${crew.member.uid}`;
  const mark = (state: string) => crew.as(crew.chief, 'PATCH', path, { state });
  const notices = async () =>
    (await noticesOf(crew.member)).flatMap(({ texts }) => texts).filter((text) => text.startsWith('hours'));
  await mark('no_show');
  await mark('joined');
  expect(await notices()).toEqual([]);
  await mark('no_show');
  await muster.deliverNotices();
  expect(await notices()).toEqual(['hours.changed.no_show']);
  await mark('joined');
  expect(await notices()).toEqual(['hours.changed.no_show_undone']);
  // Another no-show by mistake, undone at once, does not keep them from hearing of the first.
  await mark('no_show');
  await mark('arrived');
  expect(await notices()).toEqual(['hours.changed.no_show_undone']);
  const [mail] = await muster.deliverNotices();
  expect(mail?.text).toContain("You're no longer marked as a no-show");
  await mark('no_show');
  await mark('joined');
  expect(await notices()).toEqual([]);
});

test('refuses marks that cannot be right, and people who may not mark', async () => {
  const crew = await createCrew(muster);
  const task = await taskNow(muster, crew, [crew.member]);
  const path = `tasks/${task.id}/attendees/${crew.member.uid}`;
  for (const [body, pointer] of [
    [{ state: 'no_show', arrived_at: inMinutes(muster, -5) }, '/arrived_at'],
    [{ state: 'arrived', left_at: inMinutes(muster, -5) }, '/left_at'],
    [{ state: 'arrived', arrived_at: inMinutes(muster, 60) }, '/arrived_at'],
    [{ state: 'done', arrived_at: inMinutes(muster, -2000) }, '/arrived_at'],
    [{ state: 'left_early' }, '/left_at'],
    [{ state: 'done', arrived_at: inMinutes(muster, -5), left_at: inMinutes(muster, -10) }, '/left_at'],
    [{ state: 'gone' }, '/state'],
  ] as const) {
    const response = await crew.as(crew.chief, 'PATCH', path, body);
    expect([response.statusCode, response.json().errors?.[0].pointer]).toEqual([400, pointer]);
  }
  expect((await crew.as(crew.member, 'PATCH', path, { state: 'done' })).statusCode).toBe(403);
  expect((await crew.as(crew.otherChief, 'PATCH', path, { state: 'done' })).statusCode).toBe(403);
  const nobody = await crew.as(crew.chief, 'PATCH', `tasks/${task.id}/attendees/${crew.chief.uid}`, { state: 'done' });
  expect(nobody.statusCode).toBe(404);
});

test('nobody is marked long before a task, or as having done it before it begins', async () => {
  const crew = await createCrew(muster);
  const answers = async (from: number) => {
    const { id } = await taskNow(muster, crew, [crew.member], { from, to: from + 60 });
    const path = `tasks/${id}/attendees/${crew.member.uid}`;
    const bodies = [
      { state: 'no_show' },
      { state: 'left_early', left_at: inMinutes(muster, 0) },
      { state: 'arrived' },
      { state: 'done' },
      { state: 'joined' },
    ];
    const found = [];
    for (const body of bodies) found.push((await crew.as(crew.chief, 'PATCH', path, body)).json());
    const replaced = await crew.as(crew.chief, 'PUT', `${path}/replacement`, {});
    return [...found.map(({ state, errors }) => errors?.[0].pointer ?? state), replaced.statusCode];
  };
  expect(await answers(241)).toEqual(['/state', '/state', '/state', '/state', 'joined', 422]);
  expect(await answers(230)).toEqual(['no_show', 'left_early', 'arrived', '/state', 'joined', 204]);
});

test('nobody gives themselves hours, or wipes out that they did not come, unless there is only one owner', async () => {
  const crew = await createCrew(muster);
  const { owner, chief, member } = crew;
  const task = await taskNow(muster, crew, [owner, chief, member], { from: -60, to: 30 });
  const mark = (who: Caller, uid: string, body: object) =>
    crew.as(who, 'PATCH', `tasks/${task.id}/attendees/${uid}`, body);
  expect((await mark(chief, chief.uid, { state: 'arrived' })).statusCode).toBe(200);
  muster.clock.advance(3 * 3600);
  const late = { state: 'done', left_at: inMinutes(muster, -1) };
  expect((await mark(chief, chief.uid, late)).json().code).toBe('forbidden');
  for (const state of ['done', 'joined'])
    expect((await mark(chief, chief.uid, { state })).json().code).toBe('forbidden');
  expect((await mark(chief, member.uid, late)).statusCode).toBe(200);
  expect((await mark(owner, chief.uid, { state: 'done' })).json().minutes).toBe(30);
  expect((await mark(owner, owner.uid, late)).statusCode).toBe(200);
  const shownTo = async (uid: string) => (await crew.as(owner, 'GET', `hours/${uid}`)).json().entries[0].by_themselves;
  expect([await shownTo(owner.uid), await shownTo(chief.uid), await shownTo(member.uid)]).toEqual([true, false, false]);
  const second = { pid: crew.pid, uid: crew.stranger.uid, created_at: inMinutes(muster, 0) };
  await muster.db.transaction((trx) => trx.insertInto('project_owners').values(second).execute());
  expect((await mark(owner, owner.uid, { state: 'done', left_at: null })).json().code).toBe('forbidden');
  // The same marks, decided by somebody else.
  expect((await mark(crew.stranger, owner.uid, late)).statusCode).toBe(200);
  expect(await shownTo(owner.uid)).toBe(false);

  const next = await taskNow(muster, crew, [chief, member], { from: -30, to: 30 });
  const path = `tasks/${next.id}/attendance`;
  for (const who of [chief, member]) {
    const marked = await crew.as(owner, 'PATCH', `tasks/${next.id}/attendees/${who.uid}`, { state: 'no_show' });
    expect(marked.statusCode).toBe(200);
    expect((await crew.as(who, 'GET', `tasks/${next.id}`)).json().rights.leave).toBe(false);
    expect((await crew.as(who, 'DELETE', path)).json().code).toBe('not_allowed');
  }
  expect((await crew.as(chief, 'DELETE', `tasks/${next.id}/attendees/${chief.uid}`)).statusCode).toBe(422);
  expect((await crew.as(chief, 'DELETE', `tasks/${next.id}/attendees/${member.uid}`)).statusCode).toBe(204);
});

test('a chief says that they are here now or do not come, and nothing about earlier', async () => {
  const crew = await createCrew(muster);
  const task = await taskNow(muster, crew, [crew.chief], { from: -120, to: 30 });
  const mark = async (body: object) =>
    (await crew.as(crew.chief, 'PATCH', `tasks/${task.id}/attendees/${crew.chief.uid}`, body)).statusCode;
  expect(await mark({ state: 'arrived', arrived_at: task.starts_at })).toBe(403);
  expect(await mark({ state: 'arrived' })).toBe(200);
  expect(await mark({ state: 'left_early', left_at: inMinutes(muster, 0) })).toBe(403);
  expect(await mark({ state: 'no_show' })).toBe(200);
  expect(await mark({ state: 'arrived' })).toBe(403);
});

test('chiefs do not get more hours by changing a task that they were on', async () => {
  const crew = await createCrew(muster);
  const { owner, chief, member } = crew;
  const task = await taskNow(muster, crew, [chief], { from: -120, to: -60 });
  const other = await taskNow(muster, crew, [member], { from: -120, to: -60 });
  const longer = { ends_at: inMinutes(muster, -5) };
  const change = (who: Caller, id: string, body: object) => crew.as(who, 'PATCH', `tasks/${id}`, body);
  expect((await change(chief, task.id, longer)).json().code).toBe('forbidden');
  expect((await change(chief, task.id, { title: 'Door', starts_at: task.starts_at })).statusCode).toBe(200);
  const move = (who: Caller) => crew.as(who, 'POST', 'tasks/changes', { tasks: [{ id: task.id }], move_minutes: -600 });
  expect((await move(chief)).json().code).toBe('forbidden');
  expect((await change(chief, other.id, longer)).statusCode).toBe(200);
  expect((await change(owner, task.id, longer)).statusCode).toBe(200);
  // Also owners, if another one can do it.
  const second = { pid: crew.pid, uid: crew.stranger.uid, created_at: inMinutes(muster, 0) };
  const own = await taskNow(muster, crew, [owner], { from: -120, to: -60 });
  await muster.db.transaction((trx) => trx.insertInto('project_owners').values(second).execute());
  expect((await change(owner, own.id, longer)).json().code).toBe('forbidden');
  expect((await change(crew.stranger, own.id, longer)).statusCode).toBe(200);
});

test('who joins a task shortly before its end does not get the hours of all of it', async () => {
  const crew = await createCrew(muster);
  const task = await taskNow(muster, crew, [crew.chief], { from: -300, to: 14 });
  expect((await crew.as(crew.member, 'PUT', `tasks/${task.id}/attendance`)).statusCode).toBe(204);
  muster.clock.advance(3 * 3600);
  await presumeUnmarked(muster, AbortSignal.timeout(60_000));
  const minutesOf = async (who: Caller) => (await crew.as(who, 'GET', `hours/${who.uid}`)).json().minutes;
  expect([await minutesOf(crew.chief), await minutesOf(crew.member)]).toEqual([315, 15]);
});

test('people whom nobody marked count as done two hours after, and chiefs get one list per day', async () => {
  const crew = await createCrew(muster);
  const task = await taskNow(muster, crew, [crew.member, crew.chief], { from: -240, to: -119 });
  const { signal } = new AbortController();
  await presumeUnmarked(muster, signal);
  const states = async () =>
    (await crew.as(crew.chief, 'GET', `tasks/${task.id}/attendees`))
      .json<{ data: { state: string; presumed: boolean }[] }>()
      .data.map(({ state, presumed }) => [state, presumed]);
  expect(await states()).toEqual([
    ['joined', false],
    ['joined', false],
  ]);
  muster.clock.advance(120);
  await presumeUnmarked(muster, signal);
  expect(await states()).toEqual([
    ['done', true],
    ['done', true],
  ]);
  await notifyChiefs(muster);
  expect(await noticesOf(crew.chief)).toEqual([]);
  muster.clock.advance(86_400);
  await notifyChiefs(muster);
  await notifyChiefs(muster);
  const lists = (await noticesOf(crew.chief)).filter(({ kind }) => kind === 'hours.unmarked');
  expect(lists).toHaveLength(1);
  expect(lists[0]?.title).toMatch(/\(2\)$/);
  // Somebody who was marked is no longer presumed.
  await crew.as(crew.chief, 'PATCH', `tasks/${task.id}/attendees/${crew.member.uid}`, { state: 'done' });
  expect((await states()).filter(([, presumed]) => presumed)).toHaveLength(1);
});

test('hours are rounded to quarters, weighted, and do not begin before the task', () => {
  const task = { starts_at: '2026-06-01T09:00:00.000Z', ends_at: '2026-06-01T12:00:00.000Z' };
  const minutes = (arrived: string | null, left: string | null, weight = 100) =>
    countedMinutes({ state: 'done', arrived_at: arrived, left_at: left }, task, weight);
  expect(minutes(null, null)).toBe(180);
  expect(minutes('2026-06-01T08:30:00.000Z', null)).toBe(180);
  expect(minutes('2026-06-01T09:07:00.000Z', null)).toBe(180);
  expect(minutes('2026-06-01T09:08:00.000Z', null)).toBe(165);
  expect(minutes(null, '2026-06-01T12:40:00.000Z')).toBe(225);
  expect(minutes(null, null, 150)).toBe(270);
  expect(minutes('2026-06-01T13:00:00.000Z', null)).toBe(0);
});

test('leaving 15 minutes before the end is having done the task, leaving earlier is not', () => {
  const task = { starts_at: '2026-06-01T09:00:00.000Z', ends_at: '2026-06-01T12:00:00.000Z' };
  const stateAfter = (at: string) => marksAfter([{ id: 'a', at, step: 'leave', correction: null }], task).state;
  expect(stateAfter('2026-06-01T11:45:00.000Z')).toBe('done');
  expect(stateAfter('2026-06-01T11:44:59.999Z')).toBe('left_early');
});

test('the state does not depend on the order in which events are known', () => {
  const task = { starts_at: '2026-06-01T09:00:00.000Z', ends_at: '2026-06-01T12:00:00.000Z' };
  const event = (id: string, at: string, step: AttendanceEvent['step']): AttendanceEvent => ({
    id,
    at: `2026-06-01T${at}:00.000Z`,
    step,
    correction: null,
  });
  const events = [event('a', '09:00', 'no_show'), event('b', '09:10', 'arrive'), event('c', '11:50', 'leave')];
  const expected = { state: 'done', arrived_at: '2026-06-01T09:10:00.000Z', left_at: '2026-06-01T11:50:00.000Z' };
  expect(marksAfter(events, task)).toEqual(expected);
  expect(marksAfter(events.toReversed(), task)).toEqual(expected);
  expect(marksAfter([...events, event('d', '11:55', 'arrive')], task)).toMatchObject({
    state: 'arrived',
    left_at: null,
  });
});

test('owners see which hours counted without anybody else, because the person plans the task', async () => {
  const crew = await createCrew(muster);
  const { owner, chief, member } = crew;
  await taskNow(muster, crew, [owner, chief, member], { from: -60, to: 30 });
  muster.clock.advance(3 * 3600);
  await presumeUnmarked(muster, AbortSignal.timeout(60_000));
  const rows = (await crew.as(owner, 'GET', 'hours')).json().data as { uid: string; by_themselves: number }[];
  const count = ({ uid }: Caller) => rows.find((row) => row.uid === uid)?.by_themselves;
  expect([count(owner), count(chief), count(member)]).toEqual([1, 1, 0]);
});

test('hours that a device has scanned do not count as those that people give themselves', async () => {
  const crew = await createCrew(muster);
  const { owner, chief, member } = crew;
  const people = [owner, chief, member];
  await taskNow(muster, crew, people, { from: -60, to: 30 });
  const { results } = await createDevice(muster, crew);
  for (const step of ['arrive', 'leave'] as const) {
    expect(await results(people.map(({ uid }) => ({ uid, step })))).not.toContain('not_here');
    muster.clock.advance(20 * 60);
  }
  for (const { uid } of people) {
    const [entry] = (await crew.as(owner, 'GET', `hours/${uid}`)).json().entries;
    expect([entry.minutes > 0, entry.by_themselves]).toEqual([true, false]);
  }
});

test('a chief cannot leave a task, make it longer, and come back to hours that they did not work', async () => {
  const crew = await createCrew(muster);
  const { chief } = crew;
  const task = await taskNow(muster, crew, [chief], { from: -30, to: 30 });
  await crew.as(chief, 'DELETE', `tasks/${task.id}/attendance`);
  const longer = { starts_at: inMinutes(muster, -1200) };
  expect((await crew.as(chief, 'PATCH', `tasks/${task.id}`, longer)).statusCode).toBe(200);
  await crew.as(chief, 'PUT', `tasks/${task.id}/attendance`);
  const done = { state: 'done' };
  expect((await crew.as(chief, 'PATCH', `tasks/${task.id}/attendees/${chief.uid}`, done)).statusCode).toBe(403);
  const ahead = await taskNow(muster, crew, [chief], { from: 60, to: 90 });
  const past = { starts_at: inMinutes(muster, -300), ends_at: inMinutes(muster, -200) };
  expect((await crew.as(chief, 'PATCH', `tasks/${ahead.id}`, past)).statusCode).toBe(403);
  muster.clock.advance(4 * 3600);
  await presumeUnmarked(muster, AbortSignal.timeout(60_000));
  const { entries } = (await crew.as(chief, 'GET', `hours/${chief.uid}`)).json();
  expect(entries.map((one: { minutes: number; by_themselves: boolean }) => [one.minutes, one.by_themselves])).toEqual([
    [30, true],
    [30, true],
  ]);
});
