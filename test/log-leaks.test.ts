import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newToken } from '../src/server/auth/token-format.ts';
import { useApp } from './support/app.ts';
import { bearer, browserOf, createPerson, tokenOf } from './support/factories.ts';
import { fakeWebRoot } from './support/web-root.ts';

const web = fakeWebRoot();
const muster = useApp({ webRoot: web.path });
let secrets: Record<string, string>;
beforeAll(async () => {
  secrets = await realSecrets();
});
afterAll(async () => {
  web[Symbol.dispose]();
});

/** One valid secret of every kind that must never be logged. */
async function realSecrets(): Promise<Record<string, string>> {
  const email = `leak-${randomBytes(6).toString('hex')}@example.org`;
  const person = await createPerson(muster, { email, name: `Leaky ${randomBytes(6).toString('hex')}` });
  const { cookie = '' } = await browserOf(muster, person);
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const made = await muster.call({ method: 'POST', url: '/api/me/exchange-credentials', headers });
  await muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email } });
  const link = /#token=(\w+)/.exec((await muster.deliver())[0]?.text ?? '')?.[1] ?? '';
  return {
    email,
    name: person.name,
    link,
    session: cookie.split('=')[1] ?? '',
    username: made.json().username,
    password: made.json().password,
    token: await tokenOf(muster, person),
    madeUpToken: newToken(),
    phone: '+886912345678',
    nationalId: 'A123456789',
  };
}

/** Reads first and deletes last, so that the secrets stay valid as long as possible. */
const order = ['GET', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'];

/** All routes, with all secrets in path, query, headers and body, with a session, with a token and without either. */
function* requests() {
  const values = Object.values(secrets);
  const { session = '', token = '', password = '', link = '' } = secrets;
  const routes = muster.routes.toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
  for (const [index, { method, url }] of routes.entries()) {
    for (const [turn, credential] of [
      { cookie: `muster_session=${session}`, 'sec-fetch-site': 'same-origin' },
      { authorization: `Bearer ${token}` },
      { authorization: `Bearer ${password}`, cookie: `muster_session=${link}` },
      { authorization: `Basic ${Buffer.from(`x:${password}`).toString('base64')}` },
      {},
    ].entries()) {
      const secret = values[(index + turn) % values.length] ?? '';
      const query = new URLSearchParams({ ...secrets, pid: secret, cursor: secret, q: secret });
      const address = `${url.replace(/:\w+|\*/g, encodeURIComponent(secret))}?${query.toString()}`;
      const headers = {
        ...credential,
        referer: `http://muster.test/sign-in#token=${link}`,
        'user-agent': secret,
        'x-forwarded-for': secret,
        'x-request-id': secret,
        'idempotency-key': secret,
        'if-match': `"${secret}"`,
        'if-none-match': `"${secret}"`,
      };
      const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
      yield { method: method as 'POST', url: address, headers, payload: { ...secrets, [secret]: secret } };
      if (turn < 4) continue;
      yield { method: method as 'POST', url: address, headers: form, payload: query.toString() };
      yield { method: method as 'POST', url: address, headers: { 'content-type': secret }, payload: `{"${secret}` };
    }
  }
}

const found = () => {
  const log = muster.logs.join('').toLowerCase();
  const spellings = ([name, secret]: [string, string]) =>
    [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')].map((one) => [name, one] as const);
  return Object.entries(secrets)
    .flatMap(spellings)
    .filter(([, spelling]) => log.includes(spelling.toLowerCase()))
    .map(([name]) => name);
};

test('the search finds a secret that is logged', () => {
  for (const [name, secret] of Object.entries(secrets)) {
    muster.logs.push(JSON.stringify({ url: `/x?${encodeURIComponent(secret)}` }));
    expect(found()).toContain(name);
    muster.logs.pop();
  }
  expect(found()).toEqual([]);
});

test('the flow from sign-in link to API token logs none of the secrets', async () => {
  const { email = '', link = '', username = '', password = '', session = '', token = '' } = secrets;
  const from = muster.logs.length;
  const browser = { cookie: `muster_session=${session}`, 'sec-fetch-site': 'same-origin' };
  const statuses = [];
  for (const call of [
    { method: 'POST' as const, url: '/api/sign-in/email', payload: { email } },
    { method: 'POST' as const, url: '/api/sign-in', payload: { token: link, confirmed: true } },
    { method: 'POST' as const, url: '/api/token', payload: { username, password } },
    { url: '/api/me', headers: browser },
    { url: '/api/me', headers: bearer(token) },
    { url: '/api/me/tokens', headers: bearer(token) },
    { method: 'POST' as const, url: '/api/sign-out', headers: browser },
  ]) {
    statuses.push((await muster.app.inject(call)).statusCode);
  }
  expect(statuses).toEqual([202, 200, 200, 200, 200, 200, 204]);
  await muster.deliver();
  expect(muster.logs.slice(from).filter((line) => line.includes('"msg":"request"'))).toHaveLength(7);
  expect(found()).toEqual([]);
});

test('no token, cookie, link, code, name or address sent to any route is logged', async () => {
  secrets = await realSecrets();
  const before = muster.logs.length;
  let sent = 0;
  for (const request of requests()) {
    await muster.app.inject(request);
    sent += 1;
  }
  expect(muster.logs.length - before).toBeGreaterThanOrEqual(sent);
  expect(found()).toEqual([]);
});
