import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, createPerson, createProject, createTeam, tokenOf } from '../../../../test/support/factories.ts';

const muster = useApp();
let owner: { uid: string };
let asOwner: Record<string, string>;
let asAdmin: Record<string, string>;
beforeAll(async () => {
  owner = await createPerson(muster);
  asOwner = bearer(await tokenOf(muster, owner));
  asAdmin = bearer(await tokenOf(muster, await createPerson(muster, { administrator: true })));
});

type Listed = { pid: string; rights: Record<string, boolean> };

const queriesOf = async (url: string, headers: Record<string, string>) => {
  const before = muster.db.queryCount();
  const answer = await muster.call({ url, headers });
  return { queries: muster.db.queryCount() - before, count: answer.json().data.length };
};

test('the list of projects takes as many queries with 50 rows as with one', async () => {
  await createProject(muster, { pid: 'a00' });
  const one = await queriesOf('/api/projects', asOwner);
  expect(one.count).toBe(1);
  for (let i = 1; i < 50; i += 1) await createProject(muster, { pid: `a${String(i).padStart(2, '0')}` });
  expect(await queriesOf('/api/projects', asOwner)).toEqual({ queries: one.queries, count: 50 });
});

test('projects are listed in pages, last pid first, and pages are stable while rows are inserted', async () => {
  const first = (await muster.call('/api/projects?limit=20')).json();
  await createProject(muster, { pid: 'zzz' });
  const second = (await muster.call(`/api/projects?limit=20&cursor=${first.next}`)).json();
  const third = (await muster.call(`/api/projects?limit=20&cursor=${second.next}`)).json();
  expect(third.next).toBeNull();
  const pids = [first, second, third].flatMap((page) => page.data.map((project: Listed) => project.pid));
  expect(pids).toEqual(Array.from({ length: 50 }, (_, i) => `a${String(49 - i).padStart(2, '0')}`));
});

test('each project of the list has the rights of the caller', async () => {
  const [own, led, joined, left] = [
    await createProject(muster, { owners: [owner] }),
    await createProject(muster),
    await createProject(muster),
    await createProject(muster),
  ];
  await createTeam(muster, led, { members: [owner] });
  await createTeam(muster, led, { chiefs: [owner] });
  await createTeam(muster, joined, { members: [owner] });
  await createTeam(muster, left, { members: [owner], disabled: true });
  const rightsOf = async (headers: Record<string, string>) => {
    const { data, rights } = (await muster.call({ url: '/api/projects?limit=200', headers })).json();
    const of = (pid: string) => data.find((project: Listed) => project.pid === pid)?.rights;
    return { create: rights.create, own: of(own), led: of(led), joined: of(joined), left: of(left) };
  };
  expect(await rightsOf(asOwner)).toMatchObject({
    create: false,
    own: { edit: true, see_subsidies: true, plan_tasks: true, create_forms: true, read_audit: true },
    led: { edit: false, see_tasks: true, plan_tasks: true, create_forms: false, read_audit: false },
    joined: { edit: false, see_subsidies: true, see_people: false, see_tasks: true, plan_tasks: false },
    left: { edit: false, see_subsidies: false, see_tasks: false, plan_tasks: false },
  });
  expect(await rightsOf({})).toMatchObject({ create: false, own: { edit: false, see_owners: false } });
  expect(await rightsOf(asAdmin)).toMatchObject({ create: true, own: { edit: false, appoint_owners: true } });
});

test.each(['limit=0', 'limit=201', 'limit=x', 'cursor=nonsense', 'cursor=WzFd', 'unknown=1'])(
  'the query %s is rejected',
  async (query) => {
    expect((await muster.call(`/api/projects?${query}`)).statusCode).toBe(400);
  },
);

const bad: [field: string, value: unknown][] = [
  ['pid', 'Not A Slug'],
  ['pid', ''],
  ['pid', 'x'.repeat(65)],
  ['pid', 2026],
  ['name', ''],
  ['name', ' \u3000 '],
  ['name', 'x'.repeat(101)],
  ['name', null],
  ['name', 'a\u0000b'],
  ['name', 'a\nb'],
  ['name', 'a\ud800b'],
  ['name', ['Camp']],
  ['description', 'x'.repeat(20_001)],
  ['description', 'a\u0007b'],
  ['description', 'a\udc00'],
  ['description', null],
  ['starts_on', '2026-02-30'],
  ['starts_on', '2026-8-8'],
  ['starts_on', '0000-01-01'],
  ['starts_on', '9999-12-31T00:00:00Z'],
  ['starts_on', 20_260_808],
  ['ends_on', '2025-02-29'],
  ['ends_on', ''],
  ['timezone', 'Mars/Olympus'],
  ['timezone', '+08:00'],
  ['timezone', 'Asia/Taipei\u0000'],
  ['timezone', ''],
  ['timezone', null],
];

test.each(bad)('a project is not created or changed with %s %j', async (field, value) => {
  const created = await muster.call({
    method: 'POST',
    url: '/api/projects',
    headers: asAdmin,
    payload: { pid: 'bad-input', name: 'Camp', timezone: 'UTC', [field]: value },
  });
  expect(created.statusCode).toBe(400);
  expect(created.json().errors.map(({ pointer }: { pointer: string }) => pointer)).toContain(`/${field}`);
  expect((await muster.call('/api/projects/bad-input')).statusCode).toBe(404);

  const pid = await createProject(muster, { owners: [owner] });
  const before = (await muster.call(`/api/projects/${pid}`)).json();
  const changed = await muster.call({
    method: 'PATCH',
    url: `/api/projects/${pid}`,
    headers: asOwner,
    payload: { [field]: value },
  });
  expect(changed.statusCode).toBe(400);
  expect(changed.json().errors.map(({ pointer }: { pointer: string }) => pointer)).toContain(`/${field}`);
  expect((await muster.call(`/api/projects/${pid}`)).json()).toEqual(before);
});

test.each([
  [{ owners: [] }, '/owners'],
  [{ owners: ['NOT AN ID'] }, '/owners/0'],
  [{ owners: 'me' }, '/owners'],
  [{ copy_from: 'Not A Slug' }, '/copy_from'],
  [{ copy_chiefs: 'yes' }, '/copy_chiefs'],
  [{ revision: 5 }, '/revision'],
])('a project is not created with %j', async (fields, pointer) => {
  const payload = { pid: 'bad-input', name: 'Camp', timezone: 'UTC', ...fields };
  const answer = await muster.call({ method: 'POST', url: '/api/projects', headers: asAdmin, payload });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
});

test("an administrator chooses the project of the home page, and next year's copy takes over when it is published", async () => {
  using _frozen = muster.clock.freeze();
  const choose = (pid: string, headers: Record<string, string>) =>
    muster.call({ method: 'PUT', url: '/api/admin/leading-project', headers, payload: { pid } });
  const since = async (pid: string) =>
    (await muster.call({ url: `/api/projects/${pid}`, headers: asAdmin })).json().leading_since;
  const [camp, rehearsal] = [await createProject(muster, { owners: [owner] }), await createProject(muster)];
  expect((await choose(camp, asOwner)).statusCode).toBe(403);
  expect((await choose('nowhere', asAdmin)).json()).toMatchObject({ status: 422, errors: [{ pointer: '/pid' }] });
  expect(await since(camp)).toBeNull();
  expect((await choose(rehearsal, asAdmin)).statusCode).toBe(204);
  muster.clock.advance(1);
  expect((await choose(camp, asAdmin)).statusCode).toBe(204);
  const chosen = muster.clock.now().toISOString();
  expect([await since(camp), (await since(rehearsal)) < chosen]).toEqual([chosen, true]);
  // Choosing it again changes nothing.
  muster.clock.advance(1);
  await choose(camp, asAdmin);
  expect(await since(camp)).toBe(chosen);
  expect((await muster.call({ url: '/api/projects', headers: asAdmin })).json().rights).toEqual({
    create: true,
    lead: true,
  });
  expect((await muster.call({ url: '/api/projects', headers: asOwner })).json().rights).toEqual({
    create: false,
    lead: false,
  });

  const change = (pid: string, payload: object) =>
    muster.call({ method: 'PATCH', url: `/api/projects/${pid}`, headers: asOwner, payload });
  const copyOf = async (pid: string) => {
    const payload = { pid, name: pid, timezone: 'UTC', copy_from: camp };
    const url = '/api/projects';
    expect((await muster.call({ method: 'POST', url, headers: asAdmin, payload })).statusCode).toBe(201);
    await muster.db.transaction((trx) =>
      trx.insertInto('project_owners').values({ pid, uid: owner.uid, created_at: chosen }).execute(),
    );
  };
  await copyOf('too-early');
  expect((await change('too-early', { state: 'public' })).json().leading_since).toBeNull();
  await change(camp, { starts_on: '2001-08-08', ends_on: '2001-08-09' });
  await copyOf('next-year');
  const published = (await change('next-year', { state: 'public' })).json();
  expect([published.leading_since, await since('next-year')]).toEqual(Array(2).fill(muster.clock.now().toISOString()));
});
