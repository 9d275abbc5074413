import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp, useApp } from '../../../../test/support/app.ts';
import { everyCell } from '../../../../test/support/database.ts';
import { createPerson } from '../../../../test/support/factories.ts';
import { seal } from '../../lib/seal.ts';

const muster = useApp();

const askFor = (email: string, fields: object = {}) =>
  muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email, ...fields } });

const signIn = (token: string, fields: object = {}) =>
  muster.call({ method: 'POST', url: '/api/sign-in', payload: { token, confirmed: true, ...fields } });

async function linkFor(email: string): Promise<string> {
  expect((await askFor(email)).statusCode).toBe(202);
  const [mail] = await muster.deliver();
  return /#token=(\w+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

test('the response says whether mail is sent by SMTP', async () => {
  await using sending = await startTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  const payload = { email: 'ada@example.org' };
  const { mail } = (await sending.call({ method: 'POST', url: '/api/sign-in/email', payload })).json();
  expect(mail).toBe('smtp');
});

test('the response is the same for known, unknown and suspended addresses', async () => {
  const known = await createPerson(muster);
  const suspended = await createPerson(muster, { suspended: true });
  const answers = [];
  const queries = [];
  for (const email of [known.email, 'unknown@example.org', suspended.email]) {
    const before = muster.db.queryCount();
    const { statusCode, body, headers } = await askFor(email);
    queries.push(muster.db.queryCount() - before);
    answers.push({ statusCode, body, headers: Object.keys(headers) });
  }
  expect(answers[0]).toMatchObject({
    statusCode: 202,
    body: '{"message":"If this address can sign in, a link is on its way.","mail":"files"}',
  });
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  expect(new Set(queries).size).toBe(1);
  const mails = await muster.deliver();
  expect(mails.map((mail) => [mail.to, mail.text.includes('#token=')])).toEqual([
    [known.email, true],
    ['unknown@example.org', true],
    [suspended.email, true],
  ]);
});

test('the mailed link has its token in the fragment and signs the person in', async () => {
  const person = await createPerson(muster);
  await askFor(`  ${person.email.toUpperCase()} `);
  const mails = await muster.deliver();
  const texts = { text: expect.any(String), html: expect.stringMatching(/<a class="button" href=.+>Sign in<\/a>/) };
  expect(mails).toEqual([{ to: person.email, subject: expect.stringMatching(/^Sign in to Muster: \d{6}$/), ...texts }]);
  const links = mails[0]?.text.match(/https?:\S+/g);
  expect(links).toEqual([expect.stringMatching(/^http:\/\/muster\.test\/sign-in#token=link_[0-9a-z]{52}$/)]);
  const response = await signIn(links?.[0]?.split('#token=')[1] ?? '');
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ uid: person.uid, email: person.email, name: person.name, next: null });
});

test('the mail is in the requested language', async () => {
  await askFor('zh@example.org', { language: 'zh-TW' });
  const [mail] = await muster.deliver();
  expect(mail?.subject).toMatch(/^登入 Muster：\d{6}$/);
  expect(mail?.text).toContain('http://muster.test/sign-in#token=link_');
  expect((await askFor('zh@example.org', { language: 'xx' })).statusCode).toBe(400);
});

test('a new address becomes one person with the given name, however often it signs in', async () => {
  const first = await signIn(await linkFor('Newcomer@Example.org'), { name: '  王小明 ' });
  expect(first.json()).toEqual({ uid: expect.any(String), email: 'newcomer@example.org', name: '王小明', next: null });
  const second = await signIn(await linkFor('newcomer@example.org'), { name: 'Somebody else' });
  expect(second.json()).toEqual(first.json());
});

test('two links of one new address used at the same time create one person', async () => {
  const [one, two] = [await linkFor('twice@example.org'), await linkFor('twice@example.org')];
  const answers = await Promise.all([signIn(one), signIn(two)]);
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
  expect(answers[0]?.json().uid).toBe(answers[1]?.json().uid);
});

test('of twenty concurrent uses of one link, one signs in', async () => {
  const token = await linkFor('race@example.org');
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(token)));
  const statuses = answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 401)]);
});

test('used, expired, unknown and altered links get the same response', async () => {
  const used = await linkFor('used@example.org');
  await signIn(used);
  const altered = await linkFor('altered@example.org');
  const expired = await linkFor('expired@example.org');
  const answers = [await signIn(used), await signIn('link_nobody'), await signIn(`${altered}0`)];
  muster.clock.advance(15 * 60);
  answers.push(await signIn(expired));
  const bodies = answers.map((answer) => ({ ...answer.json(), request_id: '' }));
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  expect(bodies[0]).toMatchObject({ status: 401, code: 'invalid_link' });
  expect(answers.map((answer) => answer.headers['set-cookie'])).toEqual(answers.map(() => undefined));
});

test('a link is valid for fifteen minutes', async () => {
  const token = await linkFor('late@example.org');
  muster.clock.advance(15 * 60 - 1);
  expect((await signIn(token)).statusCode).toBe(200);
});

test('a person suspended after the link was mailed can only export or erase their data', async () => {
  const person = await createPerson(muster);
  const token = await linkFor(person.email);
  await muster.db.transaction((trx) =>
    trx
      .updateTable('people')
      .set({ suspended_at: muster.clock.now().toISOString() })
      .where('uid', '=', person.uid)
      .execute(),
  );
  const response = await signIn(token);
  expect(response.statusCode).toBe(200);
  const headers = { cookie: String(response.headers['set-cookie']).split(';')[0] ?? '' };
  const me = await muster.call({ url: '/api/me', headers });
  expect([me.statusCode, me.json().code]).toEqual([401, 'suspended']);
  expect((await muster.call({ url: '/api/me/export', headers })).statusCode).toBe(200);
});

test('links, sessions and exchange passwords are not stored in plain text, and the outbox stores mail sealed', async () => {
  await askFor('clear@example.org');
  const sealed = await everyCell(muster.db);
  const token = /#token=(\w+)/.exec((await muster.deliver())[0]?.text ?? '')?.[1] ?? '';
  const response = await signIn(token);
  const cookie = String(response.headers['set-cookie']).split(/[=;]/)[1] ?? '';
  const credentials = (
    await muster.call({
      method: 'POST',
      url: '/api/me/exchange-credentials',
      headers: { cookie: `muster_session=${cookie}`, 'sec-fetch-site': 'same-origin' },
    })
  ).json();
  const cells = [...sealed, ...(await everyCell(muster.db))].join('\n');
  // The search works: it does find the address and the username.
  expect(cells).toContain('clear@example.org');
  expect(cells).toContain(credentials.username);
  for (const secret of [token, cookie, credentials.password]) {
    expect(secret.length).toBeGreaterThan(20);
    expect(cells).not.toContain(secret);
    expect(cells).not.toContain(secret.split('_').at(-1));
  }
  const context = seal(muster.services.keys, 'outbox:any', 'x');
  expect(sealed.some((cell) => cell.startsWith(`${context.split('.')[0]}.`))).toBe(true);
});

test.each([
  'a@b\r\nBcc: eve@example.org',
  'a@b\nSubject: x',
  '"a b"@example.org',
  'a@example.org, eve@example.org',
  'Ada <a@example.org>',
  'a@example.org;eve@example.org',
  'a@@example.org',
  'a b@example.org',
  'a@exa\u2028mple.org',
  'a@exa\u0085mple.org',
  'a\u0000@example.org',
  'nobody',
  '@example.org',
  '',
  `${'a'.repeat(250)}@b.org`,
  `${'İ'.repeat(240)}@b.org`,
])('%j is rejected as an address', async (email) => {
  const response = await askFor(email);
  expect(response.statusCode).toBe(400);
  expect(response.json().errors[0].pointer).toBe('/email');
  expect(await muster.deliver()).toEqual([]);
});

test('an address whose letters get longer in lower case still becomes a person', async () => {
  const response = await signIn(await linkFor('İİİ@example.org'));
  expect(response.statusCode).toBe(200);
  const { rows } = await sql<{ email: string }>`select email from people where uid = ${response.json().uid}`.execute(
    muster.db.read,
  );
  expect(rows).toEqual([{ email: 'İİİ@example.org'.toLowerCase() }]);
});
