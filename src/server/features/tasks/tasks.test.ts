import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Crew } from '../../../../test/support/world.ts';
import { createProject, createTeam } from '../../../../test/support/factories.ts';
import type { NewTask, Task } from './tasks.schema.ts';

const muster = useApp();
let crew: Crew;
beforeAll(async () => {
  crew = await createCrew(muster);
});

const desk = {
  title: 'Registration desk',
  tid: 'venue',
  starts_at: '2026-08-08T09:00:00+08:00',
  ends_at: '2026-08-08T12:00:00+08:00',
  capacity: 2,
};

async function createTask(fields: Partial<NewTask> = {}): Promise<Task> {
  const response = await crew.as(crew.owner, 'POST', 'tasks', { ...desk, ...fields });
  expect(response.statusCode).toBe(201);
  return response.json();
}

const auditOf = async (subject: string) =>
  muster.db.read
    .selectFrom('audit')
    .select(['actor', 'kind', 'pid', 'detail'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();

const noRights = {
  edit: false,
  add_attendees: false,
  see_attendees: false,
  join: false,
  leave: false,
  wait: false,
  offer: false,
  ask_for_help: false,
};

test('a chief creates a task for their team, and times are stored in UTC', async () => {
  using _still = muster.clock.freeze();
  const response = await crew.as(crew.chief, 'POST', 'tasks', {
    ...desk,
    description: '**Bring** water',
    category: 'desk',
  });
  expect(response.statusCode).toBe(201);
  const task: Task = response.json();
  expect(task).toEqual({
    place: null,
    kind: null,
    replaced: false,
    refusal: null,
    refusals: [],
    missing_skills: [],
    granted_skills: [],
    missing_documents: [],
    series: null,
    min_people: 0,
    visibility: 'project',
    joining: 'open',
    opens_at: null,
    briefing: '',
    grants_skill: null,
    requested: false,
    id: expect.stringMatching(/^[0-9a-z]{26}$/),
    pid: crew.pid,
    title: 'Registration desk',
    description: '**Bring** water',
    category: 'desk',
    tid: 'venue',
    starts_at: '2026-08-08T01:00:00.000Z',
    ends_at: '2026-08-08T04:00:00.000Z',
    capacity: 2,
    attendee_count: 0,
    open_places: 2,
    created_at: muster.clock.now().toISOString(),
    joined: false,
    waiting_count: 0,
    given: false,
    waiting: null,
    offering: false,
    asked: null,
    conflicts: [],
    time_rule: null,
    rights: { ...noRights, edit: true, add_attendees: true, see_attendees: true, join: true, ask_for_help: true },
  });
  expect((await crew.as(crew.member, 'GET', `tasks/${task.id}`)).json()).toEqual({
    ...task,
    rights: { ...noRights, join: true },
  });
  expect(await auditOf(task.id)).toEqual([
    { actor: crew.chief.uid, kind: 'task.created', pid: crew.pid, detail: JSON.stringify({ tid: 'venue' }) },
  ]);
});

test('a chief cannot create tasks for another team or for the whole project', async () => {
  expect((await crew.as(crew.otherChief, 'POST', 'tasks', desk)).statusCode).toBe(403);
  expect((await crew.as(crew.chief, 'POST', 'tasks', { ...desk, tid: null })).statusCode).toBe(403);
  const venue = await createTask();
  const press = await createTask({ tid: 'press' });
  const whole = await createTask({ tid: null });
  for (const [who, id] of [
    [crew.otherChief, venue.id],
    [crew.chief, press.id],
    [crew.chief, whole.id],
  ] as const) {
    expect((await crew.as(who, 'PATCH', `tasks/${id}`, { title: 'x' })).statusCode).toBe(403);
    expect((await crew.as(who, 'DELETE', `tasks/${id}`)).statusCode).toBe(403);
  }
  expect((await crew.as(crew.chief, 'PATCH', `tasks/${venue.id}`, { tid: 'press' })).statusCode).toBe(403);
  expect((await crew.as(crew.chief, 'PATCH', `tasks/${venue.id}`, { tid: null })).statusCode).toBe(403);
  expect((await crew.as(crew.owner, 'PATCH', `tasks/${venue.id}`, { tid: null })).json()).toMatchObject({ tid: null });
});

test('visitors get 401, strangers and members get 403', async () => {
  const { id } = await createTask();
  const reads = [
    ['GET', 'tasks.csv', undefined],
    ['GET', `tasks/${id}`, undefined],
  ] as const;
  const writes = [
    ['POST', 'tasks', desk],
    ['PATCH', `tasks/${id}`, {}],
    ['DELETE', `tasks/${id}`, undefined],
  ] as const;
  expect((await crew.as(undefined, 'GET', 'tasks')).statusCode).toBe(401);
  // Strangers see the tasks that are open to everybody, and there are none.
  expect((await crew.as(crew.stranger, 'GET', 'tasks')).json().data).toEqual([]);
  for (const [method, path, payload] of [...reads, ...writes]) {
    expect((await crew.as(undefined, method, path, payload)).statusCode).toBe(401);
    expect((await crew.as(crew.stranger, method, path, payload)).statusCode).toBe(403);
  }
  for (const [method, path, payload] of writes)
    expect((await crew.as(crew.member, method, path, payload)).statusCode).toBe(403);
});

test('a task of another project gets 404 on every route', async () => {
  const { id } = await createTask();
  const elsewhere = await createProject(muster, { owners: [crew.owner] });
  for (const [method, path, payload] of [
    ['GET', '', undefined],
    ['PATCH', '', { title: 'x' }],
    ['DELETE', '?force=true', undefined],
    ['PUT', '/attendance', undefined],
    ['DELETE', '/attendance', undefined],
    ['GET', '/attendees', undefined],
    ['GET', '/attendees.csv', undefined],
    ['PUT', `/attendees/${crew.owner.uid}`, undefined],
    ['DELETE', `/attendees/${crew.owner.uid}`, undefined],
  ] as const) {
    const response = await crew.at(elsewhere)(crew.owner, method, `tasks/${id}${path}`, payload);
    expect([method, path, response.statusCode]).toEqual([method, path, 404]);
  }
  expect((await crew.as(crew.owner, 'GET', `tasks/${id}`)).json()).toMatchObject({
    title: desk.title,
    attendee_count: 0,
  });
});

test('PATCH changes only the given fields, and nothing when the ETag is stale', async () => {
  const { id } = await createTask();
  const etag = String((await crew.as(crew.owner, 'GET', `tasks/${id}`)).headers['etag']);
  const changed = await crew.as(crew.chief, 'PATCH', `tasks/${id}`, { title: 'Front desk' }, { 'if-match': etag });
  expect(changed.statusCode).toBe(200);
  expect(changed.json()).toMatchObject({ ...(await (await crew.as(crew.chief, 'GET', `tasks/${id}`)).json()) });
  expect(changed.json()).toMatchObject({ title: 'Front desk', tid: 'venue', capacity: 2 });
  const late = await crew.as(crew.owner, 'PATCH', `tasks/${id}`, { title: 'Back desk' }, { 'if-match': etag });
  expect(late.statusCode).toBe(412);
  expect((await crew.as(crew.owner, 'DELETE', `tasks/${id}`, undefined, { 'if-match': etag })).statusCode).toBe(412);
  const fresh = String(changed.headers['etag']);
  const next = await crew.as(crew.owner, 'PATCH', `tasks/${id}`, { capacity: 3 }, { 'if-match': fresh });
  expect(next.json()).toMatchObject({ title: 'Front desk', capacity: 3 });
});

test('a repeated POST with its key creates one task', async () => {
  const key = { 'idempotency-key': 'task-once' };
  const first = await crew.as(crew.owner, 'POST', 'tasks', { ...desk, category: 'once' }, key);
  const second = await crew.as(crew.owner, 'POST', 'tasks', { ...desk, category: 'once' }, key);
  expect(second.json()).toEqual(first.json());
  expect((await crew.as(crew.owner, 'GET', `tasks?category=once`)).json().data).toHaveLength(1);
  expect((await crew.as(crew.owner, 'POST', 'tasks', { ...desk, category: 'x' }, key)).statusCode).toBe(422);
});

test('an unknown team is rejected as an invalid field, a disabled one as a conflict', async () => {
  await createTeam(muster, crew.pid, { tid: 'gone', disabled: true });
  const unknown = await crew.as(crew.owner, 'POST', 'tasks', { ...desk, tid: 'nobody' });
  expect(unknown.statusCode).toBe(422);
  expect(unknown.json().errors[0].pointer).toBe('/tid');
  const disabled = await crew.as(crew.owner, 'POST', 'tasks', { ...desk, tid: 'gone' });
  expect(disabled.statusCode).toBe(409);
  expect(disabled.json()).toMatchObject({ code: 'team_disabled' });
});

test('a task with attendees is deleted only with force, and the audit entry has their number', async () => {
  const { id } = await createTask({ starts_at: '2026-09-01T09:00:00Z', ends_at: '2026-09-01T10:00:00Z' });
  await crew.as(crew.member, 'PUT', `tasks/${id}/attendance`);
  muster.clock.advance(1);
  const refused = await crew.as(crew.owner, 'DELETE', `tasks/${id}`);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ code: 'task_has_attendees' });
  expect((await crew.as(crew.chief, 'DELETE', `tasks/${id}?force=true`)).statusCode).toBe(204);
  expect((await crew.as(crew.owner, 'GET', `tasks/${id}`)).statusCode).toBe(404);
  expect((await auditOf(id)).at(-1)).toEqual({
    actor: crew.chief.uid,
    kind: 'task.removed',
    pid: crew.pid,
    detail: JSON.stringify({ title: desk.title, attendees: 1 }),
  });
});

test('people who wait for a deleted task, or have asked to join it, are notified, and every lost place has an entry', async () => {
  const [full, asked] = [
    await createTask({ starts_at: '2026-09-02T09:00:00Z', ends_at: '2026-09-02T10:00:00Z', capacity: 1 }),
    await createTask({ starts_at: '2026-09-03T09:00:00Z', ends_at: '2026-09-03T10:00:00Z', joining: 'approval' }),
  ];
  await crew.as(crew.member, 'PUT', `tasks/${full.id}/attendance`);
  await crew.as(crew.otherChief, 'PUT', `tasks/${full.id}/attendance`, { wait: true });
  await crew.as(crew.otherChief, 'PUT', `tasks/${asked.id}/attendance`);
  for (const { id } of [full, asked]) await crew.as(crew.owner, 'DELETE', `tasks/${id}?force=true`);
  const notices = muster.db.read.selectFrom('notices').select(['uid', 'subject']).where('kind', '=', 'task.cancelled');
  const rows = await notices.where('subject', 'in', [full.id, asked.id]).execute();
  expect(rows.map(({ uid, subject }) => `${uid} ${subject}`).toSorted()).toEqual(
    [[crew.member, full] as const, [crew.otherChief, full] as const, [crew.otherChief, asked] as const]
      .map(([{ uid }, { id }]) => `${uid} ${id}`)
      .toSorted(),
  );
  expect((await auditOf(crew.member.uid)).at(-1)).toMatchObject({ kind: 'attendance.removed', actor: crew.owner.uid });
});

const bad: [field: string, value: unknown][] = [
  ['title', ''],
  ['title', '   '],
  ['title', 'x'.repeat(201)],
  ['title', 7],
  ['title', null],
  ['title', 'a\u0000b'],
  ['title', 'a\nb'],
  ['title', 'a\ud800b'],
  ['description', 'x'.repeat(20_001)],
  ['description', 'a\u0000b'],
  ['description', 'a\u0007b'],
  ['description', 'a\udfffb'],
  ['description', ['a']],
  ['category', 'x'.repeat(101)],
  ['category', 'a\tb'],
  ['category', 'a\ud800'],
  ['category', {}],
  ['tid', 'Not A Slug'],
  ['tid', 'a\u0000'],
  ['tid', 5],
  ['capacity', 0],
  ['capacity', -1],
  ['capacity', 10_001],
  ['capacity', 1.5],
  ['capacity', '3'],
  ['capacity', 2 ** 53 + 2],
  ['capacity', 1e300],
  ['starts_at', '2026-02-30T09:00:00Z'],
  ['starts_at', '2026-08-08T09:00:00'],
  ['starts_at', '2026-08-08'],
  ['starts_at', 'tomorrow'],
  ['starts_at', '0000-01-01T00:00:00Z'],
  ['starts_at', '2026-08-08T25:00:00Z'],
  ['starts_at', '2026-08-08T09:00:00Z\u0000'],
  ['starts_at', 1_786_150_800],
  ['ends_at', '2016-12-31T23:59:60Z'],
  ['ends_at', '9999-12-31T23:59:59-12:00'],
  ['ends_at', '2026-08-08T09:00:00+08:00'],
  ['ends_at', '2026-08-08T08:00:00+08:00'],
  ['ends_at', null],
  ['attendee_count', 1],
  ['joined', true],
];

test.each(bad)('%s cannot be %j, in a new task or a change', async (field, value) => {
  const count = (await crew.as(crew.owner, 'GET', `tasks?category=bad`)).json().data.length;
  const { id } = await createTask();
  const payload = { ...desk, category: 'bad', [field]: value };
  for (const response of [
    await crew.as(crew.owner, 'POST', 'tasks', payload),
    await crew.as(crew.owner, 'PATCH', `tasks/${id}`, { [field]: value }),
  ]) {
    expect([400, 422]).toContain(response.statusCode);
    expect(response.json().errors.map((error: { pointer: string }) => error.pointer)).toContain(`/${field}`);
  }
  expect((await crew.as(crew.owner, 'GET', `tasks?category=bad`)).json().data).toHaveLength(count);
  expect((await crew.as(crew.owner, 'GET', `tasks/${id}`)).json()).toMatchObject({ title: desk.title, capacity: 2 });
});

test('text in any script is stored unchanged', async () => {
  const title = '報到櫃台 – استقبال 🎪 e\u0301';
  const response = await crew.as(crew.owner, 'POST', 'tasks', { ...desk, title, category: '受付' });
  expect(response.json()).toMatchObject({ title, category: '受付' });
  const listed = await crew.as(crew.owner, 'GET', `tasks?category=${encodeURIComponent('受付')}`);
  expect(listed.json().data.map((task: Task) => task.title)).toEqual([title]);
});
