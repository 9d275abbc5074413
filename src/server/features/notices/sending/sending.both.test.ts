import { beforeEach, expect, test } from 'vitest';
import { realLimits, startTestApp, useApp } from '../../../../../test/support/app.ts';
import { browserOf, createRows } from '../../../../../test/support/factories.ts';
import { createCaller, createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { entryOf, noticeKinds } from '../../../../shared/notice-kinds.ts';
import type { NoticeKind } from '../../../../shared/notice-kinds.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Mail } from '../../../lib/mailer.ts';
import { newId } from '../../../lib/secrets.ts';
import type { Task } from '../../tasks/tasks.schema.ts';
import { limits } from '../../../auth/rate-limits.ts';
import { aboutTask, notify } from '../notify.service.ts';
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
  expect(mail?.subject).toMatch(/^Project \d+: Your shift "Desk" moved: Sat, 7 Aug 2027, 09:00–12:00 → 11:00–12:00$/);
  expect(mail?.text).toContain('Hello Mia,');
  expect(mail?.text).toContain('Times are in the time zone of the event: Asia/Taipei.');
  expect(mail?.text).toContain(`http://muster.test/projects/${crew.pid}/tasks/${task.id}`);
  expect(mail?.html).toContain('<h1>Your shift &quot;Desk&quot; moved: ');
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
  expect(mail?.subject).toMatch(/^Project \d+: You're on "Desk".*, and 1 more$/);
  expect(mail?.text).toMatch(/You're on "Desk".*You're on "Door"/s);
});

test('the subject names what is most important, however early it happened', async () => {
  await crew.as(crew.owner, 'POST', 'announcements', { title: 'News', body: 'Text' });
  muster.clock.advance(23 * 3600);
  await put(await createTask(), crew.member);
  await crew.as(crew.owner, 'POST', 'announcements', { title: 'More', body: 'Text' });
  muster.clock.advance(3600);
  const subjects = to(await muster.deliverNotices(), crew.member).map(({ subject, event }) => [subject, event?.pid]);
  expect(subjects[0]).toEqual([expect.stringMatching(/^Project \d+: You're on "Desk"/), crew.pid]);
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

test('what is about a task of the next 24 hours, or answers what a person did, is mailed at once however many mails there were', async () => {
  await using limited = await startTestApp({ env: realLimits });
  const { pid, chief, member, as } = await createCrew(limited);
  const run = async () => {
    await limited.services.jobList.find(({ name }) => name === 'notices')?.run(new AbortController().signal);
    return to(await limited.deliver(), member).map(({ text }) => text);
  };
  const at = (hours: number) => new Date(limited.clock.now().getTime() + hours * 3_600_000).toISOString();
  const task = async (title: string, starts: number) => {
    const times = { starts_at: at(starts), ends_at: at(starts + 0.9) };
    const created = await as(chief, 'POST', 'tasks', { title, tid: 'venue', ...times, capacity: 5 });
    await as(chief, 'PUT', `tasks/${created.json().id}/attendees/${member.uid}`);
  };
  const cooks = Array.from({ length: 4 }, (_, index) => ({ tid: `cooks-${index}`, name: `Cooks ${index}` }));
  await createRows(limited, { teams: cooks.map((team) => ({ pid, ...team, chiefs: [chief] })) });
  for (const { tid } of cooks) {
    await as(chief, 'PUT', `teams/${tid}/members/${member.uid}`);
    limited.clock.advance(121);
    await run();
  }
  await task('Far', 100);
  await task('Near', 3);
  const mails = await run();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('Near');
  expect(mails[0]).not.toContain('Far');
  // Its own limit is wider, and still a limit.
  const received: number[] = [];
  for (let number = 0; number < limits.pressingMailHourly.max + 3; number += 1) {
    await task(`Near ${number}`, 4 + number);
    received.push((await run()).length);
  }
  expect(received.filter((count) => count === 1)).toHaveLength(limits.pressingMailHourly.max - 1);
});

test('a mail says what is true when it is sent, whatever happened since its notices', async () => {
  const [first, second, third] = [
    await createTask({ title: 'One' }),
    await createTask({ title: 'Two', starts_at: '2027-08-08T01:00:00Z', ends_at: '2027-08-08T04:00:00Z' }),
    await createTask({ title: 'Three', starts_at: '2027-08-09T01:00:00Z', ends_at: '2027-08-09T04:00:00Z' }),
  ];
  for (const task of [first, second, third]) await put(task, crew.member);
  const now = muster.clock.now();
  await muster.db.transaction(async (trx) => {
    // As if one draft had given all three.
    await trx.deleteFrom('notices').where('uid', '=', crew.member.uid).execute();
    await notify(
      trx,
      { actor: crew.chief.uid, now },
      [first, second, third].map((task) => ({
        kind: 'task.added',
        uid: crew.member.uid,
        ...aboutTask({ ...task, pid: crew.pid, revision: 1 }),
      })),
    );
  });
  await change(first, { starts_at: '2027-08-07T03:00:00Z' });
  const left = await crew.as(crew.member, 'DELETE', `tasks/${second.id}/attendance`);
  expect([left.statusCode, left.body]).toEqual([204, '']);
  const [mail, ...others] = to(await muster.deliverNotices(), crew.member);
  expect(others).toEqual([]);
  expect(mail?.subject).toContain('2 new shifts');
  expect(mail?.subject).toContain('11:00–12:00');
  expect(mail?.text).not.toContain('Two');
  expect(mail?.text).not.toContain('moved');
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
  expect(to(await muster.deliverNotices(), crew.member).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Project \d+: New form: Shirts$/),
  ]);
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
  expect(mail.subject.replaceAll('\u00a0', ' ')).toBe(`Muster: ${subject}`);
});

test.each([
  ['task.added', null, { title: 'Door', change: 'waiting' }, /^Muster: You were next on the waiting list/, false],
  ['task.added', null, { title: 'Door' }, /^Muster: You're on "Door"/, true],
  ['invitation.declined', '', { team: 'Venue', what: 'ada@example.org' }, /^Muster: ada@example\.org declined/, false],
  ['invitation.declined', '', { team: 'Venue' }, /^Muster: Someone without a name declined/, false],
  ['invitation.declined', null, { team: 'Venue' }, /^Muster: Erased account declined/, false],
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

const organiserKinds = noticeKinds.filter((kind) => entryOf(kind).isForOrganisers === true);

/** A notice of this kind that waits, about the team, a task or work of it. */
async function plant(kind: NoticeKind, uid: string, subject: string): Promise<void> {
  const at = timestamp(muster.clock.now());
  const values = JSON.stringify({ title: 'A secret plan', team: 'Venue', what: 'A secret plan' });
  const row = { id: newId(muster.clock.now()), uid, kind, pid: crew.pid, subject, actor: crew.stranger.uid };
  await muster.db.transaction((trx) =>
    trx
      .insertInto('notices')
      .values({ ...row, previous: '{}', detail: values, created_at: at, due_at: at })
      .execute(),
  );
}

test('who no longer organises anything gets no mail that waits about it, of any kind for organisers', async () => {
  expect(organiserKinds.length).toBeGreaterThan(10);
  const task = await createTask();
  for (const kind of organiserKinds)
    for (const subject of ['venue', task.id, '']) await plant(kind, crew.chief.uid, subject);
  const url = `/api/projects/${crew.pid}/teams/venue/chiefs/${crew.chief.uid}`;
  expect((await muster.call({ method: 'DELETE', url, headers: crew.owner.headers })).statusCode).toBe(204);
  const texts = to(await muster.deliverNotices(), crew.chief).map(({ text }) => text);
  expect(texts.filter((text) => text.includes('A secret plan'))).toEqual([]);
});

test('a chief who was removed does not learn who asked for a place', async () => {
  const task = await createTask({ joining: 'approval', visibility: 'signed_in' });
  await crew.as(crew.stranger, 'PUT', `tasks/${task.id}/attendance`);
  const url = `/api/projects/${crew.pid}/teams/venue/chiefs/${crew.chief.uid}`;
  await muster.call({ method: 'DELETE', url, headers: crew.owner.headers });
  expect(to(await muster.deliverNotices(), crew.chief).filter(({ text }) => text.includes('Sam'))).toEqual([]);
});

test('a project that became a draft is named in no mail to people who do not own it', async () => {
  const task = await createTask();
  await put(task, crew.member);
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ state: 'draft' }).where('pid', '=', crew.pid).execute(),
  );
  expect(to(await muster.deliverNotices(), crew.member)).toEqual([]);
});

test('mail that waits for a mail server is decided when it is sent: not to an erased account, nor about a draft', async () => {
  const task = await createTask();
  const [kept, erased] = [crew.member, (await createMembers(muster, crew.pid, 'venue', 1))[0] ?? crew.member];
  for (const whom of [kept, erased]) await put(task, whom);
  muster.clock.advance(121);
  await muster.services.jobList.find(({ name }) => name === 'notices')?.run(new AbortController().signal);
  const waiting = muster.db.read.selectFrom('outbox').select('id').where('done_at', 'is', null);
  expect((await waiting.where('kind', '=', 'notices').execute()).length).toBeGreaterThanOrEqual(2);
  const headers = await browserOf(muster, erased);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  const mails = await muster.deliver();
  expect([to(mails, kept).length, to(mails, erased)]).toEqual([1, []]);
});
