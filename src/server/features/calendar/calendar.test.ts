import { beforeAll, expect, test } from 'vitest';
import { realLimits, startTestApp, useApp } from '../../../../test/support/app.ts';
import { parseCalendar } from '../../../../test/support/calendars.ts';
import { browserOf, createPerson, setLanguage } from '../../../../test/support/factories.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';
import { sha256 } from '../../lib/secrets.ts';

const muster = useApp();
let crew: Crew;
beforeAll(async () => {
  crew = await createCrew(muster);
});

type Fields = { title?: string; place?: string; tid?: string | null; starts_at?: string; ends_at?: string };
let day = 0;

async function createTask(fields: Fields = {}): Promise<string> {
  day += 1;
  const date = new Date(Date.UTC(2026, 7, day)).toISOString().slice(0, 10);
  const times = { starts_at: `${date}T09:00:00Z`, ends_at: `${date}T12:00:00Z` };
  const body = { title: 'Desk', tid: 'venue', capacity: 5, ...times, ...fields };
  const response = await crew.as(crew.owner, 'POST', 'tasks', body);
  expect(response.statusCode).toBe(201);
  return response.json().id;
}

const attend = (who: Caller, method: 'PUT' | 'DELETE', id: string) => crew.as(who, method, `tasks/${id}/attendance`);

async function subscribe(who: Caller, path = '/api/me/calendar'): Promise<string> {
  const response = await muster.call({ method: 'POST', url: path, headers: await browserOf(muster, who) });
  expect(response.statusCode).toBe(201);
  const { url } = response.json();
  expect(url).toMatch(/^http:\/\/muster\.test\/calendar\/[0-9a-z]{32}\.ics$/);
  return new URL(url).pathname;
}
const teamPath = () => `/api/projects/${crew.pid}/teams/venue/calendar`;
const projectPath = () => `/api/projects/${crew.pid}/calendar`;

async function eventsAt(address: string) {
  const response = await muster.call(address);
  expect(response.statusCode).toBe(200);
  return parseCalendar(response.body);
}
const eventAt = async (address: string, id: string) =>
  (await eventsAt(address)).events.find(({ uid }) => uid === `${id}@muster`);
const statusOf = async (address: string) => (await muster.call(address)).statusCode;

test('an event keeps its identity while the task changes, is left, joined again and deleted', async () => {
  const id = await createTask({ title: 'Front desk, hall; A' });
  await attend(crew.member, 'PUT', id);
  const address = await subscribe(crew.member);
  const seen: [unknown, string | undefined, number | undefined][] = [];
  const look = async () => {
    const event = await eventAt(address, id);
    seen.push([event?.status, event?.title, event?.sequence]);
    return event;
  };
  expect(await look()).toMatchObject({ starts: '2026-08-01T09:00:00.000Z', ends: '2026-08-01T12:00:00.000Z' });
  await crew.as(crew.chief, 'PATCH', `tasks/${id}`, { title: 'Desk', starts_at: '2026-08-01T10:00:00Z' });
  expect(await look()).toMatchObject({ starts: '2026-08-01T10:00:00.000Z' });
  await attend(crew.member, 'DELETE', id);
  await look();
  await attend(crew.member, 'PUT', id);
  await look();
  await crew.as(crew.chief, 'DELETE', `tasks/${id}/attendees/${crew.member.uid}`);
  await look();
  await crew.as(crew.chief, 'PUT', `tasks/${id}/attendees/${crew.member.uid}`);
  await look();
  await crew.as(crew.chief, 'DELETE', `tasks/${id}?force=true`);
  await look();
  expect(seen.map(([status, title]) => [status, title])).toEqual([
    ['CONFIRMED', 'Front desk, hall; A'],
    ['CONFIRMED', 'Desk'],
    ['CANCELLED', 'Cancelled: Desk'],
    ['CONFIRMED', 'Desk'],
    ['CANCELLED', 'Cancelled: Desk'],
    ['CONFIRMED', 'Desk'],
    ['CANCELLED', 'Cancelled: Desk'],
  ]);
  const numbers = seen.map(([, , sequence]) => Number(sequence));
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));

  // Gone 30 days after the end of the task.
  muster.clock.advance(100 * 86_400);
  await muster.services.runExpiry();
  expect(await muster.db.read.selectFrom('left_tasks').select('task_id').where('task_id', '=', id).execute()).toEqual(
    [],
  );
  muster.clock.advance(-100 * 86_400);
});

test('who subscribes after a task was cancelled does not see it, and nobody sees the plans of others', async () => {
  const [left, kept] = [await createTask(), await createTask()];
  for (const id of [left, kept]) await attend(crew.chief, 'PUT', id);
  await attend(crew.chief, 'DELETE', left);
  const address = await subscribe(crew.chief);
  expect((await eventsAt(address)).events.map(({ uid }) => uid)).toEqual([`${kept}@muster`]);
  expect(await eventAt(await subscribe(crew.stranger), kept)).toBeUndefined();
});

test('times are moments in UTC, so that they are right on both sides of a change of the clocks', async () => {
  const summer = await createTask({ starts_at: '2026-10-24T09:00:00+02:00', ends_at: '2026-10-24T11:00:00+02:00' });
  const winter = await createTask({ starts_at: '2026-10-25T09:00:00+01:00', ends_at: '2026-10-25T11:00:00+01:00' });
  const address = await subscribe(crew.owner, projectPath());
  const { events } = await eventsAt(address);
  const times = [summer, winter].map((id) => events.find(({ uid }) => uid === `${id}@muster`));
  expect(times.map((event) => [event?.starts, event?.zone])).toEqual([
    ['2026-10-24T07:00:00.000Z', 'UTC'],
    ['2026-10-25T08:00:00.000Z', 'UTC'],
  ]);
});

test('a team calendar has the tasks of the team, and shows one that moved to another team as cancelled', async () => {
  const address = await subscribe(crew.member, teamPath());
  const whole = await subscribe(crew.owner, projectPath());
  const id = await createTask({ title: 'Gate' });
  await createTask({ title: 'Interviews', tid: 'press' });
  const { name, events } = await eventsAt(address);
  expect(name).toBe(`Team 1 · Project ${crew.pid.split('-')[1]}`);
  expect(events.some(({ title }) => title === 'Interviews')).toBe(false);
  const before = await eventAt(address, id);
  await crew.as(crew.owner, 'PATCH', `tasks/${id}`, { tid: 'press' });
  const after = await eventAt(address, id);
  expect([before?.status, after?.status, after?.title]).toEqual(['CONFIRMED', 'CANCELLED', 'Cancelled: Gate']);
  expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
  expect((await eventAt(whole, id))?.status).toBe('CONFIRMED');
  const shown = await eventAt(whole, id);
  const deleted = await crew.as(crew.owner, 'DELETE', `tasks/${id}`);
  const all = (await eventsAt(whole)).events.filter(({ uid }) => uid === `${id}@muster`);
  expect(all.map(({ status }) => status)).toEqual(['CANCELLED']);
  await crew.as(crew.owner, 'POST', `planning-steps/${String(deleted.headers['planning-step'])}/undo`);
  const restored = await eventAt(whole, id);
  expect(restored?.status).toBe('CONFIRMED');
  const numbers = [shown, all[0], restored].map((event) => event?.sequence ?? 0);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
});

test('titles and descriptions cannot add lines, and come back whole from a parser', async () => {
  const title = `<script>alert(1)</script> "${'報到處,;\\'.repeat(20)}"`;
  const id = await createTask({ title });
  await crew.as(crew.owner, 'PATCH', `tasks/${id}`, { description: 'One\nEND:VEVENT\nBEGIN:VEVENT\nx;y,z\\n' });
  const address = await subscribe(crew.owner, projectPath());
  const { body } = await muster.call(address);
  expect(Math.max(...body.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  const event = await eventAt(address, id);
  expect(event?.title).toBe(title);
  expect(event?.description).toContain('One\nEND:VEVENT\nBEGIN:VEVENT\nx;y,z\\n');
});

test('an address ends with a new one, its removal, the right, the suspension and a sign-out everywhere', async () => {
  const sam = crew.stranger;
  const asOwner = await browserOf(muster, crew.owner);
  const call = (method: 'PUT' | 'DELETE', url: string, headers: Record<string, string>, payload?: object) =>
    muster.call({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  await call('PUT', `/api/projects/${crew.pid}/teams/venue/members/${sam.uid}`, crew.owner.headers);
  const first = await subscribe(sam, teamPath());
  const second = await subscribe(sam, teamPath());
  const own = await subscribe(sam);
  expect([await statusOf(first), await statusOf(second), await statusOf(own)]).toEqual([404, 200, 200]);
  await call('DELETE', `/api/projects/${crew.pid}/teams/venue/members/${sam.uid}`, crew.owner.headers);
  expect([await statusOf(second), await statusOf(own)]).toEqual([404, 200]);
  expect((await call('DELETE', '/api/me/calendar', sam.headers)).statusCode).toBe(204);
  expect(await statusOf(own)).toBe(404);

  const whole = await subscribe(crew.owner, projectPath());
  await call('PUT', `/api/projects/${crew.pid}/owners/${crew.chief.uid}`, asOwner);
  const ofChief = await subscribe(crew.chief, projectPath());
  await call('DELETE', `/api/projects/${crew.pid}/owners/${crew.chief.uid}`, asOwner);
  expect([await statusOf(whole), await statusOf(ofChief)]).toEqual([200, 404]);

  const again = await subscribe(crew.otherChief);
  await call('DELETE', '/api/me/sessions', crew.otherChief.headers);
  expect(await statusOf(again)).toBe(404);

  const last = await subscribe(sam);
  const admin = await browserOf(muster, await createPerson(muster, { administrator: true }));
  await call('PUT', `/api/users/${sam.uid}/suspension`, admin, { reason: 'spam' });
  const [suspended, unknown] = [await muster.call(last), await muster.call(`/calendar/${'a'.repeat(32)}.ics`)];
  const { request_id: _one, ...gone } = suspended.json();
  const { request_id: _other, ...never } = unknown.json();
  expect([suspended.statusCode, gone]).toEqual([404, never]);
  for (const odd of ['/calendar/x', '/calendar/..%2f.ics', `/calendar/${'a'.repeat(400)}.ics`])
    expect(await statusOf(odd)).toBe(404);
});

test('an address does not work again when its person comes back to the team or the project', async () => {
  const { pid, owner, stranger, member } = await createCrew(muster);
  const team = `/api/projects/${pid}/teams/venue`;
  const asOwner = await browserOf(muster, owner);
  const setRole = async (method: 'PUT' | 'DELETE', url: string) =>
    expect((await muster.call({ method, url, headers: asOwner })).statusCode).toBe(204);
  const ofMember = await subscribe(member, `${team}/calendar`);
  await setRole('PUT', `/api/projects/${pid}/owners/${stranger.uid}`);
  const ofOwner = await subscribe(stranger, `/api/projects/${pid}/calendar`);
  expect([await statusOf(ofMember), await statusOf(ofOwner)]).toEqual([200, 200]);
  for (const method of ['DELETE', 'PUT'] as const) {
    await setRole(method, `${team}/members/${member.uid}`);
    await setRole(method, `/api/projects/${pid}/owners/${stranger.uid}`);
    expect([await statusOf(ofMember), await statusOf(ofOwner)]).toEqual([404, 404]);
  }
  const { created_at } = (await muster.call({ url: `${team}/calendar`, headers: member.headers })).json();
  expect(created_at).toBeNull();
  expect(await statusOf(await subscribe(member, `${team}/calendar`))).toBe(200);
});

test('only people with a right get an address, and GET says whether there is one', async () => {
  const fresh = await createCrew(muster);
  const tried = [
    [fresh.otherChief.headers, `/api/projects/${fresh.pid}/teams/venue/calendar`, 403],
    [fresh.chief.headers, `/api/projects/${fresh.pid}/calendar`, 403],
    [{}, '/api/me/calendar', 401],
  ] as const;
  for (const [headers, url, status] of tried)
    for (const method of ['GET', 'POST', 'DELETE'] as const)
      expect([url, (await muster.call({ method, url, headers })).statusCode]).toEqual([url, status]);
  const state = async () =>
    (await muster.call({ url: '/api/me/calendar', headers: fresh.member.headers })).json().created_at;
  expect(await state()).toBeNull();
  await subscribe(fresh.member);
  expect(await state()).toEqual(expect.any(String));
});

test('an API token cannot create an address, which would outlive it', async () => {
  const { owner } = crew;
  for (const url of ['/api/me/calendar', teamPath(), projectPath()]) {
    const response = await muster.call({ method: 'POST', url, headers: owner.headers });
    expect([url, response.statusCode, response.json().code]).toEqual([url, 403, 'browser_only']);
  }
});

test('of several requests at the same time, one address remains', async () => {
  const { member } = await createCrew(muster);
  const addresses = await Promise.all(Array.from({ length: 5 }, () => subscribe(member)));
  const statuses = [];
  for (const address of addresses) statuses.push(await statusOf(address));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404]);
});

test('the secret is stored as a hash and is in no log; each change of the address is audited', async () => {
  const { member } = await createCrew(muster);
  const address = await subscribe(member);
  await subscribe(member);
  await muster.call(address);
  await muster.call({ method: 'DELETE', url: '/api/me/calendar', headers: member.headers });
  const secret = address.slice('/calendar/'.length, -'.ics'.length);
  expect(muster.logs.filter((line) => line.includes(secret))).toEqual([]);
  const newest = await subscribe(member);
  const row = await muster.db.read.selectFrom('calendar_feeds').selectAll().where('uid', '=', member.uid).execute();
  expect(row.map(({ secret_hash }) => secret_hash)).toEqual([sha256(newest.slice('/calendar/'.length, -4))]);
  const audit = await muster.db.read
    .selectFrom('audit')
    .select(['kind', 'actor'])
    .where('subject', '=', member.uid)
    .where('kind', 'like', 'calendar.%')
    .orderBy('id')
    .execute();
  expect(audit.map(({ kind }) => kind)).toEqual([
    'calendar.created',
    'calendar.replaced',
    'calendar.removed',
    'calendar.created',
  ]);
});

test('an unchanged calendar is 304, in the language of the person, with a fixed number of queries', async () => {
  const { member } = crew;
  await setLanguage(muster, member, 'zh-TW');
  const address = await subscribe(member);
  const cost = async (headers: Record<string, string> = {}) => {
    const before = muster.db.queryCount();
    const response = await muster.call({ url: address, headers });
    return { count: muster.db.queryCount() - before, response };
  };
  const one = await cost();
  expect(one.response.headers['content-type']).toBe('text/calendar; charset=utf-8');
  const tag = { 'if-none-match': String(one.response.headers['etag']) };
  expect([(await cost(tag)).response.statusCode, (await cost(tag)).response.body]).toEqual([304, '']);
  for (let count = 0; count < 3; count += 1) await attend(member, 'PUT', await createTask());
  const three = await cost(tag);
  expect([three.response.statusCode, three.count, one.count]).toEqual([200, 3, 3]);
  const { name, events } = parseCalendar(three.response.body);
  expect(name).toBe('我的任務');
  await attend(member, 'DELETE', events.at(-1)?.uid.replace('@muster', '') ?? '');
  expect((await eventsAt(address)).events.map(({ title }) => title)).toContain('已取消：Desk');
});

test('events say where the task is', async () => {
  const place = (await crew.as(crew.owner, 'POST', 'places', { name: 'Hall 2, left' })).json();
  const id = await createTask({ place: place.id });
  const file = await crew.as(crew.member, 'GET', `tasks/${id}/event.ics`);
  expect(file.body).toContain('LOCATION:Hall 2\\, left');
});

test('one task is a file for people who may see it', async () => {
  const fresh = await createCrew(muster);
  const body = { title: 'Gate', tid: 'venue', starts_at: '2026-08-08T09:00:00Z', ends_at: '2026-08-08T10:00:00Z' };
  const { id } = (await fresh.as(fresh.owner, 'POST', 'tasks', { ...body, capacity: 1 })).json();
  const file = await fresh.as(fresh.member, 'GET', `tasks/${id}/event.ics`);
  expect(parseCalendar(file.body).events).toMatchObject([{ uid: `${id}@muster`, title: 'Gate', status: 'CONFIRMED' }]);
  expect(file.headers['content-disposition']).toBe(`attachment; filename="task-${id}.ics"`);
  expect((await fresh.as(fresh.stranger, 'GET', `tasks/${id}/event.ics`)).statusCode).toBe(403);
  expect((await fresh.as(fresh.member, 'GET', 'tasks/nothing/event.ics')).statusCode).toBe(404);
});

test('a program that asks too often gets the time to come back', async () => {
  await using limited = await startTestApp({ env: realLimits });
  const answers = [];
  for (let count = 0; count < 61; count += 1) answers.push(await limited.call(`/calendar/${'b'.repeat(32)}.ics`));
  expect(answers.slice(0, 60).every(({ statusCode }) => statusCode === 404)).toBe(true);
  expect(answers[60]?.statusCode).toBe(429);
  expect(Number(answers[60]?.headers['retry-after'])).toBeGreaterThan(0);
});
