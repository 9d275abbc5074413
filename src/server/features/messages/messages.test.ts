import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createRows } from '../../../../test/support/factories.ts';
import { createCrew, createMembers } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';

const muster = useApp();
let crew: Crew;

beforeEach(async () => {
  crew = await createCrew(muster);
});

const toVenue = { audience: { tids: ['venue'] }, subject: 'Shirts are here', body: 'Dear {{name}}, come **now**.' };

const write = async (who: Caller, message: object = toVenue): Promise<string> => {
  const response = await crew.as(who, 'POST', 'messages', message);
  expect(response.statusCode).toBe(201);
  return response.json().id;
};

const read = async (who: Caller, id: string) => (await crew.as(who, 'GET', `messages/${id}`)).json();

const deliver = () => muster.deliver();

test('a draft is written, changed, sent and delivered to everybody in the audience but its sender', async () => {
  const id = await write(crew.chief);
  expect(await read(crew.chief, id)).toMatchObject({
    ...toVenue,
    state: 'draft',
    reply_to: null,
    sender: { uid: crew.chief.uid, name: 'Chen' },
    rights: { edit: true, cancel: false },
  });
  const changed = await crew.as(crew.chief, 'PUT', `messages/${id}`, { ...toVenue, reply_to: crew.chief.email });
  expect(changed.json()).toMatchObject({ state: 'draft', reply_to: crew.chief.email });
  const sent = await crew.as(crew.chief, 'POST', `messages/${id}/send`);
  expect(sent.json()).toMatchObject({ state: 'sending', progress: { total: 1, waiting: 1 } });
  const mails = await deliver();
  expect(mails.map(({ to, subject, replyTo }) => ({ to, subject, replyTo }))).toEqual([
    { to: crew.member.email, subject: 'Shirts are here', replyTo: crew.chief.email },
  ]);
  expect(mails[0]?.text).toContain('Dear Mia, come **now**.');
  expect(mails[0]?.html).toContain('<p>Dear Mia, come <strong>now</strong>.</p>');
  expect(await read(crew.chief, id)).toMatchObject({
    state: 'sent',
    progress: { total: 1, sent: 1 },
    rights: { edit: false },
  });
  const recipients = (await crew.as(crew.chief, 'GET', `messages/${id}/recipients`)).json();
  expect(recipients).toMatchObject({
    data: [{ uid: crew.member.uid, name: 'Mia', state: 'sent', reason: null }],
    next: null,
  });
});

test('the audience is counted, and its first people are named', async () => {
  await createMembers(muster, crew.pid, 'venue', 25);
  const counted = await crew.as(crew.owner, 'POST', 'messages/audience', { audience: { tids: ['venue'] } });
  expect(counted.json().count).toBe(27);
  expect(counted.json().people).toHaveLength(20);
  expect(counted.json().people[0]).toEqual({ uid: crew.chief.uid, name: 'Chen' });
  const nobody = await crew.as(crew.owner, 'POST', 'messages/audience', { audience: {} });
  expect(nobody.json()).toEqual({ count: 0, people: [], includes_caller: false });
});

test('a scheduled message is sent when it is due, to those who are in the audience then', async () => {
  const sendAt = new Date(muster.clock.now().getTime() + 3_600_000).toISOString();
  const id = await write(crew.owner, { ...toVenue, send_at: sendAt });
  expect((await crew.inBrowser(crew.owner, 'POST', `messages/${id}/send`)).json()).toMatchObject({
    state: 'scheduled',
  });
  expect(await deliver()).toEqual([]);
  const [late] = await createMembers(muster, crew.pid, 'venue', 1);
  muster.clock.advance(3600);
  expect((await deliver()).map(({ to }) => to).toSorted()).toEqual(
    [crew.chief.email, crew.member.email, late?.email ?? ''].toSorted(),
  );
  expect(await read(crew.owner, id)).toMatchObject({ state: 'sent', progress: { total: 3, sent: 3 } });
});

test('a deputy for two parts still has both when their scheduled message is sent', async () => {
  const { pid, owner, member, stranger } = crew;
  await createRows(muster, {
    grants: (['writer', 'finance'] as const).map((role) => ({ pid, uid: stranger.uid, role })),
  });
  await crew.as(owner, 'POST', 'forms', { form: 'thanks', kind: 'appreciation', title: 'Thanks', enabled: true });
  await crew.as(member, 'PUT', 'forms/thanks/response', { answers: { wanted: false } });
  // Forms that are off are for those who read answers, such as for the money.
  await crew.as(owner, 'PATCH', 'forms/thanks', { enabled: false });
  const send_at = new Date(muster.clock.now().getTime() + 3_600_000).toISOString();
  const id = await write(stranger, { ...toVenue, audience: { form: { slug: 'thanks', answered: true } }, send_at });
  expect((await crew.inBrowser(stranger, 'POST', `messages/${id}/send`)).json()).toMatchObject({ state: 'scheduled' });
  muster.clock.advance(3600);
  expect((await deliver()).map(({ to }) => to)).toEqual([member.email]);
});

test('a message that is cancelled halfway reaches nobody else, and its notices are withdrawn', async () => {
  const id = await write(crew.owner);
  await crew.inBrowser(crew.owner, 'POST', `messages/${id}/send`);
  const unread = async () =>
    (await muster.call({ url: '/api/me/notices', headers: crew.member.headers })).json().unread;
  expect(await unread()).toBe(1);
  const cancelled = await crew.as(crew.owner, 'POST', `messages/${id}/cancel`);
  expect(cancelled.json()).toMatchObject({ state: 'cancelled', progress: { total: 2, cancelled: 2 } });
  expect(await deliver()).toEqual([]);
  expect(await unread()).toBe(0);
  expect((await crew.as(crew.owner, 'POST', `messages/${id}/cancel`)).json().code).toBe('message_ended');
});

test('a test goes to the author alone and leaves the draft as it was', async () => {
  const id = await write(crew.chief);
  expect((await crew.as(crew.chief, 'POST', `messages/${id}/test`)).statusCode).toBe(204);
  expect((await deliver()).map(({ to, subject }) => [to, subject])).toEqual([
    [crew.chief.email, 'Test: Shirts are here'],
  ]);
  expect((await read(crew.chief, id)).state).toBe('draft');
});
