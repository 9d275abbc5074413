import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { applying } from '../../../../../test/support/world/applications.ts';
import { createCaller, createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { bearer, browserOf, createTeam, tokenOf } from '../../../../../test/support/factories.ts';

const muster = useApp();
let team: ReturnType<typeof applying>;
beforeAll(async () => {
  team = applying(muster);
});

test('an application ends with the event at the latest, and nobody applies after it', async () => {
  const crew = await team.openCrew();
  const ada = await createCaller(muster, 'Ada');
  const apply = async (ends_on: string | null) => {
    const headers = crew.owner.headers;
    const payload = { starts_on: null, ends_on, timezone: 'Asia/Taipei' };
    await muster.call({ method: 'PATCH', url: `/api/projects/${crew.pid}`, headers, payload });
    return (await team.apply(crew, ada, {})).json();
  };
  // The clock of the tests starts at 2026-06-01.
  expect((await apply(null)).expires_at).toMatch(/^2026-08-30/);
  expect((await apply('2026-12-01')).expires_at).toMatch(/^2026-08-30/);
  expect((await apply('2026-06-10')).expires_at).toBe('2026-06-10T16:00:00.000Z');
  expect(await apply('2026-05-31')).toMatchObject({ status: 409, code: 'applications_closed' });
});

const isMember = async ({ as, owner }: Crew, { uid }: Caller): Promise<boolean> =>
  (await as(owner, 'GET', 'teams/venue/members')).json().data.some((one: { uid: string }) => one.uid === uid);

test('a person applies, a chief reads it with the address and accepts, and the person is in the team', async () => {
  const crew = await team.openCrew();
  const ada = await createCaller(muster, 'Ada');
  const listing = await muster.call(`/api/members/${crew.pid}`);
  const answer = await team.apply(crew, ada, { message: 'I own a ladder.' });
  const application = {
    pid: crew.pid,
    project: expect.any(String),
    tid: 'venue',
    team: expect.any(String),
    message: 'I own a ladder.',
    state: 'sent',
    applied_at: expect.any(String),
    expires_at: expect.any(String),
  };
  expect([answer.statusCode, answer.json()]).toEqual([200, application]);
  expect((await crew.as(ada, 'GET', 'teams/venue/application')).json()).toEqual(application);
  expect(await team.own(ada)).toEqual([application]);

  const [mail] = await team.mailsTo(crew.chief);
  expect(mail?.subject).toMatch(/^Project \d+: Ada wants to join .+$/);
  expect(mail?.text).toContain(`/projects/${crew.pid}/teams/venue/manage?tab=applications\n`);
  expect(JSON.stringify(mail)).not.toContain('ladder');
  expect(await team.mailsTo(crew.owner)).toEqual([]);
  expect(await team.waiting(crew)).toMatchObject([
    {
      tid: 'venue',
      uid: ada.uid,
      name: 'Ada',
      email: ada.email,
      message: 'I own a ladder.',
      applied_at: expect.any(String),
      expires_at: expect.any(String),
    },
  ]);

  expect((await team.accept(crew, crew.chief, ada)).statusCode).toBe(204);
  expect(await isMember(crew, ada)).toBe(true);
  expect(await team.waiting(crew)).toEqual([]);
  expect(await team.own(ada)).toEqual([]);
  expect((await team.mailsTo(ada)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Project \d+: Welcome to .+/),
  ]);
  const now = await muster.call(`/api/members/${crew.pid}`);
  expect([now.body.includes('"Ada"'), now.headers.etag === listing.headers.etag]).toEqual([true, false]);
  expect((await team.accept(crew, crew.chief, ada)).statusCode).toBe(404);
  expect((await team.apply(crew, ada)).json()).toMatchObject({ status: 409, code: 'conflict' });
  expect(await team.kindsIn(crew)).toEqual(['application.sent', 'member.added', 'team.changed']);
});

test('a declined person gets a mail in their language and can apply again', async () => {
  const crew = await team.openCrew();
  const ada = await createCaller(muster, 'Ada');
  await team.apply(crew, ada, { language: 'zh-TW' });
  expect((await team.decline(crew, crew.owner, ada)).statusCode).toBe(204);
  expect((await team.decline(crew, crew.owner, ada)).statusCode).toBe(404);
  expect((await team.mailsTo(ada))[0]?.subject).toMatch(/這次無法接受您的申請/);
  expect((await crew.as(ada, 'GET', 'teams/venue/application')).statusCode).toBe(404);
  await team.apply(crew, ada, { language: 'zh-TW' });
  await team.accept(crew, crew.chief, ada);
  expect((await team.mailsTo(ada))[1]?.subject).toMatch(/：歡迎加入/);
  expect(await team.kindsIn(crew)).toEqual([
    'application.declined',
    'application.sent',
    'application.sent',
    'member.added',
    'team.changed',
  ]);
});

test('applying again replaces the message, keeps the position and is no further notice', async () => {
  const crew = await team.openCrew();
  const [ada, bob] = [await createCaller(muster, 'Ada'), await createCaller(muster, 'Bob')];
  const first = await team.apply(crew, ada, { message: 'first' });
  muster.clock.advance(60);
  await team.apply(crew, bob);
  const tag = { 'if-match': String(first.headers.etag) };
  expect((await team.apply(crew, ada, { message: 'second' }, tag)).statusCode).toBe(200);
  expect((await team.apply(crew, ada, { message: 'third' }, tag)).json()).toMatchObject({ code: 'stale' });
  // The same again is no change.
  expect((await team.apply(crew, ada, { message: 'second' })).statusCode).toBe(200);
  expect((await team.waiting(crew)).map(({ name, message }) => [name, message])).toEqual([
    ['Ada', 'second'],
    ['Bob', ''],
  ]);
  expect(await team.noticesTo(crew.chief)).toHaveLength(2);
  expect(await team.kindsIn(crew)).toEqual([
    'application.changed',
    'application.sent',
    'application.sent',
    'team.changed',
  ]);
});

test('the owners get the notice when a team has no active chief', async () => {
  const crew = await createCrew(muster);
  await createTeam(muster, crew.pid, { tid: 'empty' });
  await crew.as(crew.owner, 'PATCH', 'teams/empty', { takes_applications: true });
  const ada = await createCaller(muster, 'Ada');
  await crew.as(ada, 'PUT', 'teams/empty/application', {});
  expect(await team.noticesTo(crew.owner)).toHaveLength(1);
});

test('a team accepts applications only while it is open for them, and shows that to those who may apply', async () => {
  const crew = await createCrew(muster);
  const ada = await createCaller(muster, 'Ada');
  const seen = async (who?: Caller) => {
    const { takes_applications: takes, rights } = (await crew.as(who, 'GET', 'teams/venue')).json();
    return [takes, rights.apply];
  };
  expect(await seen(ada)).toEqual([false, false]);
  expect((await team.apply(crew, ada)).json()).toMatchObject({ status: 409, code: 'applications_closed' });
  for (const who of [crew.member, crew.otherChief, ada]) {
    expect((await crew.as(who, 'PATCH', 'teams/venue', { takes_applications: true })).statusCode).toBe(403);
  }
  await team.switchTo(crew, true);
  expect(await Promise.all([seen(), seen(ada), seen(crew.member), seen(crew.chief)])).toEqual([
    [true, false],
    [true, true],
    [true, false],
    [true, false],
  ]);
  await team.apply(crew, ada);
  await team.switchTo(crew, false);
  // What waits can still be read, withdrawn and decided.
  expect(await team.waiting(crew)).toHaveLength(1);
  expect((await team.apply(crew, ada, { message: 'more' })).json()).toMatchObject({ code: 'applications_closed' });
  expect((await team.accept(crew, crew.chief, ada)).statusCode).toBe(204);
});

test('an application to a full team stays open; a disabled team does not exist for applicants', async () => {
  const crew = await team.openCrew();
  const ada = await createCaller(muster, 'Ada');
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { headcount: 2 });
  await team.apply(crew, ada);
  expect((await team.accept(crew, crew.chief, ada)).json()).toMatchObject({ status: 409, code: 'team_full' });
  expect(await team.waiting(crew)).toHaveLength(1);
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { headcount: 3 });
  await crew.as(crew.owner, 'PUT', 'teams/venue/disabled');
  expect((await team.accept(crew, crew.owner, ada)).json()).toMatchObject({ status: 409, code: 'team_disabled' });
  expect((await team.apply(crew, crew.owner)).json()).toMatchObject({ status: 409, code: 'team_disabled' });
  expect((await team.apply(crew, ada)).statusCode).toBe(404);
  expect(await team.own(ada)).toEqual([]);
  await crew.as(crew.owner, 'DELETE', 'teams/venue/disabled');
  expect((await team.accept(crew, crew.chief, ada)).statusCode).toBe(204);
});

test('adding the person in another way closes the application', async () => {
  const crew = await team.openCrew();
  const people = [await createCaller(muster), await createCaller(muster), await createCaller(muster)];
  const [ada, bob, eve] = people;
  if (!ada || !bob || !eve) throw new Error('three people');
  for (const person of people) await team.apply(crew, person);
  await crew.as(crew.chief, 'PUT', `teams/venue/members/${ada.uid}`);
  await crew.as(crew.owner, 'PUT', `teams/venue/chiefs/${bob.uid}`);
  await crew.as(crew.chief, 'POST', 'teams/venue/members', { people: [{ uid: eve.uid }] });
  expect(await team.waiting(crew)).toEqual([]);
  expect(await team.own(eve)).toEqual([]);
});

test('the application of a suspended person is hidden and cannot be accepted until the suspension is lifted', async () => {
  const crew = await team.openCrew();
  const ada = await createCaller(muster, 'Ada');
  await team.apply(crew, ada);
  const suspend = (suspended_at: string | null) =>
    muster.db.transaction((trx) =>
      trx.updateTable('people').set({ suspended_at }).where('uid', '=', ada.uid).execute(),
    );
  await suspend(muster.clock.now().toISOString());
  expect(await team.waiting(crew)).toEqual([]);
  expect((await team.accept(crew, crew.chief, ada)).statusCode).toBe(404);
  expect((await team.apply(crew, ada)).statusCode).toBe(401);
  await suspend(null);
  expect(await team.waiting(crew)).toHaveLength(1);
});

test('only chiefs of the team and owners read and decide, owners for all teams, and nobody applies for others', async () => {
  const crew = await team.openCrew();
  const ada = await createCaller(muster, 'Ada');
  await team.apply(crew, ada);
  for (const who of [crew.member, crew.otherChief, crew.stranger, ada]) {
    expect((await crew.as(who, 'GET', 'teams/venue/applications')).statusCode).toBe(403);
    expect((await team.accept(crew, who, ada)).statusCode).toBe(403);
    expect((await team.decline(crew, who, ada)).statusCode).toBe(403);
  }
  for (const who of [crew.member, crew.stranger, ada])
    expect((await crew.as(who, 'GET', 'applications')).statusCode).toBe(403);
  const listed = async (who: Caller) => (await crew.as(who, 'GET', 'applications')).json().data.length;
  expect([await listed(crew.chief), await listed(crew.otherChief), await listed(crew.owner)]).toEqual([1, 0, 1]);
  expect((await team.apply(crew, undefined)).statusCode).toBe(401);
  expect((await crew.as(crew.otherChief, 'PUT', `teams/press/applications/${ada.uid}/acceptance`)).statusCode).toBe(
    404,
  );
  const reading = { ...ada, headers: bearer(await tokenOf(muster, ada, { scope: 'read' })) };
  expect((await team.apply(crew, reading)).json()).toMatchObject({ status: 403, code: 'read_only_token' });
  expect((await team.withdraw(crew, crew.stranger)).statusCode).toBe(204);
  expect(await team.waiting(crew)).toHaveLength(1);
  const all = (await crew.as(crew.owner, 'GET', 'applications')).json();
  expect(all).toMatchObject({ data: [{ tid: 'venue', uid: ada.uid }], next: null });
});

test('the address of a hidden person is shown only to those who decide', async () => {
  const crew = await team.openCrew();
  const ada = await createCaller(muster, 'Ada');
  const choices = { name: 'Ada', intro: '', listing: 'hidden', resume_public: false, history_public: false };
  await muster.call({ method: 'PUT', url: '/api/me/profile', headers: ada.headers, payload: choices });
  await team.apply(crew, ada);
  for (const who of [crew.chief, crew.owner]) {
    expect((await crew.as(who, 'GET', 'teams/venue/applications')).body).toContain(ada.email);
  }
  await team.accept(crew, crew.chief, ada);
  // Chiefs reach the people of their team; other members and visitors do not learn the address.
  expect((await crew.as(crew.member, 'GET', 'teams/venue/members')).body).not.toContain(ada.email);
  expect((await muster.call(`/api/members/${crew.pid}`)).body).not.toContain('"Ada"');
});

test('erasing a person deletes their applications, and the export contains the open ones', async () => {
  const crew = await team.openCrew();
  const ada = await createCaller(muster);
  await team.apply(crew, ada, { message: 'I own a ladder.' });
  const headers = await browserOf(muster, ada);
  const document = (await muster.call({ url: '/api/me/export', headers })).json();
  expect(document.applications).toMatchObject([{ pid: crew.pid, tid: 'venue', message: 'I own a ladder.' }]);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  expect(await team.waiting(crew)).toEqual([]);
});

test.each([
  [{ message: 5 }, '/message'],
  [{ message: 'x'.repeat(2001) }, '/message'],
  [{ message: `a\u0000b` }, '/message'],
  [{ language: 'xx' }, '/language'],
  [{ message: 'x', role: 'chief' }, '/role'],
])('invalid input %j is rejected with a pointer to %s, and nobody has applied', async (payload, pointer) => {
  const crew = await team.openCrew();
  const answer = await team.apply(crew, crew.stranger, payload);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  expect(await team.waiting(crew)).toEqual([]);
});
