import { afterAll, beforeAll, expect, test } from 'vitest';
import { realLimits, startTestApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { bearer, browserOf, createPerson, tokenOf } from '../../../../test/support/factories.ts';
import { startProvider, walkProvider } from '../../../../test/support/servers/oidc-provider.ts';
import type { Account, TestProvider } from '../../../../test/support/servers/oidc-provider.ts';

let provider: TestProvider;
let muster: TestApp;
let counter = 0;
beforeAll(async () => {
  provider = await startProvider('http://muster.test');
  muster = await startTestApp({ env: provider.env });
});
afterAll(async () => {
  await muster[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

type Headers = Record<string, string>;

async function depart(app = muster, headers: Headers = {}): Promise<{ url: string; cookie: string }> {
  const answer = await app.call({ method: 'POST', url: '/api/sign-in/oidc', headers });
  expect(answer.statusCode).toBe(200);
  const cookie = String(answer.headers['set-cookie']);
  expect(cookie).toMatch(/^muster_visit=\w{52}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  return { url: answer.json().url, cookie: cookie.split(';', 1)[0] ?? '' };
}

async function arrive(back: URL, cookie: string) {
  const answer = await muster.call({ url: `${back.pathname}${back.search}`, headers: { cookie } });
  expect(answer.statusCode).toBe(303);
  const cookies = [answer.headers['set-cookie']].flat().map(String);
  const session = cookies.find((one) => one.startsWith('muster_session='));
  const headers: Headers = { cookie: session?.split(';', 1)[0] ?? '', 'sec-fetch-site': 'same-origin' };
  return { location: answer.headers.location, signedIn: session !== undefined, headers };
}

/** Goes to the provider and comes back. */
async function signIn(login: string | null) {
  const { url, cookie } = await depart();
  return arrive(await walkProvider(url, login), cookie);
}

function newAccount(fields: Partial<Account> = {}): Account & { email: string } {
  counter += 1;
  const sub = `sub-${counter}`;
  return { sub, email: `oidc-${counter}@example.org`, email_verified: true, name: `Oda ${counter}`, ...fields };
}

const meOf = async (headers: Headers) => (await muster.call({ url: '/api/me', headers })).json();
const auditOf = (uid: string, kind: string) =>
  muster.db.read
    .selectFrom('audit')
    .select(['actor', 'detail'])
    .where('kind', '=', kind)
    .where('subject', '=', uid)
    .execute();

test('a person with an address verified by the provider gets an account, and the same one next time', async () => {
  const account = newAccount({ email: `Mixed-${Date.now()}@Example.org` });
  await provider.knows(account);
  const first = await signIn(account.sub);
  expect([first.location, first.signedIn]).toEqual(['/sign-in?entered=true', true]);
  const me = await meOf(first.headers);
  expect([me.email, me.name]).toEqual([account.email.toLowerCase(), account.name]);
  expect(me.roles).toEqual([]);
  const second = await signIn(account.sub);
  expect((await meOf(second.headers)).uid).toBe(me.uid);
  expect(await auditOf(me.uid, 'identity.linked')).toHaveLength(1);
  expect(await muster.deliver()).toEqual([]);
});

test('an existing account is linked by its address, with an audit entry and a notice', async () => {
  const account = newAccount();
  const person = await createPerson(muster, { email: account.email, name: 'Known' });
  await provider.knows(account);
  const me = await meOf((await signIn(account.sub)).headers);
  expect([me.uid, me.name]).toEqual([person.uid, 'Known']);
  const [mail] = await muster.deliver();
  expect([mail?.to, mail?.text.includes('Example ID')]).toEqual([person.email, true]);
  const [entry] = await auditOf(person.uid, 'identity.linked');
  expect(entry).toEqual({ actor: person.uid, detail: expect.stringContaining(provider.issuer) });
});

test('a changed address at the provider changes neither the account nor its address here', async () => {
  const account = newAccount();
  await provider.knows(account);
  const before = await meOf((await signIn(account.sub)).headers);
  const other = await createPerson(muster);
  await provider.knows({ ...account, email: other.email });
  const after = await meOf((await signIn(account.sub)).headers);
  expect([after.uid, after.email]).toEqual([before.uid, before.email]);
});

test.each([
  ['no address', { email: undefined }, 'no_email'],
  ['an address that is none', { email: 'nobody' }, 'no_email'],
  ['an address that is not verified', { email_verified: false }, 'unverified'],
  ['an address of which nothing is said', { email_verified: undefined }, 'unverified'],
])('with %s nobody is signed in and nothing is linked', async (_what, fields, problem) => {
  const { sub, email } = newAccount();
  const account = { sub, email, email_verified: true, ...fields };
  await provider.knows(JSON.parse(JSON.stringify(account)) as Account);
  const person = await createPerson(muster, { email });
  const outcome = await signIn(sub);
  expect([outcome.location, outcome.signedIn]).toEqual([`/sign-in?problem=${problem}`, false]);
  const links = await muster.db.read.selectFrom('identities').select('id').where('uid', '=', person.uid).execute();
  expect(links).toEqual([]);
});

test('a suspended person can sign in, but only to export or erase their data', async () => {
  const [fresh, linked] = [newAccount(), newAccount()];
  await createPerson(muster, { email: fresh.email, suspended: true });
  for (const account of [fresh, linked]) await provider.knows(account);
  const { uid } = await meOf((await signIn(linked.sub)).headers);
  const suspended_at = muster.clock.now().toISOString();
  await muster.db.transaction((trx) =>
    trx.updateTable('people').set({ suspended_at }).where('uid', '=', uid).execute(),
  );
  for (const { sub } of [fresh, linked]) {
    const { headers, location } = await signIn(sub);
    // The page where they can do so; other pages would take them for a visitor.
    expect(location).toBe('/sign-in?suspended=true');
    expect((await muster.call({ url: '/api/me', headers })).json()).toMatchObject({ status: 401, code: 'suspended' });
    expect((await muster.call({ url: '/api/me/export', headers })).json().code).toBe('sign_in_again');
    const { url, cookie } = await depart(muster, headers);
    const confirmed = await arrive(await walkProvider(url, sub), `${headers['cookie']}; ${cookie}`);
    expect(confirmed.location).toBe('/sign-in?suspended=true');
    expect((await muster.call({ url: '/api/me/export', headers: confirmed.headers })).statusCode).toBe(200);
  }
});

test('a sign-in cancelled at the provider shows that it was cancelled', async () => {
  expect(await signIn(null)).toMatchObject({ location: '/sign-in?problem=denied', signedIn: false });
});

test('the callback works once, within ten minutes, in the browser that started', async () => {
  const account = newAccount();
  await provider.knows(account);
  const mismatch = { location: '/sign-in?problem=mismatch', signedIn: false };
  const [mine, other] = [await depart(), await depart()];
  const back = await walkProvider(mine.url, account.sub);
  expect(await arrive(back, other.cookie)).toMatchObject(mismatch);
  expect(await arrive(back, '')).toMatchObject(mismatch);
  const changed = new URL(back);
  changed.searchParams.set('state', 'another');
  expect(await arrive(changed, mine.cookie)).toMatchObject(mismatch);
  const all = await Promise.all(Array.from({ length: 6 }, () => arrive(back, mine.cookie)));
  expect(all.filter(({ signedIn }) => signedIn)).toHaveLength(1);
  expect(all.filter(({ location }) => location === mismatch.location)).toHaveLength(5);

  const late = await depart();
  const lateBack = await walkProvider(late.url, account.sub);
  muster.clock.advance(600);
  expect(await arrive(lateBack, late.cookie)).toMatchObject(mismatch);
});

test('a code issued to another browser is rejected', async () => {
  const [ada, eve] = [newAccount(), newAccount()];
  for (const account of [ada, eve]) await provider.knows(account);
  const [hers, mine] = [await depart(), await depart()];
  const stolen = await walkProvider(hers.url, ada.sub);
  const back = await walkProvider(mine.url, eve.sub);
  back.searchParams.set('code', stolen.searchParams.get('code') ?? '');
  expect(await arrive(back, mine.cookie)).toMatchObject({ location: '/sign-in?problem=refused', signedIn: false });
});

test('concurrent first sign-ins create one account and one link', async () => {
  const account = newAccount();
  await provider.knows(account);
  const ways = await Promise.all(Array.from({ length: 4 }, () => depart()));
  const backs = await Promise.all(ways.map(({ url }) => walkProvider(url, account.sub)));
  const arrived = await Promise.all(backs.map((back, i) => arrive(back, ways[i]?.cookie ?? '')));
  expect(arrived.map(({ signedIn }) => signedIn)).toEqual([true, true, true, true]);
  const uids = await Promise.all(arrived.map(async ({ headers }) => (await meOf(headers)).uid));
  expect(new Set(uids).size).toBe(1);
  expect(await auditOf(uids[0], 'identity.linked')).toHaveLength(1);
});

test('people list and remove their own linked identities, with a browser session only', async () => {
  using _still = muster.clock.freeze();
  const account = newAccount();
  await provider.knows(account);
  const { headers } = await signIn(account.sub);
  const { uid } = await meOf(headers);
  const { data } = (await muster.call({ url: '/api/me/identities', headers })).json();
  const at = muster.clock.now().toISOString();
  expect(data).toEqual([
    { id: expect.any(String), issuer: provider.issuer, email: account.email, created_at: at, last_used_at: at },
  ]);
  const url = `/api/me/identities/${data[0].id}`;
  const remove = async (who: Headers) => (await muster.call({ method: 'DELETE', url, headers: who })).statusCode;
  expect(await remove(bearer(await tokenOf(muster, { uid })))).toBe(403);
  expect(await remove(await browserOf(muster, await createPerson(muster)))).toBe(404);
  expect([await remove(headers), await remove(headers)]).toEqual([204, 404]);
  expect(await auditOf(uid, 'identity.unlinked')).toHaveLength(1);
});

test('after erasure the same identity gets a new account', async () => {
  const account = newAccount();
  await provider.knows(account);
  const { headers } = await signIn(account.sub);
  const { uid } = await meOf(headers);
  expect(
    (await muster.call({ method: 'DELETE', url: '/api/me', headers: await browserOf(muster, { uid }) })).statusCode,
  ).toBe(204);
  expect((await meOf((await signIn(account.sub)).headers)).uid).not.toBe(uid);
});

test('without a configured provider there is no button and the route returns 404', async () => {
  expect((await muster.call('/api/sign-in/ways')).json()).toMatchObject({ provider: { name: 'Example ID' } });
  await using plain = await startTestApp();
  expect((await plain.call('/api/sign-in/ways')).json()).toEqual({
    provider: null,
    mail: 'files',
    set_up: false,
    registration: 'open',
  });
  expect((await plain.call({ method: 'POST', url: '/api/sign-in/oidc' })).statusCode).toBe(404);
  const back = await plain.call('/api/sign-in/oidc/callback?code=x&state=y');
  expect([back.statusCode, back.headers.location]).toEqual([303, '/sign-in?problem=mismatch']);
});

test('an unreachable provider is reported as unavailable', async () => {
  const account = newAccount();
  await using gone = await startProvider('http://muster.test');
  await using app = await startTestApp({ env: gone.env });
  await gone.knows(account);
  const { url, cookie } = await depart(app);
  const back = await walkProvider(url, account.sub);
  await gone[Symbol.asyncDispose]();
  const answer = await app.call({ url: `${back.pathname}${back.search}`, headers: { cookie } });
  expect(answer.headers.location).toBe('/sign-in?problem=unavailable');
});

test('starting a provider sign-in is rate limited like asking for links', async () => {
  await using strict = await startTestApp({ env: { ...realLimits, ...provider.env } });
  const statuses = [];
  for (let i = 0; i < 61; i += 1)
    statuses.push((await strict.call({ method: 'POST', url: '/api/sign-in/oidc' })).statusCode);
  expect(statuses).toEqual([...Array(60).fill(200), 429]);
});
