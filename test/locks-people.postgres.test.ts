import { afterEach, beforeEach, expect, test } from 'vitest';
import { endOffers } from '../src/server/features/offers/offers.service.ts';
import { maxGrants, maxTagsOfProject } from '../src/shared/limits.ts';
import { applyRetention } from '../src/server/features/retention/retention.service.ts';
import type { TestApp } from './support/app.ts';
import { createCaller, createCrew } from './support/world.ts';
import type { Caller, Crew } from './support/world.ts';
import { browserOf, createPerson, createProject, createRows } from './support/factories.ts';
import { raceAgainst, startLockWorld } from './support/races/lock-holder.ts';
import type { LockWorld } from './support/races/lock-holder.ts';
import { expectCountsToHold } from './support/races/races.ts';

let world: LockWorld;
let muster: TestApp;
let crew: Crew;
let ada: Caller;
beforeEach(async () => {
  world = await startLockWorld();
  ({ muster, crew } = world);
  ada = await createCaller(muster, 'Ada');
});
afterEach(() => world[Symbol.asyncDispose]());

const lockPersonSql = 'select 1 from people where uid = $1 for update';
const lockProjectSql = 'select 1 from projects where pid = $1 for update';
const statuses = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode);
const inVenue = async ({ uid }: Caller) =>
  (await muster.db.read.selectFrom('memberships').select('role').where('uid', '=', uid).execute()).map(
    ({ role }) => role,
  );

/** An invitation of Ada to the venue team, and what accepts it. */
async function invitation() {
  const invited = await crew.as(crew.owner, 'POST', 'teams/venue/invitations', { emails: [ada.email] });
  expect(invited.statusCode).toBe(200);
  const [row] = await muster.db.read.selectFrom('invitations').select('id').where('email', '=', ada.email).execute();
  const url = `/api/me/invitations/${row?.id}/acceptance`;
  return () => muster.call({ method: 'PUT', url, headers: ada.headers });
}

const takeApplications = () => crew.as(crew.owner, 'PATCH', 'teams/venue', { takes_applications: true });
const apply = () => crew.as(ada, 'PUT', 'teams/venue/application', {});

test.each([
  ['member', 404],
  ['chief', 404],
  ['invitation', 401],
  ['application', 401],
] as const)('somebody who is being suspended is not taken in as %s', async (way, status) => {
  await takeApplications();
  const accept = await invitation();
  const requests = {
    member: () => crew.as(crew.owner, 'PUT', `teams/venue/members/${ada.uid}`),
    chief: () => crew.as(crew.owner, 'PUT', `teams/venue/chiefs/${ada.uid}`),
    invitation: accept,
    application: apply,
  };
  const suspended = ['update people set suspended_at = now() where uid = $1', [ada.uid]] as const;
  expect(statuses(await raceAgainst(muster, [suspended], [requests[way]]))).toEqual([status]);
  expect(await inVenue(ada)).toEqual([]);
  expect(await muster.db.read.selectFrom('applications').selectAll().execute()).toEqual([]);
  await expectCountsToHold(muster);
});

test.each([
  ['added', (): Promise<{ statusCode: number }> => crew.as(crew.owner, 'PUT', `teams/venue/members/${ada.uid}`), 204],
  ['added with others', () => crew.as(crew.owner, 'POST', 'teams/venue/members', { people: [{ uid: ada.uid }] }), 200],
  ['made chief', () => crew.as(crew.owner, 'PUT', `teams/venue/chiefs/${ada.uid}`), 204],
  ['invited', () => crew.as(crew.owner, 'POST', 'teams/venue/invitations', { emails: [ada.email] }), 409],
  ['applying', apply, 409],
])('somebody who comes into the team while they are %s is in it once', async (way, request, status) => {
  await takeApplications();
  const answers = await raceAgainst(
    muster,
    [
      [lockProjectSql, [crew.pid]],
      [
        `insert into memberships (pid, tid, uid, role, created_at) values ($1, 'venue', $2, 'member', now())`,
        [crew.pid, ada.uid],
      ],
      [`update teams set member_count = member_count + 1 where pid = $1 and tid = 'venue'`, [crew.pid]],
    ],
    [request],
  );
  expect(statuses(answers)).toEqual([status]);
  expect(await inVenue(ada)).toEqual([way === 'made chief' ? 'chief' : 'member']);
  for (const table of ['invitations', 'applications'] as const)
    expect(await muster.db.read.selectFrom(table).select('pid').execute()).toEqual([]);
  await expectCountsToHold(muster);
});

test('accepting an invitation while it is sent again does not deadlock', async () => {
  const accept = await invitation();
  muster.clock.advance(3600);
  const again = () => crew.as(crew.owner, 'POST', 'teams/venue/invitations', { emails: [ada.email] });
  expect(statuses(await raceAgainst(muster, [[lockProjectSql, [crew.pid]]], [again, accept]))).toEqual([200, 204]);
  expect(await inVenue(ada)).toEqual(['member']);
});

/** Owners are appointed and removed in a browser only. */
const atBrowser = async (by: Caller, method: 'PUT' | 'DELETE', { uid }: Caller) =>
  muster.call({ method, url: `/api/projects/${crew.pid}/owners/${uid}`, headers: await browserOf(muster, by) });

test('when two owners remove each other, one stays', async () => {
  await atBrowser(crew.owner, 'PUT', ada);
  const answers = await raceAgainst(
    muster,
    [[lockProjectSql, [crew.pid]]],
    [() => atBrowser(crew.owner, 'DELETE', ada), () => atBrowser(ada, 'DELETE', crew.owner)],
  );
  expect(statuses(answers)).toEqual([204, 403]);
  await expectCountsToHold(muster);
});

test('a year does not follow one that begins to follow another at the same time', async () => {
  const [before, first] = [await createProject(muster, { owners: [crew.owner] }), await createProject(muster)];
  const headers = { ...(await browserOf(muster, crew.owner)), 'if-match': '*' };
  const url = `/api/projects/${crew.pid}/series`;
  const follow = () => muster.call({ method: 'PUT', url, headers, payload: { follows: before } });
  const linked = ['update projects set follows = $1 where pid = $2', [first, before]] as const;
  const [refused] = await raceAgainst(muster, [linked], [follow]);
  expect(refused?.json()).toMatchObject({ status: 409, code: 'conflict' });
  expect((await follow()).statusCode).toBe(200);
});

test('of two owners who choose the last deputy that a project can have, one succeeds', async () => {
  await atBrowser(crew.owner, 'PUT', ada);
  const others = Array.from({ length: maxGrants - 1 }, (_, index) => ({
    pid: crew.pid,
    uid: crew.member.uid,
    role: 'viewer' as const,
    starts_at: new Date(Date.UTC(2026, 9, 1, index)).toISOString(),
    granted_by: crew.owner.uid,
  }));
  await createRows(muster, { grants: others });
  const url = `/api/projects/${crew.pid}/grants`;
  const [olga, theirs] = [await browserOf(muster, crew.owner), await browserOf(muster, ada)];
  const give =
    (headers: Record<string, string>, { uid }: Caller) =>
    () =>
      muster.call({ method: 'POST', url, headers, payload: { uid, role: 'recruiting', reason: 'Holiday' } });
  const answers = await raceAgainst(
    muster,
    [[lockProjectSql, [crew.pid]]],
    [give(olga, crew.stranger), give(theirs, crew.chief)],
  );
  expect(statuses(answers)).toEqual([201, 422]);
});

test('when two owners erase their accounts at once, one stays', async () => {
  await atBrowser(crew.owner, 'PUT', ada);
  const browsers = [await browserOf(muster, crew.owner), await browserOf(muster, ada)];
  const answers = await raceAgainst(
    muster,
    [[lockProjectSql, [crew.pid]]],
    browsers.map((headers) => () => muster.call({ method: 'DELETE', url: '/api/me', headers })),
  );
  expect(statuses(answers)).toEqual([204, 409]);
  await expectCountsToHold(muster);
});

test('when two administrators suspend each other, one stays active', async () => {
  const admins = await Promise.all([1, 2].map(() => createPerson(muster, { administrator: true })));
  const [one, two] = await Promise.all(
    admins.map(async (admin) => ({ uid: admin.uid, headers: await browserOf(muster, admin) })),
  );
  if (one === undefined || two === undefined) throw new Error('two administrators');
  const suspend = (by: typeof one, { uid }: typeof one) =>
    muster.call({ method: 'PUT', url: `/api/users/${uid}/suspension`, headers: by.headers, payload: {} });
  const held = [one, two].map(({ uid }) => [lockPersonSql, [uid]] as const);
  const answers = await raceAgainst(muster, held, [() => suspend(one, two), () => suspend(two, one)]);
  expect(statuses(answers)).toEqual([204, 401]);
});

test('a project that is copied while a team is disabled is copied without the team and its chiefs', async () => {
  const admin = await createPerson(muster, { administrator: true });
  const headers = await browserOf(muster, admin);
  const payload = { pid: 'copy', name: 'Copy', timezone: 'UTC', copy_from: crew.pid, copy_chiefs: true };
  const answers = await raceAgainst(
    muster,
    [
      [lockProjectSql, [crew.pid]],
      [`update teams set disabled_at = now() where pid = $1 and tid = 'venue'`, [crew.pid]],
    ],
    [() => muster.call({ method: 'POST', url: '/api/projects', headers, payload })],
  );
  expect(statuses(answers)).toEqual([201]);
  const copied = (table: 'teams' | 'memberships') =>
    muster.db.read.selectFrom(table).select('tid').where('pid', '=', 'copy').execute();
  expect([await copied('teams'), await copied('memberships')]).toEqual([[{ tid: 'press' }], [{ tid: 'press' }]]);
});

test('a person who becomes active while their private data is erased keeps it', async () => {
  const bank = { code: '004', number: '99887766', branch: '', holder: 'Ada' };
  await muster.call({ method: 'PUT', url: '/api/me/bank', headers: ada.headers, payload: bank });
  muster.clock.advance(4000 * 86_400);
  const now = muster.clock.now().toISOString();
  const [totals] = await raceAgainst(
    muster,
    [
      [lockPersonSql, [ada.uid]],
      ['update private_data set updated_at = $2 where uid = $1', [ada.uid, now]],
    ],
    [() => applyRetention(muster.services, { dryRun: false })],
  );
  expect(totals).toMatchObject({ private_data: 0 });
  expect(await muster.db.read.selectFrom('private_data').select('uid').execute()).toEqual([{ uid: ada.uid }]);
});

test('people whom two owners share out at once are shared out once', async () => {
  await atBrowser(crew.owner, 'PUT', ada);
  const last = await createCrew(muster);
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ follows: last.pid }).where('pid', '=', crew.pid).execute(),
  );
  const share = (who: Caller) => () => crew.as(who, 'POST', 'ask-again/shares', { askers: [who.uid] });
  const answers = await raceAgainst(muster, [[lockProjectSql, [crew.pid]]], [share(crew.owner), share(ada)]);
  expect(answers.map((answer) => answer.json())).toEqual([{ shared: 4 }, { shared: 0 }]);
});

test('an offer that is prolonged at the moment it ends stays', async () => {
  const payload = { ready: true, pids: [crew.pid], teams: [], skills: [], hours: null, text: '', new_tasks: false };
  const until = muster.clock.now().toISOString().slice(0, 10);
  const url = '/api/me/offer';
  const made = await muster.call({ method: 'PUT', url, headers: ada.headers, payload: { ...payload, until } });
  expect(made.statusCode).toBe(200);
  muster.clock.advance(3 * 86_400);
  const prolonging = [
    [lockPersonSql, [ada.uid]],
    [`update offers set until = '2099-01-01' where uid = $1`, [ada.uid]],
  ] as const;
  await raceAgainst(muster, prolonging, [() => endOffers(muster.services)]);
  expect(await muster.db.read.selectFrom('offers').select('until').execute()).toEqual([{ until: '2099-01-01' }]);
});

test('of two organisers who add the last tag that a project can have, one succeeds', async () => {
  await atBrowser(crew.owner, 'PUT', ada);
  const created_at = muster.clock.now().toISOString();
  const known = Array.from({ length: maxTagsOfProject - 1 }, (_, index) => ({
    pid: crew.pid,
    uid: crew.otherChief.uid,
    tag_key: `tag ${index}`,
    tag: `Tag ${index}`,
    created_at,
  }));
  await muster.db.transaction((trx) => trx.insertInto('person_tags').values(known).execute());
  const add =
    (who: Caller, { uid }: Caller) =>
    () =>
      crew.as(who, 'POST', 'people/tags', { uids: [uid], add: [`of ${uid}`] });
  const answers = await raceAgainst(
    muster,
    [[lockProjectSql, [crew.pid]]],
    [add(crew.owner, crew.member), add(ada, crew.chief)],
  );
  expect(statuses(answers)).toEqual([200, 422]);
});

test('publishing accepts nobody into a team whose last place is just being taken', async () => {
  const now = muster.clock.now().getTime();
  const inDays = (count: number) => new Date(now + count * 86_400_000).toISOString();
  const call = { call_opens_at: inDays(-1), call_closes_at: inDays(21), wishes: 2, decisions: 'together' };
  const url = `/api/projects/${crew.pid}`;
  const opened = await muster.call({ method: 'PATCH', url, headers: crew.owner.headers, payload: call });
  expect(opened.statusCode).toBe(200);
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { takes_applications: true, headcount: 3 });
  expect((await crew.as(ada, 'PUT', 'my-application', { wishes: ['venue'] })).statusCode).toBe(200);
  const decisions = [{ uid: ada.uid, tid: 'venue', decision: 'accept' }];
  expect((await crew.as(crew.chief, 'POST', 'applications/decisions', { decisions })).statusCode).toBe(200);
  const joining = [
    [lockProjectSql, [crew.pid]],
    [`update teams set member_count = 3 where pid = $1 and tid = 'venue'`, [crew.pid]],
  ] as const;
  const publish = () => crew.as(crew.owner, 'POST', 'applications/publication', {});
  const [published] = await raceAgainst(muster, joining, [publish]);
  expect([published?.statusCode, published?.json().accepted]).toEqual([200, 0]);
});
