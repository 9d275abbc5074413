import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { auditedOf } from '../../../../../test/support/audit.ts';
import { browserOf } from '../../../../../test/support/factories.ts';
import { codeOf, createDevice, inMinutes, taskNow } from '../../../../../test/support/world/desk.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Crew } from '../../../../../test/support/world.ts';

const muster = useApp();

type DeskBody = {
  next: string;
  whole: boolean;
  tasks: { id: string }[];
  people: { uid: string; name: string; tasks: { id: string; state: string }[] }[];
  removed_people: string[];
};

const stateOf = async ({ as, owner }: Crew, task: string, uid: string) =>
  (await as(owner, 'GET', `tasks/${task}/attendees`))
    .json<{ data: { uid: string; state: string; arrived_at: string | null; left_at: string | null }[] }>()
    .data.find((one) => one.uid === uid);

test('checks people in and out by code and by name', async () => {
  const crew = await createCrew(muster);
  const task = await taskNow(muster, crew, [crew.member, crew.chief]);
  const { results } = await createDevice(muster, crew);
  const code = await codeOf(crew, crew.member);
  const arrived = inMinutes(muster, -30);
  expect(await results([{ code, at: arrived }])).toEqual(['accepted']);
  expect(await results([{ code }])).toEqual(['repeated']);
  expect(await results([{ uid: crew.chief.uid, task: task.id, step: 'no_show' }])).toEqual(['accepted']);
  expect(await results([{ uid: crew.chief.uid, task: task.id, step: 'leave' }])).toEqual(['accepted']);
  expect(await stateOf(crew, task.id, crew.member.uid)).toMatchObject({ state: 'arrived', arrived_at: arrived });
  expect(await stateOf(crew, task.id, crew.chief.uid)).toMatchObject({ state: 'left_early', arrived_at: null });
  expect(await results([{ code: await codeOf(crew, crew.otherChief) }])).toEqual(['not_here']);
  const entry = { actor: null, detail: { task: task.id, state: 'arrived', device: expect.any(String) } };
  expect(await auditedOf(muster, 'attendance.marked', crew.member.uid)).toEqual([entry]);
});

test('tells why a scan does not count', async () => {
  const crew = await createCrew(muster);
  await taskNow(muster, crew, [crew.member], { from: 90, to: 180 });
  const { results, send } = await createDevice(muster, crew);
  const uid = crew.member.uid;
  expect(await results([{ uid }])).toEqual(['too_early']);
  expect(await results([{ uid: 'nobody' }])).toEqual(['unknown']);
  expect(await results([{ uid, task: 'other' }])).toEqual(['not_here']);
  // The Attack list: a scan in the future, or three days back.
  expect(await results([{ uid, at: inMinutes(muster, 60) }])).toEqual(['too_early']);
  expect(await results([{ uid, at: inMinutes(muster, -3 * 1440) }])).toEqual(['overtaken']);
  for (const [scan, pointer] of [
    [{ uid, code: 'both' }, '/scans/0/code'],
    [{}, '/scans/0/code'],
    [{ uid, step: 'hand_out' }, '/scans/0/hand_out'],
    [{ uid, at: '2026-02-30T10:00:00Z' }, '/scans/0/at'],
  ] as const) {
    const response = await send([scan]);
    expect(response.statusCode, response.body).toBe(400);
    expect(response.json().errors[0].pointer).toBe(pointer);
  }
});

test('rejects forged codes and those of another project', async () => {
  const [crew, other] = [await createCrew(muster), await createCrew(muster)];
  await taskNow(muster, crew, [crew.member]);
  const { results } = await createDevice(muster, crew);
  const code = await codeOf(crew, crew.member);
  const forged = code.replace(crew.member.uid, crew.chief.uid);
  const changed = `${code.slice(0, -2)}${code.endsWith('AA') ? 'BA' : 'AA'}`;
  const foreign = await codeOf(other, other.member);
  const relabelled = foreign.replace(other.pid, crew.pid).replace(other.member.uid, crew.member.uid);
  expect(await results([forged, changed, foreign, relabelled, 'muster', ''].map((one) => ({ code: one })))).toEqual(
    Array.from({ length: 6 }, () => 'unknown'),
  );
  // A copy of a code is the same person: it does not count twice.
  expect(await results([{ code }, { code }])).toEqual(['accepted', 'repeated']);
});

test('gives a scan that is sent again the same result', async () => {
  const crew = await createCrew(muster);
  await taskNow(muster, crew, [crew.member]);
  const { results } = await createDevice(muster, crew);
  const scan = { id: randomUUID(), uid: crew.member.uid };
  expect(await results([scan, scan])).toEqual(['accepted', 'accepted']);
  expect(await results([scan])).toEqual(['accepted']);
  const unknown = { id: randomUUID(), uid: 'nobody' };
  expect(await results([unknown])).toEqual(['unknown']);
  expect(await results([{ ...unknown, uid: crew.member.uid }])).toEqual(['unknown']);
});

test('ends in the same state in whatever order several devices send their scans', async () => {
  const crew = await createCrew(muster);
  const people = await createMembers(muster, crew.pid, 'venue', 3);
  const devices = [
    await createDevice(muster, crew),
    await createDevice(muster, crew),
    await createDevice(muster, crew),
  ];
  const orders = [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [2, 0, 3, 1],
  ];
  const [arrived, back, left] = [-50, -30, -10].map((minutes) => inMinutes(muster, minutes));
  const task = await taskNow(muster, crew, people);
  const steps = [
    { step: 'arrive', at: arrived },
    { step: 'leave', at: inMinutes(muster, -40) },
    { step: 'arrive', at: back },
    { step: 'leave', at: left },
  ];
  for (const [index, person] of people.entries()) {
    for (const [turn, step] of (orders[index] ?? []).entries()) {
      const scan = { ...steps[step], id: randomUUID(), uid: person.uid, task: task.id };
      for (const device of [turn % 3, (turn + 1) % 3]) await devices[device]?.send([scan]);
    }
    expect(await stateOf(crew, task.id, person.uid)).toMatchObject({
      state: 'left_early',
      arrived_at: arrived,
      left_at: left,
    });
  }
});

test('a correction replaces earlier scans, and later ones count again', async () => {
  const crew = await createCrew(muster);
  const task = await taskNow(muster, crew, [crew.member]);
  const { results } = await createDevice(muster, crew);
  const { uid } = crew.member;
  const before = inMinutes(muster, -5);
  const path = `tasks/${task.id}/attendees/${uid}`;
  expect((await crew.as(crew.chief, 'PATCH', path, { state: 'no_show' })).statusCode).toBe(200);
  expect(await results([{ uid, at: before }])).toEqual(['overtaken']);
  expect(await stateOf(crew, task.id, uid)).toMatchObject({ state: 'no_show' });
  expect(await results([{ uid }])).toEqual(['accepted']);
  expect(await stateOf(crew, task.id, uid)).toMatchObject({ state: 'arrived' });
});

test('shows the day to a device, and then only what changed', async () => {
  const crew = await createCrew(muster);
  const task = await taskNow(muster, crew, [crew.member]);
  const away = await taskNow(muster, crew, [crew.chief], { from: 4000, to: 4100 });
  const { desk, results } = await createDevice(muster, crew);
  const first = (await desk()).json<DeskBody>();
  expect(first).toMatchObject({ whole: true, device: 'Entrance', tasks: [{ id: task.id }] });
  expect(first.people).toEqual([
    {
      uid: crew.member.uid,
      name: 'Mia',
      teams: ['Team 1'],
      tasks: [{ id: task.id, state: 'joined', arrived_at: null, left_at: null }],
      hand_outs: [],
    },
  ]);
  expect(JSON.stringify(first)).not.toContain(away.id);
  const count = muster.db.queryCount();
  const unchanged = await desk(first.next);
  expect(muster.db.queryCount() - count).toBe(3);
  expect(unchanged.body.length).toBeLessThan(300);
  expect(unchanged.json()).toMatchObject({ whole: false, people: [], tasks: [] });
  await results([{ uid: crew.member.uid }]);
  const changed = (await desk(first.next)).json<DeskBody>();
  expect(changed.people).toMatchObject([{ uid: crew.member.uid, tasks: [{ state: 'arrived' }] }]);
  await crew.as(crew.chief, 'DELETE', `tasks/${task.id}/attendees/${crew.member.uid}`);
  const gone = (await desk(changed.next)).json<DeskBody>();
  expect(gone.removed_people).toEqual([crew.member.uid]);
  expect((await crew.as(crew.owner, 'POST', 'places', { name: 'Hall' })).statusCode).toBe(201);
  const whole = (await desk(gone.next)).json<DeskBody>();
  expect(whole).toMatchObject({ whole: true });
  const other = await taskNow(muster, crew, []);
  expect((await crew.as(crew.chief, 'PATCH', `tasks/${other.id}`, { title: 'Other' })).statusCode).toBe(200);
  expect((await desk(whole.next)).json()).toMatchObject({ whole: false, tasks: [{ id: other.id }] });
  expect((await desk('nonsense')).statusCode).toBe(400);
});

test('when nothing about people or tasks has changed, they are not read again', async () => {
  const crew = await createCrew(muster);
  const { desk } = await createDevice(muster, crew);
  const { next } = (await desk()).json<DeskBody>();
  const news = await crew.as(crew.owner, 'POST', 'announcements', { title: 'News', body: 'Text' });
  expect(news.statusCode).toBe(201);
  const count = muster.db.queryCount();
  const answer = await desk(next);
  expect(muster.db.queryCount() - count).toBe(4);
  expect(answer.json()).toMatchObject({ whole: false, people: [], tasks: [] });
  expect(answer.json<DeskBody>().next).not.toBe(next);
});

test('a device of one team learns no identifiers of other teams, and still notices who leaves', async () => {
  const crew = await createCrew(muster);
  const own = await taskNow(muster, crew, [crew.member, crew.chief]);
  const other = await taskNow(muster, crew, [crew.otherChief], { tid: 'press' });
  const { desk } = await createDevice(muster, crew, { tids: ['venue'] });
  const { next } = (await desk()).json<DeskBody>();
  const mark = (task: string, uid: string) =>
    crew.as(crew.owner, 'PATCH', `tasks/${task}/attendees/${uid}`, { state: 'arrived' });
  await mark(other.id, crew.otherChief.uid);
  const marked = await desk(next);
  expect(marked.json()).toMatchObject({ whole: false, tasks: [], people: [], removed_tasks: [], removed_people: [] });
  await crew.as(crew.owner, 'PATCH', `tasks/${other.id}`, { title: 'Photos' });
  await crew.as(crew.owner, 'DELETE', `tasks/${own.id}/attendees/${crew.member.uid}`);
  const changed = await desk(next);
  expect(changed.json()).toMatchObject({ whole: true, removed_tasks: [], removed_people: [] });
  expect(changed.json<DeskBody>().people.map(({ uid }) => uid)).toEqual([crew.chief.uid]);
  for (const hidden of [other.id, crew.otherChief.uid, crew.member.uid])
    expect(marked.body + changed.body).not.toContain(hidden);
  await mark(own.id, crew.chief.uid);
  expect((await desk(changed.json<DeskBody>().next)).json()).toMatchObject({
    whole: false,
    people: [{ uid: crew.chief.uid, tasks: [{ state: 'arrived' }] }],
  });
});

test('a person who erases their account disappears from devices, and their code no longer counts', async () => {
  const crew = await createCrew(muster);
  await taskNow(muster, crew, [crew.member, crew.chief]);
  const { desk, results } = await createDevice(muster, crew);
  const code = await codeOf(crew, crew.member);
  expect(await results([{ code }])).toEqual(['accepted']);
  const { next } = (await desk()).json<DeskBody>();
  const headers = await browserOf(muster, crew.member);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  expect((await desk(next)).json<DeskBody>().removed_people).toEqual([crew.member.uid]);
  const whole = await desk();
  expect(whole.json<DeskBody>().people.map(({ name }) => name)).toEqual(['Chen']);
  expect(whole.body).not.toContain(crew.member.uid);
  expect(await results([{ code }, { uid: crew.member.uid }])).toEqual(['unknown', 'unknown']);
});

test('a device of one team sees and marks only that team', async () => {
  const crew = await createCrew(muster);
  const own = await taskNow(muster, crew, [crew.member]);
  await taskNow(muster, crew, [crew.otherChief], { tid: 'press' });
  const { desk, results } = await createDevice(muster, crew, { tids: ['venue'] });
  const whole = await desk();
  expect(whole.json()).toMatchObject({ tids: ['venue'] });
  const { people, tasks } = whole.json<DeskBody>();
  expect(people.map(({ uid }) => uid)).toEqual([crew.member.uid]);
  expect(tasks.map(({ id }) => id)).toEqual([own.id]);
  expect(await results([{ uid: crew.otherChief.uid }])).toEqual(['not_here']);
  const wrong = await crew.inBrowser(crew.owner, 'POST', 'devices', { name: 'X', tids: ['venue', 'none'] });
  expect(wrong.json()).toMatchObject({ code: 'not_allowed', errors: [{ pointer: '/tids/1' }] });
});

test('a device can call nothing but the desk of its project, and nothing at all once revoked', async () => {
  const [crew, other] = [await createCrew(muster), await createCrew(muster)];
  const { device, id, desk, send, link, token } = await createDevice(muster, crew);
  expect(link).toBe(`${muster.config.baseUrl}/desk#${crew.pid}.${token}`);
  for (const [method, url] of [
    ['GET', '/api/me'],
    ['GET', `/api/projects/${crew.pid}`],
    ['GET', `/api/projects/${crew.pid}/tasks`],
    ['GET', '/api/projects'],
    ['GET', `/api/projects/${other.pid}/desk`],
    ['POST', `/api/projects/${crew.pid}/devices`],
    ['GET', '/api/changes'],
  ] as const) {
    const response = await muster.call({ method, url, headers: device.headers });
    expect([url, response.statusCode, response.json().code]).toEqual([url, 403, 'desk_only']);
  }
  expect((await crew.as(crew.owner, 'GET', 'desk')).statusCode).toBe(403);
  expect((await crew.as(undefined, 'GET', 'desk')).statusCode).toBe(401);
  expect((await crew.as(crew.chief, 'DELETE', `devices/${id}`)).statusCode).toBe(403);
  expect((await crew.as(crew.owner, 'DELETE', `devices/${id}`)).statusCode).toBe(204);
  expect((await desk()).json().code).toBe('revoked_token');
  expect((await send([{ uid: crew.member.uid }])).json().code).toBe('revoked_token');
  expect((await crew.as(crew.owner, 'GET', 'devices')).json()).toEqual({ data: [], next: null });
});

test('a device stops working a day after the event', async () => {
  const crew = await createCrew(muster);
  const day = inMinutes(muster, 0).slice(0, 10);
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ starts_on: day, ends_on: day }).where('pid', '=', crew.pid).execute(),
  );
  const { desk } = await createDevice(muster, crew);
  expect((await desk()).statusCode).toBe(200);
  muster.clock.advance(3 * 86_400);
  expect((await desk()).json().code).toBe('expired_token');
});
