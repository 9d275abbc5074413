import { expect, test } from 'vitest';
import { startTestApp, useApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { browserOf, createPerson } from '../../../../test/support/factories.ts';

const muster = useApp();

type Headers = Record<string, string>;
const sameOrigin = { 'sec-fetch-site': 'same-origin', origin: 'http://muster.test' };

/** Requests a link as a browser does, and returns its token with the cookie that the browser got. */
async function request(app: TestApp, email: string, headers: Headers = {}) {
  const response = await app.call({ method: 'POST', url: '/api/sign-in/email', payload: { email }, headers });
  expect(response.statusCode).toBe(202);
  const [mail] = await app.deliver();
  const token = /#token=(\w+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const set = String(response.headers['set-cookie']);
  return { token, set, cookie: set.split(';', 1)[0] ?? '' };
}

const follow = (token: string, headers: Headers = {}, fields: object = {}) =>
  muster.call({
    method: 'POST',
    url: '/api/sign-in',
    headers: { ...sameOrigin, ...headers },
    payload: { token, ...fields },
  });

const inspect = (token: string, headers: Headers = {}) =>
  muster.call({ method: 'POST', url: '/api/sign-in/link', headers: { ...sameOrigin, ...headers }, payload: { token } });

test('the browser that requested a link signs in without a question', async () => {
  const { email } = await createPerson(muster);
  const { token, cookie } = await request(muster, email);
  expect((await inspect(token, { cookie })).json()).toMatchObject({ email, confirm: false });
  expect((await follow(token, { cookie })).statusCode).toBe(200);
});

test('any other browser is shown the account and must confirm it; the refusal does not use the link up', async () => {
  const { email, name } = await createPerson(muster);
  const victim = await request(muster, 'victim@example.org');
  const { token } = await request(muster, email);
  for (const headers of [{}, { cookie: victim.cookie }, { cookie: 'muster_browser=' }]) {
    expect((await inspect(token, headers)).json()).toEqual({ email, name, confirm: true });
    const refused = await follow(token, headers);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'confirm_sign_in']);
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect((await follow(token, headers, { confirmed: false })).statusCode).toBe(409);
  }
  expect((await follow(token, {}, { confirmed: true })).json().email).toBe(email);
});

test('a browser with a session is always asked, also for its own link and its own account', async () => {
  const person = await createPerson(muster);
  const session = await browserOf(muster, person);
  for (const email of [person.email, 'another@example.org']) {
    const { token, cookie } = await request(muster, email, session);
    const both = { ...session, cookie: `${session['cookie']}; ${cookie}` };
    expect((await inspect(token, both)).json()).toMatchObject({ email, confirm: true });
    expect((await follow(token, both)).json().code).toBe('confirm_sign_in');
    const still = await muster.call({ url: '/api/me', headers: session });
    expect(still.json().email).toBe(person.email);
    expect((await follow(token, both, { confirmed: true })).statusCode).toBe(200);
  }
});

test('several links requested in one browser all work there', async () => {
  const first = await request(muster, 'several@example.org');
  const second = await request(muster, 'several@example.org', { cookie: first.cookie });
  expect(second.cookie).toBe(first.cookie);
  for (const { token } of [second, first]) expect((await follow(token, { cookie: first.cookie })).statusCode).toBe(200);
});

test('a cookie of another form is replaced', async () => {
  const { cookie } = await request(muster, 'form@example.org', { cookie: `muster_browser=${'a'.repeat(3000)}` });
  expect(cookie).toMatch(/^muster_browser=[0-9a-z]{52}$/);
});

test('scripts and other sites cannot read or set the cookie, and the database holds only its hash', async () => {
  await using secure = await startTestApp({ env: { BASE_URL: 'https://muster.test' } });
  const { set, cookie } = await request(secure, 'cookie@example.org');
  expect(set).toMatch(/^__Host-muster_browser=\w{52}; Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  const [row] = await secure.db.read.selectFrom('sign_in_links').selectAll().execute();
  expect(JSON.stringify(row)).not.toContain(cookie.split('=')[1]);
});

test('another site can neither request a link here nor look at one', async () => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const payload = { email: 'victim@example.org' };
  const requested = await muster.call({ method: 'POST', url: '/api/sign-in/email', headers, payload });
  expect(requested.json().code).toBe('cross_origin');
  expect((await inspect('link_x', headers)).json().code).toBe('cross_origin');
  expect(await muster.deliver()).toEqual([]);
});

test('a used, expired or unknown link and a set-up link name no account', async () => {
  const used = await request(muster, 'used@example.org');
  await follow(used.token, { cookie: used.cookie });
  const expired = await request(muster, 'expired@example.org');
  muster.clock.advance(15 * 60);
  for (const token of [used.token, expired.token, 'link_unknown', 'setup_unknown'])
    expect((await inspect(token)).json().code).toBe('invalid_link');
});
