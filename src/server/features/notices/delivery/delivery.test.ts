import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { browserOf } from '../../../../../test/support/factories.ts';
import { pushReceiver } from '../../../../../test/support/servers/push-receiver.ts';
import { startReceiver } from '../../../../../test/support/servers/receiver.ts';
import { inMinutes, taskNow } from '../../../../../test/support/world/desk.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import type { Now } from '../../event-day/now/now.schema.ts';
import type { MessageRecipient } from '../../messages/messages.schema.ts';
import type { ReceivedNotice } from '../../roster/received/received.schema.ts';
import type { Attendee } from '../../tasks/attendance/attendance.schema.ts';
import { newId } from '../../../lib/secrets.ts';
import { notify } from '../notify.service.ts';
import { deliveryOf } from './delivery.policy.ts';

const muster = useApp({ env: { SMTP_URL: 'smtp://localhost', PUSH_INTERNAL_HOSTS: '127.0.0.1' } });
let crew: Crew;
beforeEach(async () => void (crew = await createCrew(muster)));

const phone = '+886912345678';
const shareContact = ({ headers }: Caller) =>
  muster.call({
    method: 'PUT',
    url: '/api/me/contact',
    headers,
    payload: { phone, handles: [], visible_to: 'chiefs' },
  });
const settings = ({ headers }: Caller, payload: object) =>
  muster.call({
    method: 'PUT',
    url: '/api/me/notice-settings',
    headers,
    payload: { mail: {}, digest: 'daily', quiet_hours: null, ...payload },
  });
const readAll = async ({ headers }: Caller) => {
  const { data } = (await muster.call({ method: 'GET', url: '/api/me/notices', headers })).json();
  await muster.call({ method: 'PUT', url: '/api/me/notices/read', headers, payload: { up_to: data[0].id } });
};
const assign = (id: string, { uid }: Caller) => crew.as(crew.chief, 'PUT', `tasks/${id}/attendees/${uid}`);
const now = async (): Promise<Now> => (await crew.as(crew.chief, 'GET', 'now')).json();
const deliveryNow = async (task: string, { uid }: Caller) =>
  (await now()).tasks.find(({ id }) => id === task)?.people.find((one) => one.uid === uid)?.delivery;
const attendee = async (who: Caller, task: string, { uid }: Caller): Promise<Attendee | undefined> =>
  (await crew.as(who, 'GET', `tasks/${task}/attendees`)).json().data.find((one: Attendee) => one.uid === uid);
const received = async (who: Caller, { uid }: { uid: string }, query = ''): Promise<ReceivedNotice[]> =>
  (await crew.as(who, 'GET', `people/${uid}/notices${query}`)).json().data;

test('organisers see whether the last notice about a task was sent, read, or reached nobody', async () => {
  const { member, chief, owner } = crew;
  const task = await taskNow(muster, crew, [], { from: 60, to: 120 });
  await assign(task.id, member);
  expect(await deliveryNow(task.id, member)).toMatchObject({ state: 'waiting', kind: 'task.added' });
  await muster.deliverNotices();
  const sent = { state: 'sent', email: { state: 'sent', reason: null }, device: { state: 'off' }, read_at: null };
  expect(await deliveryNow(task.id, member)).toMatchObject(sent);
  expect((await attendee(chief, task.id, member))?.delivery).toMatchObject(sent);
  // People on the task see each other, but not this.
  expect(await attendee(member, task.id, member)).not.toHaveProperty('delivery');
  await readAll(member);
  expect(await deliveryNow(task.id, member)).toMatchObject({ state: 'read', read_at: expect.any(String) });
  // A newer notice counts.
  muster.clock.advance(300);
  await crew.as(owner, 'PATCH', `tasks/${task.id}`, { title: 'Other desk' });
  expect(await deliveryNow(task.id, member)).toMatchObject({ state: 'waiting', kind: 'task.changed' });
});

test('a mail that the mail server refused for now waits, and says why', async () => {
  const task = await taskNow(muster, crew, [], { from: 60, to: 120 });
  await assign(task.id, crew.member);
  await muster.deliverNotices();
  await muster.db.transaction((trx) =>
    trx
      .updateTable('outbox')
      .set({ done_at: null, due_at: inMinutes(muster, 5), last_error: 'SMTP 451' })
      .where('key', 'in', trx.selectFrom('notices').select('mail_key').where('uid', '=', crew.member.uid))
      .execute(),
  );
  expect(await deliveryNow(task.id, crew.member)).toMatchObject({
    state: 'waiting',
    email: { state: 'waiting', reason: 'SMTP 451' },
  });
});

test('a mail that is given up, or turned off, reaches nobody', async () => {
  const { member } = crew;
  const [quiet] = (await createMembers(muster, crew.pid, 'venue', 1)) as [Caller];
  await settings(quiet, { mail: { 'task.added': false, 'task.removed': true } });
  const task = await taskNow(muster, crew, [], { from: 60, to: 120 });
  await assign(task.id, member);
  await assign(task.id, quiet);
  await muster.deliverNotices();
  await muster.db.transaction((trx) =>
    trx
      .updateTable('outbox')
      .set({ done_at: null, dead_at: inMinutes(muster, 0), last_error: 'SMTP 550' })
      .where('key', 'in', trx.selectFrom('notices').select('mail_key').where('uid', '=', member.uid))
      .execute(),
  );
  expect(await deliveryNow(task.id, member)).toMatchObject({
    state: 'unreached',
    email: { state: 'failed', reason: 'SMTP 550' },
  });
  expect(await deliveryNow(task.id, quiet)).toMatchObject({
    state: 'unreached',
    email: { state: 'off', reason: 'unsubscribed' },
  });
  const { tasks } = await now();
  expect(tasks.find(({ id }) => id === task.id)?.unreached).toBe(2);
});

test('a mail that is turned off while it waits for the mail server was not sent', async () => {
  const { member } = crew;
  const task = await taskNow(muster, crew, [], { from: 60, to: 120 });
  await assign(task.id, member);
  muster.clock.advance(121);
  await muster.services.jobList.find(({ name }) => name === 'notices')?.run(new AbortController().signal);
  expect(await deliveryNow(task.id, member)).toMatchObject({ email: { state: 'waiting' } });
  await settings(member, { mail: { 'task.added': false } });
  expect((await muster.deliver()).filter(({ to }) => to === member.email)).toEqual([]);
  expect(await deliveryNow(task.id, member)).toMatchObject({
    state: 'unreached',
    email: { state: 'off', reason: 'unsubscribed' },
  });
});

test('a notification counts when the push service has accepted it', async () => {
  const { member } = crew;
  await using service = await startReceiver();
  await settings(member, { mail: { 'task.added': false } });
  const endpoint = `${service.url}/${member.uid}`;
  const headers = await browserOf(muster, member);
  const payload = { endpoint, keys: pushReceiver().keys };
  await muster.call({ method: 'POST', url: '/api/me/push-subscriptions', headers, payload });
  const task = await taskNow(muster, crew, [], { from: 60, to: 120 });
  await assign(task.id, member);
  await muster.deliverNotices();
  expect(await deliveryNow(task.id, member)).toMatchObject({
    state: 'sent',
    email: { state: 'off' },
    device: { state: 'sent', at: expect.any(String) },
  });
});

test('a push service that has not answered for ten minutes does not answer any more', () => {
  const at = '2026-08-08T10:00:00.000Z';
  const never = { read_at: null, due_at: null, mailed_at: null, dropped_at: null, mail_key: null, mail: null };
  const job = { job_due_at: null, job_done_at: null, job_dead_at: null, job_error: null };
  const recipient = { recipient_state: null, recipient_reason: null, recipient_changed_at: null };
  const push = { push_due_at: null, pushed_at: at, push_sent_at: null };
  const row = { kind: 'task.added', created_at: at, ...never, ...job, ...recipient, ...push } as const;
  const stateAt = (time: string) => deliveryOf(row, { now: `2026-08-08T${time}Z`, sendsMail: true }).device.state;
  expect([stateAt('10:09:59.999'), stateAt('10:10:00.000')]).toEqual(['waiting', 'failed']);
});

test('tasks assigned together count for each of them, and those who joined themselves need no notice', async () => {
  const { member, owner, chief } = crew;
  const [one, two] = [
    await taskNow(muster, crew, [], { from: 60, to: 120 }),
    await taskNow(muster, crew, [chief], { from: 150, to: 200 }),
  ];
  await muster.db.transaction((trx) =>
    trx
      .insertInto('attendances')
      .values([one, two].map(({ id }) => ({ task_id: id, uid: member.uid, created_at: inMinutes(muster, 0) })))
      .execute(),
  );
  const listed = [one, two].map(({ id }) => ({ id, title: 'Desk', starts_at: '', ends_at: '', revision: 1 }));
  await muster.db.transaction((trx) =>
    notify(
      trx,
      { actor: owner.uid, now: muster.clock.now() },
      listed.map(({ id }) => ({
        kind: 'task.added',
        uid: member.uid,
        pid: crew.pid,
        subject: id,
        values: { title: 'Desk', starts_at: one.starts_at, ends_at: one.ends_at },
      })),
    ),
  );
  await muster.deliverNotices();
  expect((await deliveryNow(one.id, member))?.state).toBe('sent');
  expect((await deliveryNow(two.id, member))?.state).toBe('sent');
  expect(await deliveryNow(two.id, chief)).toBeNull();
});

test('the recipients of a message say who read it and who was not reached, with the phone number to call', async () => {
  const { owner, chief, member } = crew;
  const [quiet] = (await createMembers(muster, crew.pid, 'venue', 1)) as [Caller];
  await settings(quiet, { mail: { message: false } });
  await shareContact(quiet);
  await shareContact(member);
  const message = { audience: { tids: ['venue'] }, subject: 'Rain', body: 'Bring a coat' };
  const send = async (): Promise<string> => {
    const { id } = (await crew.as(chief, 'POST', 'messages', message)).json();
    await crew.as(chief, 'POST', `messages/${id}/send`);
    await muster.deliverNotices();
    return id;
  };
  const id = await send();
  await readAll(member);
  // What became of another message is not mixed up with it.
  await send();
  const list = async (who: Caller, query = '') =>
    (await crew.as(who, 'GET', `messages/${id}/recipients${query}`)).json();
  const found = await list(chief);
  expect([found.read, found.unreached]).toEqual([1, 1]);
  const of = ({ uid }: Caller): MessageRecipient => found.data.find((one: MessageRecipient) => one.uid === uid);
  expect(of(member)).toMatchObject({ state: 'sent', delivery: { state: 'read', email: { state: 'sent' } } });
  expect(of(member)).not.toHaveProperty('contact');
  expect(of(quiet)).toMatchObject({
    state: 'skipped',
    delivery: { state: 'unreached', email: { state: 'off', reason: 'unsubscribed' } },
    contact: { phone },
  });
  const unreached = await list(owner, '?unreached=true');
  expect(unreached.data.map(({ uid }: MessageRecipient) => uid)).toEqual([quiet.uid]);
  // Chiefs no longer see the number once the person has left their team.
  await crew.as(owner, 'DELETE', `teams/venue/members/${quiet.uid}`);
  expect((await list(chief, '?unreached=true')).data[0]).not.toHaveProperty('contact');
  expect((await list(owner, '?unreached=true')).data[0]).toMatchObject({ contact: { phone } });
});

test('organisers see what a person got about the project, and nothing else', async () => {
  const { owner, chief, otherChief, member, stranger, pid } = crew;
  const venue = await taskNow(muster, crew, [], { from: 60, to: 120 });
  const press = await taskNow(muster, crew, [], { from: 150, to: 200, tid: 'press' });
  await assign(venue.id, member);
  await crew.as(otherChief, 'PUT', `tasks/${press.id}/attendees/${member.uid}`);
  const write = async (who: Caller, subject: string) => {
    const audience = who === owner ? { uids: [member.uid] } : { tids: ['venue'] };
    const { id } = (await crew.as(who, 'POST', 'messages', { audience, subject, body: 'Hello' })).json();
    await crew.as(who, 'POST', `messages/${id}/send`);
    return id;
  };
  await write(owner, 'From the owner');
  await write(chief, 'From the chief');
  const other = await createCrew(muster);
  const planted = (kind: string, inPid: string | null) => ({
    id: newId(muster.clock.now()),
    uid: member.uid,
    kind,
    pid: inPid,
    detail: JSON.stringify({ title: `secret ${kind}`, what: 'secret' }),
    created_at: inMinutes(muster, 0),
  });
  await muster.db.transaction((trx) =>
    trx
      .insertInto('notices')
      .values([planted('security.bank_changed', pid), planted('task.added', other.pid), planted('payment.made', pid)])
      .execute(),
  );
  await muster.deliver();
  const kindsFor = async (who: Caller) => (await received(who, member)).map(({ notice }) => notice.kind).toSorted();
  expect(await kindsFor(owner)).toEqual(['message', 'message', 'payment.made', 'task.added', 'task.added']);
  expect(await kindsFor(chief)).toEqual(['message', 'task.added', 'task.added']);
  const message = (await received(chief, member)).find(({ notice }) => notice.kind === 'message');
  expect(message).toMatchObject({
    notice: { values: { title: 'From the chief' } },
    delivery: { state: 'sent', email: { state: 'sent' } },
  });
  // Chiefs of other teams see what is about their tasks, as long as the person is on one.
  const others = await received(otherChief, member);
  expect(others.map(({ notice }) => [notice.kind, notice.values.starts_at])).toEqual([['task.added', press.starts_at]]);
  expect((await crew.as(otherChief, 'GET', `people/${chief.uid}/notices`)).statusCode).toBe(404);
  for (const who of [member, stranger])
    expect((await crew.as(who, 'GET', `people/${member.uid}/notices`)).statusCode).toBe(403);
  // Somebody who is only invited is nobody of the project: the answer would say whose address it is.
  await crew.as(owner, 'POST', 'teams/venue/invitations', { emails: [stranger.email] });
  expect((await crew.as(owner, 'GET', `people/${stranger.uid}/notices`)).statusCode).toBe(404);
  expect((await crew.as(owner, 'GET', `people/${member.uid}/notices?limit=2`)).json()).toMatchObject({
    data: [{}, {}],
    next: expect.any(String),
  });
});

test('asks the same number of questions for few and for many', async () => {
  const { member, owner } = crew;
  const task = await taskNow(muster, crew, [], { from: 60, to: 120 });
  await assign(task.id, member);
  const count = async (path: string) => {
    await crew.as(owner, 'GET', path);
    const before = muster.db.queryCount();
    await crew.as(owner, 'GET', path);
    return muster.db.queryCount() - before;
  };
  const counts = async () => [await count(`tasks/${task.id}/attendees`), await count('now')];
  const few = await counts();
  for (const one of await createMembers(muster, crew.pid, 'venue', 8)) await assign(task.id, one);
  expect(await counts()).toEqual(few);
});
