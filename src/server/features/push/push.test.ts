import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { browserOf } from '../../../../test/support/factories.ts';
import { openPush, pushReceiver } from '../../../../test/support/servers/push-receiver.ts';
import { startReceiver } from '../../../../test/support/servers/receiver.ts';
import type { Receiver } from '../../../../test/support/servers/receiver.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';

const hosts = { INTERNAL_HOSTS: '127.0.0.2', PUSH_INTERNAL_HOSTS: '127.0.0.1' };
const muster = useApp({ env: hosts });
let crew: Crew;
beforeEach(async () => {
  await muster.deliverNotices();
  await muster.db.transaction((trx) => trx.deleteFrom('push_subscriptions').execute());
  crew = await createCrew(muster);
});

type Headers = Record<string, string>;

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers: Headers, payload?: object) =>
  muster.call({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
const list = async (headers: Headers) => (await call('GET', '/api/me/push-subscriptions', headers)).json();
const subscriptionCount = async ({ db }: TestApp = muster) =>
  (await db.read.selectFrom('push_subscriptions').select('id').execute()).length;

/** A browser of the person that gets notifications from a push service at this address. */
async function browser(who: Caller, service: Pick<Receiver, 'url'>, path = `/${Math.random()}`) {
  const headers = await browserOf(muster, who);
  const receiver = pushReceiver();
  const endpoint = `${service.url}${path}`;
  const response = await call('POST', '/api/me/push-subscriptions', headers, { endpoint, keys: receiver.keys });
  expect(response.statusCode).toBe(200);
  return { headers, receiver, endpoint, path };
}

const times = { starts_at: '2027-08-07T01:00:00Z', ends_at: '2027-08-07T04:00:00Z' };

async function createTask(fields: object = {}) {
  const response = await crew.as(crew.chief, 'POST', 'tasks', {
    title: 'Desk',
    tid: 'venue',
    capacity: 9,
    ...times,
    ...fields,
  });
  expect(response.statusCode).toBe(201);
  return response.json();
}
const assign = async (who: Caller, fields: object = {}) => {
  const task = await createTask(fields);
  await crew.as(crew.chief, 'PUT', `tasks/${task.id}/attendees/${who.uid}`);
  return task;
};

test('a notice reaches each browser of the person, encrypted, in their language, with a link', async () => {
  await using service = await startReceiver();
  const [one, two] = [await browser(crew.member, service), await browser(crew.member, service)];
  await call('PUT', '/api/me/profile', crew.member.headers, {
    ...(await call('GET', '/api/me/profile', crew.member.headers)).json(),
    language: 'de',
  });
  const task = await assign(crew.member);
  await muster.deliverNotices();
  expect(service.requests.map(({ path }) => path).toSorted()).toEqual([one.path, two.path].toSorted());
  for (const { path, receiver } of [one, two]) {
    const request = service.requests.find((received) => received.path === path);
    expect(request?.method).toBe('POST');
    expect(request?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      urgency: 'normal',
      topic: expect.stringMatching(/^[\w-]{32}$/),
      authorization: expect.stringMatching(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/),
    });
    expect(JSON.parse(openPush(receiver, request?.bytes ?? Buffer.alloc(0)))).toEqual({
      title: expect.stringMatching(/^Project/),
      body: expect.stringMatching(/^Du bist eingeteilt: „Desk“, /),
      url: `/projects/${crew.pid}/tasks/${task.id}`,
      tag: request?.headers['topic'],
    });
  }
  const { data } = await list(one.headers);
  expect(data).toMatchObject([
    { current: false, service: '127.0.0.1', last_success_at: expect.any(String) },
    { current: true, device: 'Test browser' },
  ]);
  await muster.deliverNotices();
  expect(service.requests).toHaveLength(2);
});

test('what is about a task of the next 24 hours is sent at once and wakes the device', async () => {
  await using service = await startReceiver();
  await browser(crew.member, service);
  const inHours = (hours: number) => new Date(muster.clock.now().getTime() + hours * 3_600_000).toISOString();
  await assign(crew.member, { starts_at: inHours(3), ends_at: inHours(4) });
  await muster.services.jobList.find(({ name }) => name === 'notices')?.run(new AbortController().signal);
  await muster.deliver();
  expect(service.requests.map(({ headers }) => headers['urgency'])).toEqual(['high']);
});

test('a later notice about the same task has the same topic, so that it replaces the earlier one', async () => {
  await using service = await startReceiver();
  await browser(crew.member, service);
  const task = await assign(crew.member);
  await muster.deliverNotices();
  await crew.as(crew.chief, 'PATCH', `tasks/${task.id}`, { title: 'Door' });
  await muster.deliverNotices();
  const topics = service.requests.map(({ headers }) => headers['topic']);
  expect(topics).toHaveLength(2);
  expect(new Set(topics).size).toBe(1);
});

test('more than three notices at once become one notification', async () => {
  await using service = await startReceiver();
  const { receiver } = await browser(crew.member, service);
  for (const hour of ['01', '04', '07', '10'])
    await assign(crew.member, { starts_at: `2027-08-07T${hour}:00:00Z`, ends_at: `2027-08-07T${hour}:30:00Z` });
  await muster.deliverNotices();
  expect(service.requests).toHaveLength(1);
  expect(JSON.parse(openPush(receiver, service.requests[0]?.bytes ?? Buffer.alloc(0)))).toMatchObject({
    body: expect.stringMatching(/^4 notices from Project/),
    url: '/me/notices',
  });
});

test('people choose which kinds they get, and read notices and quiet hours send nothing', async () => {
  await using service = await startReceiver();
  const { headers } = await browser(crew.member, service);
  const settings = { mail: {}, digest: 'daily', quiet_hours: null };
  const defaults = (await call('GET', '/api/me/notice-settings', headers)).json();
  expect([defaults.push['task.added'], defaults.push['form.opened']]).toEqual([true, false]);
  const chosen = { 'task.added': false, 'form.opened': true };
  const saved = await call('PUT', '/api/me/notice-settings', headers, { ...settings, push: chosen });
  expect(saved.json().push).toMatchObject({ ...chosen, 'team.added': true });
  await assign(crew.member);
  await muster.deliverNotices();
  expect(service.requests).toEqual([]);

  await call('PUT', '/api/me/notice-settings', headers, settings);
  await assign(crew.member, { starts_at: '2027-08-08T01:00:00Z', ends_at: '2027-08-08T02:00:00Z' });
  const [newest] = (await call('GET', '/api/me/notices', headers)).json().data;
  await call('PUT', '/api/me/notices/read', headers, { up_to: newest.id });
  await muster.deliverNotices();
  expect(service.requests).toEqual([]);

  // The test clock starts at 9:00 UTC and moves by minutes.
  const quiet = { quiet_hours: { from: '00:00', to: '23:59' }, timezone: 'UTC' };
  await call('PUT', '/api/me/notice-settings', headers, { ...settings, ...quiet });
  await assign(crew.member, { starts_at: '2027-08-09T01:00:00Z', ends_at: '2027-08-09T02:00:00Z' });
  await muster.deliverNotices();
  expect(service.requests).toEqual([]);
  muster.clock.advance(24 * 3600);
  await call('PUT', '/api/me/notice-settings', headers, settings);
  await muster.deliverNotices();
  expect(service.requests).toHaveLength(1);
});

test.each([404, 410])('a subscription that has ended (%i) is removed', async (status) => {
  await using service = await startReceiver();
  await browser(crew.member, service);
  service.answerWith(status);
  await assign(crew.member);
  await muster.deliverNotices();
  expect([service.requests.length, await subscriptionCount()]).toEqual([1, 0]);
});

test('a push service that is down gets the notification later; one that fails for a week is given up', async () => {
  await using service = await startReceiver();
  const { headers } = await browser(crew.member, service);
  service.answerWith(503);
  await assign(crew.member);
  await muster.deliverNotices();
  expect(service.requests).toHaveLength(1);
  service.answerWith(201);
  muster.clock.advance(6);
  await muster.deliver();
  expect(service.requests).toHaveLength(2);
  expect((await list(headers)).data).toMatchObject([{ last_success_at: expect.any(String) }]);
  service.answerWith(400);
  await assign(crew.member, { starts_at: '2027-08-08T01:00:00Z', ends_at: '2027-08-08T02:00:00Z' });
  await muster.deliverNotices();
  await muster.services.runExpiry();
  expect([service.requests.length, await subscriptionCount()]).toEqual([3, 1]);
  muster.clock.advance(7 * 24 * 3600);
  await muster.services.runExpiry();
  expect(await subscriptionCount()).toBe(0);
});

test('push services that do not answer delay neither other people nor mail: a person has one place of five', async () => {
  await using slow = await startReceiver();
  await using quick = await startReceiver();
  const answers: (() => void)[] = [];
  slow.answerWith((response) => void answers.push(() => response.writeHead(201).end()));
  for (let count = 0; count < 7; count += 1) await browser(crew.member, slow);
  await browser(crew.otherChief, quick);
  await assign(crew.member);
  await assign(crew.otherChief, { starts_at: '2027-08-08T01:00:00Z', ends_at: '2027-08-08T02:00:00Z' });
  const done = muster.deliverNotices();
  await expect.poll(() => [answers.length, quick.requests.length]).toEqual([1, 1]);
  await expect.poll(() => muster.mails.length).toBe(2);
  slow.answerWith(201);
  answers.splice(0).forEach((answer) => answer());
  await done;
  expect([slow.requests.length, quick.requests.length]).toEqual([7, 1]);
});

test.each([
  ['http', 'http://push.example.org/x'],
  ['loopback', 'https://localhost/x'],
  ['a private address', 'https://10.0.0.7/x'],
  ['an address in another spelling', 'https://0xa.1/x'],
  ['the metadata of a cloud', 'https://169.254.169.254/latest/meta-data'],
  ['a host that only webhooks may reach', 'http://127.0.0.2/x'],
  ['a file', 'file:///etc/passwd'],
  ['credentials', 'https://user:password@push.example.org/x'],
  ['no URL', 'push'],
])('an endpoint with %s is refused', async (_what, endpoint) => {
  const headers = await browserOf(muster, crew.member);
  const response = await call('POST', '/api/me/push-subscriptions', headers, { endpoint, keys: pushReceiver().keys });
  expect(response.statusCode).toBe(422);
  expect(response.json()).toMatchObject({ code: 'not_allowed', errors: [{ pointer: '/endpoint' }] });
  expect(await subscriptionCount()).toBe(0);
});

test('keys that no browser has are refused, and so is an API token', async () => {
  const headers = await browserOf(muster, crew.member);
  const endpoint = 'https://push.example.org/x';
  const wrong = { endpoint, keys: { ...pushReceiver().keys, auth: 'AAAA' } };
  const response = await call('POST', '/api/me/push-subscriptions', headers, wrong);
  expect([response.statusCode, response.json().errors]).toMatchObject([400, [{ pointer: '/keys' }]]);
  const byToken = { endpoint, keys: pushReceiver().keys };
  expect((await call('POST', '/api/me/push-subscriptions', crew.member.headers, byToken)).json().code).toBe(
    'browser_only',
  );
  expect(await subscriptionCount()).toBe(0);
});

test('a person has at most ten browsers, and can remove one, but not that of somebody else', async () => {
  await using service = await startReceiver();
  const { headers } = await browser(crew.member, service);
  for (let count = 1; count < 10; count += 1) await browser(crew.member, service);
  const eleventh = { endpoint: `${service.url}/11`, keys: pushReceiver().keys };
  const refused = await call('POST', '/api/me/push-subscriptions', await browserOf(muster, crew.member), eleventh);
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'not_allowed']);
  // This browser has one already, which is replaced.
  expect((await call('POST', '/api/me/push-subscriptions', headers, eleventh)).json().data).toHaveLength(10);
  const { id } = (await list(headers)).data[0];
  const url = `/api/me/push-subscriptions/${id}`;
  expect((await call('DELETE', url, crew.chief.headers)).statusCode).toBe(404);
  expect((await call('DELETE', url, headers)).statusCode).toBe(204);
  expect((await list(headers)).data).toHaveLength(9);
  const kinds = await muster.db.read
    .selectFrom('audit')
    .select('kind')
    .where('actor', '=', crew.member.uid)
    .where('kind', 'like', 'push.%')
    .execute();
  expect(kinds.map(({ kind }) => kind)).toEqual([...Array.from({ length: 11 }, () => 'push.added'), 'push.removed']);
});

test('signing out ends it, and the next person at the browser takes the address over', async () => {
  await using service = await startReceiver();
  const first = await browser(crew.member, service, '/same');
  const other = await browser(crew.chief, service, '/same');
  expect([(await list(first.headers)).data, (await list(other.headers)).data.length]).toEqual([[], 1]);
  await call('POST', '/api/sign-out', other.headers);
  expect(await subscriptionCount()).toBe(0);
});

test('suspension and erasure end it, and the export has it', async () => {
  await using service = await startReceiver();
  const { headers, endpoint } = await browser(crew.member, service);
  const exported = (await call('GET', '/api/me/export', headers)).json();
  expect(exported.push_subscriptions).toEqual([
    { device: 'Test browser', endpoint, created_at: expect.any(String), last_success_at: null },
  ]);
  expect((await call('DELETE', '/api/me', headers)).statusCode).toBe(204);
  expect(await subscriptionCount()).toBe(0);
});

test('a payment is announced without its amount', async () => {
  await using service = await startReceiver();
  const { headers, receiver } = await browser(crew.member, service);
  const settings = { mail: {}, digest: 'daily', quiet_hours: null, push: { 'payment.made': true } };
  await call('PUT', '/api/me/notice-settings', headers, settings);
  const now = muster.clock.now().toISOString();
  await muster.db.transaction((trx) =>
    trx
      .insertInto('notices')
      .values({
        id: `z${now}`.replaceAll(/\W/g, '').toLowerCase(),
        uid: crew.member.uid,
        kind: 'payment.made',
        pid: crew.pid,
        subject: 'travel',
        detail: JSON.stringify({ form: 'Travel', amount: 50_000, currency: 'TWD' }),
        created_at: now,
        push_due_at: now,
      })
      .execute(),
  );
  await muster.deliverNotices();
  const text = openPush(receiver, service.requests[0]?.bytes ?? Buffer.alloc(0));
  expect(JSON.parse(text).body).toBe('There is news about your travel money. Open Muster to see it.');
});
