import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { browserOf, createRows } from '../../../../../test/support/factories.ts';
import { createCaller, createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';

const muster = useApp();
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
});

const day = 86_400;
const inDays = (days: number) => new Date(muster.clock.now().getTime() + days * day * 1000).toISOString();
const give = (who: Caller, payload: object) => crew.inBrowser(who, 'POST', 'grants', payload);
const finance = (more: object = {}) => ({ uid: crew.stranger.uid, role: 'finance', reason: 'Holiday', ...more });
const reads = async (who: Caller) => (await crew.as(who, 'GET', 'traffic-subsidies.csv')).statusCode;
const open = async () => (await crew.as(crew.owner, 'GET', 'grants')).json().data;
const noticesTo = async ({ uid }: Caller) =>
  (
    await muster.db.read
      .selectFrom('notices')
      .select(['kind', 'detail', 'actor'])
      .where('uid', '=', uid)
      .where('pid', '=', crew.pid)
      .orderBy('id')
      .execute()
  ).map(({ kind, detail, actor }) => ({ kind, actor, ...JSON.parse(detail) }));
const auditOf = async (uid: string) =>
  (
    await muster.db.read
      .selectFrom('audit')
      .select(['kind', 'actor', 'detail'])
      .where('pid', '=', crew.pid)
      .where('subject', '=', uid)
      .orderBy('id')
      .execute()
  ).map(({ kind, actor, detail }) => ({ kind, actor, ...JSON.parse(detail) }));

test('an owner makes somebody a deputy for two weeks, with a reason, and they are notified', async () => {
  using _still = muster.clock.freeze();
  const answer = await give(crew.owner, finance());
  expect(answer.statusCode).toBe(201);
  const grant = answer.json();
  expect(grant).toEqual({
    id: grant.id,
    uid: crew.stranger.uid,
    name: 'Sam',
    role: 'finance',
    tid: null,
    team: null,
    from: inDays(0),
    until: inDays(14),
    reason: 'Holiday',
    granted_by: crew.owner.uid,
    granted_by_name: 'Olga',
    state: 'active',
    rights: { change: true },
  });
  expect(answer.headers['location']).toBe(`/api/projects/${crew.pid}/grants/${grant.id}`);
  expect((await crew.as(crew.owner, 'GET', `grants/${grant.id}`)).json()).toEqual(grant);
  expect(await open()).toEqual([grant]);
  expect(await reads(crew.stranger)).toBe(200);
  expect(await noticesTo(crew.stranger)).toEqual([
    { kind: 'grant.given', actor: crew.owner.uid, part: 'finance', closes_at: inDays(14), reason: 'Holiday' },
  ]);
  expect(await auditOf(crew.stranger.uid)).toEqual([
    { kind: 'grant.given', actor: crew.owner.uid, part: 'finance', tid: null, from: inDays(0), until: inDays(14) },
  ]);
  const me = (await muster.call({ url: '/api/me', headers: crew.stranger.headers })).json();
  expect(me.projects).toMatchObject([
    { pid: crew.pid, owner: false, teams: [], grants: [{ id: grant.id, role: 'finance', until: inDays(14) }] },
  ]);
  const exported = (
    await muster.call({ url: '/api/me/export', headers: await browserOf(muster, crew.stranger) })
  ).json();
  expect(exported.grants).toEqual([
    { pid: crew.pid, role: 'finance', tid: null, from: inDays(0), until: inDays(14), reason: 'Holiday' },
  ]);
});

test('a deputy is named by address as well, and who asks for addresses without an account is in the audit log', async () => {
  const by = (more: object) => give(crew.owner, { role: 'finance', reason: 'Holiday', ...more });
  const answer = await by({ email: crew.stranger.email.toUpperCase() });
  expect(answer.json()).toMatchObject({ uid: crew.stranger.uid, role: 'finance' });
  expect((await by({ email: 'nobody@example.org' })).json()).toMatchObject({
    status: 422,
    errors: [{ pointer: '/email' }],
  });
  expect((await by({ email: crew.owner.email })).json()).toMatchObject({
    status: 422,
    errors: [{ pointer: '/email' }],
  });
  for (const both of [{}, { uid: crew.member.uid, email: crew.member.email }])
    expect((await by(both)).json()).toMatchObject({ status: 400, errors: [{ pointer: '/uid' }] });
  await muster.db.transaction((trx) =>
    trx
      .updateTable('people')
      .set({ suspended_at: inDays(0) })
      .where('uid', '=', crew.member.uid)
      .execute(),
  );
  expect((await by({ email: crew.member.email })).json()).toMatchObject({ errors: [{ pointer: '/email' }] });
  expect(await open()).toHaveLength(1);
  expect((await auditOf(crew.pid)).filter(({ kind }) => kind === 'grant.looked_up')).toEqual(
    Array.from({ length: 4 }, () => ({ kind: 'grant.looked_up', actor: crew.owner.uid })),
  );
});

test('both sides are notified once the day before, and once when it has ended', async () => {
  await give(crew.owner, finance({ until: inDays(3) }));
  const kinds = async (who: Caller) => (await noticesTo(who)).map(({ kind }) => kind);
  const pass = async (seconds: number) => {
    muster.clock.advance(seconds);
    await Promise.all([muster.services.runExpiry(), muster.services.runExpiry()]);
    return [await kinds(crew.stranger), await kinds(crew.owner)];
  };
  expect(await pass(day)).toEqual([['grant.given'], []]);
  expect(await pass(day + 60)).toEqual([['grant.given', 'grant.ending'], ['deputy.ending']]);
  expect(await pass(day - 120)).toEqual([['grant.given', 'grant.ending'], ['deputy.ending']]);
  expect(await reads(crew.stranger)).toBe(200);
  expect(await pass(60)).toEqual([
    ['grant.given', 'grant.ending', 'grant.ended'],
    ['deputy.ending', 'deputy.ended'],
  ]);
  expect(await pass(day)).toEqual([
    ['grant.given', 'grant.ending', 'grant.ended'],
    ['deputy.ending', 'deputy.ended'],
  ]);
  expect((await noticesTo(crew.owner))[0]).toMatchObject({ part: 'finance', what: 'Sam' });
  expect((await auditOf(crew.stranger.uid)).map(({ kind, actor }) => [kind, actor])).toEqual([
    ['grant.given', crew.owner.uid],
    ['grant.ended', null],
  ]);
  expect(await open()).toEqual([]);
  const ended = (await crew.as(crew.owner, 'GET', 'grants?state=ended')).json().data;
  expect(ended).toMatchObject([{ state: 'ended', rights: { change: false } }]);
});

test('if the owner who gave it no longer is one, the others are notified of its end', async () => {
  const [second, third] = [await createCaller(muster), await createCaller(muster)];
  for (const { uid } of [second, third]) await crew.inBrowser(crew.owner, 'PUT', `owners/${uid}`);
  await give(second, finance({ until: inDays(1.5) }));
  await crew.inBrowser(crew.owner, 'DELETE', `owners/${second.uid}`);
  expect(await reads(crew.stranger)).toBe(200);
  muster.clock.advance(2 * day);
  await muster.services.runExpiry();
  const kinds = async (who: Caller) =>
    (await noticesTo(who)).map(({ kind }) => kind).filter((kind) => kind.startsWith('deputy'));
  expect(await kinds(second)).toEqual([]);
  expect([await kinds(crew.owner), await kinds(third)]).toEqual([['deputy.ended'], ['deputy.ended']]);
});

test('an owner moves the end, and ends it; the next request is refused', async () => {
  const { id, until } = (await give(crew.owner, finance())).json();
  const read = await crew.as(crew.owner, 'GET', `grants/${id}`);
  const other = await createCrew(muster);
  expect((await other.as(other.owner, 'GET', `grants/${id}`)).statusCode).toBe(404);
  const headers = { ...(await browserOf(muster, crew.owner)), 'if-match': String(read.headers['etag']) };
  const change = (until: string) => crew.as(undefined, 'PATCH', `grants/${id}`, { until }, headers);
  const later = inDays(20);
  expect((await change(later)).json()).toMatchObject({ until: later });
  expect((await change(inDays(21))).json()).toMatchObject({ status: 412, code: 'stale' });
  expect(await noticesTo(crew.stranger)).toEqual([
    { kind: 'grant.given', actor: crew.owner.uid, part: 'finance', closes_at: until, reason: 'Holiday' },
    { kind: 'grant.given', actor: crew.owner.uid, part: 'finance', closes_at: later, change: 'changed' },
  ]);
  for (let i = 0; i < 2; i += 1)
    expect((await crew.inBrowser(crew.owner, 'DELETE', `grants/${id}`)).statusCode).toBe(204);
  expect(await reads(crew.stranger)).toBe(403);
  expect((await crew.inBrowser(crew.owner, 'PATCH', `grants/${id}`, { until: inDays(9) })).json()).toMatchObject({
    status: 409,
    code: 'conflict',
  });
  expect((await auditOf(crew.stranger.uid)).map(({ kind }) => kind)).toEqual([
    'grant.given',
    'grant.changed',
    'grant.ended',
  ]);
  expect((await noticesTo(crew.stranger)).at(-1)).toMatchObject({ kind: 'grant.ended', actor: crew.owner.uid });
  expect(await noticesTo(crew.owner)).toEqual([]);
});

test('deputies can stop, and the owner who chose them is notified', async () => {
  const { id } = (await give(crew.owner, finance())).json();
  const stop = (who: Caller) => muster.call({ method: 'DELETE', url: `/api/me/grants/${id}`, headers: who.headers });
  expect((await stop(crew.member)).statusCode).toBe(404);
  expect((await stop(crew.owner)).statusCode).toBe(404);
  expect(await reads(crew.stranger)).toBe(200);
  expect((await stop(crew.stranger)).statusCode).toBe(204);
  expect(await reads(crew.stranger)).toBe(403);
  expect((await noticesTo(crew.owner)).map(({ kind }) => kind)).toEqual(['deputy.ended']);
});

test('only owners choose deputies, in a browser with a fresh sign-in', async () => {
  await give(crew.owner, finance({ uid: crew.member.uid }));
  for (const who of [crew.chief, crew.member, crew.stranger]) expect((await give(who, finance())).statusCode).toBe(403);
  expect((await crew.as(crew.owner, 'POST', 'grants', finance())).json()).toMatchObject({ code: 'browser_only' });
  const headers = await browserOf(muster, crew.owner);
  const [grant] = await open();
  muster.clock.advance(16 * 60);
  for (const [method, path, payload] of [
    ['POST', 'grants', finance()],
    ['PATCH', `grants/${grant.id}`, { until: inDays(30) }],
    ['DELETE', `grants/${grant.id}`, undefined],
  ] as const)
    expect((await crew.as(undefined, method, path, payload, headers)).json()).toMatchObject({ code: 'sign_in_again' });
  for (const [method, path] of [
    ['GET', 'grants'],
    ['GET', `grants/${grant.id}`],
    ['PATCH', `grants/${grant.id}`],
    ['DELETE', `grants/${grant.id}`],
  ] as const)
    expect(
      (await crew.inBrowser(crew.member, method, path, method === 'PATCH' ? { until: inDays(30) } : undefined))
        .statusCode,
    ).toBe(403);
  expect(await open()).toHaveLength(1);
});

test('nothing can be given that makes no sense, and a refusal changes nothing', async () => {
  using _still = muster.clock.freeze();
  const pointerOf = async (more: object) => {
    const answer = (await give(crew.owner, finance(more))).json();
    return [answer.status, answer.errors?.[0]?.pointer ?? answer.code];
  };
  expect(await pointerOf({ uid: crew.owner.uid })).toEqual([422, '/uid']);
  expect(await pointerOf({ uid: 'nobody' })).toEqual([422, '/uid']);
  expect(await pointerOf({ role: 'chief' })).toEqual([400, '/tid']);
  expect(await pointerOf({ tid: 'venue' })).toEqual([400, '/tid']);
  expect(await pointerOf({ role: 'chief', tid: 'nowhere' })).toEqual([422, '/tid']);
  expect(await pointerOf({ role: 'chief', tid: 'venue', uid: crew.chief.uid })).toEqual([422, '/uid']);
  expect(await pointerOf({ until: inDays(-1) })).toEqual([400, '/until']);
  expect(await pointerOf({ until: inDays(0) })).toEqual([400, '/until']);
  expect(await pointerOf({ from: inDays(5), until: inDays(5) })).toEqual([400, '/until']);
  expect(await pointerOf({ until: inDays(91) })).toEqual([422, '/until']);
  expect(await pointerOf({ from: 'tomorrow' })).toEqual([400, '/from']);
  expect(await pointerOf({ role: 'owner' })).toEqual([400, '/role']);
  expect(await pointerOf({ reason: '  ' })).toEqual([400, '/reason']);
  expect(await pointerOf({ reason: 'x'.repeat(201) })).toEqual([400, '/reason']);
  expect(await open()).toEqual([]);
  expect((await give(crew.owner, finance({ until: inDays(90) }))).statusCode).toBe(201);
  expect(await pointerOf({ from: inDays(30), until: inDays(40) })).toEqual([409, 'already_exists']);
  expect((await give(crew.owner, finance({ role: 'desk' }))).statusCode).toBe(201);
});

test('a grant ends 90 days after the event at the latest, in its time zone', async () => {
  const event = { starts_on: inDays(20).slice(0, 10), ends_on: inDays(21).slice(0, 10) };
  await muster.db.transaction((trx) => trx.updateTable('projects').set(event).where('pid', '=', crew.pid).execute());
  // The last day ends at midnight in Taipei.
  const latest = new Date(Date.parse(`${event.ends_on}T16:00:00Z`) + 90 * day * 1000).toISOString();
  const late = new Date(Date.parse(latest) + 1).toISOString();
  expect((await give(crew.owner, finance({ until: late }))).json()).toMatchObject({ errors: [{ pointer: '/until' }] });
  expect((await give(crew.owner, finance({ until: latest }))).json()).toMatchObject({ until: latest });
});

test('who becomes an owner is no deputy any more, so that nothing is left of it later', async () => {
  await give(crew.owner, finance());
  await crew.inBrowser(crew.owner, 'PUT', `owners/${crew.stranger.uid}`);
  expect(await open()).toEqual([]);
  await crew.inBrowser(crew.owner, 'DELETE', `owners/${crew.stranger.uid}`);
  expect(await reads(crew.stranger)).toBe(403);
});

test('removing an owner ends what they gave only if the caller says so', async () => {
  const second = await createCaller(muster);
  await crew.inBrowser(crew.owner, 'PUT', `owners/${second.uid}`);
  await give(second, finance());
  await give(second, finance({ uid: crew.member.uid, role: 'desk' }));
  await give(crew.owner, finance({ uid: crew.chief.uid }));
  const given = (await crew.as(crew.owner, 'GET', `grants?granted_by=${second.uid}`)).json().data;
  expect(given.map(({ name }: { name: string }) => name)).toEqual(['Sam', 'Mia']);
  await crew.inBrowser(crew.owner, 'DELETE', `owners/${second.uid}`);
  expect(await open()).toHaveLength(3);
  await crew.inBrowser(crew.owner, 'PUT', `owners/${second.uid}`);
  await crew.inBrowser(crew.owner, 'DELETE', `owners/${second.uid}?end_grants=true`);
  expect((await open()).map(({ uid }: { uid: string }) => uid)).toEqual([crew.chief.uid]);
  expect(await reads(crew.stranger)).toBe(403);
  expect((await noticesTo(crew.stranger)).at(-1)).toMatchObject({ kind: 'grant.ended' });
});

test('a chief for a while stops being one when they are removed from the team', async () => {
  await give(crew.owner, { uid: crew.member.uid, role: 'chief', tid: 'venue', reason: 'Chen is away' });
  const leads = async () => (await crew.as(crew.member, 'GET', 'teams/venue/applications')).statusCode;
  expect(await leads()).toBe(200);
  const me = (await muster.call({ url: '/api/me', headers: crew.member.headers })).json();
  expect(me.projects).toMatchObject([{ teams: [{ tid: 'venue', role: 'chief' }], grants: [{ team: 'Team 1' }] }]);
  await crew.as(crew.owner, 'DELETE', `teams/venue/members/${crew.member.uid}`);
  expect(await leads()).toBe(403);
  expect(await open()).toEqual([]);
});

test('who leads a team for good and for a while stops both when they are made a member', async () => {
  await give(crew.owner, { uid: crew.member.uid, role: 'chief', tid: 'venue', reason: 'Chen is away' });
  await crew.as(crew.owner, 'PUT', `teams/venue/chiefs/${crew.member.uid}`);
  expect((await crew.as(crew.owner, 'DELETE', `teams/venue/chiefs/${crew.member.uid}`)).statusCode).toBe(204);
  expect((await crew.as(crew.member, 'GET', 'teams/venue/applications')).statusCode).toBe(403);
  expect(await open()).toEqual([]);
});

test('lists are read with as many queries for many grants as for one', async () => {
  await give(crew.owner, finance());
  const count = async () => {
    const before = muster.db.queryCount();
    await open();
    return muster.db.queryCount() - before;
  };
  const one = await count();
  const rows = ['recruiting', 'desk', 'writer'] as const;
  await createRows(muster, { grants: rows.map((role) => ({ pid: crew.pid, uid: crew.member.uid, role })) });
  expect(await count()).toBe(one);
});
