import type { Response } from 'light-my-request';
import { expect, test } from 'vitest';
import { realLimits, startTestApp, useApp } from '../../../../test/support/app.ts';
import {
  addPasskey,
  confirmByPasskey,
  createAuthenticator,
  signInByPasskey,
} from '../../../../test/support/world/authenticator.ts';
import type { Slips } from '../../../../test/support/world/authenticator.ts';
import { bearer, browserOf, createPerson, tokenOf } from '../../../../test/support/factories.ts';

const muster = useApp();

type Headers = Record<string, string>;
const post = (url: string, headers: Headers = {}, payload?: object) =>
  muster.call({ method: 'POST', url, headers, ...(payload === undefined ? {} : { payload }) });
const outcome = (answer: Response) => ({ status: answer.statusCode, code: answer.json().code });
const auditOf = (uid: string, kind: string) =>
  muster.db.read
    .selectFrom('audit')
    .select(['actor', 'detail'])
    .where('kind', '=', kind)
    .where('subject', '=', uid)
    .execute();
const cookieOf = (answer: Response): Headers => ({
  cookie: String(answer.headers['set-cookie']).split(';', 1)[0] ?? '',
  'sec-fetch-site': 'same-origin',
});

async function somebody() {
  const person = await createPerson(muster);
  return { person, headers: await browserOf(muster, person) };
}

test('a person adds, lists and removes passkeys; each change is audited and announced by mail', async () => {
  using _still = muster.clock.freeze();
  const { person, headers } = await somebody();
  const { added } = await addPasskey(muster, headers);
  expect(added.statusCode).toBe(201);
  const passkey = added.json();
  expect(passkey).toEqual({
    id: expect.any(String),
    name: 'My phone',
    created_at: muster.clock.now().toISOString(),
    last_used_at: null,
    blocked_until: null,
  });
  muster.clock.advance(1);
  await addPasskey(muster, headers);
  const list = (await muster.call({ url: '/api/me/passkeys', headers })).json();
  expect(list.data).toHaveLength(2);
  expect(list.data[1]).toEqual(passkey);
  expect(await auditOf(person.uid, 'passkey.added')).toHaveLength(2);
  const mails = await muster.deliver();
  expect(mails.map(({ to }) => to)).toEqual([person.email, person.email]);
  expect(mails[0]?.text).toContain('My phone');
  expect(mails[0]?.html).toContain('>This wasn&#39;t me</a>');

  const url = `/api/me/passkeys/${passkey.id}`;
  const stranger = await somebody();
  expect((await muster.call({ method: 'DELETE', url, headers: stranger.headers })).statusCode).toBe(404);
  expect((await muster.call({ method: 'DELETE', url, headers })).statusCode).toBe(204);
  expect((await muster.call({ method: 'DELETE', url, headers })).statusCode).toBe(404);
  expect((await muster.call({ url: '/api/me/passkeys', headers })).json().data).toHaveLength(1);
  expect(await auditOf(person.uid, 'passkey.removed')).toEqual([
    { actor: person.uid, detail: JSON.stringify({ passkey: passkey.id }) },
  ]);
  expect((await muster.deliver())[0]?.text).toContain('was removed');
});

test('a passkey signs in without an address, and the session counts as confirmed by a passkey', async () => {
  using _still = muster.clock.freeze();
  const { person, headers } = await somebody();
  const { authenticator } = await addPasskey(muster, headers);
  const signedIn = await signInByPasskey(muster, authenticator);
  expect(signedIn.json()).toEqual({ uid: person.uid, email: person.email, name: person.name });
  expect(String(signedIn.headers['set-cookie'])).toMatch(/^muster_session=\w+; Max-Age=2592000; Path=\/; HttpOnly/);
  expect((await muster.call({ url: '/api/me', headers: cookieOf(signedIn) })).json().uid).toBe(person.uid);
  const [kept] = (await muster.call({ url: '/api/me/passkeys', headers })).json().data;
  expect(kept.last_used_at).toBe(muster.clock.now().toISOString());
  const rows = await muster.db.read
    .selectFrom('sessions')
    .select('passkey_id')
    .where('uid', '=', person.uid)
    .orderBy('id')
    .execute();
  expect(rows).toEqual([{ passkey_id: kept.id }, { passkey_id: kept.id }]);
});

const slips: [string, Slips][] = [
  ['another origin', { origin: 'http://muster.test.evil.example' }],
  ['another site', { rpId: 'evil.example' }],
  ['nobody verified', { verified: false }],
  ['another kind of answer', { type: 'payment.get' }],
];

test.each([...slips, ['somebody else', { userHandle: 'c29tZWJvZHk' }] as [string, Slips]])(
  'a response with %s signs nobody in',
  async (_what, slip) => {
    const { headers } = await somebody();
    const { authenticator } = await addPasskey(muster, headers);
    expect(outcome(await signInByPasskey(muster, authenticator, slip))).toEqual({
      status: 401,
      code: 'invalid_passkey',
    });
  },
);

test.each(slips)('adding a passkey fails with %s', async (_what, slip) => {
  const { headers } = await somebody();
  const { added } = await addPasskey(muster, headers, slip);
  expect(outcome(added)).toEqual({ status: 422, code: 'passkey_refused' });
  expect((await muster.call({ url: '/api/me/passkeys', headers })).json().data).toEqual([]);
});

test('unknown passkeys, wrong signatures and used, expired or foreign challenges get the same response', async () => {
  const { headers } = await somebody();
  const { authenticator } = await addPasskey(muster, headers);
  const ask = async (url: string, who: Headers = {}) => (await post(url, who)).json();
  const answer = async (credential: object) => outcome(await post('/api/sign-in/passkey', {}, { credential }));
  const refused = { status: 401, code: 'invalid_passkey' };
  authenticator.state.counter += 1;

  const used = authenticator.get(await ask('/api/sign-in/passkey/challenge'));
  expect((await post('/api/sign-in/passkey', {}, { credential: used })).statusCode).toBe(200);
  expect(await answer(used)).toEqual(refused);
  authenticator.state.counter += 1;
  const late = authenticator.get(await ask('/api/sign-in/passkey/challenge'));
  muster.clock.advance(300);
  expect(await answer(late)).toEqual(refused);
  expect(await answer(authenticator.get(await ask('/api/me/confirmation/challenge', headers)))).toEqual(refused);
  const unknown = createAuthenticator();
  expect(await answer(unknown.get(await ask('/api/sign-in/passkey/challenge')))).toEqual(refused);
  const question = await ask('/api/sign-in/passkey/challenge');
  const forged = { ...unknown.get(question), id: authenticator.id };
  expect(await answer(forged)).toEqual(refused);
  // The wrong answer has used the challenge up.
  expect(await answer(authenticator.get(question))).toEqual(refused);
  const nonsense = { ...used, response: { ...used.response, clientDataJSON: 'bm9uc2Vuc2U' } };
  expect(await answer(nonsense)).toEqual(refused);
});

test('a challenge cannot be used by another person', async () => {
  const [ada, eve] = [await somebody(), await somebody()];
  const options = (await post('/api/me/passkeys/challenge', ada.headers)).json();
  const authenticator = createAuthenticator();
  const payload = { name: 'Eve', credential: authenticator.create(options) };
  expect(outcome(await post('/api/me/passkeys', eve.headers, payload)).code).toBe('passkey_refused');
  expect((await post('/api/me/passkeys', ada.headers, payload)).statusCode).toBe(201);
  // Her question, answered with his passkey, confirms nobody.
  const question = (await post('/api/me/confirmation/challenge', eve.headers)).json();
  authenticator.state.counter += 1;
  const confirm = await post('/api/me/confirmation', eve.headers, { credential: authenticator.get(question) });
  expect(outcome(confirm)).toEqual({ status: 422, code: 'passkey_refused' });
});

test('concurrent responses to one challenge sign in once and add one passkey', async () => {
  const { headers } = await somebody();
  const options = (await post('/api/me/passkeys/challenge', headers)).json();
  const authenticator = createAuthenticator();
  const payload = { name: 'One', credential: authenticator.create(options) };
  const adds = await Promise.all(Array.from({ length: 8 }, () => post('/api/me/passkeys', headers, payload)));
  expect(adds.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, ...Array(7).fill(422)]);

  authenticator.state.counter += 1;
  const credential = authenticator.get((await post('/api/sign-in/passkey/challenge')).json());
  const entries = await Promise.all(Array.from({ length: 8 }, () => post('/api/sign-in/passkey', {}, { credential })));
  expect(entries.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(401)]);
});

test('a passkey whose counter did not increase is rejected as a possible copy, with an audit entry', async () => {
  const { person, headers } = await somebody();
  const { authenticator } = await addPasskey(muster, headers);
  expect((await signInByPasskey(muster, authenticator)).statusCode).toBe(200);
  authenticator.state.counter -= 1;
  expect(outcome(await signInByPasskey(muster, authenticator)).code).toBe('invalid_passkey');
  expect(await auditOf(person.uid, 'passkey.copied')).toHaveLength(1);
  expect((await signInByPasskey(muster, authenticator)).statusCode).toBe(200);
});

test('a passkey without a counter works repeatedly', async () => {
  const { headers } = await somebody();
  const { authenticator } = await addPasskey(muster, headers);
  for (let i = 0; i < 2; i += 1) {
    // Counted up to 0 when it is used.
    authenticator.state.counter = -1;
    expect((await signInByPasskey(muster, authenticator)).statusCode).toBe(200);
  }
});

test('adding a passkey and erasing the account require a fresh sign-in, which a passkey confirmation is', async () => {
  const { person, headers } = await somebody();
  const { authenticator } = await addPasskey(muster, headers);
  muster.clock.advance(15 * 60 + 1);
  for (const url of ['/api/me/passkeys/challenge', '/api/me/passkeys']) {
    const payload = url.endsWith('challenge') ? undefined : { name: 'x', credential: {} };
    expect(outcome(await post(url, headers, payload)).code).toBe('sign_in_again');
  }
  expect((await confirmByPasskey(muster, headers, authenticator)).statusCode).toBe(204);
  expect((await addPasskey(muster, headers)).added.statusCode).toBe(201);
  expect(await auditOf(person.uid, 'session.confirmed')).toHaveLength(1);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  expect(outcome(await signInByPasskey(muster, authenticator)).code).toBe('invalid_passkey');
});

test('tokens can neither add nor remove passkeys, nor confirm a session', async () => {
  const person = await createPerson(muster);
  const headers = bearer(await tokenOf(muster, person));
  const calls = [
    post('/api/me/passkeys/challenge', headers),
    post('/api/me/passkeys', headers, {}),
    post('/api/me/confirmation/challenge', headers),
    post('/api/me/confirmation', headers, {}),
    muster.call({ method: 'DELETE', url: '/api/me/passkeys/x', headers }),
  ];
  for (const answer of await Promise.all(calls)) expect(outcome(answer).code).toBe('browser_only');
});

test('only the suspended person learns that they are suspended', async () => {
  const { person, headers } = await somebody();
  const { authenticator } = await addPasskey(muster, headers);
  const suspended_at = muster.clock.now().toISOString();
  await muster.db.transaction((trx) =>
    trx.updateTable('people').set({ suspended_at }).where('uid', '=', person.uid).execute(),
  );
  const signedIn = await signInByPasskey(muster, authenticator);
  expect(signedIn.statusCode).toBe(200);
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  const me = await muster.call({ url: '/api/me', headers: { cookie } });
  expect([me.statusCode, me.json().code]).toEqual([401, 'suspended']);
});

test('a person has at most twenty passkeys, listed in pages with as many queries as for one', async () => {
  const { headers } = await somebody();
  const cost = async () => {
    const before = muster.db.queryCount();
    const { data } = (await muster.call({ url: '/api/me/passkeys', headers })).json();
    return { rows: data.length, queries: muster.db.queryCount() - before };
  };
  await addPasskey(muster, headers);
  expect(await cost()).toEqual({ rows: 1, queries: 2 });
  for (let i = 1; i < 20; i += 1) await addPasskey(muster, headers);
  expect(await cost()).toEqual({ rows: 20, queries: 2 });
  expect(outcome((await addPasskey(muster, headers)).added)).toEqual({ status: 422, code: 'not_allowed' });
});

test('guesses are rate limited like those at links', async () => {
  await using strict = await startTestApp({ env: realLimits });
  const question = (await strict.call({ method: 'POST', url: '/api/sign-in/passkey/challenge' })).json();
  const payload = { credential: createAuthenticator().get(question) };
  const statuses = [];
  for (let i = 0; i < 60; i += 1) {
    statuses.push((await strict.call({ method: 'POST', url: '/api/sign-in/passkey', payload })).statusCode);
  }
  expect(statuses).toEqual([...Array(59).fill(401), 429]);
});
