import { expect, test } from 'vitest';
import { limits } from '../src/server/auth/rate-limits.ts';
import { newToken } from '../src/server/auth/token-format.ts';
import { maxFailures } from '../src/server/features/tokens/tokens.queries.ts';
import { createSetUpLink } from '../src/server/features/sign-in/sign-in.service.ts';
import { randomText, sha256 } from '../src/server/lib/secrets.ts';
import { realLimits, startTestApp, useApp } from './support/app.ts';
import { bearer, browserOf, createPerson, tokenOf } from './support/factories.ts';
import { operationsOf } from './support/operations.ts';

const muster = useApp({ env: { ...realLimits, METRICS_TOKEN: 'a-token-for-the-metrics' } });

const linkFor = async (email: string, remoteAddress: string): Promise<string> => {
  await muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email }, remoteAddress });
  return /#token=(\w+)/.exec((await muster.deliver())[0]?.text ?? '')?.[1] ?? '';
};

const follow = (token: string, remoteAddress: string) =>
  muster.call({ method: 'POST', url: '/api/sign-in', payload: { token, confirmed: true }, remoteAddress });

/** One character is another one, in the middle and at the end: what a search for the next right one would try. */
const nearly = (secret: string): string[] =>
  [Math.floor(secret.length / 2), secret.length - 1].map(
    (at) => `${secret.slice(0, at)}${secret[at] === '0' ? '1' : '0'}${secret.slice(at + 1)}`,
  );

const countedAlready = (key: string, count: number) =>
  muster.db.transaction((trx) => trx.updateTable('rate_limits').set({ count }).where('key', '=', key).execute());

const bitsOf = (text: string) => text.length * 5;

test('every issued secret has enough random bits to make guessing hopeless', async () => {
  const person = await createPerson(muster);
  const headers = await browserOf(muster, person);
  const link = await linkFor(person.email, '10.1.0.1');
  const { username, password } = (
    await muster.call({ method: 'POST', url: '/api/me/exchange-credentials', headers })
  ).json();
  const setUp = await startTestApp();
  const setUpLink = ((await createSetUpLink(setUp.services)) ?? '').split('#token=setup_')[1] ?? '';
  await setUp[Symbol.asyncDispose]();
  const session = (headers['cookie'] ?? '').split('=')[1] ?? '';
  const token = newToken().split('_')[1] ?? '';
  for (const secret of [link.replace('link_', ''), setUpLink, session, token]) {
    expect(secret).toMatch(/^[0-9a-hjkmnp-tv-z]+$/);
    expect(bitsOf(secret)).toBeGreaterThanOrEqual(256);
  }
  // Five guesses are all that credentials stand, for five minutes.
  expect(bitsOf(password)).toBeGreaterThanOrEqual(160);
  expect(username).toMatch(/^x-/);
  const many = new Set(Array.from({ length: 2000 }, () => randomText(32)));
  expect(many.size).toBe(2000);
});

test('guesses at a sign-in link are limited, and past the limit a correct one gets the same response as a wrong one', async () => {
  const link = await linkFor('guessed@example.org', '10.1.1.1');
  const wrong = [...nearly(link), link.slice(0, -1), `${link}0`, link.toUpperCase(), link.replace('link_', 'setup_')];
  const answers = new Set<string>();
  for (const guess of wrong) {
    const { statusCode, body } = await follow(guess, '10.1.1.2');
    answers.add(`${statusCode} ${JSON.parse(body).code}`);
  }
  expect([...answers]).toEqual(['401 invalid_link']);
  await countedAlready('sign-in:10.1.1.2', limits.signIn.max);
  for (const guess of [link, nearly(link)[0] ?? '']) expect((await follow(guess, '10.1.1.2')).statusCode).toBe(429);
  expect((await follow(link, '10.1.1.3')).statusCode).toBe(200);
});

test('guesses at the set-up link are limited in the same way', async () => {
  await using fresh = await startTestApp({ env: realLimits });
  const link = ((await createSetUpLink(fresh.services)) ?? '').split('#token=')[1] ?? '';
  const guess = (token: string, remoteAddress: string) =>
    fresh.call({ method: 'POST', url: '/api/sign-in', payload: { token, email: 'eve@example.org' }, remoteAddress });
  for (const token of nearly(link)) expect((await guess(token, '10.1.2.1')).json().code).toBe('invalid_link');
  await fresh.db.transaction((trx) => trx.updateTable('rate_limits').set({ count: limits.signIn.max }).execute());
  expect((await guess(link, '10.1.2.1')).statusCode).toBe(429);
  expect((await guess(link, '10.1.2.2')).statusCode).toBe(200);
});

test('a few wrong passwords block exchange credentials, from any number of IP addresses', async () => {
  const headers = await browserOf(muster, await createPerson(muster));
  const { username, password } = (
    await muster.call({ method: 'POST', url: '/api/me/exchange-credentials', headers })
  ).json();
  const exchange = (guess: string, remoteAddress: string) =>
    muster.call({ method: 'POST', url: '/api/token', payload: { username, password: guess }, remoteAddress });
  for (let i = 0; i < maxFailures; i += 1) {
    expect((await exchange(nearly(password)[i % 2] ?? '', `10.1.3.${i}`)).json().code).toBe('invalid_credentials');
  }
  expect((await exchange(password, '10.1.3.99')).json().code).toBe('invalid_credentials');
});

test.each([
  ['API tokens', (guess: string) => bearer(guess), newToken],
  ['session cookies', (guess: string) => ({ cookie: `muster_session=${guess}` }), () => randomText(32)],
])('guesses at %s are counted by address, and past the limit a right one is not looked at', async (name, as, made) => {
  const person = await createPerson(muster);
  const secret =
    name === 'API tokens'
      ? await tokenOf(muster, person)
      : (((await browserOf(muster, person))['cookie'] ?? '').split('=')[1] ?? '');
  const remoteAddress = name === 'API tokens' ? '10.1.4.1' : '10.1.4.2';
  const ask = (guess: string) => muster.app.inject({ url: '/api/me', headers: as(guess), remoteAddress });
  for (const guess of nearly(secret)) expect((await ask(guess)).statusCode).toBe(401);
  for (let i = 2; i < limits.general.max; i += 1) await ask(i % 100 === 0 ? made() : 'guess');
  expect((await ask(made())).statusCode).toBe(429);
});

test('guesses at the metrics token are limited, and past the limit a correct one gets the same response as a wrong one', async () => {
  const ask = async (token: string, remoteAddress: string) =>
    (await muster.call({ url: '/metrics', headers: bearer(token), remoteAddress })).statusCode;
  for (let i = 0; i < limits.token.max; i += 1) expect(await ask(`guess-${i}`, '10.1.5.1')).toBe(401);
  expect(await ask('a-token-for-the-metrics', '10.1.5.1')).toBe(429);
  expect(await ask('a-token-for-the-metrics', '10.1.5.2')).toBe(200);
});

test('a forged address in a header does not reset the count', async () => {
  const guess = (forwarded: string) =>
    muster.call({
      method: 'POST',
      url: '/api/sign-in',
      payload: { token: 'guess' },
      headers: { 'x-forwarded-for': forwarded, forwarded: `for=${forwarded}`, 'x-real-ip': forwarded },
      remoteAddress: '10.1.6.1',
    });
  expect((await guess('1.1.1.1')).statusCode).toBe(401);
  await countedAlready('sign-in:10.1.6.1', limits.signIn.max);
  for (let i = 0; i < 5; i += 1) expect((await guess(`1.1.1.${i}`)).statusCode).toBe(429);
});

test('repeated mail requests do not fill a mailbox, however the address is spelt', async () => {
  const spellings = [
    'target@example.org',
    'TARGET@EXAMPLE.ORG',
    ' target@example.org ',
    '\ufeff target@example.org',
    'target@ｅｘａｍｐｌｅ.org',
    'target@example。org',
    'target@example.org.',
    'target@exam\u200bple.org',
    'target@exam%70le.org',
    'target@example.org,target@example.org',
    '<target@example.org>',
    'target@example.org(x)',
  ];
  for (const [i, email] of [...spellings, ...spellings, ...spellings].entries()) {
    await muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email }, remoteAddress: `10.1.7.${i}` });
  }
  const mails = await muster.deliver();
  expect(mails.map(({ to }) => to)).toEqual(
    Array.from({ length: limits.mailByAddress.max }, () => 'target@example.org'),
  );
});

test('every way to sign in limits attempts by IP address', async () => {
  const ways = operationsOf(muster).filter(
    ({ path, method }) => method === 'POST' && /^\/api\/sign-in(?!\/oidc)/.test(path),
  );
  expect(ways.length).toBeGreaterThan(3);
  for (const [i, { path, body = {} }] of ways.entries()) {
    const remoteAddress = `10.1.8.${i}`;
    const call = { method: 'POST' as const, url: path, payload: body, remoteAddress };
    await muster.call(call);
    await countedAlready(`sign-in:${remoteAddress}`, limits.signIn.max);
    expect([path, (await muster.call(call)).statusCode]).toEqual([path, 429]);
  }
});

test('an exchange writes as much for an unknown username as for a known one', async () => {
  const written = async (username: string, remoteAddress: string): Promise<number> => {
    const payload = { username, password: 'guess' };
    const before = muster.db.queryCount();
    await muster.call({ method: 'POST', url: '/api/token', payload, remoteAddress });
    const queries = muster.db.queryCount() - before;
    const key = `guess:${sha256(username)}`;
    expect(await muster.db.read.selectFrom('rate_limits').select('key').where('key', '=', key).execute()).toHaveLength(
      1,
    );
    return queries;
  };
  const headers = await browserOf(muster, await createPerson(muster));
  const given = await muster.call({ method: 'POST', url: '/api/me/exchange-credentials', headers });
  const { username } = given.json();
  expect(await written(username, '10.1.9.1')).toBe(await written('x-nobody', '10.1.9.2'));
});
