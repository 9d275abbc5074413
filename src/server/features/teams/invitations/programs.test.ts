import { expect, test } from 'vitest';
import { realLimits, startTestApp, useApp } from '../../../../../test/support/app.ts';
import { bearer, browserOf, createPerson, createTeam } from '../../../../../test/support/factories.ts';
import { createCaller, createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';

const muster = useApp();

type Sent = { data: { email: string; outcome: string }[] };

/** A crew whose owner has a service account that invites to the team "venue". */
async function createSync() {
  const crew = await createCrew(muster);
  const browser = await browserOf(muster, crew.owner);
  const accounts = `/api/projects/${crew.pid}/service-accounts`;
  const payload = { name: 'Sync', scopes: ['invitations:write'], ends_at: '2027-01-31T00:00:00Z' };
  const created = await muster.call({ method: 'POST', url: accounts, headers: browser, payload });
  const { id, token } = created.json();
  const url = `/api/projects/${crew.pid}/teams/venue/invitations`;
  const sendWith = async (headers: Record<string, string>, emails: readonly string[]) => {
    const answer = await muster.call({ method: 'POST', url, headers, payload: { emails } });
    expect(answer.statusCode).toBe(200);
    return answer.json<Sent>().data.map(({ outcome }) => outcome);
  };
  const sync = (emails: readonly string[]) => sendWith(bearer(token), emails);
  const renew = async () => {
    const renewed = await muster.call({
      method: 'POST',
      url: `${accounts}/${id}/renewal`,
      headers: await browserOf(muster, crew.owner),
      payload: { ends_at: '2027-03-31T00:00:00Z' },
    });
    return bearer(renewed.json().token);
  };
  return { ...crew, crew, browser, sync, sendWith, renew };
}

const rows = ({ pid }: Crew) =>
  muster.db.read.selectFrom('invitations').selectAll().where('pid', '=', pid).orderBy('email').execute();

async function decline(who: Caller) {
  const [{ id }] = (await muster.call({ url: '/api/me/invitations', headers: who.headers })).json().data;
  const answer = await muster.call({ method: 'DELETE', url: `/api/me/invitations/${id}`, headers: who.headers });
  expect(answer.statusCode).toBe(204);
}

test('a service account sends its whole list every hour: each address has an outcome, and only new ones get an email', async () => {
  const { crew, member, sync } = await createSync();
  const list = ['new@example.org', member.email.toUpperCase(), 'NEW@example.org', 'nobody', 'a\u0000@example.org'];
  expect(await sync(list)).toEqual(['invited', 'already_member', 'repeated', 'invalid', 'invalid']);
  expect((await muster.deliver()).map(({ to }) => to)).toEqual(['new@example.org']);
  const before = await rows(crew);
  muster.clock.advance(3600);
  expect(await sync([...list, 'later@example.org'])).toEqual([
    'already_invited',
    'already_member',
    'repeated',
    'invalid',
    'invalid',
    'invited',
  ]);
  expect((await muster.deliver()).map(({ to }) => to)).toEqual(['later@example.org']);
  expect(await rows(crew)).toEqual(expect.arrayContaining(before));
  expect(await sync(['nobody'])).toEqual(['invalid']);
});

test('who declined is not invited again by a program for a year, but by people', async () => {
  const { crew, as, chief, sync } = await createSync();
  const ada = await createCaller(muster, 'Ada');
  expect(await sync([ada.email])).toEqual(['invited']);
  await decline(ada);
  muster.clock.advance(3600);
  expect(await sync([ada.email])).toEqual(['declined']);
  expect(await rows(crew)).toEqual([]);
  const invited = await as(chief, 'POST', 'teams/venue/invitations', { emails: [ada.email] });
  expect(invited.json().data).toEqual([{ email: ada.email, outcome: 'invited' }]);
  await decline(ada);
  const erased = await muster.call({ method: 'DELETE', url: '/api/me', headers: await browserOf(muster, ada) });
  expect(erased.statusCode).toBe(204);
  expect(await muster.db.read.selectFrom('past_invitations').select('email').execute()).toEqual([]);
});

test('a program learns nothing about people outside its project', async () => {
  const { sync } = await createSync();
  const known = await createPerson(muster);
  const suspended = await createPerson(muster, { suspended: true });
  const other = await createCrew(muster);
  const listed = ['nobody@example.org', known.email, suspended.email, other.member.email];
  expect(new Set(await sync(listed))).toEqual(new Set(['invited']));
});

test('an invitation to lead stays as it is, and one whose sender may no longer invite is replaced', async () => {
  const { crew, as, owner, chief, browser, sync, sendWith, renew } = await createSync();
  const toLead = { emails: ['lead@example.org'], role: 'chief' };
  const url = `/api/projects/${crew.pid}/teams/venue/invitations`;
  expect((await muster.call({ method: 'POST', url, headers: browser, payload: toLead })).statusCode).toBe(200);
  await as(chief, 'POST', 'teams/venue/invitations', { emails: ['helper@example.org'] });
  const list = ['lead@example.org', 'helper@example.org', 'own@example.org'];
  expect(await sync(list)).toEqual(['already_invited', 'already_invited', 'invited']);
  await as(owner, 'DELETE', `teams/venue/chiefs/${chief.uid}`);
  muster.clock.advance(3600);
  expect(await sync(list)).toEqual(['already_invited', 'invited', 'already_invited']);
  // What was made with a token ends an hour after it was renewed.
  const renewed = await renew();
  expect(await sendWith(renewed, list)).toEqual(['already_invited', 'already_invited', 'already_invited']);
  muster.clock.advance(3700);
  expect(await sendWith(renewed, list)).toEqual(['already_invited', 'invited', 'invited']);
  expect((await rows(crew)).map(({ email, role }) => [email, role])).toEqual([
    ['helper@example.org', 'member'],
    ['lead@example.org', 'chief'],
    ['own@example.org', 'member'],
  ]);
});

test('in a draft, a service account invites in its own name, too', async () => {
  const { crew, browser, sync } = await createSync();
  const setState = async (state: string) => {
    const url = `/api/projects/${crew.pid}`;
    expect((await muster.call({ method: 'PATCH', url, headers: browser, payload: { state } })).statusCode).toBe(200);
  };
  await muster.deliver();
  await setState('draft');
  expect(await sync(['new@example.org'])).toEqual(['invited']);
  expect(await sync(['new@example.org'])).toEqual(['already_invited']);
  expect(await muster.deliver()).toEqual([]);
  await setState('public');
  const mails = (await muster.deliver()).filter(({ to }) => to === 'new@example.org');
  expect(mails.map(({ text }) => text.includes('Sync invites you'))).toEqual([true]);
  expect((await rows(crew)).map(({ held }) => held)).toEqual([0]);
});

test('more than a team can have open are left out, and many cost as many queries as few', async () => {
  const { crew, sync } = await createSync();
  const many = (prefix: string, count = 200) => Array.from({ length: count }, (_, i) => `${prefix}${i}@example.org`);
  const cost = async (emails: string[]) => {
    const before = muster.db.queryCount();
    const outcomes = await sync(emails);
    return { outcomes: [...new Set(outcomes)], queries: muster.db.queryCount() - before };
  };
  const [one, all] = [await cost(many('a', 1)), await cost(many('b'))];
  expect(all).toEqual(one);
  expect((await cost(many('b', 1))).queries).toBe((await cost(many('b'))).queries);
  // Made in a request each, and so with rights of their own.
  const single = many('e', 5);
  for (const email of single) {
    muster.clock.advance(1);
    await sync([email]);
  }
  expect((await cost(single)).queries).toBe((await cost(single.slice(0, 1))).queries);
  await sync(many('c'));
  expect((await cost(many('d', 100))).outcomes).toEqual(['invited', 'too_many_invitations']);
  expect(await rows(crew)).toHaveLength(500);
});

test('a limited token of a person gets an outcome for their own address', async () => {
  const { pid, owner, member } = await createCrew(muster);
  const browser = await browserOf(muster, owner);
  const credentials = await muster.call({
    method: 'POST',
    url: '/api/me/exchange-credentials',
    headers: browser,
    payload: { project: pid, scopes: ['invitations:write'] },
  });
  const { username, password } = credentials.json();
  const form = new URLSearchParams({ username, password }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const token = (await muster.call({ method: 'POST', url: '/api/token', headers, payload: form })).json();
  const answer = await muster.call({
    method: 'POST',
    url: `/api/projects/${pid}/teams/venue/invitations`,
    headers: bearer(token.access_token),
    payload: { emails: [owner.email, member.email] },
  });
  expect(answer.json<Sent>().data.map(({ outcome }) => outcome)).toEqual(['own_address', 'already_member']);
});

test('a service account sends a thousand invitations in a day at most, and owners are notified once for each team', async () => {
  await using strict = await startTestApp({ env: realLimits });
  const crew = await createCrew(strict);
  await createTeam(strict, crew.pid, { tid: 'third' });
  const account = { name: 'Sync', scopes: ['invitations:write'], ends_at: '2027-01-31T00:00:00Z' };
  const { token } = (await crew.inBrowser(crew.owner, 'POST', 'service-accounts', account)).json();
  const invite = (tid: string, from: number, count: number) =>
    strict.call({
      method: 'POST',
      url: `/api/projects/${crew.pid}/teams/${tid}/invitations`,
      headers: bearer(token),
      payload: { emails: Array.from({ length: count }, (_, index) => `p${from + index}@example.org`) },
    });
  for (const tid of ['venue', 'press'])
    for (const part of [0, 1]) expect((await invite(tid, part * 200, 200)).statusCode).toBe(200);
  expect((await invite('venue', 400, 100)).statusCode).toBe(200);
  // Those who are invited already do not count.
  expect((await invite('venue', 0, 200)).statusCode).toBe(200);
  const refused = await invite('third', 0, 101);
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests']);
  expect((await invite('third', 0, 100)).statusCode).toBe(200);
  const notices = strict.db.read.selectFrom('notices').select('subject').where('uid', '=', crew.owner.uid);
  const found = await notices.where('kind', '=', 'service_account.changed_roles').execute();
  expect(found.map(({ subject }) => subject).toSorted()).toEqual(['press', 'third', 'venue']);
});
