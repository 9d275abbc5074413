import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, browserOf, createPerson, createTask, tokenOf } from '../../../../test/support/factories.ts';
import { createCaller, createCrew } from '../../../../test/support/world.ts';
import type { Crew } from '../../../../test/support/world.ts';
import { addChanges } from '../../db/db.ts';

const muster = useApp();
let crew: Crew;
beforeAll(async () => {
  crew = await createCrew(muster);
});

type Someone = { headers: Record<string, string> };
const get = (who: Someone, search = '') => muster.call({ url: `/api/changes${search}`, headers: who.headers });
const latest = async (): Promise<string> => (await get(crew.owner, '?after=latest')).json().next;
const kindsFor = async (who: Someone, after: string): Promise<string[]> =>
  (await get(who, `?after=${after}&limit=200`)).json().data.map(({ kind }: { kind: string }) => kind);

test('a change names what it is about by identifiers, with its revision', async () => {
  const start = await latest();
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { name: 'Halls' });
  await crew.as(crew.chief, 'PUT', `teams/venue/members/${crew.stranger.uid}`);
  const page = (await get(crew.owner, `?after=${start}`)).json();
  expect(page).toEqual({
    data: [
      {
        id: expect.stringMatching(/^[0-9a-z]+-[0-9a-z]+$/),
        at: expect.stringMatching(/^2026-06-01T/),
        project: crew.pid,
        kind: 'team.changed',
        subject: { tid: 'venue' },
        revision: 2,
      },
      expect.objectContaining({
        kind: 'member.added',
        subject: { tid: 'venue', uid: crew.stranger.uid },
        revision: null,
      }),
    ],
    next: expect.any(String),
    more: false,
  });
  const rest = (await get(crew.owner, `?after=${page.data[0].id}`)).json();
  expect(rest.data).toEqual([page.data[1]]);
  expect((await get(crew.owner, `?after=${page.next}`)).json()).toMatchObject({ data: [], more: false });
  await crew.as(crew.chief, 'DELETE', `teams/venue/members/${crew.stranger.uid}`);
});

test('pages of one follow each other without gaps, and tell when there is more', async () => {
  const start = await latest();
  for (const name of ['A', 'B', 'C']) await crew.as(crew.owner, 'PATCH', 'teams/press', { name });
  const whole = (await get(crew.owner, `?after=${start}`)).json().data;
  const found: unknown[] = [];
  const more: boolean[] = [];
  for (let after = start; more.at(-1) !== false;) {
    const page = (await get(crew.owner, `?after=${after}&limit=1`)).json();
    found.push(...page.data);
    more.push(page.more);
    after = page.next;
  }
  expect(found).toEqual(whole);
  expect(more).toEqual([true, true, false]);
});

test('everybody sees the changes that their roles allow, and those about themselves', async () => {
  const { as, owner, chief, otherChief, member, stranger } = crew;
  const administrator = await createPerson(muster, { administrator: true });
  const admin = { headers: bearer(await tokenOf(muster, administrator)) };
  const start = await latest();
  const task = {
    title: 'Desk',
    tid: 'venue',
    capacity: 3,
    starts_at: '2026-07-01T09:00:00Z',
    ends_at: '2026-07-01T10:00:00Z',
  };
  const { id } = (await as(chief, 'POST', 'tasks', task)).json();
  await as(member, 'PUT', `tasks/${id}/attendance`);
  await as(chief, 'PUT', `teams/venue/members/${stranger.uid}`);
  await as(chief, 'POST', 'teams/venue/invitations', { emails: ['new@example.org'] });
  await as(owner, 'POST', 'forms', { form: 'shirts', kind: 'appreciation', title: 'Shirts', enabled: true });
  await as(member, 'PUT', 'forms/shirts/response', { answers: { wanted: false } });
  const headers = await browserOf(muster, administrator);
  await muster.call({ method: 'PUT', url: `/api/users/${otherChief.uid}/suspension`, headers, payload: {} });
  await muster.call({ method: 'DELETE', url: `/api/users/${otherChief.uid}/suspension`, headers });
  const fresh = await createCaller(muster);
  await muster.call({ method: 'PUT', url: `/api/admins/${fresh.uid}`, headers });
  const all = ['task.created', 'attendance.added', 'member.added', 'invitation.sent', 'form.created', 'response.saved'];
  expect(await kindsFor(owner, start)).toEqual([...all, 'person.suspended', 'person.reinstated']);
  expect(await kindsFor(chief, start)).toEqual(all.slice(0, 4));
  expect(await kindsFor(member, start)).toEqual(['task.created', 'attendance.added', 'member.added', 'response.saved']);
  // A suspension ends all credentials.
  const again = { headers: bearer(await tokenOf(muster, otherChief)) };
  expect(await kindsFor(again, start)).toEqual([
    'task.created',
    'attendance.added',
    'person.suspended',
    'person.reinstated',
  ]);
  expect(await kindsFor(stranger, start)).toEqual(['task.created', 'member.added']);
  expect(await kindsFor(admin, start)).toEqual(['administrator.appointed']);
  expect(await kindsFor(await createCaller(muster), start)).toEqual([]);
  expect((await muster.call('/api/changes')).statusCode).toBe(401);
  await as(chief, 'DELETE', `teams/venue/members/${stranger.uid}`);
});

test('the feed is empty right after the last role is lost, and back with the next', async () => {
  const start = await latest();
  await crew.as(crew.chief, 'PUT', `teams/venue/members/${crew.stranger.uid}`);
  expect(await kindsFor(crew.stranger, start)).toEqual(['member.added']);
  await crew.as(crew.chief, 'DELETE', `teams/venue/members/${crew.stranger.uid}`);
  expect(await kindsFor(crew.stranger, start)).toEqual([]);
  expect((await get(crew.stranger, `?project=${crew.pid}&after=${start}`)).statusCode).toBe(403);
});

test('people of a draft see nothing of it, its owners everything', async () => {
  const draft = await createCrew(muster);
  const start = await latest();
  await muster.call({
    method: 'PATCH',
    url: `/api/projects/${draft.pid}`,
    headers: draft.owner.headers,
    payload: { state: 'draft' },
  });
  expect(await kindsFor(draft.owner, start)).toEqual(['project.changed']);
  expect(await kindsFor(draft.member, start)).toEqual([]);
  expect((await get(draft.member, `?project=${draft.pid}`)).statusCode).toBe(404);
});

test('`project` and `kinds` filter', async () => {
  const other = await createCrew(muster);
  const start = await latest();
  await muster.db.transaction(async (trx) =>
    trx
      .insertInto('project_owners')
      .values({ pid: other.pid, uid: crew.owner.uid, created_at: '2026-06-01T09:00:00.000Z' })
      .execute(),
  );
  await other.as(crew.owner, 'PATCH', 'teams/venue', { name: 'Other' });
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { name: 'Own' });
  await crew.as(crew.owner, 'PUT', 'teams/press/disabled');
  await crew.as(crew.owner, 'DELETE', 'teams/press/disabled');
  const found = async (search: string) =>
    (await get(crew.owner, `?after=${start}&${search}`))
      .json()
      .data.map(({ project, kind }: Record<string, string>) => [project, kind]);
  expect(await found('')).toEqual([
    [other.pid, 'team.changed'],
    [crew.pid, 'team.changed'],
    [crew.pid, 'team.disabled'],
    [crew.pid, 'team.enabled'],
  ]);
  expect(await found(`project=${other.pid}`)).toEqual([[other.pid, 'team.changed']]);
  expect(await found('kinds=team.enabled,team.disabled')).toEqual([
    [crew.pid, 'team.disabled'],
    [crew.pid, 'team.enabled'],
  ]);
});

test.each([
  ['after=x', 400, '/querystring/after'],
  ['after=1-', 400, '/querystring/after'],
  ['kinds=team.changed,nothing', 400, '/querystring/kinds'],
  ['project=..', 400, '/querystring/project'],
  ['limit=201', 400, '/querystring/limit'],
  ['cursor=x', 400, '/querystring/cursor'],
])('refuses %s', async (search, status, pointer) => {
  const response = await get(crew.owner, `?${search}`);
  expect([response.statusCode, response.json().errors[0].pointer]).toEqual([status, pointer]);
});

test('refuses a malformed Last-Event-ID, an unknown project and one without a role', async () => {
  const headers = { ...crew.owner.headers, 'last-event-id': 'x' };
  const malformed = await muster.call({ url: '/api/changes', headers });
  expect([malformed.statusCode, malformed.json().errors[0].pointer]).toEqual([400, '/headers/last-event-id']);
  const other = await createCrew(muster);
  expect((await get(crew.owner, '?project=nothing')).statusCode).toBe(404);
  expect((await get(crew.owner, `?project=${other.pid}`)).statusCode).toBe(403);
});

test('a cursor works for 30 days, then is answered with 410; so is one that the database has not reached', async () => {
  const { pid, owner } = await createCrew(muster);
  const add = () => muster.db.transaction(async (trx) => addChanges(trx, [rowAt(pid)]));
  await add();
  const [{ id }] = (await get(owner)).json().data;
  muster.clock.advance(30 * 86_400);
  await add();
  expect((await get(owner, `?after=${id}`)).json().data).toHaveLength(1);
  const { next } = (await get(owner, `?after=${id}`)).json();
  muster.clock.advance(86_400);
  const expired = await get(owner, `?after=${id}`);
  expect([expired.statusCode, expired.json().code]).toEqual([410, 'cursor_expired']);
  expect((await get(owner, `?after=${next}`)).statusCode).toBe(200);
  // Without a cursor: what is not older than 30 days, even if more is still there.
  expect((await get(owner)).json().data).toHaveLength(1);
  const ahead = await get(owner, `?after=zzzzzz-${muster.clock.now().getTime().toString(36)}`);
  expect([ahead.statusCode, ahead.json().code]).toEqual([410, 'cursor_expired']);
});

const rowAt = (pid: string, aheadSeconds = 0) => ({
  at: new Date(muster.clock.now().getTime() + aheadSeconds * 1000).toISOString(),
  pid,
  kind: 'project.changed',
  subject: '{}',
  revision: null,
  uid: null,
});

const run = () => muster.services.jobList.find(({ name }) => name === 'changes')?.run(new AbortController().signal);

test('the job deletes changes after 31 days, and nothing else', async () => {
  const { pid } = await createCrew(muster);
  const count = async () =>
    (await muster.db.read.selectFrom('changes').select('seq').where('pid', '=', pid).execute()).length;
  await muster.db.transaction(async (trx) => addChanges(trx, [rowAt(pid)]));
  muster.clock.advance(20 * 86_400);
  await muster.db.transaction(async (trx) => addChanges(trx, [rowAt(pid)]));
  await run();
  expect(await count()).toBe(2);
  muster.clock.advance(11 * 86_400 + 60);
  await run();
  expect(await count()).toBe(1);
});

test('a removed project leaves no changes to the next one of its name', async () => {
  const admin = await createPerson(muster, { administrator: true });
  const headers = await browserOf(muster, admin);
  const project = { pid: 'again', name: 'Again', timezone: 'UTC' };
  const start = await latest();
  await muster.call({ method: 'POST', url: '/api/projects', headers, payload: project });
  await muster.call({ method: 'PATCH', url: '/api/projects/again', headers, payload: { name: 'Once more' } });
  expect(await kindsFor({ headers }, start)).toEqual(['project.created', 'owner.added', 'project.changed']);
  await muster.call({ method: 'DELETE', url: '/api/projects/again', headers });
  await muster.call({ method: 'POST', url: '/api/projects', headers, payload: project });
  expect(await kindsFor({ headers }, start)).toEqual([
    'project.created',
    'project.removed',
    'project.created',
    'owner.added',
  ]);
});

test('other systems learn of an erasure; older changes about the person are gone', async () => {
  const { pid, owner, as, member } = await createCrew(muster);
  const task = await createTask(muster, pid, { title: 'Desk' });
  const start = await latest();
  await as(member, 'PUT', `tasks/${task}/attendance`);
  expect(await kindsFor(owner, start)).toEqual(['attendance.added']);
  const headers = await browserOf(muster, member);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  const { data } = (await get(owner, `?after=${start}`)).json();
  expect(data).toEqual([
    expect.objectContaining({ kind: 'person.erased', project: pid, subject: { uid: member.uid } }),
    expect.objectContaining({ kind: 'member.removed', project: pid, subject: { tid: 'venue', uid: member.uid } }),
  ]);
});

test('other systems also learn of the erasure of somebody who only waited for a task', async () => {
  const { pid, owner } = await createCrew(muster);
  const task = await createTask(muster, pid, { title: 'Desk' });
  const person = await createPerson(muster, { email: 'waiting@example.org' });
  const row = { task_id: task, uid: person.uid, position: 1, created_at: muster.clock.now().toISOString() };
  await muster.db.transaction((trx) => trx.insertInto('waiting_people').values(row).execute());
  const start = await latest();
  const headers = await browserOf(muster, person);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  expect(await kindsFor(owner, start)).toContain('person.erased');
});

test('the number of queries depends neither on the changes nor on the projects', async () => {
  const { pid, owner } = await createCrew(muster);
  const start = await latest();
  const queries = async () => {
    const before = muster.db.queryCount();
    await get(owner, `?after=${start}`);
    return muster.db.queryCount() - before;
  };
  await muster.db.transaction(async (trx) => addChanges(trx, [rowAt(pid)]));
  const one = await queries();
  const other = await createCrew(muster);
  const [created_at, { uid }] = [muster.clock.now().toISOString(), owner];
  await muster.db.transaction(async (trx) => {
    await trx.insertInto('project_owners').values({ pid: other.pid, uid, created_at }).execute();
    addChanges(trx, [rowAt(pid), rowAt(pid), rowAt(other.pid)]);
  });
  expect(await queries()).toBe(one);
});

test('the job deletes changes of a wrong clock, but none that others write while it waits', async () => {
  const { pid } = await createCrew(muster);
  muster.clock.advance(32 * 86_400);
  await muster.db.transaction(async (trx) => addChanges(trx, [rowAt(pid, 2 * 86_400), rowAt(pid, 60)]));
  const listed = () => muster.db.read.selectFrom('changes').select('at').orderBy('seq').execute();
  const [, kept] = (await listed()).slice(-2);
  await run();
  expect(await listed()).toEqual([kept]);
});
