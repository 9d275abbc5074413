import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, browserOf, createTask } from '../../../../test/support/factories.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';
import { allScopes } from '../../auth/scopes.ts';

const muster = useApp();
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
  Object.assign(crew.owner, { headers: await browserOf(muster, crew.owner) });
});

const inDays = (count: number) => new Date(muster.clock.now().getTime() + count * 86_400_000).toISOString();
const create = async (scopes: readonly string[], more: object = {}) => {
  const input = { name: 'Staff bot', scopes, ends_at: inDays(30), ...more };
  return (await crew.as(crew.owner, 'POST', 'service-accounts', input)).json();
};
const botWith = (token: string): Caller => ({ uid: '', email: '', name: '', headers: bearer(token) });
const botFor = async (...scopes: string[]) => botWith((await create(scopes)).token);
const outcome = async (answer: Promise<{ statusCode: number; body: string }>) => {
  const { statusCode, body } = await answer;
  return [statusCode, statusCode < 400 ? '' : JSON.parse(body).code];
};

test('the token is shown once and stored as a hash', async () => {
  const { token, ...shown } = await create(['tasks:read', 'project:read']);
  expect(token).toMatch(/^msa_[0-9a-z]{52}_[0-9a-f]{8}$/);
  expect(shown).toMatchObject({ name: 'Staff bot', scopes: ['project:read', 'tasks:read'], last_used_at: null });
  expect(shown).toMatchObject({ created_by: crew.owner.uid, created_by_name: 'Olga', prefix: token.slice(0, 10) });
  const list = (await crew.as(crew.owner, 'GET', 'service-accounts')).json();
  expect(list).toEqual({ data: [shown], next: null, scopes: allScopes });
  const stored = await muster.db.read.selectFrom('service_tokens').selectAll().execute();
  const audit = await muster.db.read.selectFrom('audit').selectAll().where('subject', '=', shown.id).execute();
  expect(audit).toMatchObject([{ kind: 'service_account.created', actor: crew.owner.uid, pid: crew.pid }]);
  expect(JSON.stringify([stored, audit, muster.logs])).not.toContain(token.slice(10));
});

test.each([
  [{ scopes: [] }, '/scopes'],
  [{ scopes: ['everything'] }, '/scopes/0'],
  [{ name: ' ' }, '/name'],
  [{ name: 'x'.repeat(101) }, '/name'],
  [{ ends_at: 'tomorrow' }, '/ends_at'],
  [{ ends_at: '2020-01-01T00:00:00Z' }, '/ends_at'],
  [{ ends_at: '2036-01-01T00:00:00Z' }, '/ends_at'],
  [{ owner: true }, '/owner'],
])('input with %j is rejected with a pointer to %s', async (fields, pointer) => {
  const problem = await create(['desk'], fields);
  expect(problem).toMatchObject({ status: 400, errors: [{ pointer }] });
});

test('a project has at most 50 accounts; revoked ones do not count', async () => {
  const now = muster.clock.now().toISOString();
  const row = { pid: crew.pid, name: 'Bot', scopes: 'desk', created_at: now, ends_at: now };
  const ids = Array.from({ length: 50 }, (_, index) => `service-${crew.owner.uid}${index}`);
  await muster.db.transaction((trx) =>
    trx
      .insertInto('service_accounts')
      .values(ids.map((id) => ({ ...row, id })))
      .execute(),
  );
  expect(await create(['desk'])).toMatchObject({ status: 422, code: 'not_allowed' });
  expect(await outcome(crew.as(crew.owner, 'DELETE', `service-accounts/${ids[0]}`))).toEqual([204, '']);
  expect(await create(['desk'])).toHaveProperty('token');
});

test('every route without the scope is refused, naming the scope that it needs', async () => {
  const bot = await botFor('project:read');
  expect(await outcome(crew.as(bot, 'GET', 'teams'))).toEqual([200, '']);
  const refused = await crew.as(bot, 'GET', 'tasks');
  expect(refused.json()).toMatchObject({
    status: 403,
    code: 'scope_missing',
    detail: 'This needs the scope `tasks:read`',
  });
  expect(await outcome(crew.as(bot, 'PATCH', 'teams/venue', { name: 'Hall' }))).toEqual([403, 'scope_missing']);
  for (const path of ['dashboard', 'service-accounts', 'webhooks'])
    expect(await outcome(crew.as(bot, 'GET', path))).toEqual([403, 'scope_missing']);
  expect(await outcome(muster.call({ url: '/api/me', ...bot }))).toEqual([403, 'scope_missing']);
  expect(await outcome(muster.call({ url: '/api/users', ...bot }))).toEqual([403, 'scope_missing']);
});

test('with every scope but one, exactly the routes that need it are refused', async () => {
  const outcomes: [url: string, detail: unknown, expected: string][] = [];
  for (const missing of allScopes) {
    const bot = await botFor(...allScopes.filter((scope) => scope !== missing));
    const routes = muster.routes.filter(({ scope }) => scope === missing);
    expect([missing, routes.length > 0]).toEqual([missing, true]);
    for (const { method, url } of routes) {
      const path = url.replace(':pid', crew.pid).replaceAll(/:\w+/g, 'venue');
      const answer = await muster.call({ method, url: path, headers: bot.headers });
      outcomes.push([url, answer.json().detail, `This needs the scope \`${missing}\``]);
    }
  }
  expect(outcomes.length).toBeGreaterThan(60);
  for (const [url, detail, expected] of outcomes) expect([url, detail]).toEqual([url, expected]);
});

test('an account with the scope `desk` marks who came', async () => {
  const task = await createTask(muster, crew.pid, { tid: 'venue', starts_at: inDays(0.1), ends_at: inDays(0.2) });
  await crew.as(crew.owner, 'PUT', `tasks/${task}/attendees/${crew.member.uid}`);
  const { id, token } = await create(['desk']);
  const mark = (bot: Caller) =>
    outcome(crew.as(bot, 'PATCH', `tasks/${task}/attendees/${crew.member.uid}`, { state: 'no_show' }));
  expect(await mark(await botFor('tasks:read', 'tasks:write'))).toEqual([403, 'scope_missing']);
  expect(await mark(botWith(token))).toEqual([200, '']);
  const log = (
    await muster.call({ url: `/api/audit?project=${crew.pid}&kind=attendance.marked`, ...crew.owner })
  ).json();
  expect(log.data).toMatchObject([{ actor: id, subject: crew.member.uid }]);
});

test('accounts and people do not share Idempotency-Keys', async () => {
  const key = { 'idempotency-key': 'the-same' };
  const callers = [crew.owner, await botFor('teams:write'), await botFor('teams:write')];
  const answers = [];
  for (const caller of callers)
    answers.push(await crew.as(caller, 'POST', 'teams', { tid: 'info', name: 'Info' }, key));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 409, 409]);
});

test('a token of one project is refused on another, which need not exist; public routes see a visitor', async () => {
  const bot = await botFor(...allScopes);
  const other = await createCrew(muster);
  for (const pid of [other.pid, 'nowhere']) {
    for (const path of ['', '/teams', '/people', '/tasks', '/forms', '/messages'])
      expect(await outcome(muster.call({ url: `/api/projects/${pid}${path}`, ...bot }))).toEqual([
        403,
        'other_project',
      ]);
    expect(await outcome(muster.call({ url: `/api/changes?project=${pid}`, ...bot }))).toEqual([403, 'other_project']);
  }
  expect(await outcome(muster.call({ url: '/api/projects', ...bot }))).toEqual([200, '']);
  expect(await outcome(muster.call({ url: `/api/members/${other.pid}`, ...bot }))).toEqual([200, '']);
});

test('an account ends at its time, when it is revoked, and while its project is archived', async () => {
  const { id, token } = await create(['project:read']);
  const bot = botWith(token);
  const patch = (value: string) =>
    muster.call({ method: 'PATCH', url: `/api/projects/${crew.pid}`, ...crew.owner, payload: { state: value } });
  expect(await outcome(crew.as(bot, 'GET', 'teams'))).toEqual([200, '']);
  expect((await patch('archived')).statusCode).toBe(200);
  expect(await outcome(crew.as(bot, 'GET', 'teams'))).toEqual([401, 'expired_token']);
  expect((await patch('public')).statusCode).toBe(200);
  expect(await outcome(crew.as(bot, 'GET', 'teams'))).toEqual([200, '']);
  muster.clock.advance(31 * 86_400);
  expect(await outcome(crew.as(bot, 'GET', 'teams'))).toEqual([401, 'expired_token']);
  Object.assign(crew.owner, { headers: await browserOf(muster, crew.owner) });
  const renewed = (await crew.as(crew.owner, 'POST', `service-accounts/${id}/renewal`, { ends_at: inDays(10) })).json();
  expect(await outcome(crew.as(botWith(renewed.token), 'GET', 'teams'))).toEqual([200, '']);
  expect(await outcome(crew.as(crew.owner, 'DELETE', `service-accounts/${id}`))).toEqual([204, '']);
  expect(await outcome(crew.as(botWith(renewed.token), 'GET', 'teams'))).toEqual([401, 'revoked_token']);
  expect(await outcome(crew.as(crew.owner, 'DELETE', `service-accounts/${id}`))).toEqual([404, 'not_found']);
});

test('after a renewal the previous token works for one hour', async () => {
  const { id, token } = await create(['project:read']);
  const input = { ends_at: inDays(60) };
  const renewed = (await crew.as(crew.owner, 'POST', `service-accounts/${id}/renewal`, input)).json();
  expect(renewed).toMatchObject({ id, ends_at: input.ends_at, prefix: renewed.token.slice(0, 10) });
  const both = async () => [
    await outcome(crew.as(botWith(token), 'GET', 'teams')),
    await outcome(crew.as(botWith(renewed.token), 'GET', 'teams')),
  ];
  expect(await both()).toEqual([
    [200, ''],
    [200, ''],
  ]);
  muster.clock.advance(3601);
  expect(await both()).toEqual([
    [401, 'expired_token'],
    [200, ''],
  ]);
});

test('only owners with a fresh sign-in create and renew accounts', async () => {
  const { id } = await create(['desk']);
  const ends_at = inDays(5);
  const attempts = [
    ['service-accounts', { name: 'Bot', scopes: ['desk'], ends_at }],
    [`service-accounts/${id}/renewal`, { ends_at }],
  ] as const;
  const bot = await botFor(...allScopes);
  for (const [path, input] of attempts) {
    expect(await outcome(crew.as(crew.chief, 'POST', path, input))).toEqual([403, 'forbidden']);
    expect(await outcome(crew.as(bot, 'POST', path, input))).toEqual([403, 'scope_missing']);
    expect(await outcome(crew.as(undefined, 'POST', path, input))).toEqual([401, 'not_signed_in']);
  }
  muster.clock.advance(16 * 60);
  for (const [path, input] of attempts)
    expect(await outcome(crew.as(crew.owner, 'POST', path, input))).toEqual([403, 'sign_in_again']);
  expect(await outcome(crew.as(crew.chief, 'GET', 'service-accounts'))).toEqual([403, 'forbidden']);
});

test('it works under its own name in the audit log; the people whom it puts on tasks are notified', async () => {
  const { id, token } = await create(['tasks:read', 'tasks:write', 'teams:write']);
  const bot = botWith(token);
  const starts_at = '2026-08-01T09:00:00Z';
  const input = { title: 'Desk', tid: 'venue', starts_at, ends_at: '2026-08-01T11:00:00Z', capacity: 2 };
  const keyed = { 'idempotency-key': 'desk-1' };
  const [first, again] = [
    await crew.as(bot, 'POST', 'tasks', input, keyed),
    await crew.as(bot, 'POST', 'tasks', input, keyed),
  ];
  expect([first.statusCode, again.json()]).toEqual([201, first.json()]);
  const task = first.json().id;
  expect(await outcome(crew.as(bot, 'PUT', `tasks/${task}/attendees/${crew.member.uid}`))).toEqual([204, '']);
  expect(await outcome(crew.as(bot, 'PATCH', `tasks/${task}`, { title: 'Info desk' }))).toEqual([200, '']);
  expect(await outcome(crew.as(bot, 'PUT', `teams/press/members/${crew.stranger.uid}`))).toEqual([204, '']);
  const log = (await muster.call({ url: `/api/audit?project=${crew.pid}&limit=4`, ...crew.owner })).json();
  const entries = log.data.map((entry: { kind: string; actor: string; actor_name: string }) => [
    entry.kind,
    entry.actor,
    entry.actor_name,
  ]);
  expect(entries).toEqual(
    ['member.added', 'task.changed', 'attendance.added', 'task.created'].map((kind) => [kind, id, 'Staff bot']),
  );
  const notices = (await muster.call({ url: '/api/me/notices', ...crew.member })).json();
  expect(notices.data[0]).toMatchObject({ actor: null });
  await muster.services.authenticator.flush();
  const [account] = (await crew.as(crew.owner, 'GET', 'service-accounts')).json().data;
  expect(account.last_used_at).not.toBeNull();
});

test('it never sees contact details or private answers, and nothing is recorded as a private read', async () => {
  const contact = { phone: '+886912345678', handles: [{ service: 'Matrix', name: '@mia' }], visible_to: 'team' };
  await muster.call({ method: 'PUT', url: '/api/me/contact', ...crew.member, payload: contact });
  const task = await createTask(muster, crew.pid, { tid: 'venue' });
  await crew.as(crew.owner, 'PUT', `tasks/${task}/attendees/${crew.member.uid}`);
  const bot = await botFor('people:read', 'tasks:read', 'forms:read');
  const paths = ['people', `people/${crew.member.uid}`, 'people.csv', 'teams/venue/members', 'teams/venue/members.csv'];
  for (const path of [...paths, `tasks/${task}/attendees`]) {
    const { statusCode, body } = await crew.as(bot, 'GET', path);
    expect([path, statusCode, body.includes('Mia'), /886912345678|@mia/.test(body)]).toEqual([path, 200, true, false]);
  }
  expect((await crew.as(bot, 'GET', `tasks/${task}/attendees`)).body).not.toContain('@example.org');
  const reads = (await muster.call({ url: '/api/me/private-reads', ...crew.member })).json();
  expect(reads.data).toEqual([]);
});

test('messages are sent in the name of the person who created it', async () => {
  const { id, token } = await create(['messages:send']);
  const input = { audience: { uids: [crew.member.uid] }, subject: 'Shirts', body: 'Hello {{name}}' };
  const draft = (await crew.as(botWith(token), 'POST', 'messages', input)).json();
  expect(draft.sender).toMatchObject({ uid: crew.owner.uid });
  const sent = await crew.as(botWith(token), 'POST', `messages/${draft.id}/send`);
  expect(sent.json()).toMatchObject({ state: 'sending' });
  const log = (await muster.call({ url: `/api/audit?project=${crew.pid}&kind=message.sent`, ...crew.owner })).json();
  expect(log.data).toMatchObject([{ actor: id, actor_name: 'Staff bot' }]);
});

test('to write messages is not to list people', async () => {
  const everyone = { audience: { everyone: true } };
  const preview = async (token: string) =>
    (await crew.as(botWith(token), 'POST', 'messages/audience', everyone)).json();
  const sender = (await create(['messages:send'])).token;
  const reader = (await create(['messages:send', 'people:read'])).token;
  const shown = await preview(reader);
  expect(shown.people.length).toBeGreaterThan(1);
  expect(await preview(sender)).toEqual({ ...shown, people: [] });
  const input = { audience: { uids: [crew.member.uid] }, subject: 'Shirts', body: 'Hello' };
  const { id } = (await crew.as(botWith(sender), 'POST', 'messages', input)).json();
  await crew.as(botWith(sender), 'POST', `messages/${id}/send`);
  const recipients = (token: string) => crew.as(botWith(token), 'GET', `messages/${id}/recipients`);
  expect(await outcome(recipients(sender))).toEqual([403, 'scope_missing']);
  expect((await recipients(reader)).statusCode).toBe(200);
});

test('after a renewal, messages are sent in the name of the owner who has the new token', async () => {
  const { id } = await create(['messages:send']);
  const other = Object.assign(crew.chief, { headers: await browserOf(muster, crew.chief) });
  const row = { pid: crew.pid, uid: other.uid, created_at: inDays(0) };
  await muster.db.transaction((trx) => trx.insertInto('project_owners').values(row).execute());
  const { token } = (await crew.as(other, 'POST', `service-accounts/${id}/renewal`, { ends_at: inDays(10) })).json();
  const input = { audience: { uids: [crew.member.uid] }, subject: 'Shirts', body: 'Hello' };
  const draft = (await crew.as(botWith(token), 'POST', 'messages', input)).json();
  expect(draft.sender).toMatchObject({ uid: other.uid });
});

test('the number of queries of a request is fixed', async () => {
  const bot = await botFor('tasks:read');
  const count = async () => {
    const before = muster.db.queryCount();
    await crew.as(bot, 'GET', 'task-categories');
    return muster.db.queryCount() - before;
  };
  expect(await count()).toBe(4);
});
