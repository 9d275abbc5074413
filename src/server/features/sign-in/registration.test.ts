import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { createCrew } from '../../../../test/support/world.ts';
import { createPerson } from '../../../../test/support/factories.ts';
import { startProvider, walkProvider } from '../../../../test/support/servers/oidc-provider.ts';
import type { TestProvider } from '../../../../test/support/servers/oidc-provider.ts';
import { readConfig } from '../../config.ts';

let provider: TestProvider;
let closed: TestApp;
beforeAll(async () => {
  provider = await startProvider('http://muster.test');
  const settings = { REGISTRATION: 'invited', ADMIN_EMAIL: 'admin@example.org' };
  closed = await startTestApp({ env: { ...settings, ...provider.env } });
});
afterAll(async () => {
  await closed[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const ask = (app: TestApp, email: string) =>
  app.call({ method: 'POST', url: '/api/sign-in/email', payload: { email } });

/** The token in the mail, or undefined if the mail has none. */
async function tokenFor(app: TestApp, email: string): Promise<string | undefined> {
  await ask(app, email);
  const mail = (await app.deliver()).findLast(({ to }) => to === email);
  return /#token=(\w+)/.exec(mail?.text ?? '')?.[1];
}

const follow = (app: TestApp, token = '') =>
  app.call({ method: 'POST', url: '/api/sign-in', payload: { token, confirmed: true } });

test('with invitations only, strangers get a neutral mail and the same response as people with an account', async () => {
  const person = await createPerson(closed);
  const answers = [];
  const queries = [];
  for (const email of [person.email, 'stranger@example.org']) {
    const before = closed.db.queryCount();
    const { statusCode, body, headers } = await ask(closed, email);
    queries.push(closed.db.queryCount() - before);
    answers.push({ statusCode, body, headers: Object.keys(headers) });
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(queries[1]).toBe(queries[0]);
  const mails = await closed.deliver();
  expect(mails.map(({ to, text }) => [to, text.includes('#token=')])).toEqual([
    [person.email, true],
    ['stranger@example.org', false],
  ]);
  expect(mails[1]?.text).toContain('new accounts need an invitation');
});

test('people who are invited, named in ADMIN_EMAIL or known can sign in', async () => {
  const crew = await createCrew(closed);
  await crew.as(crew.chief, 'POST', 'teams/venue/invitations', { emails: ['invited@example.org'] });
  for (const email of ['invited@example.org', 'admin@example.org', crew.member.email]) {
    const answer = await follow(closed, await tokenFor(closed, email));
    expect([email, answer.statusCode]).toEqual([email, 200]);
  }
});

test('an invitation that was revoked or has expired before the link was used creates no account', async () => {
  const crew = await createCrew(closed);
  await crew.as(crew.chief, 'POST', 'teams/venue/invitations', { emails: ['revoked@example.org'] });
  const token = await tokenFor(closed, 'revoked@example.org');
  const { data } = (await crew.as(crew.chief, 'GET', 'teams/venue/invitations')).json();
  await crew.as(crew.chief, 'DELETE', `teams/venue/invitations/${data[0].id}`);
  expect((await follow(closed, token)).json().code).toBe('registration_closed');
  await crew.as(crew.chief, 'POST', 'teams/venue/invitations', { emails: ['late@example.org'] });
  closed.clock.advance(15 * 86_400);
  expect(await tokenFor(closed, 'late@example.org')).toBeUndefined();
  const people = closed.db.read.selectFrom('people').select('uid').where('email', 'in', ['revoked@example.org']);
  expect(await people.execute()).toEqual([]);
});

test('the provider signs in those with an account or an invitation only', async () => {
  const crew = await createCrew(closed);
  await crew.as(crew.chief, 'POST', 'teams/venue/invitations', { emails: ['guest@example.org'] });
  const visit = async (sub: string, email: string) => {
    await provider.knows({ sub, email, email_verified: true, name: 'Oda' });
    const begun = await closed.call({ method: 'POST', url: '/api/sign-in/oidc' });
    const back = await walkProvider(begun.json().url, sub);
    const cookie = String(begun.headers['set-cookie']).split(';', 1)[0] ?? '';
    const answer = await closed.call({ url: `${back.pathname}${back.search}`, headers: { cookie } });
    return answer.headers.location;
  };
  expect(await visit('stranger', 'nobody@example.org')).toBe('/sign-in?problem=not_invited');
  expect(await visit('guest', 'guest@example.org')).toBe('/sign-in?entered=true');
  expect(await visit('member', crew.member.email)).toBe('/sign-in?entered=true');
});

test('the ways to sign in say whether everybody gets an account', async () => {
  await using open = await startTestApp();
  await using some = await startTestApp({ env: { REGISTRATION_DOMAINS: 'example.org' } });
  const answers = [open, some, closed].map(async (app) => (await app.call('/api/sign-in/ways')).json().registration);
  expect(await Promise.all(answers)).toEqual(['open', 'restricted', 'restricted']);
});

test('with domains, others need an invitation', async () => {
  const env = { REGISTRATION_DOMAINS: 'example.org, Bücher.example' };
  await using app = await startTestApp({ env });
  for (const email of ['a@example.org', 'b@bücher.example', 'c@xn--bcher-kva.example'])
    expect([email, typeof (await tokenFor(app, email))]).toEqual([email, 'string']);
  for (const email of ['a@evil.example', 'b@sub.example.org', 'c@example.org.evil.example'])
    expect([email, await tokenFor(app, email)]).toEqual([email, undefined]);
  const crew = await createCrew(app);
  await crew.as(crew.chief, 'POST', 'teams/venue/invitations', { emails: ['a@evil.example'] });
  expect(typeof (await tokenFor(app, 'a@evil.example'))).toBe('string');
});

test.each([
  [{ REGISTRATION: 'closed' }, /REGISTRATION must be one of open, invited/],
  [{ REGISTRATION_DOMAINS: 'example.org,@' }, /"@" is not one/],
  [{ REGISTRATION: 'invited', REGISTRATION_DOMAINS: 'example.org' }, /has no effect with REGISTRATION=invited/],
])('%j is refused at start', (env, message) => {
  expect(() => readConfig({ DATA_DIR: closed.place.folder, MUSTER_KEY: '11'.repeat(32), ...env })).toThrow(message);
});
