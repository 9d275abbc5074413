import { beforeEach, expect, test } from 'vitest';
import { startMailServer } from '../../../../../test/support/servers/smtp.ts';
import { useApp } from '../../../../../test/support/app.ts';
import { browserOf, createTask, setLanguage } from '../../../../../test/support/factories.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { createMailer } from '../../../lib/mailer.ts';
import type { Mail } from '../../../lib/mailer.ts';
import { messageSender } from './sender.service.ts';

const muster = useApp({ env: { SMTP_URL: 'smtp://localhost' } });
let crew: Crew;

beforeEach(async () => {
  crew = await createCrew(muster);
});

const send = async (who: Caller, fields: object = {}): Promise<string> => {
  const message = { audience: { tids: ['venue'] }, subject: 'Shirts', body: 'Hello {{name}}', ...fields };
  const { id } = (await crew.as(who, 'POST', 'messages', message)).json();
  expect((await crew.inBrowser(who, 'POST', `messages/${id}/send`)).statusCode).toBe(200);
  return id;
};

const outcomes = async (id: string): Promise<Record<string, string>> => {
  const rows = await muster.db.read
    .selectFrom('message_recipients')
    .leftJoin('people', 'people.uid', 'message_recipients.uid')
    .select(['people.name', 'state', 'reason'])
    .where('message_id', '=', id)
    .execute();
  return Object.fromEntries(
    rows.map(({ name, state, reason }) => [name ?? 'erased', reason === null ? state : `${state}: ${reason}`]),
  );
};

const stateOf = async (who: Caller, id: string) => (await crew.as(who, 'GET', `messages/${id}`)).json().state;

/** A sender of its own, as another process has, with another mailer. */
const senderWith = (mailer: { send: (id: string, mail: Mail) => Promise<void> }) => {
  const { db, clock, config, services } = muster;
  const { keys, mailboxes } = services;
  const log = { warn: () => {}, error: () => {} };
  return messageSender({ db, clock, config, keys, mailboxes, mailer: { ...mailer, close: () => {} }, log });
};

const settings = (who: Caller, payload: object) =>
  muster.call({
    method: 'PUT',
    url: '/api/me/notice-settings',
    headers: who.headers,
    payload: { mail: {}, digest: 'daily', quiet_hours: null, ...payload },
  });

test('people who are suspended, erased, unsubscribed or gone are left out, each with the reason', async () => {
  const [suspended, erased, quiet, left] = await createMembers(muster, crew.pid, 'venue', 4);
  if (suspended === undefined || erased === undefined || quiet === undefined || left === undefined) throw new Error();
  const id = await send(crew.owner);
  const now = muster.clock.now().toISOString();
  await muster.db.transaction(async (trx) => {
    await trx.updateTable('people').set({ suspended_at: now }).where('uid', '=', suspended.uid).execute();
  });
  await settings(quiet, { mail: { message: false } });
  await crew.as(crew.owner, 'DELETE', `teams/venue/members/${left.uid}`);
  const gone = await muster.call({ method: 'DELETE', url: '/api/me', headers: await browserOf(muster, erased) });
  expect(gone.statusCode).toBe(204);
  expect(await outcomes(id)).toMatchObject({ Mia: 'waiting', erased: 'skipped: erased' });
  const mails = await muster.deliver();
  expect(
    mails
      .filter(({ subject }) => subject === 'Shirts')
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual([crew.chief.email, crew.member.email].toSorted());
  expect(await outcomes(id)).toEqual({
    Chen: 'sent',
    Mia: 'sent',
    [suspended.name]: 'skipped: suspended',
    erased: 'skipped: erased',
    [quiet.name]: 'skipped: unsubscribed',
    [left.name]: 'skipped: left',
  });
  expect(await stateOf(crew.owner, id)).toBe('sent');
  // Who turned the mail off still finds the message in the list of notices.
  const [notice] = (await muster.call({ url: '/api/me/notices', headers: quiet.headers })).json().data;
  expect(notice).toMatchObject({ kind: 'message', values: { title: 'Shirts' }, link: `/messages/${id}` });
  const message = await muster.call({ url: `/api/me/messages/${id}`, headers: quiet.headers });
  expect(message.json()).toMatchObject({
    subject: 'Shirts',
    body: String.raw`Hello Member 2`,
    sender: 'Olga',
    reply_to: null,
  });
  expect((await muster.call({ url: `/api/me/messages/${id}`, headers: left.headers })).statusCode).toBe(404);
});

test('a chief who lost the role sends nothing more', async () => {
  const id = await send(crew.chief);
  await crew.as(crew.owner, 'DELETE', `teams/venue/chiefs/${crew.chief.uid}`);
  expect((await muster.deliver()).filter(({ subject }) => subject === 'Shirts')).toEqual([]);
  expect(await outcomes(id)).toEqual({ Mia: 'skipped: not_allowed' });
});

test.each([
  ['not_allowed', () => crew.as(crew.owner, 'DELETE', `teams/venue/chiefs/${crew.chief.uid}`)],
  ['empty_audience', () => crew.as(crew.owner, 'DELETE', `teams/venue/members/${crew.member.uid}`)],
  [
    'project_closed',
    () =>
      muster.call({
        method: 'PATCH',
        url: `/api/projects/${crew.pid}`,
        headers: crew.owner.headers,
        payload: { state: 'archived' },
      }),
  ],
])('a scheduled message that is not possible when it is due is cancelled: %s', async (stopped, change) => {
  const send_at = new Date(muster.clock.now().getTime() + 60_000).toISOString();
  const id = await send(crew.chief, { send_at });
  expect((await change()).statusCode).toBeLessThan(300);
  muster.clock.advance(61);
  expect((await muster.deliver()).filter(({ subject }) => subject === 'Shirts')).toEqual([]);
  const row = await muster.db.read.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ state: 'cancelled', stopped });
  const entries = await muster.db.read
    .selectFrom('audit')
    .select('kind')
    .where('subject', '=', id)
    .orderBy('id')
    .execute();
  expect(entries.map(({ kind }) => kind)).toEqual(['message.created', 'message.scheduled', 'message.stopped']);
});

test('in quiet hours the mail waits, and the message is not over before', async () => {
  await settings(crew.member, { quiet_hours: { from: '00:00', to: '23:59' }, timezone: 'UTC' });
  const id = await send(crew.chief);
  expect(await muster.deliver()).toEqual([]);
  expect(await outcomes(id)).toEqual({ Mia: 'waiting: quiet_hours' });
  expect(await stateOf(crew.chief, id)).toBe('sending');
  await settings(crew.member, {});
  muster.clock.advance(86_400);
  expect((await muster.deliver()).map(({ to }) => to)).toEqual([crew.member.email]);
  expect(await stateOf(crew.chief, id)).toBe('sent');
});

test('a task that begins at this moment does not end the quiet hours of its people', async () => {
  using _still = muster.clock.freeze();
  await settings(crew.member, { quiet_hours: { from: '00:00', to: '23:59' }, timezone: 'UTC' });
  const at = (minutes: number) => new Date(muster.clock.now().getTime() + minutes * 60_000).toISOString();
  const write = async (from: number) => {
    const task = await createTask(muster, crew.pid, { tid: 'venue', starts_at: at(from), ends_at: at(from + 1) });
    expect((await crew.as(crew.chief, 'PUT', `tasks/${task}/attendees/${crew.member.uid}`)).statusCode).toBe(204);
    return send(crew.chief, { audience: { tasks: [task] } });
  };
  const delivered = async () => (await muster.deliver()).filter(({ subject }) => subject === 'Shirts').length;
  await write(0);
  expect(await delivered()).toBe(0);
  await write(1);
  expect(await delivered()).toBe(1);
});

test('the frame is in the language of the recipient, and one click stops further mails', async () => {
  await setLanguage(muster, crew.member, 'zh-TW');
  await createTask(muster, crew.pid, { tid: 'venue', title: 'Desk' });
  await send(crew.chief, { body: '{{name}} / {{team}} / {{next_task}} / {{missing_forms}} / {{link}}' });
  const [mail] = await muster.deliver();
  expect(mail?.text).toContain(`Mia / Team 1 / 還沒有任務 / 沒有 / http://muster.test/projects/${crew.pid}`);
  expect(mail?.html).toContain('lang="zh-TW"');
  const code = /unsubscribe\?code=([^>]+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
  expect((await muster.call({ method: 'POST', url: `/api/unsubscribe?code=${code}`, payload: {} })).statusCode).toBe(
    204,
  );
  const next = await send(crew.chief);
  expect(await muster.deliver()).toEqual([]);
  expect(await outcomes(next)).toEqual({ Mia: 'skipped: unsubscribed' });
});

test('the values are those of each person', async () => {
  const starts_at = new Date(muster.clock.now().getTime() + 86_400_000).toISOString();
  const ends_at = new Date(muster.clock.now().getTime() + 90_000_000).toISOString();
  const task = (
    await crew.as(crew.chief, 'POST', 'tasks', { title: 'Desk', tid: 'venue', starts_at, ends_at, capacity: 3 })
  ).json();
  await crew.as(crew.member, 'PUT', `tasks/${task.id}/attendance`);
  const form = { form: 'shirts', kind: 'appreciation', title: 'Shirts & more' };
  expect((await crew.as(crew.owner, 'POST', 'forms', form)).statusCode).toBe(201);
  expect((await crew.as(crew.owner, 'PATCH', 'forms/shirts', { enabled: true })).statusCode).toBe(200);
  const body = '{{next_task}} / {{missing_forms}} / [{{missing_forms}}](https://x.example)';
  await send(crew.chief, { body });
  const mail = (await muster.deliver()).find(({ subject }) => subject === 'Shirts');
  const address = `http://muster.test/projects/${crew.pid}/forms/shirts`;
  expect(mail?.text).toMatch(/Desk, .+ \/ Shirts & more \(http/);
  expect(mail?.html).toContain(`${address}">Shirts &amp; more</a> / <a href="https://x.example">Shirts &amp; more</a>`);
  const preview = await crew.as(crew.chief, 'POST', 'messages/preview', { subject: 'x', body, uid: crew.member.uid });
  expect(preview.json().body).toContain(String.raw`[Shirts \& more](${address}) / [Shirts \& more](https://x.example)`);
  const stranger = await crew.as(crew.chief, 'POST', 'messages/preview', {
    subject: 'x',
    body,
    uid: crew.otherChief.uid,
  });
  expect(stranger.statusCode).toBe(404);
});

test('a refusal of the mail server is final and shown to the sender; an unavailable one is tried again', async () => {
  const [refused] = await createMembers(muster, crew.pid, 'venue', 1);
  const id = await send(crew.chief);
  let isDown = true;
  const tried: string[] = [];
  const sender = senderWith({
    send: async (_, { to }) => {
      tried.push(to);
      if (isDown) throw Object.assign(new Error('down'), { code: 'ESOCKET', syscall: 'connect' });
      if (to === refused?.email) throw Object.assign(new Error('no'), { code: 'EENVELOPE', responseCode: 550 });
    },
  });
  await sender.drain();
  expect(await outcomes(id)).toEqual({ Mia: 'waiting: ESOCKET', 'Member 0': 'waiting: ESOCKET' });
  isDown = false;
  muster.clock.advance(6);
  await sender.drain();
  expect(await outcomes(id)).toEqual({ Mia: 'sent', 'Member 0': 'refused: SMTP 550' });
  const { data } = (await crew.as(crew.chief, 'GET', `messages/${id}/recipients?state=refused`)).json();
  expect(data).toMatchObject([{ uid: refused?.uid, state: 'refused', reason: 'SMTP 550' }]);
  await sender.drain();
  expect(tried).toHaveLength(4);
});

test('a mail that may have been sent is in doubt and never sent again', async () => {
  const id = await send(crew.chief);
  const broken = senderWith({
    send: async () => {
      throw Object.assign(new Error('closed'), { code: 'ECONNECTION', command: 'CONN' });
    },
  });
  await broken.drain();
  muster.clock.advance(86_400);
  expect(await muster.deliver()).toEqual([]);
  expect(await outcomes(id)).toEqual({ Mia: 'in_doubt: ECONNECTION' });
  expect(await stateOf(crew.chief, id)).toBe('sent');
});

test('the sender decides to send it again to those in doubt, and only to them', async () => {
  await createMembers(muster, crew.pid, 'venue', 1);
  const id = await send(crew.chief);
  let first = true;
  const broken = senderWith({
    send: async () => {
      if (!first) return;
      first = false;
      throw Object.assign(new Error('closed'), { code: 'ECONNECTION', command: 'CONN' });
    },
  });
  await broken.drain();
  const resend = (who: Caller) => crew.as(who, 'POST', `messages/${id}/resend`);
  expect((await resend(crew.otherChief)).statusCode).toBe(404);
  expect((await resend(crew.member)).statusCode).toBe(403);
  const read = async () => (await crew.as(crew.chief, 'GET', `messages/${id}`)).json();
  expect(await read()).toMatchObject({ rights: { resend: true }, progress: { sent: 1, in_doubt: 1 } });
  const answers = await Promise.all([resend(crew.chief), resend(crew.owner)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await muster.deliver()).toHaveLength(1);
  expect(await read()).toMatchObject({ state: 'sent', rights: { resend: false }, progress: { sent: 2, in_doubt: 0 } });
  expect((await resend(crew.chief)).json().code).toBe('conflict');
});

test('what a process left behind is in doubt after two minutes', async () => {
  const id = await send(crew.chief);
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const slow = senderWith({ send: () => (begun.resolve(), end.promise) });
  const draining = slow.drain();
  await begun.promise;
  expect(await muster.deliver()).toEqual([]);
  expect(await outcomes(id)).toEqual({ Mia: 'sending' });
  muster.clock.advance(121);
  expect(await muster.deliver()).toEqual([]);
  expect(await outcomes(id)).toEqual({ Mia: 'in_doubt: interrupted' });
  // It was only slow: its own outcome counts.
  end.resolve();
  await draining;
  expect(await outcomes(id)).toEqual({ Mia: 'sent' });
});

test('several processes send each mail once, over real SMTP', async () => {
  await using server = await startMailServer();
  await createMembers(muster, crew.pid, 'venue', 40);
  const from = 'Muster <muster@example.org>';
  const mailers = [1, 2, 3].map(() =>
    createMailer({ smtpUrl: server.url, from, dataDir: muster.place.folder, onFile: () => {} }),
  );
  const id = await send(crew.chief, { subject: 'Grüße 你好', reply_to: crew.chief.email });
  await Promise.all(mailers.map((mailer) => senderWith(mailer).drain()));
  for (const mailer of mailers) mailer.close();
  expect(server.mails).toHaveLength(41);
  expect(new Set(server.mails.flatMap(({ to }) => to)).size).toBe(41);
  const source = server.mails[0]?.source ?? '';
  expect(source).toMatch(/^Subject: =\?UTF-8\?/im);
  expect(source).toContain(`Reply-To: ${crew.chief.email}\r\n`);
  expect(source).toMatch(/^List-Unsubscribe:\s+<http/m);
  expect(await stateOf(crew.chief, id)).toBe('sent');
  const received = await muster.call({ url: `/api/me/messages/${id}`, headers: crew.member.headers });
  expect(received.json().reply_to).toBe(crew.chief.email);
});

test('the number of queries does not depend on the number of recipients', async () => {
  const counted = async (people: number) => {
    await createMembers(muster, crew.pid, 'venue', people);
    const message = { audience: { tids: ['venue'] }, subject: 'Shirts', body: 'Hello' };
    const { id } = (await crew.as(crew.owner, 'POST', 'messages', message)).json();
    const before = muster.db.queryCount();
    await crew.as(crew.owner, 'POST', `messages/${id}/send`);
    return muster.db.queryCount() - before;
  };
  expect(await counted(1)).toBe(await counted(30));
});
