import { expect, test } from 'vitest';
import { startTestApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { createSetUpLink } from './sign-in.service.ts';

const setUpToken = async ({ services }: TestApp): Promise<string> =>
  (await createSetUpLink(services))?.split('#token=')[1] ?? '';

const signIn = (muster: TestApp, payload: object) => muster.call({ method: 'POST', url: '/api/sign-in', payload });

const rolesOf = async (muster: TestApp, response: { headers: Record<string, unknown> }) => {
  const cookie = String(response.headers['set-cookie']).split(';', 1)[0] ?? '';
  return (await muster.call({ url: '/api/me', headers: { cookie } })).json().roles;
};

async function signInByMail(muster: TestApp, email: string) {
  await muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email } });
  const [mail] = await muster.deliver();
  return signIn(muster, { token: /#token=(\w+)/.exec(mail?.text ?? '')?.[1] ?? '', confirmed: true });
}

test('the set-up link creates the first administrator once, and then no other set-up link works', async () => {
  await using muster = await startTestApp();
  const [first, second] = [await setUpToken(muster), await setUpToken(muster)];
  const response = await signIn(muster, { token: first, email: ' Ada@Example.org ', name: 'Ada' });
  expect(response.json()).toEqual({ uid: expect.any(String), email: 'ada@example.org', name: 'Ada', next: null });
  expect(await rolesOf(muster, response)).toEqual(['administrator']);
  for (const token of [first, second]) {
    const again = await signIn(muster, { token, email: 'eve@example.org' });
    expect({ status: again.statusCode, code: again.json().code }).toEqual({ status: 401, code: 'invalid_link' });
  }
  expect(await createSetUpLink(muster.services)).toBeNull();
});

test('everybody can ask whether the installation is set up and whether it sends mail', async () => {
  await using muster = await startTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  const ways = async () => (await muster.call('/api/sign-in/ways')).json();
  const token = await setUpToken(muster);
  expect(await ways()).toEqual({ provider: null, mail: 'smtp', set_up: false, registration: 'open' });
  await signInByMail(muster, 'visitor@example.org');
  expect(await ways()).toMatchObject({ set_up: false });
  await signIn(muster, { token, email: 'ada@example.org' });
  expect(await ways()).toMatchObject({ set_up: true });
});

test('of several set-up links used at the same time one works', async () => {
  await using muster = await startTestApp();
  const tokens = [];
  for (let i = 0; i < 5; i += 1) tokens.push(await setUpToken(muster));
  const answers = await Promise.all(
    tokens.map((token, i) => signIn(muster, { token, email: `admin-${i}@example.org` })),
  );
  expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401]);
});

test('a set-up link is valid for 24 hours', async () => {
  await using muster = await startTestApp();
  const token = await setUpToken(muster);
  muster.clock.advance(24 * 3600);
  expect((await signIn(muster, { token })).statusCode).toBe(401);
  const fresh = await setUpToken(muster);
  muster.clock.advance(24 * 3600 - 1);
  expect((await signIn(muster, { token: fresh })).statusCode).toBe(200);
});

test('a visitor who signs in before the operator does not use up the set-up', async () => {
  await using muster = await startTestApp();
  const token = await setUpToken(muster);
  const visitor = await signInByMail(muster, 'visitor@example.org');
  expect(await rolesOf(muster, visitor)).toEqual([]);
  const operator = await signIn(muster, { token, email: 'operator@example.org' });
  expect(operator.statusCode).toBe(200);
  expect(await rolesOf(muster, operator)).toEqual(['administrator']);
});

test('an operator who already signed in by mail becomes administrator with the set-up link', async () => {
  await using muster = await startTestApp();
  const token = await setUpToken(muster);
  await signInByMail(muster, 'operator@example.org');
  const operator = await signIn(muster, { token, email: 'operator@example.org' });
  expect(await rolesOf(muster, operator)).toEqual(['administrator']);
});

test('people in ADMIN_EMAIL are administrators without a set-up link', async () => {
  await using muster = await startTestApp({ env: { ADMIN_EMAIL: ' Root@Example.org, second@example.org' } });
  const token = await setUpToken(muster);
  for (const email of ['root@example.org', 'second@example.org']) {
    expect(await rolesOf(muster, await signInByMail(muster, email))).toEqual(['administrator']);
  }
  expect(await rolesOf(muster, await signInByMail(muster, 'third@example.org'))).toEqual([]);
  expect(await createSetUpLink(muster.services)).toBeNull();
  expect((await signIn(muster, { token })).statusCode).toBe(401);
});

test('a mailed link works only for the address it was mailed to', async () => {
  await using muster = await startTestApp();
  await muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email: 'own@example.org' } });
  const [mail] = await muster.deliver();
  const token = /#token=(\w+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect((await signIn(muster, { token, email: 'other@example.org', confirmed: true })).json().email).toBe(
    'own@example.org',
  );
});
