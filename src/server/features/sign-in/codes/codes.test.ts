import { expect, test } from 'vitest';
import { realLimits, startTestApp, useApp } from '../../../../../test/support/app.ts';
import type { TestApp } from '../../../../../test/support/app.ts';
import { everyCell } from '../../../../../test/support/database.ts';
import { browserOf, createPerson } from '../../../../../test/support/factories.ts';

const muster = useApp();

type Headers = Record<string, string>;
const sameOrigin = { 'sec-fetch-site': 'same-origin', origin: 'http://muster.test' };

async function request(email: string, { headers = {}, app = muster, ...fields }: Requested = {}) {
  const payload = { email, ...fields };
  const response = await app.call({ method: 'POST', url: '/api/sign-in/email', payload, headers });
  expect(response.statusCode).toBe(202);
  const [mail] = await app.deliver();
  const token = /#token=(\w+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const code = /: (\d{6})\n/.exec(mail?.text ?? '')?.[1] ?? '';
  return { token, code, cookie: String(response.headers['set-cookie']).split(';', 1)[0] ?? '' };
}
type Requested = { headers?: Headers; app?: TestApp; next?: string; language?: string };

const enter = (
  email: string,
  code: string,
  headers: Headers = {},
  { app = muster, remoteAddress = '127.0.0.1' }: { app?: TestApp; remoteAddress?: string } = {},
) =>
  app.call({
    method: 'POST',
    url: '/api/sign-in/code',
    headers: { ...sameOrigin, ...headers },
    payload: { email, code },
    remoteAddress,
  });

const wrong = (code: string, by = 1): string => String((Number(code) + by) % 1_000_000).padStart(6, '0');

const progress = async (headers: Headers) =>
  (await muster.call({ url: '/api/sign-in/progress', headers })).json().state;

const follow = (token: string, headers: Headers = {}) =>
  muster.call({ method: 'POST', url: '/api/sign-in', headers, payload: { token, confirmed: true } });

const sessionIn = (response: { headers: Record<string, unknown> }): string =>
  String(response.headers['set-cookie']).split(';', 1)[0] ?? '';

test('the code of the mail signs in the browser that requested it, once', async () => {
  const { uid, email, name } = await createPerson(muster);
  const { code, cookie, token } = await request(email);
  const response = await enter(` ${email.toUpperCase()}`, code, { cookie });
  expect([response.statusCode, response.json()]).toEqual([200, { uid, email, name, next: null }]);
  const me = await muster.call({ url: '/api/me', headers: { cookie: sessionIn(response) } });
  expect(me.json().uid).toBe(uid);
  expect((await enter(email, code, { cookie })).json().code).toBe('invalid_code');
  expect((await follow(token)).json().code).toBe('invalid_link');
});

test('a used link takes its code along', async () => {
  const { email } = await createPerson(muster);
  const { code, cookie, token } = await request(email);
  expect((await follow(token)).statusCode).toBe(200);
  expect((await enter(email, code, { cookie })).json().code).toBe('invalid_code');
});

test('a code works in no other browser, for no other address and not from another site', async () => {
  const { email } = await createPerson(muster);
  const { code, cookie } = await request(email);
  const other = await request('other-browser@example.org');
  for (const headers of [{}, { cookie: other.cookie }, { cookie: 'muster_browser=x' }]) {
    const refused = await enter(email, code, headers);
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'invalid_code']);
  }
  expect((await enter('other-browser@example.org', code, { cookie })).json().code).toBe('invalid_code');
  const site = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await enter(email, code, site)).json().code).toBe('cross_origin');
  expect((await enter(email, code, { cookie })).statusCode).toBe(200);
});

test('an expired code is refused', async () => {
  const { code, cookie } = await request('late@example.org');
  muster.clock.advance(15 * 60);
  expect((await enter('late@example.org', code, { cookie })).json().code).toBe('invalid_code');
});

test('the code is dead after five wrong guesses, and the link still works', async () => {
  const { email } = await createPerson(muster);
  const first = await request(email);
  for (const by of [1, 2, 3, 4]) await enter(email, wrong(first.code, by), { cookie: first.cookie });
  expect((await enter(email, first.code, { cookie: first.cookie })).statusCode).toBe(200);

  const { code, cookie, token } = await request(email);
  for (const by of [1, 2, 3, 4, 5])
    expect((await enter(email, wrong(code, by), { cookie })).json().code).toBe('invalid_code');
  expect((await enter(email, code, { cookie })).json().code).toBe('invalid_code');
  expect((await follow(token)).statusCode).toBe(200);
});

test('concurrent guesses do not exceed the limit', async () => {
  const { email } = await createPerson(muster);
  const { code, cookie } = await request(email);
  await Promise.all(Array.from({ length: 12 }, (_, index) => enter(email, wrong(code, index + 1), { cookie })));
  const [row] = await muster.db.read
    .selectFrom('sign_in_links')
    .select('code_attempts')
    .where('email', '=', email)
    .execute();
  expect(row?.code_attempts).toBe(5);
  expect((await enter(email, code, { cookie })).statusCode).toBe(401);
});

test('a guess counts for all links that the browser requested for the address', async () => {
  const { email } = await createPerson(muster);
  const first = await request(email);
  const second = await request(email, { headers: { cookie: first.cookie } });
  for (const by of [1, 2, 3, 4, 5]) {
    const guess = [first.code, second.code].includes(wrong(first.code, by)) ? '000000' : wrong(first.code, by);
    await enter(email, guess, { cookie: first.cookie });
  }
  for (const { code } of [first, second])
    expect((await enter(email, code, { cookie: first.cookie })).statusCode).toBe(401);
});

test('wrong codes from one network leave guesses for the person elsewhere', async () => {
  await using app = await startTestApp({ env: realLimits });
  const email = 'victim@googlemail.com';
  const attacker = { app, remoteAddress: '10.1.0.1' };
  const statuses: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    app.clock.advance(16 * 60);
    const { code, cookie } = await request(email, { app });
    for (const by of [1, 2, 3, 4, 5])
      statuses.push((await enter(email, wrong(code, by), { cookie }, attacker)).statusCode);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(25).fill(429)]);
  app.clock.advance(16 * 60);
  const own = await request('victim@gmail.com', { app });
  const here = { app, remoteAddress: '10.2.0.1' };
  expect((await enter('victim@gmail.com', own.code, { cookie: own.cookie }, here)).statusCode).toBe(200);
});

test('more links do not give more guesses than 30 a day for one mailbox', async () => {
  await using app = await startTestApp({ env: realLimits });
  const email = 'guessed@example.org';
  const statuses: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    app.clock.advance(16 * 60);
    const { code, cookie } = await request(email, { app });
    const from = { app, remoteAddress: `10.0.0.${round}` };
    for (const by of [1, 2, 3, 4, 5]) statuses.push((await enter(email, wrong(code, by), { cookie }, from)).statusCode);
  }
  expect(statuses).toEqual([...Array<number>(30).fill(401), ...Array<number>(5).fill(429)]);
  // The mailed link is not affected.
  const { token } = await request(email, { app });
  const payload = { token, confirmed: true };
  expect((await app.call({ method: 'POST', url: '/api/sign-in', payload })).statusCode).toBe(200);
});

test('without a link of this browser nobody uses up the guesses of a mailbox', async () => {
  await using app = await startTestApp({ env: realLimits });
  const email = 'target@example.org';
  for (let guess = 0; guess < 35; guess += 1)
    expect((await enter(email, '123456', { cookie: `muster_browser=${'a'.repeat(52)}` }, { app })).statusCode).toBe(
      401,
    );
  const { code, cookie } = await request(email, { app });
  expect((await enter(email, code, { cookie }, { app })).statusCode).toBe(200);
});

test('the database does not give the code away', async () => {
  const { code, cookie } = await request('secret@example.org');
  const cells = await everyCell(muster.db);
  expect(cells).not.toContain(code);
  expect(cells.join(' ')).not.toContain(cookie.split('=')[1]);
});

test('bad input is refused before it counts', async () => {
  const { code, cookie } = await request('input@example.org');
  for (const bad of ['12345', '1234567', 'abcdef', ''])
    expect((await enter('input@example.org', bad, { cookie })).statusCode).toBe(400);
  expect((await enter('input@example.org', code, { cookie })).statusCode).toBe(200);
});

test('the destination is kept with the request and comes back with the link and the code', async () => {
  const next = '/projects/2026/teams/venue?tab=1';
  const byLink = await request('destination@example.org', { next });
  expect((await follow(byLink.token)).json().next).toBe(next);
  const byCode = await request('destination@example.org', { next });
  expect((await enter('destination@example.org', byCode.code, { cookie: byCode.cookie })).json().next).toBe(next);
  for (const bad of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'projects',
    '',
    `/${'x'.repeat(1000)}`,
  ]) {
    const payload = { email: 'destination@example.org', next: bad };
    const response = await muster.call({ method: 'POST', url: '/api/sign-in/email', payload });
    expect([response.statusCode, response.json().errors[0].pointer]).toEqual([400, '/next']);
  }
});

test('the page that waits notices where the link was used', async () => {
  const person = await createPerson(muster);
  expect(await progress({})).toBe('over');
  const { token, cookie } = await request(person.email);
  expect(await progress({ cookie })).toBe('waiting');
  const session = sessionIn(await follow(token));
  expect(await progress({ cookie })).toBe('elsewhere');
  expect(await progress({ cookie: `${cookie}; ${session}` })).toBe('here');
  // Somebody else is signed in here.
  const other = await browserOf(muster, await createPerson(muster));
  expect(await progress({ cookie: `${cookie}; ${other['cookie']}` })).toBe('elsewhere');
  const { cookie: expired } = await request(person.email);
  muster.clock.advance(15 * 60);
  expect(await progress({ cookie: expired })).toBe('over');
});
