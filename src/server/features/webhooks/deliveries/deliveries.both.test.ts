import { Webhook } from 'standardwebhooks';
import { beforeEach, expect, test } from 'vitest';
import { testClock, useApp } from '../../../../../test/support/app.ts';
import { openAt } from '../../../../../test/support/database.ts';
import { browserOf } from '../../../../../test/support/factories.ts';
import { startReceiver } from '../../../../../test/support/servers/receiver.ts';
import type { ReceivedRequest, Receiver } from '../../../../../test/support/servers/receiver.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Crew } from '../../../../../test/support/world.ts';
import { recordAttempts } from './outcomes.service.ts';
import { webhookWorker } from './worker.service.ts';

/** The reference library compares timestamps with the time of this machine. */
const muster = useApp({
  env: { INTERNAL_HOSTS: '127.0.0.1' },
  clock: testClock(new Date()),
});
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
  Object.assign(crew.owner, { headers: await browserOf(muster, crew.owner) });
});

type Created = { id: string; secret: string };
const create = async (url: string, payload: object = {}): Promise<Created> =>
  (await crew.as(crew.owner, 'POST', 'webhooks', { url, ...payload })).json();
const addTask = (title = 'Desk') =>
  crew.as(crew.chief, 'POST', 'tasks', {
    title,
    tid: 'venue',
    starts_at: '2031-07-02T09:00:00Z',
    ends_at: '2031-07-02T11:00:00Z',
    capacity: 3,
  });
const drain = () => muster.services.webhooks.drain();
const log = async (id: string) => (await crew.as(crew.owner, 'GET', `webhooks/${id}/deliveries`)).json().data;
const shown = async () => (await crew.as(crew.owner, 'GET', 'webhooks')).json().data;
const first = ({ requests: [one] }: Receiver): ReceivedRequest => {
  if (one === undefined) throw new Error('nothing was received');
  return one;
};
const signed = ({ headers }: ReceivedRequest): Record<string, string> =>
  Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])]),
  );
const ids = ({ requests }: Receiver): string[] => requests.map(({ headers }) => String(headers['webhook-id']));

test('a change is delivered as Standard Webhooks describe, with the data of the change feed', async () => {
  await using receiver = await startReceiver();
  await addTask('Before the webhook');
  const { id, secret } = await create(`${receiver.url}/hook`);
  const { id: task } = (await addTask()).json();
  await drain();
  await drain();
  expect(receiver.requests).toHaveLength(1);
  const request = first(receiver);
  const body = new Webhook(secret).verify(request.body, signed(request));
  const feed = (await muster.call({ url: `/api/changes?project=${crew.pid}`, headers: crew.owner.headers })).json();
  const change = feed.data.at(-1);
  expect(change).toMatchObject({ kind: 'task.created', subject: { task }, project: crew.pid });
  expect(body).toEqual({ type: 'task.created', timestamp: change.at, data: change });
  expect(request).toMatchObject({ method: 'POST', path: '/hook', headers: { 'content-type': 'application/json' } });
  expect(await log(id)).toMatchObject([
    { id: ids(receiver)[0], kind: 'task.created', state: 'delivered', attempts: 1, outcome: 'http_204', due_at: null },
  ]);
});

test('a changed body, an old timestamp and another secret do not verify', async () => {
  await using receiver = await startReceiver();
  const { secret } = await create(receiver.url);
  await addTask();
  await drain();
  const request = first(receiver);
  const headers = signed(request);
  const library = new Webhook(secret);
  expect(() => library.verify(`${request.body} `, headers)).toThrow('No matching signature found');
  expect(() => library.verify(request.body, { ...headers, 'webhook-id': 'another' })).toThrow(
    'No matching signature found',
  );
  const old = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 301) };
  expect(() => library.verify(request.body, old)).toThrow('Message timestamp too old');
  const other = new Webhook(`whsec_${Buffer.from('another secret').toString('base64')}`);
  expect(() => other.verify(request.body, headers)).toThrow('No matching signature found');
});

test('for a day after a rotation both secrets verify, then only the new one', async () => {
  await using receiver = await startReceiver();
  const { id, secret: old } = await create(receiver.url);
  const rotate = async () => (await crew.as(crew.owner, 'POST', `webhooks/${id}/secret`)).json();
  const { secret: older, old_secret_until: until } = await rotate();
  const { secret } = await rotate();
  expect(new Set([old, older, secret]).size).toBe(3);
  expect((await shown())[0].old_secret_until > until).toBe(true);
  const delivered = async () => {
    await addTask();
    receiver.requests.length = 0;
    await drain();
    const request = first(receiver);
    const at = Number(request.headers['webhook-timestamp']);
    return [old, older, secret].map((one) => {
      const own = new Webhook(one).sign(ids(receiver)[0] ?? '', new Date(at * 1000), request.body);
      return String(request.headers['webhook-signature']).split(' ').includes(own);
    });
  };
  expect(await delivered()).toEqual([false, true, true]);
  muster.clock.advance(86_401);
  expect(await delivered()).toEqual([false, false, true]);
});

test('only active webhooks of the project get the kinds that they want', async () => {
  await using receiver = await startReceiver();
  await create(`${receiver.url}/all`);
  await create(`${receiver.url}/tasks`, { kinds: ['task.created'] });
  await create(`${receiver.url}/members`, { kinds: ['member.added'] });
  const { id } = await create(`${receiver.url}/paused`, { active: false });
  const own = crew;
  crew = await createCrew(muster);
  Object.assign(crew.owner, { headers: await browserOf(muster, crew.owner) });
  await create(`${receiver.url}/other-project`);
  crew = own;
  await addTask();
  await drain();
  const paths = () => receiver.requests.map(({ path }) => path).toSorted();
  expect(paths()).toEqual(['/all', '/tasks']);
  // What happened while a webhook was switched off is not sent afterwards.
  await crew.as(crew.owner, 'PATCH', `webhooks/${id}`, { active: true });
  await drain();
  expect(paths()).toEqual(['/all', '/tasks']);
});

test('a failed delivery is tried 8 times in 28 hours under the same id, then it stays failed until sent again', async () => {
  await using receiver = await startReceiver();
  receiver.answerWith(500);
  const { id } = await create(receiver.url);
  await addTask();
  const waits: number[] = [];
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await drain();
    const [{ due_at, tried_at }] = await log(id);
    if (due_at === null) break;
    expect(receiver.requests).toHaveLength(attempt + 1);
    const wait = (Date.parse(due_at) - Date.parse(tried_at)) / 1000;
    waits.push(wait);
    muster.clock.advance(wait);
  }
  expect(waits).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 36_000]);
  expect(new Set(ids(receiver)).size).toBe(1);
  expect(await log(id)).toMatchObject([{ state: 'failed', attempts: 8, outcome: 'http_500' }]);
  expect(await shown()).toMatchObject([{ active: true, failing_since: expect.any(String) }]);
  receiver.answerWith(200);
  Object.assign(crew.owner, { headers: await browserOf(muster, crew.owner) });
  const [{ id: delivery }] = await log(id);
  const again = await crew.as(crew.owner, 'POST', `webhooks/${id}/deliveries/${delivery}`);
  expect([again.statusCode, again.json().state]).toEqual([202, 'waiting']);
  await drain();
  expect(new Set(ids(receiver)).size).toBe(1);
  expect(await log(id)).toMatchObject([{ state: 'delivered', attempts: 1, outcome: 'http_200' }]);
  expect(await shown()).toMatchObject([{ failing_since: null }]);
  const unknown = `webhooks/${id}/deliveries/unknown`;
  expect((await crew.as(crew.owner, 'POST', unknown)).statusCode).toBe(404);
});

const auditOf = async (id: string) =>
  (await muster.db.read.selectFrom('audit').select(['actor', 'kind', 'detail']).where('subject', '=', id).execute())
    .filter(({ kind }) => kind === 'webhook.disabled')
    .map(({ actor, detail }) => ({ actor, ...JSON.parse(detail) }));

test('410 switches the webhook off at once, also beside a success', async () => {
  await using receiver = await startReceiver();
  receiver.answerWith((response) => void response.writeHead(receiver.requests.length === 1 ? 204 : 410).end());
  const { id } = await create(receiver.url);
  await addTask();
  await addTask();
  await drain();
  expect(await shown()).toMatchObject([{ active: false, disabled_for: 'gone' }]);
  expect(await auditOf(id)).toEqual([{ actor: null, title: new URL(receiver.url).host, reason: 'gone' }]);
  muster.clock.advance(86_400);
  await addTask();
  const before = receiver.requests.length;
  await drain();
  expect(receiver.requests).toHaveLength(before);
  expect((await log(id)).map(({ state }: { state: string }) => state).toSorted()).toEqual(['delivered', 'failed']);
});

test('5 days without a success switch the webhook off, and its owners get a mail', async () => {
  await using receiver = await startReceiver();
  receiver.answerWith(503);
  const { id } = await create(`${receiver.url}/secret-path`);
  for (let day = 0; day <= 5; day += 1) {
    await addTask();
    await drain();
    expect(await shown()).toMatchObject([{ active: day < 5 }]);
    muster.clock.advance(86_400);
    Object.assign(crew.owner, { headers: await browserOf(muster, crew.owner) });
  }
  expect(await shown()).toMatchObject([{ active: false, disabled_for: 'failing' }]);
  const mails = (await muster.deliverNotices()).filter(({ to }) => to === crew.owner.email);
  expect(mails).toMatchObject([{ subject: expect.stringContaining('127.0.0.1') }]);
  expect(mails[0]?.text).not.toContain('secret-path');
  expect(await auditOf(id)).toEqual([{ actor: null, title: new URL(receiver.url).host, reason: 'failing' }]);
});

test('a slow endpoint delays nobody else', async () => {
  await using receiver = await startReceiver();
  const [slow, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = Promise.withResolvers<void>();
  let quick = 0;
  receiver.answerWith((response, { path }) => {
    if (path === '/slow') return void slow.promise.then(() => response.writeHead(200).end());
    quick += 1;
    response.writeHead(200).end();
    if (quick === 60) others.resolve();
    if (quick === 61) late.resolve();
  });
  await create(`${receiver.url}/slow`);
  await create(`${receiver.url}/quick`);
  for (let count = 0; count < 60; count += 1) await addTask();
  const drained = drain();
  await others.promise;
  expect(receiver.requests.filter(({ path }) => path === '/slow')).toHaveLength(8);
  await addTask();
  await late.promise;
  slow.resolve();
  await drained;
  expect(new Set(ids(receiver)).size).toBe(122);
});

test('two processes deliver everything once', async () => {
  await using receiver = await startReceiver();
  await create(receiver.url);
  for (let count = 0; count < 40; count += 1) await addTask();
  const other = openAt(muster.place);
  const { services, clock } = muster;
  const second = webhookWorker({ ...services, clock, db: other, guardedFetch: services.guardedFetch });
  await Promise.all([drain(), second.drain()]);
  await other.close();
  expect(receiver.requests).toHaveLength(40);
  expect(new Set(ids(receiver)).size).toBe(40);
});

test('what a process that died had claimed is sent again under the same id', async () => {
  await using receiver = await startReceiver();
  const { id } = await create(receiver.url);
  await addTask();
  const dying = webhookWorker({
    ...muster.services,
    guardedFetch: () => new Promise<never>(() => {}),
  });
  let isDead = false;
  const death = dying.drain(() => isDead);
  const claimed = () => log(id).then(([one]) => one?.attempts);
  await expect.poll(claimed).toBe(1);
  isDead = true;
  await death;
  await drain();
  expect(receiver.requests).toEqual([]);
  const [{ id: delivery }] = await log(id);
  muster.clock.advance(61);
  await drain();
  expect(ids(receiver)).toEqual([delivery]);
});

test('the log is kept for 30 days, and nothing of a person after their erasure', async () => {
  await using receiver = await startReceiver();
  const { id } = await create(receiver.url);
  const task = (await addTask()).json().id;
  await crew.as(crew.member, 'PUT', `tasks/${task}/attendance`);
  await drain();
  const about = async () => JSON.stringify(await muster.db.read.selectFrom('webhook_deliveries').selectAll().execute());
  expect(await about()).toContain(crew.member.uid);
  const headers = await browserOf(muster, crew.member);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  expect(await about()).not.toContain(crew.member.uid);
  muster.clock.advance(29 * 86_400);
  await muster.services.runExpiry();
  Object.assign(crew.owner, { headers: await browserOf(muster, crew.owner) });
  expect(await log(id)).toHaveLength(1);
  muster.clock.advance(2 * 86_400);
  await muster.services.runExpiry();
  Object.assign(crew.owner, { headers: await browserOf(muster, crew.owner) });
  expect(await log(id)).toEqual([]);
});

test('a webhook that also succeeds is not failing', async () => {
  const { id } = await create('http://127.0.0.1:9');
  const attempt = (outcome: string) => ({ id: outcome, webhook_id: id, attempts: 1, outcome });
  const failingAfter = async (...outcomes: string[]) => {
    const now = muster.clock.now();
    await muster.db.transaction((trx) => recordAttempts(trx, now, outcomes.map(attempt)));
    const row = await muster.db.read.selectFrom('webhooks').select('failing_since').where('id', '=', id).execute();
    return row[0]?.failing_since !== null;
  };
  expect(await failingAfter('http_500', 'http_204')).toBe(false);
  expect(await failingAfter('http_500', 'http_503')).toBe(true);
  expect(await failingAfter('http_204', 'http_500')).toBe(false);
});
