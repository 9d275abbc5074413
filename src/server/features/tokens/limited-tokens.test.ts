import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, browserOf } from '../../../../test/support/factories.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';

const muster = useApp();
let crew: Crew;
let browser: Record<string, string>;
beforeEach(async () => {
  crew = await createCrew(muster);
  browser = await browserOf(muster, crew.chief);
});

const credentials = (search: string) =>
  muster.call({ method: 'POST', url: `/api/me/exchange-credentials${search}`, headers: browser });
const tokenWith = async (search: string, more: object = {}) => {
  const { username, password } = (await credentials(search)).json();
  const payload = { username, password, ...more };
  return (await muster.call({ method: 'POST', url: '/api/token', payload })).json().access_token;
};
const chiefWith = (token: string): Caller => ({ ...crew.chief, headers: bearer(token) });
const limited = async (scopes: string, more: object = {}) =>
  chiefWith(await tokenWith(`?project=${crew.pid}&scopes=${scopes}`, more));
const outcome = async (answer: Promise<{ statusCode: number; body: string }>) => {
  const { statusCode, body } = await answer;
  return [statusCode, statusCode < 400 ? '' : JSON.parse(body).code];
};
const ownTokens = async () => (await muster.call({ url: '/api/me/tokens', headers: browser })).json().data;

test('a limited token does in its project what its scopes and the roles of the person allow', async () => {
  const me = await limited('tasks:read,teams:write');
  expect(await outcome(crew.as(me, 'GET', 'tasks'))).toEqual([200, '']);
  expect(await outcome(crew.as(me, 'PUT', `teams/venue/members/${crew.stranger.uid}`))).toEqual([204, '']);
  expect(await outcome(crew.as(me, 'PUT', `teams/press/members/${crew.stranger.uid}`))).toEqual([403, 'forbidden']);
  expect(await outcome(crew.as(me, 'GET', 'people'))).toEqual([403, 'scope_missing']);
  expect(await outcome(muster.call({ url: '/api/me', ...me }))).toEqual([403, 'scope_missing']);
  const other = await createCrew(muster);
  expect(await outcome(muster.call({ url: `/api/projects/${other.pid}/tasks`, ...me }))).toEqual([
    403,
    'other_project',
  ]);
  expect((await ownTokens())[0]).toMatchObject({ project: crew.pid, scopes: ['teams:write', 'tasks:read'] });
  const reading = await limited('teams:write', { scope: 'read' });
  expect(await outcome(crew.as(reading, 'PATCH', 'teams/venue', { description: 'Hall' }))).toEqual([
    403,
    'read_only_token',
  ]);
});

test('a limited token reads only changes of its project, and none of the installation', async () => {
  const other = await createCrew(muster);
  for (const { pid, owner } of [crew, other]) {
    const payload = { tid: 'new', name: 'New' };
    await muster.call({ method: 'POST', url: `/api/projects/${pid}/teams`, ...owner, payload });
  }
  await muster.db.transaction(async (trx) => {
    const values = { pid: other.pid, tid: 'press', uid: crew.chief.uid, role: 'chief' as const };
    await trx
      .insertInto('memberships')
      .values({ ...values, created_at: muster.clock.now().toISOString() })
      .execute();
    await trx
      .updateTable('people')
      .set({ administrator_since: muster.clock.now().toISOString() })
      .where('uid', '=', crew.chief.uid)
      .execute();
  });
  const projectsSeen = async (who: Caller) => [
    ...new Set(
      (await muster.call({ url: '/api/changes', ...who })).json().data.map((one: { project: string }) => one.project),
    ),
  ];
  expect(await projectsSeen(await limited('changes:read'))).toEqual([crew.pid]);
  expect(await projectsSeen(crew.chief)).toEqual([crew.pid, other.pid]);
  const refused = muster.call({ url: '/api/admin/health', ...(await limited('project:read')) });
  expect(await outcome(refused)).toEqual([403, 'scope_missing']);
});

test.each([
  ['?project=2026', '/querystring/scopes'],
  ['?scopes=tasks:read', '/querystring/project'],
  ['?project=PID&scopes=tasks:read,all', '/querystring/scopes'],
  ['?project=PID&scopes=tasks:read&scope=private:read', '/querystring/scope'],
])('credentials with %s are refused with a pointer to %s', async (search, pointer) => {
  const response = await credentials(search.replace('PID', crew.pid));
  expect(response.json()).toMatchObject({ status: 400, errors: [{ pointer }] });
});

const credentialsFor = (payload: object, search = '') =>
  muster.call({ method: 'POST', url: `/api/me/exchange-credentials${search}`, headers: browser, payload });

test('the options of credentials can be in the body', async () => {
  const { username, password } = (
    await credentialsFor({ project: crew.pid, scopes: ['teams:write', 'tasks:read'] })
  ).json();
  await muster.call({ method: 'POST', url: '/api/token', payload: { username, password } });
  expect((await ownTokens()).slice(0, 1)).toMatchObject([{ project: crew.pid, scopes: ['teams:write', 'tasks:read'] }]);
  const reading = (await credentialsFor({ scope: 'private:read' })).json();
  await muster.call({
    method: 'POST',
    url: '/api/token',
    payload: { username: reading.username, password: reading.password },
  });
  expect((await ownTokens())[0]).toMatchObject({ project: null, scopes: null, private_read: true });
});

test.each([
  ['an unknown option', { projects: ['2026'] }, '', '/projects'],
  ['a project without scopes', { project: '2026' }, '', '/scopes'],
  ['scopes without a project', { scopes: ['tasks:read'] }, '', '/project'],
  ['an unknown scope', { project: '2026', scopes: ['all'] }, '', '/scopes/0'],
  ['private data in a limited token', { project: '2026', scopes: ['tasks:read'], scope: 'private:read' }, '', '/scope'],
  ['options in the body and in the URL', { scope: 'private:read' }, '?project=2026', ''],
])('credentials with %s in the body are refused', async (_, body, search, pointer) => {
  const response = await credentialsFor(body, search);
  expect([response.statusCode, response.json().errors[0].pointer]).toEqual([400, pointer]);
});

test.each([
  ['', {}, 'write'],
  ['', { scope: 'read' }, 'read'],
  ['?scope=private:read', {}, 'write private:read'],
  ['?project=PID&scopes=tasks:read,teams:write', {}, 'teams:write tasks:read'],
  ['?project=PID&scopes=tasks:read', { scope: 'read' }, 'read tasks:read'],
])('with %s and %j, the answer to an exchange has the scope %s', async (search, more, scope) => {
  const { username, password } = (await credentials(search.replace('PID', crew.pid))).json();
  const payload = { username, password, ...more };
  expect((await muster.call({ method: 'POST', url: '/api/token', payload })).json()).toMatchObject({ scope });
});

const described = async (token: string) => (await muster.call({ url: '/api/token', headers: bearer(token) })).json();

test('every token describes itself', async () => {
  const { pid, chief, owner } = crew;
  const person = { uid: chief.uid, name: 'Chen' };
  const personal = await described(await tokenWith('?scope=private:read', { name: 'all', expires_in_days: 7 }));
  const [{ id, created_at, expires_at }] = await ownTokens();
  expect(personal).toEqual({
    kind: 'personal',
    id,
    name: 'all',
    person,
    project: null,
    scope: 'write',
    private_read: true,
    scopes: null,
    created_at,
    expires_at,
  });
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(7 * 86_400_000);
  const search = `?project=${pid}&scopes=tasks:read`;
  const limit = await described(await tokenWith(search, { scope: 'read', expires_in_days: 7 }));
  expect(limit).toMatchObject({ person, project: pid, scope: 'read', private_read: false, scopes: ['tasks:read'] });

  const headers = await browserOf(muster, owner);
  const create = async (what: string, payload: object) =>
    (await muster.call({ method: 'POST', url: `/api/projects/${pid}/${what}`, headers, payload })).json();
  const payload = { name: 'Bot', scopes: ['teams:write'], ends_at: '2027-01-31T00:00:00.000Z' };
  const account = await create('service-accounts', payload);
  expect(await described(account.token)).toEqual({
    kind: 'service_account',
    id: account.id,
    name: 'Bot',
    person: null,
    project: pid,
    scope: 'write',
    private_read: false,
    scopes: ['teams:write'],
    created_at: account.created_at,
    expires_at: '2027-01-31T00:00:00.000Z',
  });
  const reader = await create('service-accounts', { ...payload, scopes: ['tasks:read', 'people:read'] });
  expect(await described(reader.token)).toMatchObject({ scope: 'read', scopes: ['people:read', 'tasks:read'] });
  const both = await create('service-accounts', { ...payload, scopes: ['tasks:read', 'teams:write'] });
  expect(await described(both.token)).toMatchObject({ scope: 'write', scopes: ['teams:write', 'tasks:read'] });
  expect(await described(await tokenWith(search, {}))).toMatchObject({ scope: 'read', scopes: ['tasks:read'] });
  const device = await create('devices', { name: 'Gate' });
  expect(await described(device.token)).toEqual({
    kind: 'device',
    id: device.id,
    name: 'Gate',
    person: null,
    project: pid,
    scope: 'write',
    private_read: false,
    scopes: ['desk'],
    created_at: device.created_at,
    expires_at: device.expires_at,
  });
});

test('only a token can be described', async () => {
  for (const headers of [{}, browser])
    expect(await outcome(muster.call({ url: '/api/token', headers }))).toEqual([401, 'not_signed_in']);
  expect(await outcome(muster.call({ url: '/api/token', headers: bearer('mst_none') }))).toEqual([
    401,
    'malformed_token',
  ]);
});

test('credentials for a project that does not exist are 404', async () => {
  expect((await credentials('?project=nowhere&scopes=tasks:read')).statusCode).toBe(404);
});

test('a renewal keeps name, limits and lifetime; the previous token works for one more hour', async () => {
  const old = await tokenWith(`?project=${crew.pid}&scopes=tasks:read`, { name: 'bot', expires_in_days: 7 });
  const [{ id }] = await ownTokens();
  muster.clock.advance(6 * 86_400);
  browser = await browserOf(muster, crew.chief);
  const url = `/api/me/tokens/${id}/renewal`;
  expect(await outcome(muster.call({ method: 'POST', url, headers: bearer(old) }))).toEqual([403, 'scope_missing']);
  expect(await outcome(muster.call({ method: 'POST', url, ...crew.chief }))).toEqual([403, 'browser_only']);
  const stranger = await browserOf(muster, crew.stranger);
  expect(await outcome(muster.call({ method: 'POST', url, headers: stranger }))).toEqual([404, 'not_found']);
  const renewed = await muster.call({ method: 'POST', url, headers: browser });
  expect(renewed.statusCode).toBe(201);
  const { access_token: token, old_token_until, ...shown } = renewed.json();
  expect(shown).toMatchObject({ name: 'bot', project: crew.pid, scopes: ['tasks:read'], last_used_at: null });
  expect(Date.parse(shown.expires_at) - Date.parse(shown.created_at)).toBe(7 * 86_400_000);
  expect(Date.parse(old_token_until) - Date.parse(shown.created_at)).toBe(3_600_000);
  expect(await outcome(crew.as(chiefWith(old), 'GET', 'tasks'))).toEqual([200, '']);
  muster.clock.advance(3601);
  expect(await outcome(crew.as(chiefWith(old), 'GET', 'tasks'))).toEqual([401, 'expired_token']);
  expect(await outcome(crew.as(chiefWith(token), 'GET', 'tasks'))).toEqual([200, '']);
  const gone = `/api/me/tokens/${shown.id}`;
  await muster.call({ method: 'DELETE', url: gone, headers: browser });
  const again = muster.call({ method: 'POST', url: `${gone}/renewal`, headers: browser });
  expect(await outcome(again)).toEqual([404, 'not_found']);
});

test('the audit log names the token with which something was done', async () => {
  const me = chiefWith(await tokenWith('', { name: 'staff page' }));
  await crew.as(me, 'PATCH', 'teams/venue', { description: 'Hall' });
  await muster.call({
    method: 'PATCH',
    url: `/api/projects/${crew.pid}/teams/venue`,
    headers: browser,
    payload: { description: 'Big hall' },
  });
  const url = `/api/audit?project=${crew.pid}&kind=team.changed`;
  const entries = (await muster.call({ url, ...crew.owner })).json().data;
  expect(entries).toMatchObject([
    { actor_name: 'Chen', token: null, token_name: null },
    { actor_name: 'Chen', token_name: 'staff page' },
  ]);
});
