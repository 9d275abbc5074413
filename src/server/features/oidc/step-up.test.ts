import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, testClock } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { startProvider, walkProvider } from '../../../../test/support/servers/oidc-provider.ts';
import type { TestProvider } from '../../../../test/support/servers/oidc-provider.ts';

let provider: TestProvider;
let muster: TestApp;
beforeAll(async () => {
  provider = await startProvider('http://muster.test');
  // The provider has the machine's clock, and this is about differences of time.
  const clock = testClock(new Date());
  muster = await startTestApp({ clock, env: provider.env });
  await provider.knows({ sub: 'oda', email: 'oda@example.org', email_verified: true, name: 'Oda' });
});
afterAll(async () => {
  await muster[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

type Headers = Record<string, string>;

/** Goes to the provider and back; `change` is what happens to the address on the way there. */
async function signIn(session: Headers = {}, change: (url: URL) => void = () => {}, login = 'oda') {
  const begun = await muster.call({ method: 'POST', url: '/api/sign-in/oidc', headers: session });
  const url = new URL(begun.json().url);
  const maxAge = url.searchParams.get('max_age');
  change(url);
  const back = await walkProvider(url.href, login);
  const visit = String(begun.headers['set-cookie']).split(';', 1)[0] ?? '';
  const cookie = [session['cookie'], visit].filter(Boolean).join('; ');
  const answer = await muster.call({ url: `${back.pathname}${back.search}`, headers: { cookie } });
  const cookies = [answer.headers['set-cookie']].flat().map(String);
  const started = cookies.find((one) => one.startsWith('muster_session='))?.split(';', 1)[0] ?? '';
  return { maxAge, location: answer.headers.location, headers: { cookie: started, 'sec-fetch-site': 'same-origin' } };
}

/** Adding a passkey needs a fresh proof. */
const tryFresh = async (headers: Headers) => {
  const answer = await muster.call({ method: 'POST', url: '/api/me/passkeys/challenge', headers });
  return answer.statusCode === 200 ? 'fresh' : answer.json().code;
};

test('a sign-in at the provider counts as fresh only if the provider says when the person signed in there', async () => {
  const silent = await signIn();
  expect(silent.maxAge).toBeNull();
  expect(await tryFresh(silent.headers)).toBe('sign_in_again');
  // With this parameter the provider must say when, however long ago it was.
  const dated = await signIn({}, (url) => url.searchParams.set('max_age', '100000'));
  expect(await tryFresh(dated.headers)).toBe('fresh');
  muster.clock.advance(16 * 60);
  expect(await tryFresh(dated.headers)).toBe('sign_in_again');
});

test('a confirmation needs a sign-in at the provider within 15 minutes, and then counts as fresh', async () => {
  const { headers } = await signIn();
  const stepUp = await signIn(headers);
  expect(stepUp).toMatchObject({ maxAge: '900', location: '/sign-in?entered=true' });
  expect(await tryFresh(stepUp.headers)).toBe('fresh');
});

test('a provider that ignores the demand is refused, and nobody is signed in', async () => {
  const { headers } = await signIn();
  const ignored = await signIn(headers, (url) => url.searchParams.delete('max_age'));
  expect(ignored).toMatchObject({ location: '/sign-in?problem=refused', headers: { cookie: '' } });
});

test('a linked account does not sign in while the person has frozen changes', async () => {
  const { headers } = await signIn();
  const { uid } = (await muster.call({ url: '/api/me', headers })).json();
  const freeze = (factors_frozen_until: string | null) =>
    muster.db.transaction((trx) =>
      trx.updateTable('people').set({ factors_frozen_until }).where('uid', '=', uid).execute(),
    );
  await freeze(new Date(muster.clock.now().getTime() + 3_600_000).toISOString());
  expect(await signIn()).toMatchObject({ location: '/sign-in?problem=refused', headers: { cookie: '' } });
  await freeze(null);
  expect(await signIn()).toMatchObject({ location: '/sign-in?entered=true' });
});

test('a confirmation with another account of the provider keeps the session and creates no other', async () => {
  await provider.knows({ sub: 'eve', email: 'eve@example.org', email_verified: true, name: 'Eve' });
  const { headers } = await signIn();
  const other = await signIn(headers, undefined, 'eve');
  expect(other).toMatchObject({ location: '/sign-in?problem=other_account', headers: { cookie: '' } });
  const me = await muster.call({ url: '/api/me', headers });
  expect(me.json()).toMatchObject({ email: 'oda@example.org' });
  const accounts = muster.db.read.selectFrom('people').select('uid').where('email', '=', 'eve@example.org');
  expect(await accounts.execute()).toEqual([]);
});
