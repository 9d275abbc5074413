import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { browserOf } from '../../../../test/support/factories.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Crew } from '../../../../test/support/world.ts';
import { rotateKeys } from '../private-data/rotation.service.ts';
import { keyring } from '../../lib/seal.ts';
import { secretsOf } from './webhooks.service.ts';

const muster = useApp();
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
  Object.assign(crew.owner, { headers: await browserOf(muster, crew.owner) });
});

const url = 'https://bot.example.org/muster?key=1';
const create = async (payload: object = {}) =>
  (await crew.as(crew.owner, 'POST', 'webhooks', { url, ...payload })).json();

test('the secret is shown once, stored sealed and in no log', async () => {
  const created = await create({ kinds: ['task.changed'] });
  expect(created).toMatchObject({ url, kinds: ['task.changed'], active: true, failing_since: null });
  expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { secret, ...shown } = created;
  const list = (await crew.as(crew.owner, 'GET', 'webhooks')).json();
  expect(list.data).toEqual([shown]);
  expect(list.kinds).toContain('attendance.removed');
  expect(list.kinds).not.toContain('person.created');
  const rows = await muster.db.read.selectFrom('webhooks').selectAll().execute();
  const audit = await muster.db.read.selectFrom('audit').selectAll().where('subject', '=', created.id).execute();
  expect(audit).toMatchObject([{ kind: 'webhook.created', detail: '{"title":"bot.example.org"}' }]);
  expect(JSON.stringify([rows, audit, muster.logs])).not.toContain(secret.slice(6));
});

test('a repeated request with the same Idempotency-Key creates one webhook with one secret', async () => {
  const once = () => crew.as(crew.owner, 'POST', 'webhooks', { url }, { 'idempotency-key': 'k' });
  const [first, second] = [await once(), await once()];
  expect(second.json()).toEqual(first.json());
  expect((await crew.as(crew.owner, 'GET', 'webhooks')).json().data).toHaveLength(1);
});

test.each([
  'https://127.0.0.1/',
  'https://localhost/',
  'https://2130706433/',
  'https://0x7f.0.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://10.1.2.3/',
  'https://192.168.0.1/',
  'https://172.16.0.1/',
  'https://100.64.0.1/',
  'https://[::1]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::10.0.0.1]/',
  'https://user:password@bot.example.org/',
  'http://bot.example.org/',
  'file:///etc/passwd',
  'not a url',
])('the URL %s is refused, also when it is changed', async (bad) => {
  const response = await crew.as(crew.owner, 'POST', 'webhooks', { url: bad });
  expect(response.statusCode).toBe(422);
  expect(response.json()).toMatchObject({ code: 'url_refused', errors: [{ pointer: '/url' }] });
  const { id } = await create();
  expect((await crew.as(crew.owner, 'PATCH', `webhooks/${id}`, { url: bad })).statusCode).toBe(422);
  expect((await crew.as(crew.owner, 'GET', 'webhooks')).json().data).toMatchObject([{ url }]);
});

test.each([
  [{ kinds: ['weather.changed'] }, '/kinds/0'],
  [{ kinds: ['person.created'] }, '/kinds/0'],
  [{ kinds: 'task.changed' }, '/kinds'],
  [{ active: 'yes' }, '/active'],
  [{ secret: 'mine' }, '/secret'],
  [{ url: 'x'.repeat(2001) }, '/url'],
])('rejects %j', async (payload, pointer) => {
  const response = await crew.as(crew.owner, 'POST', 'webhooks', { url, ...payload });
  expect(response.statusCode).toBe(400);
  expect(response.json().errors).toContainEqual(expect.objectContaining({ pointer }));
});

test('a token cannot create, change or read out anything; only owners can', async () => {
  const { id } = await create();
  const { headers: browser } = crew.owner;
  const { headers: token } = await createCrew(muster).then(({ owner }) => owner);
  expect(browser).not.toEqual(token);
  for (const who of [crew.chief, crew.member, crew.stranger]) {
    expect((await crew.as(who, 'GET', 'webhooks')).statusCode).toBe(403);
    expect((await crew.as(who, 'POST', 'webhooks', { url })).statusCode).toBe(403);
    expect((await crew.as(who, 'POST', `webhooks/${id}/secret`)).statusCode).toBe(403);
  }
  const fresh = await createCrew(muster);
  const byToken = await fresh.as(fresh.owner, 'POST', 'webhooks', { url });
  expect([byToken.statusCode, byToken.json().code]).toEqual([403, 'browser_only']);
  muster.clock.advance(16 * 60);
  const stale = await crew.as(crew.owner, 'POST', 'webhooks', { url });
  expect([stale.statusCode, stale.json().code]).toEqual([403, 'sign_in_again']);
});

test('a webhook of another project is not found', async () => {
  const { id } = await create();
  const other = await createCrew(muster);
  Object.assign(other.owner, { headers: await browserOf(muster, other.owner) });
  for (const [method, path, body] of [
    ['PATCH', `webhooks/${id}`, { active: false }],
    ['DELETE', `webhooks/${id}`, undefined],
    ['POST', `webhooks/${id}/secret`, undefined],
    ['POST', `webhooks/${id}/ping`, undefined],
    ['GET', `webhooks/${id}/deliveries`, undefined],
    ['POST', `webhooks/${id}/deliveries/${id}`, undefined],
  ] as const)
    expect([path, (await other.as(other.owner, method, path, body)).statusCode]).toEqual([path, 404]);
});

test('changes, pauses and deletion leave audit entries without query strings', async () => {
  const { id } = await create();
  const change = (payload: object) => crew.as(crew.owner, 'PATCH', `webhooks/${id}`, payload);
  expect((await change({ url: 'https://other.example.org/', kinds: ['task.created'] })).json()).toMatchObject({
    url: 'https://other.example.org/',
    kinds: ['task.created'],
  });
  expect((await change({ active: false })).json()).toMatchObject({ active: false, disabled_for: 'paused' });
  expect((await crew.as(crew.owner, 'POST', `webhooks/${id}/ping`)).json()).toMatchObject({ code: 'webhook_disabled' });
  expect((await change({ active: true })).json()).toMatchObject({ active: true, disabled_for: null });
  expect((await crew.as(crew.owner, 'DELETE', `webhooks/${id}`)).statusCode).toBe(204);
  const audit = await muster.db.read
    .selectFrom('audit')
    .select(['kind', 'detail'])
    .where('subject', '=', id)
    .orderBy('id')
    .execute();
  expect(audit.map(({ kind, detail }) => [kind, JSON.parse(detail)])).toEqual([
    ['webhook.created', { title: 'bot.example.org' }],
    ['webhook.changed', { title: 'other.example.org', fields: 'kinds url' }],
    ['webhook.changed', { title: 'other.example.org', fields: 'active' }],
    ['webhook.changed', { title: 'other.example.org', fields: 'active' }],
    ['webhook.removed', { title: 'other.example.org' }],
  ]);
});

test('a project has at most 10 webhooks, also when they are created at once', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => crew.as(crew.owner, 'POST', 'webhooks', { url })));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10);
  expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(2);
});

test('listing takes the same number of queries for one webhook as for three', async () => {
  const queries = async () => {
    const before = muster.db.queryCount();
    await crew.as(crew.owner, 'GET', 'webhooks');
    return muster.db.queryCount() - before;
  };
  await create();
  const one = await queries();
  await create();
  await create();
  expect(await queries()).toBe(one);
});

test('a key change encrypts the secrets and the URLs of chat channels again', async () => {
  const { id, secret } = await create();
  const slack = { name: '#a', url: 'https://hooks.slack.com/services/T/B/c', topics: ['gaps'] };
  await crew.inBrowser(crew.owner, 'POST', 'chat-channels', slack);
  const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.repeat(32), 'hex'));
  const keys = keyring([bytes('22'), bytes('11')]);
  await rotateKeys(muster.db, keys, () => {});
  const row = await muster.db.read.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const fresh = keyring([bytes('22')]);
  expect(row.key_id).toBe(fresh.current.id);
  expect(secretsOf(fresh, row, '')).toEqual([secret]);
  const channels = await muster.db.read.selectFrom('chat_channels').select('key_id').distinct().execute();
  expect(channels).toEqual([{ key_id: fresh.current.id }]);
  await rotateKeys(muster.db, keyring([bytes('11'), bytes('22')]), () => {});
});
