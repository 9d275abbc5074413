import { expect, test } from 'vitest';
import { realLimits, startTestApp, useApp } from '../../../../../test/support/app.ts';
import { createCaller, createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew, Method } from '../../../../../test/support/world.ts';
import { bearer, browserOf, createPerson } from '../../../../../test/support/factories.ts';

const muster = useApp();

type Page = { data: { id: string; email: string; invited_by: string | null; team: string }[]; next: string | null };

const invite = ({ as }: Crew, who: Caller | undefined, emails: unknown, more: object = {}, tid = 'venue') =>
  as(who, 'POST', `teams/${tid}/invitations`, { emails, ...more });
const open = async ({ as, chief }: Crew): Promise<Page> => (await as(chief, 'GET', 'teams/venue/invitations')).json();
const own = (who: Caller, method: Method, path = '') =>
  muster.call({ method, url: `/api/me/invitations${path}`, headers: who.headers });
const ownList = async (who: Caller): Promise<Page> => (await own(who, 'GET')).json();

async function firstOf(who: Caller): Promise<string> {
  const [first] = (await ownList(who)).data;
  if (first === undefined) throw new Error('no invitation');
  return first.id;
}

const setHeadcount = ({ as, owner }: Crew, headcount: number) => as(owner, 'PATCH', 'teams/venue', { headcount });
/** Sorted: what happens within one millisecond has no order. */
const kindsIn = async ({ pid }: Crew) =>
  (await muster.db.read.selectFrom('audit').select('kind').where('pid', '=', pid).execute())
    .map(({ kind }) => kind)
    .toSorted();
const mailsTo = (email: string) => muster.mails.filter(({ to }) => to === email);

test('a chief invites an address; the person gets a mail, accepts and is in the team', async () => {
  const crew = await createCrew(muster);
  const ada = await createCaller(muster, 'Ada');
  const answer = await invite(crew, crew.chief, [` ${ada.email.toUpperCase()} `]);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ data: [{ email: ada.email, outcome: 'invited' }], mail: 'files', held: false });
  await muster.services.outbox.drain();
  expect(mailsTo(ada.email)).toMatchObject([{ subject: expect.stringMatching(/^.+: join the team .+$/) }]);
  expect(mailsTo(ada.email)[0]?.text).toContain('Chen invites you to join the team');
  expect(mailsTo(ada.email)[0]?.text).toMatch(/\/invitations\n/);

  expect((await ownList(ada)).data).toEqual([
    {
      id: expect.any(String),
      pid: crew.pid,
      project: expect.any(String),
      tid: 'venue',
      team: expect.any(String),
      name: '',
      phone: '',
      role: 'member',
      draft: false,
      invited_by: 'Chen',
      expires_at: expect.any(String),
    },
  ]);
  const id = await firstOf(ada);
  expect((await own(ada, 'PUT', `/${id}/acceptance`)).statusCode).toBe(204);
  expect((await ownList(ada)).data).toEqual([]);
  expect((await open(crew)).data).toEqual([]);
  const members = (await crew.as(ada, 'GET', 'teams/venue/members')).json().data;
  expect(members.map(({ name, role }: { name: string; role: string }) => [name, role])).toContainEqual([
    'Ada',
    'member',
  ]);
  expect((await own(ada, 'PUT', `/${id}/acceptance`)).statusCode).toBe(404);
  expect(await kindsIn(crew)).toEqual(['invitation.sent', 'member.added']);
});

test('a person without an account is invited in their language and finds the invitation after the first sign-in', async () => {
  const crew = await createCrew(muster);
  await invite(crew, crew.owner, ['new.one@example.org'], { language: 'zh-TW' });
  await muster.services.outbox.drain();
  expect(mailsTo('new.one@example.org')[0]?.subject).toMatch(/：邀請您加入/);
  const person = await createPerson(muster, { email: 'new.one@example.org' });
  const caller = { ...person, headers: (await createCaller(muster)).headers };
  // Another person's caller sees nothing of it.
  expect((await ownList(caller)).data).toEqual([]);
});

test('the response does not reveal whether an address has an account', async () => {
  const crew = await createCrew(muster);
  const gone = await createPerson(muster, { suspended: true });
  const { data } = (
    await invite(crew, crew.chief, [crew.stranger.email, gone.email, 'nobody.at.all@example.org', crew.stranger.email])
  ).json();
  expect(data.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'invited',
    'invited',
    'invited',
    'repeated',
  ]);
});

test('addresses of members and of the caller are rejected by their index, and nobody is invited', async () => {
  const crew = await createCrew(muster);
  const { chief, member, owner } = crew;
  const refusalOf = async (who: Caller, emails: string[]) => {
    const { status, code, errors } = (await invite(crew, who, emails)).json();
    return [status, code, errors];
  };
  const inside = 'is already in the team';
  expect(
    await refusalOf(chief, ['new@example.org', ` ${member.email.toUpperCase()}`, chief.email, owner.email]),
  ).toEqual([
    409,
    'already_member',
    [
      { pointer: '/emails/1', detail: inside },
      { pointer: '/emails/2', detail: inside },
    ],
  ]);
  expect(await refusalOf(owner, [owner.email])).toEqual([
    409,
    'already_member',
    [{ pointer: '/emails/0', detail: 'is your own address' }],
  ]);
  expect((await open(crew)).data).toEqual([]);
  expect(await kindsIn(crew)).toEqual([]);
});

test('an invitation is declined, revoked and sent again, each with an audit entry', async () => {
  const crew = await createCrew(muster);
  const [ada, bob] = [await createCaller(muster), await createCaller(muster)];
  await invite(crew, crew.chief, [ada.email, bob.email]);
  expect((await invite(crew, crew.chief, [ada.email])).json().data[0].outcome).toBe('recently_invited');
  muster.clock.advance(11 * 60);
  expect((await invite(crew, crew.chief, [ada.email])).json().data[0].outcome).toBe('invited');
  await muster.services.outbox.drain();
  expect(mailsTo(ada.email)).toHaveLength(2);
  expect((await open(crew)).data).toHaveLength(2);

  expect((await own(ada, 'DELETE', `/${await firstOf(ada)}`)).statusCode).toBe(204);
  const [left] = (await open(crew)).data;
  expect(left).toMatchObject({ email: bob.email, invited_by: 'Chen', tid: 'venue' });
  const path = `teams/venue/invitations/${left?.id}`;
  expect((await crew.as(crew.owner, 'DELETE', path)).statusCode).toBe(204);
  expect((await crew.as(crew.owner, 'DELETE', path)).statusCode).toBe(404);
  expect((await ownList(bob)).data).toEqual([]);
  expect(await kindsIn(crew)).toEqual([
    'invitation.declined',
    'invitation.revoked',
    'invitation.sent',
    'invitation.sent',
    'invitation.sent',
  ]);
});

test('an invitation expires after fourteen days', async () => {
  const crew = await createCrew(muster);
  const ada = await createCaller(muster);
  await invite(crew, crew.chief, [ada.email]);
  const id = await firstOf(ada);
  muster.clock.advance(14 * 86_400);
  expect((await ownList(ada)).data).toEqual([]);
  expect((await open(crew)).data).toEqual([]);
  expect((await own(ada, 'PUT', `/${id}/acceptance`)).statusCode).toBe(404);
  expect((await own(ada, 'DELETE', `/${id}`)).statusCode).toBe(404);
  expect((await invite(crew, crew.chief, [ada.email])).json().data[0].outcome).toBe('invited');
});

test('nobody can accept or decline an invitation sent to another address', async () => {
  const crew = await createCrew(muster);
  const [ada, eve] = [await createCaller(muster), await createCaller(muster)];
  await invite(crew, crew.chief, [ada.email]);
  const id = await firstOf(ada);
  expect((await own(eve, 'PUT', `/${id}/acceptance`)).statusCode).toBe(404);
  expect((await own(eve, 'DELETE', `/${id}`)).statusCode).toBe(404);
  const elsewhere = await createCrew(muster);
  expect((await elsewhere.as(elsewhere.owner, 'DELETE', `teams/venue/invitations/${id}`)).statusCode).toBe(404);
  expect((await crew.as(crew.otherChief, 'DELETE', `teams/venue/invitations/${id}`)).statusCode).toBe(403);
  expect(await firstOf(ada)).toBe(id);
});

test('an invitation to a full team stays open; a disabled team can neither invite nor be joined', async () => {
  const crew = await createCrew(muster);
  const ada = await createCaller(muster);
  await setHeadcount(crew, 2);
  await invite(crew, crew.chief, [ada.email]);
  const id = await firstOf(ada);
  expect((await own(ada, 'PUT', `/${id}/acceptance`)).json()).toMatchObject({ status: 409, code: 'team_full' });
  await setHeadcount(crew, 3);
  await crew.as(crew.owner, 'PUT', 'teams/venue/disabled');
  expect((await ownList(ada)).data).toEqual([]);
  expect((await own(ada, 'PUT', `/${id}/acceptance`)).statusCode).toBe(404);
  expect((await invite(crew, crew.owner, ['late@example.org'])).json()).toMatchObject({ code: 'team_disabled' });
  await crew.as(crew.owner, 'DELETE', 'teams/venue/disabled');
  expect((await own(ada, 'PUT', `/${id}/acceptance`)).statusCode).toBe(204);
});

test('when many accept at once, the last place is taken once', async () => {
  const crew = await createCrew(muster);
  await setHeadcount(crew, 5);
  const people = await Promise.all(Array.from({ length: 8 }, () => createCaller(muster)));
  await invite(
    crew,
    crew.chief,
    people.map(({ email }) => email),
  );
  const ids = await Promise.all(people.map(firstOf));
  const accept = (at: number, who: Caller | undefined) =>
    who === undefined ? Promise.reject(new Error('nobody')) : own(who, 'PUT', `/${ids[at]}/acceptance`);
  const answers = await Promise.all([
    ...people.map((who, at) => accept(at, who)),
    ...people.map((who, at) => accept(at, who)),
    invite(crew, crew.owner, [people[0]?.email ?? '']),
  ]);
  const statuses = answers.slice(0, -1).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 204)).toHaveLength(3);
  expect(new Set(statuses)).toEqual(new Set([204, 404, 409].filter((status) => statuses.includes(status))));
  const team = (await crew.as(crew.owner, 'GET', 'teams/venue')).json();
  expect([team.member_count, team.open_places]).toEqual([5, 0]);
});

test('only chiefs of the team and owners invite, and owners list all open invitations', async () => {
  const crew = await createCrew(muster);
  for (const who of [crew.member, crew.otherChief, crew.stranger]) {
    expect((await invite(crew, who, ['x@example.org'])).statusCode).toBe(403);
    expect((await crew.as(who, 'GET', 'teams/venue/invitations')).statusCode).toBe(403);
  }
  expect((await invite(crew, undefined, ['x@example.org'])).statusCode).toBe(401);
  await invite(crew, crew.chief, ['b@example.org']);
  await invite(crew, crew.otherChief, ['a@example.org'], {}, 'press');
  const page = (await crew.as(crew.owner, 'GET', 'invitations?limit=1')).json();
  expect(page.data).toMatchObject([{ email: 'a@example.org', tid: 'press' }]);
  const rest = (await crew.as(crew.owner, 'GET', `invitations?limit=1&cursor=${page.next}`)).json();
  expect(rest).toMatchObject({ data: [{ email: 'b@example.org', tid: 'venue' }], next: null });
});

test('two hundred addresses take as many queries as one, and the number of open invitations per team is limited', async () => {
  const crew = await createCrew(muster);
  const cost = async (emails: string[]) => {
    const before = muster.db.queryCount();
    expect((await invite(crew, crew.chief, emails)).statusCode).toBe(200);
    return muster.db.queryCount() - before;
  };
  const many = (prefix: string, count = 200) => Array.from({ length: count }, (_, i) => `${prefix}${i}@example.org`);
  const costs = [await cost(['one@example.org']), await cost(many('a')), await cost(many('b'))];
  expect(new Set(costs).size).toBe(1);
  const refused = await invite(crew, crew.chief, many('c', 100));
  expect(refused.json()).toMatchObject({ status: 422, code: 'not_allowed', errors: [{ pointer: '/emails' }] });
  expect(await cost(many('c', 99))).toBe(costs[0]);
  const lists = async (path: string) => {
    const before = muster.db.queryCount();
    const { data } = (await crew.as(crew.owner, 'GET', path)).json();
    return [data.length, muster.db.queryCount() - before];
  };
  expect(await lists('teams/venue/invitations?limit=1')).toEqual([1, 8]);
  expect(await lists('teams/venue/invitations?limit=200')).toEqual([200, 8]);
});

test('erasing a person deletes their invitations, and the export contains the open ones', async () => {
  const crew = await createCrew(muster);
  const ada = await createCaller(muster);
  await invite(crew, crew.chief, [ada.email]);
  const headers = await browserOf(muster, ada);
  const document = (await muster.call({ url: '/api/me/export', headers })).json();
  expect(document.invitations).toMatchObject([{ pid: crew.pid, tid: 'venue' }]);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  expect((await open(crew)).data).toEqual([]);
});

test('inviting is rate limited per person', async () => {
  await using strict = await startTestApp({ env: realLimits });
  const crew = await createCrew(strict);
  const send = (who: Caller) =>
    strict.call({
      method: 'POST',
      url: `/api/projects/${crew.pid}/teams/venue/invitations`,
      headers: who.headers,
      payload: { emails: ['x@example.org'] },
    });
  for (let sent = 0; sent < 60; sent += 1) expect((await send(crew.chief)).statusCode).toBe(200);
  const refused = await send(crew.chief);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await send(crew.owner)).statusCode).toBe(200);
});

test.each([
  [{}, '/emails'],
  [{ emails: [] }, '/emails'],
  [{ emails: 'ada@example.org' }, '/emails'],
  [{ emails: Array.from({ length: 201 }, () => 'a@example.org') }, '/emails'],
  [{ emails: ['a@example.org', 'nobody'] }, '/emails/1'],
  [{ emails: [`a\u0000@example.org`] }, '/emails/0'],
  [{ emails: [5] }, '/emails/0'],
  [{ emails: ['a@example.org'], language: 'xx' }, '/language'],
  [{ emails: ['a@example.org'], role: 'administrator' }, '/role'],
])('bad input %j is refused by naming %s, and invites nobody', async (payload, pointer) => {
  const crew = await createCrew(muster);
  const answer = await crew.as(crew.chief, 'POST', 'teams/venue/invitations', payload);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  expect((await open(crew)).data).toEqual([]);
});

test('a service account invites members in its own name; answers go to the person responsible for it', async () => {
  const crew = await createCrew(muster);
  const headers = await browserOf(muster, crew.owner);
  const url = `/api/projects/${crew.pid}`;
  const account = { name: 'Sync', scopes: ['invitations:write'], ends_at: '2027-01-31T00:00:00Z' };
  const created = await muster.call({ method: 'POST', url: `${url}/service-accounts`, headers, payload: account });
  const service = {
    method: 'POST',
    url: `${url}/teams/venue/invitations`,
    headers: bearer(created.json().token),
  } as const;
  const invited = await muster.call({ ...service, payload: { emails: ['new@example.org'] } });
  expect(invited.json().data).toEqual([{ email: 'new@example.org', outcome: 'invited' }]);
  const mails = (await muster.deliver()).filter(({ to }) => to === 'new@example.org');
  expect(mails.map(({ text }) => text.includes('Sync invites you'))).toEqual([true]);
  for (const role of ['chief', 'owner']) {
    const refused = await muster.call({ ...service, payload: { emails: ['other@example.org'], role } });
    expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([422, '/role']);
  }
  const { data } = (await muster.call({ url: service.url, headers: service.headers })).json();
  expect(data).toMatchObject([{ email: 'new@example.org', invited_by: crew.owner.name }]);
  const removal = { method: 'DELETE', url: `${service.url}/${data[0].id}`, headers: service.headers } as const;
  expect((await muster.call(removal)).statusCode).toBe(204);
});

test('the list has the names of pasted people, and when they were invited again', async () => {
  const crew = await createCrew(muster);
  const { as, owner, chief } = crew;
  const emails = ['ada@example.org', 'grace@example.org'];
  const invited = { emails, names: [' Ada Lovelace ', ''] };
  expect((await as(chief, 'POST', 'teams/venue/invitations', invited)).statusCode).toBe(200);
  const listed = async () => {
    const { data } = (await as(owner, 'GET', 'invitations')).json();
    return data.map(({ name, reminded_at }: Record<string, unknown>) => [name, reminded_at]);
  };
  expect(await listed()).toEqual([
    ['Ada Lovelace', null],
    ['', null],
  ]);
  muster.clock.advance(86_400);
  using _still = muster.clock.freeze();
  const at = muster.clock.now().toISOString();
  // Inviting somebody again without a name keeps the name.
  await as(chief, 'POST', 'teams/venue/invitations', { emails: ['ada@example.org'] });
  expect(await listed()).toEqual([
    ['Ada Lovelace', at],
    ['', null],
  ]);
});

test('chiefs list the invitations to the teams that they lead, owners all, and others none', async () => {
  const { as, owner, chief, otherChief, member } = await createCrew(muster);
  await as(owner, 'POST', 'teams/venue/invitations', { emails: ['venue@example.org'] });
  await as(owner, 'POST', 'teams/press/invitations', { emails: ['press@example.org'] });
  const emailsOf = async (who: typeof owner) => {
    const { data, total } = (await as(who, 'GET', 'invitations?limit=1')).json();
    return [total, ...data.map(({ email }: { email: string }) => email)];
  };
  expect(await emailsOf(owner)).toEqual([2, 'press@example.org']);
  expect(await emailsOf(chief)).toEqual([1, 'venue@example.org']);
  expect(await emailsOf(otherChief)).toEqual([1, 'press@example.org']);
  expect((await as(member, 'GET', 'invitations')).statusCode).toBe(403);
});
