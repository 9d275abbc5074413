import { expect, test } from 'vitest';
import { limits } from '../../auth/rate-limits.ts';
import { realLimits, startTestApp, useApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { addPasskey, signInByPasskey } from '../../../../test/support/world/authenticator.ts';
import { browserOf, createPerson, createProject, createTeam, setLanguage } from '../../../../test/support/factories.ts';

const muster = useApp();

type Headers = Record<string, string>;

const post = (url: string, payload: object, headers: Headers = {}, app: TestApp = muster) =>
  app.call({ method: 'POST', url, payload, headers });
const request = (headers: Headers, email: string, app: TestApp = muster) =>
  post('/api/me/email', { email }, headers, app);
const confirm = (headers: Headers, token: string) => post('/api/me/email/confirmation', { token }, headers);
const revert = (code: string) => post('/api/email-reversal', { code });
const mailTo = async (email: string, app: TestApp = muster) =>
  (await app.deliver()).find(({ to }) => to === email)?.text ?? '';
const tokenIn = (text: string): string => /#(?:token|code)=(\w+)/.exec(text)?.[1] ?? '';
const emailOf = async (uid: string) =>
  (await muster.db.read.selectFrom('people').select('email').where('uid', '=', uid).executeTakeFirst())?.email;

/** Changes the address and returns the code of the notice to the old one. */
async function change(headers: Headers, from: string, to: string): Promise<string> {
  expect((await request(headers, to)).statusCode).toBe(202);
  expect((await confirm(headers, tokenIn(await mailTo(to)))).statusCode).toBe(204);
  return tokenIn(await mailTo(from));
}

test('the mails about a change are in the language of the person, in English if it is not known', async () => {
  const isIn = (text: string) => [text.includes('Hello'), text.includes('您好')];
  const languages = async (language: 'en' | 'zh-TW' | null) => {
    const person = await createPerson(muster);
    if (language !== null) await setLanguage(muster, person, language);
    const headers = await browserOf(muster, person);
    const to = `to-${person.email}`;
    await request(headers, to);
    const link = await mailTo(to);
    await confirm(headers, tokenIn(link));
    return [isIn(link), isIn(await mailTo(person.email))];
  };
  const [english, chinese] = [
    [true, false],
    [false, true],
  ];
  expect(await languages('en')).toEqual([english, english]);
  expect(await languages('zh-TW')).toEqual([chinese, chinese]);
  expect(await languages(null)).toEqual([english, english]);
});

test('the link to the new address changes it, and the old one gets a notice that restores it', async () => {
  const person = await createPerson(muster);
  const headers = await browserOf(muster, person);
  const code = await change(headers, person.email, 'new@example.org');
  expect((await muster.call({ url: '/api/me', headers })).json().email).toBe('new@example.org');
  expect((await revert(code)).statusCode).toBe(204);
  expect(await emailOf(person.uid)).toBe(person.email);
  expect((await muster.call({ url: '/api/me', headers })).statusCode).toBe(401);
  expect((await revert(code)).json().code).toBe('invalid_link');
  // The address cannot be changed for 24 hours.
  const again = await browserOf(muster, person);
  expect((await request(again, 'new2@example.org')).json().code).toBe('factors_frozen');
});

test('it needs a fresh sign-in in a browser', async () => {
  const headers = await browserOf(muster, await createPerson(muster));
  muster.clock.advance(16 * 60);
  expect((await request(headers, 'stale@example.org')).json().code).toBe('sign_in_again');
  expect((await request({}, 'stale@example.org')).statusCode).toBe(401);
});

test('only the person who asked can confirm, once and within an hour', async () => {
  const headers = await browserOf(muster, await createPerson(muster));
  await request(headers, 'mine@example.org');
  const token = tokenIn(await mailTo('mine@example.org'));
  const victim = await browserOf(muster, await createPerson(muster));
  expect((await confirm(victim, token)).json().code).toBe('invalid_link');
  expect((await confirm({}, token)).statusCode).toBe(401);
  expect((await confirm(headers, token)).statusCode).toBe(204);
  expect((await confirm(headers, token)).json().code).toBe('invalid_link');
  await request(headers, 'late-mine@example.org');
  const late = tokenIn(await mailTo('late-mine@example.org'));
  muster.clock.advance(3600);
  expect((await confirm(headers, late)).json().code).toBe('invalid_link');
});

test('a taken, a reserved and a free address get the same answer, and only the free one a link', async () => {
  const person = await createPerson(muster);
  const headers = await browserOf(muster, person);
  const mover = await createPerson(muster);
  await change(await browserOf(muster, mover), mover.email, 'moved@example.org');
  const answers = [];
  for (const email of [(await createPerson(muster)).email, mover.email, 'free@example.org']) {
    const { statusCode, body } = await request(headers, email);
    answers.push([statusCode, body, (await mailTo(email)).includes('#token=')]);
  }
  expect(answers.map(([status, body]) => [status, body])).toEqual(Array(3).fill(answers[0]?.slice(0, 2)));
  expect(answers.map(([, , link]) => link)).toEqual([false, false, true]);
});

test('an address that got an account meanwhile is not taken over', async () => {
  const person = await createPerson(muster);
  const headers = await browserOf(muster, person);
  await request(headers, 'meanwhile@example.org');
  const token = tokenIn(await mailTo('meanwhile@example.org'));
  await post('/api/sign-in/email', { email: 'meanwhile@example.org' });
  const link = tokenIn(await mailTo('meanwhile@example.org'));
  expect((await post('/api/sign-in', { token: link, confirmed: true })).statusCode).toBe(200);
  expect((await confirm(headers, token)).json().code).toBe('invalid_link');
  expect(await emailOf(person.uid)).toBe(person.email);
});

test('the old address stays reserved for the reversal: it gets no new account for seven days', async () => {
  const person = await createPerson(muster);
  const code = await change(await browserOf(muster, person), person.email, 'elsewhere@example.org');
  await post('/api/sign-in/email', { email: person.email });
  expect(await mailTo(person.email)).not.toContain('#token=');
  expect((await revert(code)).statusCode).toBe(204);
  expect(await emailOf(person.uid)).toBe(person.email);
});

test('changing twice does not stop the first address from restoring, and undoes the second notice', async () => {
  const person = await createPerson(muster);
  const headers = await browserOf(muster, person);
  const first = await change(headers, person.email, 'thief1@example.org');
  const second = await change(headers, 'thief1@example.org', 'thief2@example.org');
  expect((await revert(first)).statusCode).toBe(204);
  expect(await emailOf(person.uid)).toBe(person.email);
  expect((await revert(second)).json().code).toBe('invalid_link');
});

test('a passkey that was added at the new address does not sign in while changes are frozen', async () => {
  const person = await createPerson(muster);
  const headers = await browserOf(muster, person);
  const own = await addPasskey(muster, headers);
  muster.clock.advance(1);
  const code = await change(headers, person.email, 'thief3@example.org');
  const { authenticator } = await addPasskey(muster, headers);
  expect((await revert(code)).statusCode).toBe(204);
  expect((await signInByPasskey(muster, authenticator)).statusCode).toBe(401);
  expect((await signInByPasskey(muster, own.authenticator)).statusCode).toBe(200);
});

test('where passkeys are required, access to the mailbox of an administrator or owner does not change the address', async () => {
  await using app = await startTestApp();
  const [administrator, owner] = [await createPerson(app, { administrator: true }), await createPerson(app)];
  await createProject(app, { owners: [owner] });
  const passkeys_required_at = app.clock.now().toISOString();
  await app.db.transaction((trx) => trx.updateTable('installation').set({ passkeys_required_at }).execute());
  for (const person of [administrator, owner]) {
    const confirmed = await browserOf(app, person);
    await addPasskey(app, confirmed);
    const byMail = await browserOf(app, person);
    const address = `thief-${person.uid}@example.org`;
    expect((await request(byMail, address, app)).json().code).toBe('passkey_required');
    expect((await request(confirmed, address, app)).statusCode).toBe(202);
    const token = tokenIn(await mailTo(address, app));
    const url = '/api/me/email/confirmation';
    expect((await post(url, { token }, byMail, app)).json().code).toBe('passkey_required');
    expect((await post(url, { token }, confirmed, app)).statusCode).toBe(204);
  }
});

test('the mails count as mails by others, so that they lock nobody out of signing in', async () => {
  await using app = await startTestApp({ env: realLimits });
  const victim = 'mailbox@example.org';
  const statuses = [];
  for (let i = 0; i < 6; i += 1)
    statuses.push((await request(await browserOf(app, await createPerson(app)), victim, app)).statusCode);
  expect(statuses).toEqual([202, 202, 202, 429, 429, 429]);
  for (let i = 0; i < limits.mailBySender.max; i += 1) await post('/api/sign-in/email', { email: victim }, {}, app);
  const own = { method: 'POST' as const, url: '/api/sign-in/email', payload: { email: victim } };
  expect((await app.call({ ...own, remoteAddress: '10.7.0.1' })).statusCode).toBe(202);
});

test('a reversal is possible for seven days', async () => {
  const person = await createPerson(muster);
  const code = await change(await browserOf(muster, person), person.email, 'week@example.org');
  muster.clock.advance(7 * 86_400);
  expect((await revert(code)).json().code).toBe('invalid_link');
});

test('ADMIN_EMAIL: neither a way to administrator rights nor out of the address', async () => {
  await using app = await startTestApp({ env: { ADMIN_EMAIL: 'root@example.org' } });
  const person = await createPerson(app);
  const headers = await browserOf(app, person);
  expect((await request(headers, 'root@example.org', app)).statusCode).toBe(202);
  expect(await mailTo('root@example.org', app)).not.toContain('#token=');
  await post('/api/sign-in/email', { email: 'root@example.org' }, {}, app);
  const token = tokenIn(await mailTo('root@example.org', app));
  const signedIn = await post('/api/sign-in', { token, confirmed: true }, {}, app);
  const cookie = String(signedIn.headers['set-cookie']).split(';', 1)[0] ?? '';
  const administrator = { cookie, origin: 'http://muster.test', 'sec-fetch-site': 'same-origin' };
  expect((await request(administrator, 'private@example.org', app)).json().code).toBe('not_allowed');
});

test('invitations follow the person, and the listing shows the new hash at once', async () => {
  const [chief, person] = [await createPerson(muster), await createPerson(muster)];
  const pid = await createProject(muster, { owners: [chief] });
  await createTeam(muster, pid, { tid: 'venue', members: [person] });
  await createTeam(muster, pid, { tid: 'press' });
  const url = `/api/projects/${pid}/teams/press/invitations`;
  await post(url, { emails: [person.email] }, await browserOf(muster, chief));
  const before = (await muster.call({ url: `/api/members/${pid}` })).body;
  const headers = await browserOf(muster, person);
  await change(headers, person.email, 'hash@example.org');
  expect((await muster.call({ url: `/api/members/${pid}` })).body).not.toBe(before);
  expect((await muster.call({ url: '/api/me/invitations', headers })).json().data).toHaveLength(1);
});
