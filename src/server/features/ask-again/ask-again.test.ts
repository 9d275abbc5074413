import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { browserOf, createPerson, createRows, createTeam } from '../../../../test/support/factories.ts';

import { createCrew, createMembers } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';

const muster = useApp();
let last: Crew;
let next: Crew;

/** Last year with people in two teams, and this year of other owners, with a deputy who recruits. */
beforeEach(async () => {
  last = await createCrew(muster);
  next = await createCrew(muster);
  await createTeam(muster, last.pid, { tid: 'sound', name: 'Sound', members: [last.member] });
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ follows: last.pid }).where('pid', '=', next.pid).execute(),
  );
});

async function deputy(): Promise<Caller> {
  const ends_at = new Date(muster.clock.now().getTime() + 36_000_000).toISOString();
  const [uid, granted_by] = [next.stranger.uid, next.owner.uid];
  await createRows(muster, { grants: [{ pid: next.pid, uid, role: 'recruiting', ends_at, granted_by }] });
  return next.stranger;
}

const list = async (query = '', who = next.owner) => (await next.as(who, 'GET', `ask-again?${query}`)).json();
const statesOf = async (query = ''): Promise<string[]> =>
  (await list(query)).data.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`);
const inviteAll = (people: { uid: string; tid?: string }[], who = next.owner) =>
  next.as(who, 'POST', 'ask-again/invitations', { people: people.map(({ uid, tid = 'venue' }) => ({ uid, tid })) });
const outcomes = async (people: { uid: string }[], who = next.owner): Promise<string[]> =>
  (await inviteAll(people, who)).json().data.map(({ outcome }: { outcome: string }) => outcome);
const note = (uid: string, body: object, tag?: string, who = next.owner) =>
  next.as(who, 'PUT', `ask-again/${uid}`, body, tag === undefined ? {} : { 'if-match': tag });

test('owners of this year see who was there before, and what they did', async () => {
  const found = await list();
  expect(found).toMatchObject({ total: 4, counts: { to_ask: 4, asked: 0, yes: 0, no: 0 } });
  expect(found.askers).toEqual([{ uid: next.owner.uid, name: 'Olga' }]);
  expect(found.data.find(({ name }: { name: string }) => name === 'Mia')).toEqual({
    uid: last.member.uid,
    name: 'Mia',
    state: 'to_ask',
    in_project: false,
    applied: false,
    invited: false,
    asker: null,
    note: '',
    asked_at: null,
    years: 1,
    last: {
      pid: last.pid,
      project: expect.any(String),
      teams: [
        { name: 'Sound', role: 'member' },
        { name: 'Team 1', role: 'member' },
      ],
      shifts: 0,
    },
    tid: 'venue',
  });
  expect(JSON.stringify(found)).not.toContain(last.member.email);
  expect(await statesOf('q=mi')).toEqual(['Mia to_ask']);
});

test('only owners and deputies who recruit ask again', async () => {
  for (const [who, status] of [
    [next.chief, 403],
    [next.member, 403],
    [last.owner, 403],
    [undefined, 401],
  ] as const) {
    expect((await next.as(who, 'GET', 'ask-again')).statusCode).toBe(status);
    expect((await next.as(who, 'POST', 'ask-again/shares', { askers: [] })).statusCode).toBe(status);
  }
  expect((await list('', await deputy())).askers.map(({ uid }: Caller) => uid)).toContain(next.stranger.uid);
  expect((await next.as(next.owner, 'GET', `ask-again/${next.member.uid}`)).statusCode).toBe(404);
  expect((await note('nobody', { state: 'yes' })).statusCode).toBe(404);
});

test('people are invited in bulk, each once', async () => {
  const { member, chief } = last;
  expect((await inviteAll([member, { uid: chief.uid, tid: 'press' }, member])).json()).toMatchObject({
    data: [{ outcome: 'invited' }, { outcome: 'invited' }, { outcome: 'invited' }],
    held: false,
  });
  const invitations = (await next.as(next.owner, 'GET', 'invitations')).json();
  expect(
    new Set(invitations.data.map(({ email, name, tid }: Record<string, string>) => `${email} ${name} ${tid}`)),
  ).toEqual(new Set([`${member.email} Mia venue`, `${chief.email} Chen press`]));
  muster.clock.advance(3600);
  expect(await outcomes([member, next.member, next.stranger])).toEqual(['already_asked', 'not_found', 'not_found']);
  expect(await statesOf('state=asked')).toEqual(['Chen asked', 'Mia asked']);
});

test('two who invite the same people at the same time invite each of them once', async () => {
  const who = await deputy();
  const [first, second] = await Promise.all([
    outcomes([last.member, last.chief]),
    outcomes([last.chief, last.member], who),
  ]);
  expect([...(first ?? []), ...(second ?? [])].toSorted()).toEqual([
    'already_asked',
    'already_asked',
    'invited',
    'invited',
  ]);
});

test('the answers to invitations are known: who joined said yes, who declined said no', async () => {
  const { member, chief } = last;
  await inviteAll([member, chief]);
  const own = async (who: Caller) =>
    (await muster.call({ url: '/api/me/invitations', headers: who.headers })).json().data[0].id;
  const call = (who: Caller, method: 'PUT' | 'DELETE', url: string) =>
    muster.call({ method, url: `/api/me/invitations/${url}`, headers: who.headers });
  expect((await call(member, 'PUT', `${await own(member)}/acceptance`)).statusCode).toBe(204);
  expect((await call(chief, 'DELETE', await own(chief))).statusCode).toBe(204);
  expect((await list()).counts).toEqual({ to_ask: 2, asked: 0, yes: 1, no: 1 });
  expect(await outcomes([member, chief])).toEqual(['in_project', 'said_no']);
  // Somebody talked to them since.
  await note(chief.uid, { state: 'yes', note: 'comes after all' });
  expect(await statesOf('state=yes')).toEqual(['Chen yes', 'Mia yes']);
  expect(await outcomes([chief])).toEqual(['invited']);
});

test('people are shared out in equal parts, and who is with one organiser is not invited by another', async () => {
  const who = await deputy();
  const share = async (body: object) => (await next.as(next.owner, 'POST', 'ask-again/shares', body)).json();
  expect(await share({ askers: [next.owner.uid, who.uid] })).toEqual({ shared: 4 });
  expect(await share({ askers: [next.owner.uid] })).toEqual({ shared: 0 });
  const [mine, theirs] = [await list(`asker=${next.owner.uid}`), await list(`asker=${who.uid}`)];
  expect([mine.total, theirs.total, (await list('asker=nobody')).total]).toEqual([2, 2, 0]);
  const [other] = theirs.data;
  expect(await outcomes([other])).toEqual(['asked_by_other']);
  expect(await share({ askers: [], uids: [other.uid] })).toEqual({ shared: 1 });
  expect(await outcomes([other])).toEqual(['invited']);
  const refused = await share({ askers: [next.chief.uid] });
  expect([refused.status, refused.errors[0].pointer]).toEqual([400, '/askers/0']);
});

test('an answer is noted unless somebody has noted another one in the meantime', async () => {
  const { uid } = last.member;
  const read = await next.as(next.owner, 'GET', `ask-again/${uid}`);
  const saved = await note(uid, { state: 'no', note: 'moved away' }, String(read.headers.etag));
  expect(saved.json()).toMatchObject({ state: 'no', note: 'moved away', asker: { uid: next.owner.uid } });
  expect((await note(uid, { state: 'yes' }, String(read.headers.etag))).json().code).toBe('stale');
  expect((await note(uid, { state: 'yes' }, String(saved.headers.etag))).json()).toMatchObject({
    state: 'yes',
    note: 'moved away',
  });
  const audit = await muster.db.read
    .selectFrom('audit')
    .select('detail')
    .where('kind', '=', 'ask_again.changed')
    .where('pid', '=', next.pid)
    .execute();
  expect(audit.map(({ detail }) => detail)).toEqual(['{"state":"no"}', '{"state":"yes"}']);
});

test.each([
  [{ state: 'maybe' }, '/state'],
  [{ state: 'yes', note: 'x'.repeat(501) }, '/note'],
])('rejects the answer %j', async (body, pointer) => {
  const refused = await note(last.member.uid, body);
  expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([400, pointer]);
});

test('nobody is invited to a team that the project does not have', async () => {
  const refused = await inviteAll([last.member, { uid: last.chief.uid, tid: 'sound' }]);
  expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([400, '/people/1/tid']);
  expect((await next.as(next.owner, 'GET', 'invitations')).json().data).toEqual([]);
});

test('people who object are not listed, not invited and not remembered', async () => {
  const { member } = last;
  await note(member.uid, { state: 'asked', note: 'by phone' });
  const headers = await browserOf(muster, member);
  const exported = async () => (await muster.call({ url: '/api/me/export', headers })).json().ask_again;
  expect(await exported()).toEqual([{ pid: next.pid, state: 'asked', note: 'by phone', asked_at: expect.any(String) }]);
  const profile = (await muster.call({ url: '/api/me/profile', headers })).json();
  expect(profile.ask_again).toBe(true);
  const put = (payload: object) => muster.call({ method: 'PUT', url: '/api/me/profile', headers, payload });
  expect((await put({ ...profile, ask_again: false })).json().ask_again).toBe(false);
  // Clients that do not know the field change nothing.
  const { ask_again: _unknown, ...older } = profile;
  expect((await put(older)).json().ask_again).toBe(false);
  expect(await exported()).toEqual([]);
  expect((await list()).total).toBe(3);
  expect(await outcomes([member])).toEqual(['not_found']);
  // Neither by the older way.
  await muster.db.transaction((trx) =>
    trx
      .insertInto('project_owners')
      .values({ pid: next.pid, uid: last.owner.uid, created_at: muster.clock.now().toISOString() })
      .execute(),
  );
  const returning = (await next.as(last.owner, 'GET', `returning-people?from=${last.pid}`)).json();
  expect(returning.data.map(({ name }: { name: string }) => name)).not.toContain('Mia');
});

test('suspended people are not listed, and a page takes as many queries for 200 people as for few', async () => {
  await createTeam(muster, last.pid, {
    tid: 'bar',
    name: 'Bar',
    members: [await createPerson(muster, { suspended: true })],
  });
  const spend = async () => {
    const before = muster.db.queryCount();
    const { total } = await list('limit=200');
    return [total, muster.db.queryCount() - before];
  };
  const [few, queries] = await spend();
  await createMembers(muster, last.pid, 'press', 200);
  expect([few, await spend()]).toEqual([4, [204, queries]]);
});

test("who said no or is asked by somebody else is not among last year's members to invite either", async () => {
  const { member, chief, otherChief } = last;
  await muster.db.transaction((trx) =>
    trx
      .insertInto('project_owners')
      .values({ pid: last.pid, uid: next.owner.uid, created_at: muster.clock.now().toISOString() })
      .execute(),
  );
  const states = async (): Promise<{ open: number; states: string[] }> => {
    const { data, open } = (await next.as(next.owner, 'GET', `returning-people?from=${last.pid}`)).json();
    return { open, states: data.map(({ name, state }: Record<string, string>) => `${name} ${state}`).toSorted() };
  };
  expect(await states()).toEqual({ open: 3, states: ['Chen open', 'Mia open', 'Otto open'] });
  await note(member.uid, { state: 'no' });
  await next.as(next.owner, 'POST', 'ask-again/shares', { askers: [(await deputy()).uid], uids: [chief.uid] });
  await note(otherChief.uid, { state: 'asked' });
  expect(await states()).toEqual({ open: 0, states: ['Chen asked', 'Mia said_no', 'Otto asked'] });
  // Said yes, to the one who asks them.
  await note(otherChief.uid, { state: 'yes' });
  expect(await states()).toEqual({ open: 1, states: ['Chen asked', 'Mia said_no', 'Otto open'] });
});

test('people of earlier years are those of its list: with a team that is open, an owner, or a helper', async () => {
  const [helper, left, closed] = await Promise.all(
    ['Hal', 'Lea', 'Cora'].map((name) => createPerson(muster, { name })),
  );
  if (helper === undefined || left === undefined || closed === undefined) throw new Error('unreachable');
  await createTeam(muster, last.pid, { tid: 'bar', name: 'Bar', members: [left] });
  await createTeam(muster, last.pid, { tid: 'attic', name: 'Attic', members: [closed], disabled: true });
  const created_at = muster.clock.now().toISOString();
  await muster.db.transaction((trx) =>
    trx.insertInto('helpers').values({ pid: last.pid, uid: helper.uid, created_at }).execute(),
  );
  const headers = await browserOf(muster, left);
  const url = `/api/projects/${last.pid}/teams/bar/members/${left.uid}`;
  expect(await statesOf()).toContain('Lea to_ask');
  expect((await muster.call({ method: 'DELETE', url, headers })).statusCode).toBe(204);
  expect(await statesOf()).toEqual(['Chen to_ask', 'Hal to_ask', 'Mia to_ask', 'Olga to_ask', 'Otto to_ask']);
  const { data } = await list('q=ha');
  expect(data).toMatchObject([{ last: { teams: [] }, tid: null }]);
  expect(await outcomes([helper, left, closed])).toEqual(['invited', 'not_found', 'not_found']);
});

test('a project that follows none has nobody to ask', async () => {
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ follows: null }).where('pid', '=', next.pid).execute(),
  );
  expect(await list()).toMatchObject({ data: [], total: 0, counts: { to_ask: 0, asked: 0, yes: 0, no: 0 } });
  expect(await outcomes([last.member])).toEqual(['not_found']);
});

test('who has applied is not asked', async () => {
  const { member } = last;
  await next.as(next.owner, 'PATCH', 'teams/press', { takes_applications: true });
  const applied = await next.as(member, 'PUT', 'my-application', { wishes: ['press'], message: '' });
  expect(applied.statusCode, applied.body).toBe(200);
  expect((await list('q=mia')).data).toMatchObject([{ state: 'yes', applied: true, in_project: false }]);
  expect(await outcomes([member])).toEqual(['applied']);
  await next.as(member, 'DELETE', 'my-application');
  expect((await list('q=mia')).data).toMatchObject([{ state: 'to_ask', applied: false }]);
});

test('those whom somebody asks who may no longer do so are shared out again', async () => {
  const who = await deputy();
  await next.as(next.owner, 'POST', 'ask-again/shares', { askers: [who.uid] });
  expect((await list('asker=nobody')).total).toBe(0);
  expect(await outcomes([last.member])).toEqual(['asked_by_other']);
  muster.clock.advance(36_000);
  expect((await list('asker=nobody')).total).toBe(4);
  expect((await next.as(next.owner, 'POST', 'ask-again/shares', { askers: [next.owner.uid] })).json()).toEqual({
    shared: 4,
  });
  expect(await outcomes([last.member])).toEqual(['invited']);
});

test('an invitation that ended counts from that moment on', async () => {
  await inviteAll([last.member]);
  muster.clock.advance(60 * 86_400);
  expect(await statesOf('state=asked')).toEqual(['Mia asked']);
  expect(await outcomes([last.member])).toEqual(['already_asked']);
});
