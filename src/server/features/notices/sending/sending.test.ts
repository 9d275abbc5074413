import { beforeEach, expect, test } from 'vitest';
import { realLimits, startTestApp, useApp } from '../../../../../test/support/app.ts';
import { createRows } from '../../../../../test/support/factories.ts';
import { createCaller, createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import type { Mail } from '../../../lib/mailer.ts';
import type { Task } from '../../tasks/tasks.schema.ts';
import { noticeMail } from './notice.mail.ts';

const muster = useApp();
let crew: Crew;
beforeEach(async () => {
  await muster.deliverNotices();
  crew = await createCrew(muster);
  await speaks(crew.member, 'en');
});

const speaks = (who: Caller, language: string) =>
  muster.db.transaction((trx) => trx.updateTable('people').set({ language }).where('uid', '=', who.uid).execute());
const inHours = (hours: number): string => new Date(muster.clock.now().getTime() + hours * 3_600_000).toISOString();

async function createTask(fields: object = {}): Promise<Task> {
  const times = { starts_at: '2027-08-07T01:00:00Z', ends_at: '2027-08-07T04:00:00Z' };
  const task = { title: 'Desk', tid: 'venue', ...times, capacity: 300, ...fields };
  const response = await crew.as(crew.chief, 'POST', 'tasks', task);
  expect(response.statusCode).toBe(201);
  return response.json();
}

const put = (task: Task, whom: Caller) => crew.as(crew.chief, 'PUT', `tasks/${task.id}/attendees/${whom.uid}`);
const change = (task: Task, fields: object) => crew.as(crew.chief, 'PATCH', `tasks/${task.id}`, fields);
const to = (mails: readonly Mail[], { email }: Caller) => mails.filter((mail) => mail.to === email);
const settings = ({ headers }: Caller, payload: object) =>
  muster.call({
    method: 'PUT',
    url: '/api/me/notice-settings',
    headers,
    payload: { mail: {}, digest: 'daily', quiet_hours: null, ...payload },
  });

test('a change is mailed after two minutes, once, with old and new times in the zone of the event', async () => {
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ timezone: 'Asia/Taipei' }).where('pid', '=', crew.pid).execute(),
  );
  const task = await createTask();
  await crew.as(crew.member, 'PUT', `tasks/${task.id}/attendance`);
  await change(task, { starts_at: '2027-08-07T03:00:00Z' });
  await muster.services.jobList.find(({ name }) => name === 'notices')?.run(new AbortController().signal);
  expect(await muster.deliver()).toEqual([]);
  const [mail, ...others] = to(await muster.deliverNotices(), crew.member);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Your task "Desk" moved: Sat, 7 Aug 2027, 09:00–12:00 → 11:00–12:00');
  expect(mail?.text).toContain('Hello Mia,');
  expect(mail?.text).toContain('Times are in the time zone of the event: Asia/Taipei.');
  expect(mail?.text).toContain(`http://muster.test/projects/${crew.pid}/tasks/${task.id}`);
  expect(mail?.html).toContain('<h1>Your task &quot;Desk&quot; moved: ');
  const ics = mail?.attachments?.[0]?.content ?? '';
  expect(ics).toContain(`UID:${task.id}@muster\r\nSEQUENCE:2\r\n`);
  expect(ics).toContain('DTSTART:20270807T030000Z');
  expect(to(await muster.deliverNotices(), crew.member)).toEqual([]);
});

test('everything that is due is one mail', async () => {
  await put(await createTask(), crew.member);
  const times = { starts_at: '2027-08-08T01:00:00Z', ends_at: '2027-08-08T04:00:00Z' };
  await put(await createTask({ title: 'Door', ...times }), crew.member);
  const [mail] = to(await muster.deliverNotices(), crew.member);
  expect(mail?.subject).toMatch(/^2 notices from Project \d+$/);
  expect(mail?.text).toMatch(/You're on "Desk".*You're on "Door"/s);
});

test('a mailbox gets at most three mails an hour; what comes later waits and is combined', async () => {
  await using limited = await startTestApp({ env: realLimits });
  const { pid, chief, member, as } = await createCrew(limited);
  const cooks = Array.from({ length: 5 }, (_, index) => ({ tid: `cooks-${index}`, name: `Cooks ${index}` }));
  await createRows(limited, { teams: cooks.map((team) => ({ pid, ...team, chiefs: [chief] })) });
  const received: string[][] = [];
  for (const { tid } of cooks) {
    await as(chief, 'PUT', `teams/${tid}/members/${member.uid}`);
    received.push(to(await limited.deliverNotices(), member).map(({ text }) => text));
  }
  expect(received.map((mails) => mails.length)).toEqual([1, 1, 1, 0, 0]);
  limited.clock.advance(3600);
  const [last, ...others] = to(await limited.deliverNotices(), member);
  expect(others).toEqual([]);
  expect(last?.text).toMatch(/added you to Cooks 3.*added you to Cooks 4/s);
});

test('what has become pointless is not sent: the task is over or gone, or the person left', async () => {
  const over = await createTask({ starts_at: inHours(0.01), ends_at: inHours(0.02) });
  await put(over, crew.member);
  const gone = await createTask();
  await put(gone, crew.otherChief);
  muster.clock.advance(110);
  await crew.as(crew.owner, 'DELETE', `teams/press/chiefs/${crew.otherChief.uid}`);
  await crew.as(crew.owner, 'DELETE', `teams/press/members/${crew.otherChief.uid}`);
  const mails = await muster.deliverNotices();
  expect(to(mails, crew.member)).toEqual([]);
  expect(to(mails, crew.otherChief).map(({ text }) => /You're on|no longer in Team 2/.exec(text)?.[0])).toEqual([
    'no longer in Team 2',
  ]);
});

test('who has left the team or the project hears nothing more of it', async () => {
  await crew.as(crew.owner, 'POST', 'announcements', { title: 'Inner news', body: 'Text', audience: 'people' });
  await crew.as(crew.owner, 'POST', 'announcements', { title: 'Team news', body: 'Text', tid: 'venue' });
  await crew.as(crew.owner, 'POST', 'forms', { form: 'shirts', kind: 'appreciation', title: 'Inner form' });
  await crew.as(crew.owner, 'PATCH', 'forms/shirts', { enabled: true });
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { takes_applications: true });
  const applicant = await createCaller(muster, 'Ada');
  expect((await crew.as(applicant, 'PUT', 'teams/venue/application', {})).statusCode).toBeLessThan(300);
  await crew.as(crew.owner, 'DELETE', `teams/venue/chiefs/${crew.chief.uid}`);
  await crew.as(crew.owner, 'DELETE', `teams/venue/members/${crew.chief.uid}`);
  await crew.as(crew.owner, 'DELETE', `teams/venue/members/${crew.member.uid}`);
  const mails = [...(await muster.deliverNotices())];
  muster.clock.advance(86_400);
  mails.push(...(await muster.deliverNotices()));
  const heard = (who: Caller) =>
    to(mails, who).flatMap(({ text }) => text.match(/Inner news|Team news|Inner form|wants to join/g) ?? []);
  expect([heard(crew.chief), heard(crew.member)]).toEqual([[], []]);
  expect(heard(crew.otherChief)).toEqual(expect.arrayContaining(['Inner news', 'Inner form']));
});

test('kinds that are off are listed and not mailed; security cannot be turned off', async () => {
  expect((await settings(crew.member, { mail: { 'task.added': false } })).statusCode).toBe(200);
  await put(await createTask(), crew.member);
  expect(to(await muster.deliverNotices(), crew.member)).toEqual([]);
  const { headers } = crew.member;
  expect((await muster.call({ url: '/api/me/notices', headers })).json().unread).toBe(1);
  const refused = await settings(crew.member, { mail: { 'security.suspended': false } });
  expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([400, '/mail/security.suspended']);
});

test('one click in the mail program turns off what the mail was about, without signing in', async () => {
  await put(await createTask(), crew.member);
  const [mail] = to(await muster.deliverNotices(), crew.member);
  const url = /^<http:\/\/muster\.test(\/api\/unsubscribe\?code=[\w-]+)>$/.exec(
    mail?.headers?.['List-Unsubscribe'] ?? '',
  )?.[1];
  expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const post = (target: string) =>
    muster.call({
      method: 'POST',
      url: target,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
  expect((await post(`${url?.slice(0, -4)}AAAA`)).json()).toMatchObject({ code: 'invalid_link' });
  expect((await post(url ?? '')).statusCode).toBe(204);
  const { mail: kinds } = (await muster.call({ url: '/api/me/notice-settings', headers: crew.member.headers })).json();
  expect([kinds['task.added'], kinds['task.changed']]).toEqual([false, true]);
});

test('in quiet hours mail waits, unless the task starts before they end', async () => {
  await settings(crew.member, { quiet_hours: { from: '00:00', to: '23:59' }, timezone: 'UTC' });
  await put(await createTask(), crew.member);
  expect(to(await muster.deliverNotices(), crew.member)).toEqual([]);
  await put(await createTask({ title: 'Soon', starts_at: inHours(0.2), ends_at: inHours(0.3) }), crew.member);
  expect(to(await muster.deliverNotices(), crew.member).map(({ text }) => text.includes('Soon'))).toEqual([true]);
});

test('in quiet hours people hear at once that a task before their end has moved to a later day', async () => {
  const tonight = await createTask({ title: 'Tonight', starts_at: inHours(1), ends_at: inHours(2) });
  await put(tonight, crew.member);
  await muster.deliverNotices();
  await settings(crew.member, { quiet_hours: { from: '00:00', to: '23:59' }, timezone: 'UTC' });
  await change(tonight, { starts_at: '2027-08-07T01:00:00Z', ends_at: '2027-08-07T04:00:00Z' });
  expect(to(await muster.deliverNotices(), crew.member).map(({ text }) => text.includes('Tonight'))).toEqual([true]);
});

test('reminders come 24 and 2 hours before a task, once, also when they are late', async () => {
  const task = await createTask({ starts_at: inHours(30), ends_at: inHours(31) });
  await crew.as(crew.member, 'PUT', `tasks/${task.id}/attendance`);
  const reminded = async (hours: number) => {
    muster.clock.advance(hours * 3600);
    return to(await muster.deliverNotices(), crew.member).map(({ subject }) => /Coming up: "\w+"/.exec(subject)?.[0]);
  };
  expect(await reminded(1)).toEqual([]);
  expect(await reminded(8)).toEqual(['Coming up: "Desk"']);
  expect(await reminded(1)).toEqual([]);
  expect(await reminded(18.5)).toEqual(['Coming up: "Desk"']);
  expect(await reminded(0.1)).toEqual([]);
});

test('who joins shortly before a task is not reminded of it at once', async () => {
  const task = await createTask({ starts_at: inHours(5), ends_at: inHours(6) });
  await crew.as(crew.member, 'PUT', `tasks/${task.id}/attendance`);
  expect(to(await muster.deliverNotices(), crew.member)).toEqual([]);
  muster.clock.advance(3.5 * 3600);
  expect(to(await muster.deliverNotices(), crew.member).length).toBe(1);
});

test('who answers by mail reaches the list of the team, if they are in it', async () => {
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { mailing_list: 'venue@lists.example.org' });
  const task = await createTask();
  await put(task, crew.member);
  await put(task, crew.otherChief);
  const mails = await muster.deliverNotices();
  expect(to(mails, crew.member)[0]?.replyTo).toBe('venue@lists.example.org');
  expect(to(mails, crew.otherChief)[0]?.replyTo).toBeUndefined();
  await crew.as(crew.owner, 'DELETE', `tasks/${task.id}?force=true`);
  const cancelled = to(await muster.deliverNotices(), crew.member)[0];
  expect([cancelled?.subject, cancelled?.replyTo]).toEqual([
    expect.stringContaining('cancelled'),
    'venue@lists.example.org',
  ]);
});

test('names and titles of others become neither markup nor links nor headers', async () => {
  const task = await createTask({ title: '<img src=x> "Desk" https://evil.example/win' });
  await put(task, crew.member);
  const [mail] = to(await muster.deliverNotices(), crew.member);
  expect(mail?.html).toContain('&lt;img src=x&gt; &quot;Desk&quot; …');
  expect(mail?.html).not.toContain('<img');
  expect(mail?.text).not.toContain('evil.example');
});

test('a digest comes at 8:00 in the zone of the event', async () => {
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ timezone: 'Asia/Taipei' }).where('pid', '=', crew.pid).execute(),
  );
  await crew.as(crew.owner, 'POST', 'forms', { form: 'shirt', kind: 'shirt_size', title: 'Shirts', enabled: true });
  expect(to(await muster.deliverNotices(), crew.member)).toEqual([]);
  const row = await muster.db.read
    .selectFrom('notices')
    .select(['kind', 'due_at'])
    .where('uid', '=', crew.member.uid)
    .executeTakeFirstOrThrow();
  expect([row.kind, row.due_at?.slice(10)]).toEqual(['form.opened', 'T00:00:00.000Z']);
  muster.clock.advance(24 * 3600);
  expect(to(await muster.deliverNotices(), crew.member).map(({ subject }) => subject)).toEqual(['New form: Shirts']);
});

test.each([
  ['en', 'NT$1,490 was paid to you for Travel'],
  ['de', 'Dir wurden 1.490 NT$ für Travel ausgezahlt'],
])('money is written as on the pages, in %s', (language, subject) => {
  const about = { kind: 'payment.made', pid: '2026', subject: 'travel', project: 'Muster', timezone: 'UTC' } as const;
  const values = { form: 'Travel', amount: 149_000, currency: 'TWD' };
  const rest = { actor: 'Olga', previous: {}, values, revision: 1, place: null, created_at: inHours(0) };
  const recipient = { email: 'mia@example.org', name: 'Mia', language };
  const mail = noticeMail(recipient, [{ ...about, ...rest }], {
    baseUrl: 'http://muster.test',
    unsubscribe: undefined,
  });
  expect(mail.subject.replaceAll('\u00a0', ' ')).toBe(subject);
});

test.each([
  ['task.added', null, { title: 'Door', change: 'waiting' }, /^You were next on the waiting list/, false],
  ['task.added', null, { title: 'Door' }, /^You're on "Door"/, true],
  ['invitation.declined', '', { team: 'Venue', what: 'ada@example.org' }, /^ada@example\.org declined/, false],
  ['invitation.declined', '', { team: 'Venue' }, /^Someone without a name declined/, false],
  ['invitation.declined', null, { team: 'Venue' }, /^Erased account declined/, false],
] as const)('%s of %s says who or what caused it', (kind, actor, values, subject, isOfOrganiser) => {
  const about = { kind, pid: '2026', subject: 'id', project: 'Muster', timezone: 'UTC' } as const;
  const rest = { actor, previous: {}, values, revision: 1, place: null, created_at: inHours(0) };
  const mail = noticeMail({ email: 'mia@example.org', name: 'Mia', language: 'en' }, [{ ...about, ...rest }], {
    baseUrl: 'http://muster.test',
    unsubscribe: undefined,
  });
  expect(mail.subject).toMatch(subject);
  expect(mail.text.includes('An organiser')).toBe(isOfOrganiser);
});

test('many people are mailed with a fixed number of queries for every fifty', async () => {
  const counted = async (people: number): Promise<number> => {
    const members = await createMembers(muster, crew.pid, 'venue', people);
    const task = await createTask();
    const rows = members.map(({ uid }) => ({ task_id: task.id, uid, created_at: muster.clock.now().toISOString() }));
    await muster.db.transaction((trx) => trx.insertInto('attendances').values(rows).execute());
    await change(task, { title: 'Door' });
    const before = muster.db.queryCount();
    muster.clock.advance(121);
    await muster.services.jobList.find(({ name }) => name === 'notices')?.run(new AbortController().signal);
    const queries = muster.db.queryCount() - before;
    expect((await muster.deliver()).length).toBe(people);
    return queries;
  };
  expect(await counted(3)).toBe(await counted(40));
});
