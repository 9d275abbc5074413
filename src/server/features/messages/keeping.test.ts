import { expect, test } from 'vitest';
import { realLimits, startTestApp, useApp } from '../../../../test/support/app.ts';
import { browserOf } from '../../../../test/support/factories.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';
import { addSeconds, timestamp } from '../../lib/clock.ts';
import { firstFit } from './messages.policy.ts';

const muster = useApp();
const message = { audience: { tids: ['venue'] }, subject: 'Shirts', body: 'Hello {{name}}' };

const write = async (crew: Crew, who: Caller): Promise<string> =>
  (await crew.as(who, 'POST', 'messages', message)).json().id;
const sendNew = async (crew: Crew, who: Caller): Promise<string> => {
  const id = await write(crew, who);
  await crew.inBrowser(who, 'POST', `messages/${id}/send`);
  return id;
};
const exists = async (id: string) =>
  (await muster.db.read.selectFrom('messages').select('sender').where('id', '=', id).executeTakeFirst()) ?? 'gone';

test('the export has what a person wrote and what was sent to them', async () => {
  const crew = await createCrew(muster);
  await sendNew(crew, crew.chief);
  await muster.deliver();
  const exported = async (who: Caller) =>
    (await muster.call({ url: '/api/me/export', headers: await browserOf(muster, who) })).json();
  const sent = { subject: 'Shirts', body: 'Hello {{name}}', state: 'sent' };
  expect(await exported(crew.chief)).toMatchObject({ messages_sent: [sent], messages_received: [] });
  expect(await exported(crew.member)).toMatchObject({
    messages_sent: [],
    messages_received: [{ ...sent, reason: null }],
  });
});

test('the export is silent about a message that was cancelled before it arrived', async () => {
  const crew = await createCrew(muster);
  const id = await sendNew(crew, crew.chief);
  expect((await crew.as(crew.chief, 'POST', `messages/${id}/cancel`)).statusCode).toBe(200);
  const headers = await browserOf(muster, crew.member);
  expect((await muster.call({ url: '/api/me/export', headers })).json().messages_received).toEqual([]);
});

test('where no email is sent, nobody waits for it', async () => {
  await using app = await startTestApp({ env: realLimits });
  const crew = await createCrew(app);
  const payload = { mail: {}, digest: 'daily', quiet_hours: { from: '00:00', to: '23:59' }, timezone: 'UTC' };
  await app.call({ method: 'PUT', url: '/api/me/notice-settings', headers: crew.member.headers, payload });
  const ids = [];
  for (let sent = 0; sent < 5; sent += 1) ids.push(await sendNew(crew, crew.chief));
  await app.deliver();
  for (const id of ids) {
    const { state, progress } = (await crew.as(crew.chief, 'GET', `messages/${id}`)).json();
    expect([state, progress.sent, progress.waiting]).toEqual(['sent', 1, 0]);
  }
});

test('with an account go its drafts; what it sent stays without a sender', async () => {
  const crew = await createCrew(muster);
  const [draft, sent] = [await write(crew, crew.chief), await sendNew(crew, crew.chief)];
  await muster.deliver();
  await muster.call({ method: 'DELETE', url: '/api/me', headers: await browserOf(muster, crew.chief) });
  expect(await exists(draft)).toBe('gone');
  expect(await exists(sent)).toEqual({ sender: null });
  const shown = (await crew.as(crew.owner, 'GET', `messages/${sent}`)).json();
  expect(shown).toMatchObject({ sender: null, subject: 'Shirts', reply_to: null });
});

test('recipients see the reply address that the email had, and none after its owner was erased', async () => {
  const crew = await createCrew(muster);
  const replyTo = crew.chief.email;
  const send = async (more: object): Promise<string> => {
    const { id } = (await crew.as(crew.chief, 'POST', 'messages', { ...message, reply_to: replyTo, ...more })).json();
    await crew.inBrowser(crew.chief, 'POST', `messages/${id}/send`);
    return id;
  };
  const ids = [await send({}), await send({ send_at: timestamp(addSeconds(muster.clock.now(), 600)) })];
  muster.clock.advance(660);
  await muster.deliver();
  const shown = () =>
    Promise.all(
      ids.map(async (id) => {
        const { headers } = crew.member;
        return (await muster.call({ url: `/api/me/messages/${id}`, headers })).json().reply_to;
      }),
    );
  expect(await shown()).toEqual([replyTo, replyTo]);
  await muster.db.transaction(async (trx) => {
    const email = `new-${replyTo}`;
    await trx.updateTable('people').set({ email }).where('uid', '=', crew.chief.uid).execute();
  });
  expect(await shown()).toEqual([replyTo, replyTo]);
  await muster.call({ method: 'DELETE', url: '/api/me', headers: await browserOf(muster, crew.chief) });
  expect(await shown()).toEqual([null, null]);
  const kept = muster.db.read.selectFrom('messages').select('reply_address').where('id', 'in', ids);
  expect(await kept.execute()).toEqual([{ reply_address: null }, { reply_address: null }]);
});

test('messages are deleted a year after they ended, drafts are not', async () => {
  const crew = await createCrew(muster);
  const [draft, sent] = [await write(crew, crew.owner), await sendNew(crew, crew.owner)];
  await muster.deliver();
  muster.clock.advance(364 * 86_400);
  await muster.services.runExpiry();
  expect(await exists(sent)).toEqual({ sender: crew.owner.uid });
  muster.clock.advance(2 * 86_400);
  await muster.services.runExpiry();
  expect(await exists(sent)).toBe('gone');
  expect(await exists(draft)).toEqual({ sender: crew.owner.uid });
});

test('drafts are for their author alone; owners see and cancel what others send', async () => {
  const crew = await createCrew(muster);
  const [draft, sent] = [await write(crew, crew.chief), await sendNew(crew, crew.chief)];
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/send'],
    ['POST', '/test'],
    ['POST', '/cancel'],
  ] as const)
    expect([
      path,
      (await crew.as(crew.owner, method, `messages/${draft}${path}`, method === 'PUT' ? message : undefined))
        .statusCode,
    ]).toEqual([path, 404]);
  const listed = async (who: Caller) =>
    (await crew.as(who, 'GET', 'messages')).json().data.map(({ id }: { id: string }) => id);
  expect(await listed(crew.owner)).toEqual([sent]);
  expect(await listed(crew.chief)).toEqual([sent, draft]);
  expect(await listed(crew.otherChief)).toEqual([]);
  expect((await crew.as(crew.otherChief, 'GET', `messages/${sent}/recipients`)).statusCode).toBe(404);
  expect((await crew.as(crew.owner, 'PUT', `messages/${sent}`, message)).statusCode).toBe(403);
  expect((await crew.as(crew.owner, 'POST', `messages/${sent}/cancel`)).json().state).toBe('cancelled');
});

test('the list of recipients is paged, and a draft is not overwritten by an older one', async () => {
  const crew = await createCrew(muster);
  const id = await write(crew, crew.owner);
  const { etag = '' } = (await crew.as(crew.owner, 'GET', `messages/${id}`)).headers;
  const put = (tag: string) =>
    crew.as(crew.owner, 'PUT', `messages/${id}`, { ...message, subject: 'Changed' }, { 'if-match': tag });
  expect((await put(etag)).statusCode).toBe(200);
  expect((await put(etag)).json().code).toBe('stale');
  await crew.as(crew.owner, 'POST', `messages/${id}/send`);
  const first = (await crew.as(crew.owner, 'GET', `messages/${id}/recipients?limit=1`)).json();
  const second = (await crew.as(crew.owner, 'GET', `messages/${id}/recipients?limit=1&cursor=${first.next}`)).json();
  expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(['Chen', 'Mia']);
  expect(second.next).toBeNull();
});

test('the next free moment keeps every stretch of time within the limit', () => {
  const limit = { max: 2, seconds: 10 };
  expect(firstFit([], 5000, limit)).toBe(5000);
  expect(firstFit([0, 4000], 5000, limit)).toBe(10_000);
  expect(firstFit([0, 4000], 12_000, limit)).toBe(12_000);
  // Between two that are planned: a third would make three within ten seconds.
  expect(firstFit([8000, 14_000], 10_000, limit)).toBe(18_000);
});
