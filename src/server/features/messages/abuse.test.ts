import { beforeEach, expect, test } from 'vitest';
import { realLimits, useApp } from '../../../../test/support/app.ts';
import { createTask } from '../../../../test/support/factories.ts';
import { createCrew, createMembers } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';
import { mergeSeconds } from '../notices/notify.service.ts';

const muster = useApp({ env: { ...realLimits, SMTP_URL: 'smtp://localhost' } });
let crew: Crew;

beforeEach(async () => {
  crew = await createCrew(muster);
  await muster.db.transaction((trx) => trx.deleteFrom('rate_limits').execute());
});

const toVenue = { audience: { tids: ['venue'] }, subject: 'Shirts', body: 'Hello {{name}}' };
const write = (who: Caller, fields: object = {}) => crew.as(who, 'POST', 'messages', { ...toVenue, ...fields });
const sendNew = async (who: Caller, fields: object = {}) => {
  const { id } = (await write(who, fields)).json();
  return crew.inBrowser(who, 'POST', `messages/${id}/send`);
};
const stored = () => muster.db.read.selectFrom('messages').select('id').where('pid', '=', crew.pid).execute();

test.each([
  ['an unknown merge field', { body: 'Hello {{email}}' }, '/body'],
  ['a merge field in the subject', { subject: 'Hello {{name}}' }, '/subject'],
  ['a merge field without a name', { body: 'Hello {{}}' }, '/body'],
  ['100 KB of Markdown', { body: '# a\n'.repeat(25_000) }, '/body'],
  ['an empty text', { body: '' }, '/body'],
  ['a line break in the subject', { subject: 'Hi\r\nBcc: all@example.org' }, '/subject'],
  ['a blank subject', { subject: '  ' }, '/subject'],
  ['a long subject', { subject: 'x'.repeat(151) }, '/subject'],
  ['a line break in the reply address', { reply_to: 'a@example.org\r\nBcc: all@example.org' }, '/reply_to'],
  ['two reply addresses', { reply_to: 'a@example.org, b@example.org' }, '/reply_to'],
  ['a foreign reply address', { reply_to: 'somebody@example.org' }, '/reply_to'],
  ['a time in the past', { send_at: '2020-01-01T00:00:00Z' }, '/send_at'],
  ['a time in years', { send_at: '2036-01-01T00:00:00Z' }, '/send_at'],
  [
    'a private answer as a condition',
    { audience: { form: { slug: 'meals', answered: true, diet: 'vegan' } } },
    '/audience/form/diet',
  ],
  ['an unknown condition', { audience: { bank: true } }, '/audience/bank'],
  ['a form that does not exist', { audience: { form: { slug: 'none', answered: true } } }, '/audience/form/slug'],
  ['a team that does not exist', { audience: { tids: ['venue', 'none'] } }, '/audience/tids/1'],
  ['a task that does not exist', { audience: { tasks: ['none'] } }, '/audience/tasks/0'],
  ['too many people', { audience: { uids: Array.from({ length: 501 }, (_, index) => `u${index}`) } }, '/audience/uids'],
  ['no teams', { audience: { tids: [] } }, '/audience/tids'],
])('%s is refused at its field and stores nothing', async (_, fields, pointer) => {
  const response = await write(crew.owner, fields);
  expect([response.statusCode, response.json().errors[0].pointer]).toEqual([400, pointer]);
  expect(await stored()).toEqual([]);
});

test.each([{}, { everyone: false }, { tids: ['press'], roles: ['member'] }, { uids: ['nobody'] }])(
  'an audience of nobody, %j, is 422 and stays a draft',
  async (audience) => {
    const response = await sendNew(crew.owner, { audience });
    expect([response.statusCode, response.json().code]).toEqual([422, 'empty_audience']);
    const { data } = (await crew.as(crew.owner, 'GET', 'messages')).json();
    expect(data.map(({ state }: { state: string }) => state)).toEqual(['draft']);
    expect(await muster.deliver()).toEqual([]);
  },
);

test('a text full of blanks is read in no time', async () => {
  expect((await write(crew.chief, { body: `{{${' '.repeat(19_900)}` })).statusCode).toBe(201);
  expect((await write(crew.chief, { body: `{{${' '.repeat(19_000)}name }} {{ name }}` })).statusCode).toBe(201);
  expect((await write(crew.chief, { body: `{{${' '.repeat(19_000)}x }}` })).json().errors[0].pointer).toBe('/body');
});

test('a chief reaches neither another team, its tasks, nor everyone', async () => {
  const task = await createTask(muster, crew.pid, { tid: 'press' });
  for (const audience of [{ tids: ['venue', 'press'] }, { tasks: [task] }, { everyone: true }, { tids: ['none'] }])
    expect([audience, (await write(crew.chief, { audience })).statusCode]).toEqual([audience, 403]);
  for (const tid of ['venue', 'press'])
    await crew.as(crew.owner, 'PATCH', `teams/${tid}`, { mailing_list: `${tid}@lists.example.org` });
  const foreign = await write(crew.chief, { reply_to: 'press@lists.example.org' });
  expect(foreign.json().errors[0].pointer).toBe('/reply_to');
  const reach = async (audience: object) =>
    (await crew.as(crew.chief, 'POST', 'messages/audience', { audience }))
      .json()
      .people.map(({ name }: Caller) => name);
  expect(await reach({ uids: [crew.member.uid, crew.otherChief.uid, crew.owner.uid] })).toEqual(['Mia']);
  expect(await reach({ roles: ['owner', 'chief', 'member'] })).toEqual(['Mia']);
  expect((await crew.as(crew.member, 'POST', 'messages', toVenue)).statusCode).toBe(403);
  expect(await stored()).toEqual([]);
});

test('a chief does not reach somebody by putting them on a task for a moment', async () => {
  const times = { starts_at: '2099-01-01T09:00:00Z', ends_at: '2099-01-01T10:00:00Z' };
  const task = (
    await crew.as(crew.chief, 'POST', 'tasks', { title: 'Bait', tid: 'venue', capacity: 3, ...times })
  ).json();
  expect((await crew.as(crew.chief, 'PUT', `tasks/${task.id}/attendees/${crew.otherChief.uid}`)).statusCode).toBe(204);
  const bait = { audience: { tasks: [task.id] } };
  expect((await sendNew(crew.chief, bait)).json().code).toBe('empty_audience');
  // By then they are notified of the task.
  muster.clock.advance(mergeSeconds);
  expect((await sendNew(crew.chief, bait)).statusCode).toBe(200);
  expect((await muster.deliver()).map(({ to }) => to)).toEqual([crew.otherChief.email]);
});

test('script in every field stays text, and a value never becomes markup', async () => {
  const script = '<script>alert(1)</script>';
  const name = `${script} [x](javascript:alert(1)) **b** {{link}} "><img src=x onerror=y>`;
  await muster.db.transaction((trx) =>
    trx.updateTable('people').set({ name }).where('uid', '=', crew.member.uid).execute(),
  );
  const body = `${script}\n\n{{name}}\n\n[{{name}}](https://example.org/?q={{name}}) [bad](javascript:alert(1)) [go]({{link}}) ![i](https://example.org/i.png)`;
  await sendNew(crew.chief, { subject: script, body });
  const [mail] = await muster.deliver();
  expect(mail?.subject).toBe(script);
  const html = mail?.html ?? '';
  expect(html.match(/<script|<img|<b>|href="javascript|onerror=y>/g)).toBeNull();
  expect(html).toContain(`<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>`);
  expect(html).toContain(`<a href="http://muster.test/projects/${crew.pid}">go</a>`);
  expect([...html.matchAll(/href="https:\/\/example\.org\/\?q=([^"]*)"/g)].map(([, query]) => query)).toEqual([
    expect.stringMatching(/^%3Cscript%3E[\w%!'()*.&#;-]*$/),
  ]);
  const received = (await muster.call({ url: '/api/me/notices', headers: crew.member.headers })).json().data[0];
  const page = (
    await muster.call({
      url: `/api${received.link.replace('/messages', '/me/messages')}`,
      headers: crew.member.headers,
    })
  ).json();
  expect(page.body).toContain(String.raw`\<script\>alert\(1\)\<\/script\> \[x\]`);
});

test('of several requests to send, also with two processes, one sends', async () => {
  const { id } = (await write(crew.chief)).json();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => crew.as(crew.chief, 'POST', `messages/${id}/send`)),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('message_not_draft');
  await Promise.all([muster.services.messageSender.drain(), muster.services.messageSender.drain()]);
  expect((await muster.deliver()).map(({ to }) => to)).toEqual([crew.member.email]);
});

test('a chief can send five messages an hour, and is shown when the next one is possible', async () => {
  const first = muster.clock.now();
  for (let sent = 0; sent < 5; sent += 1) expect((await sendNew(crew.chief)).statusCode).toBe(200);
  const refused = await sendNew(crew.chief);
  expect(refused.statusCode).toBe(429);
  const wait = Number(refused.headers['retry-after']);
  expect(wait).toBeGreaterThan(3590);
  expect(wait).toBeLessThanOrEqual(3600);
  const nextAt = /at (\S+Z)$/.exec(refused.json().detail)?.[1] ?? '';
  expect(Date.parse(nextAt) - first.getTime()).toBeGreaterThanOrEqual(3_600_000);
  // Neither by scheduling it within that hour.
  const soon = new Date(muster.clock.now().getTime() + 600_000).toISOString();
  expect((await sendNew(crew.chief, { send_at: soon })).statusCode).toBe(429);
  muster.clock.advance(wait);
  expect((await sendNew(crew.chief)).statusCode).toBe(200);
});

test('owners write to everyone three times a day, and to parts of the project more often', async () => {
  const everyone = { audience: { everyone: true } };
  for (let sent = 0; sent < 3; sent += 1) expect((await sendNew(crew.owner, everyone)).statusCode).toBe(200);
  const refused = await sendNew(crew.owner, everyone);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
  const allRoles = { audience: { everyone: true, roles: ['owner', 'chief', 'member'] } };
  expect((await sendNew(crew.owner, allRoles)).statusCode).toBe(429);
  expect((await sendNew(crew.owner)).statusCode).toBe(200);
});

test('a mailbox gets at most three mails an hour of any kind; the rest waits', async () => {
  for (let sent = 0; sent < 4; sent += 1) await sendNew(crew.chief, { subject: `Message ${sent}` });
  await crew.as(crew.owner, 'PUT', `teams/press/members/${crew.member.uid}`);
  const now = [...(await muster.deliver()), ...(await muster.deliverNotices())].filter(
    ({ to }) => to === crew.member.email,
  );
  expect(now).toHaveLength(3);
  const { data } = (await crew.as(crew.chief, 'GET', 'messages')).json();
  expect(data[0].progress).toMatchObject({ total: 1, waiting: 1 });
  const [recipient] = (await crew.as(crew.chief, 'GET', `messages/${data[0].id}/recipients`)).json().data;
  expect(recipient).toMatchObject({ state: 'waiting', reason: 'mailbox_full' });
  muster.clock.advance(3600);
  const later = [...(await muster.deliver()), ...(await muster.deliverNotices())].filter(
    ({ to }) => to === crew.member.email,
  );
  expect(later).toHaveLength(2);
});

test('what is written to the people of a task of the next 24 hours does not wait, neither for the mailbox nor for the morning', async () => {
  const { member, chief } = crew;
  const [other] = await createMembers(muster, crew.pid, 'venue', 1);
  if (other === undefined) throw new Error('nobody');
  const at = (hours: number) => new Date(muster.clock.now().getTime() + hours * 3_600_000).toISOString();
  const task = async (title: string, from: number, people = [member]) => {
    const times = { starts_at: at(from), ends_at: at(from + 2) };
    const { id } = (await crew.as(chief, 'POST', 'tasks', { title, tid: 'venue', capacity: 2, ...times })).json();
    for (const who of people) await crew.as(who, 'PUT', `tasks/${id}/attendance`);
    return id;
  };
  const [running, next, later] = [
    await task('Door', -1),
    await task('Gate', 2),
    await task('Stage', 48, [member, other]),
  ];
  for (let sent = 0; sent < 3; sent += 1) await sendNew(chief, { subject: `Message ${sent}` });
  await sendNew(crew.owner, { subject: 'Rain', audience: { tasks: [running, later] } });
  await sendNew(crew.owner, { subject: 'Shoes', audience: { tasks: [later] } });
  const today = at(0).slice(0, 10);
  await sendNew(crew.owner, { subject: 'Lunch', audience: { day: today } });
  const delivered = async () => {
    const mails = await muster.deliver();
    const subjectsTo = ({ email }: { email: string }) =>
      mails
        .filter(({ to }) => to === email)
        .map(({ subject }) => subject.split(': ').at(-1) ?? '')
        .toSorted();
    return [subjectsTo(member), subjectsTo(other)];
  };
  const usual = ['Message 0', 'Message 1', 'Message 2'];
  // Rain today does not press for the other, whose task is in two days.
  expect(await delivered()).toEqual([['Lunch', ...usual, 'Rain'], usual]);
  const clock = (hours: number) => at(hours).slice(11, 16);
  const quiet = { mail: {}, digest: 'daily', quiet_hours: { from: clock(-1), to: clock(3) }, timezone: 'UTC' };
  const saved = await muster.call({
    method: 'PUT',
    url: '/api/me/notice-settings',
    headers: member.headers,
    payload: quiet,
  });
  expect(saved.statusCode).toBe(200);
  await sendNew(crew.owner, { subject: 'Wind', audience: { tasks: [running, next] } });
  // A task that has begun does not end the quiet hours.
  await sendNew(crew.owner, { subject: 'Sun', audience: { tasks: [running] } });
  expect(await delivered()).toEqual([['Wind'], []]);
});
