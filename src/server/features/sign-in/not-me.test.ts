import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { addPasskey, signInByPasskey } from '../../../../test/support/world/authenticator.ts';
import { bearer, browserOf, createPerson, tokenOf } from '../../../../test/support/factories.ts';

const muster = useApp();

type Headers = Record<string, string>;
const report = (code: string, headers: Headers = {}) =>
  muster.call({ method: 'POST', url: '/api/not-me', payload: { code }, headers });
const statusOf = async (headers: Headers) => (await muster.call({ url: '/api/me', headers })).statusCode;
const codeIn = (text = ''): string => /\/not-me#code=(\w+)/.exec(text)?.[1] ?? '';

/** A person with a passkey, and the code in the notice about it. */
async function noticed() {
  const person = await createPerson(muster);
  const headers = await browserOf(muster, person);
  const { authenticator } = await addPasskey(muster, headers);
  const code = codeIn((await muster.deliver()).at(-1)?.text);
  expect(code).toMatch(/^notme_[0-9a-z]{52}$/);
  return { person, headers, authenticator, code };
}

test('the link in a notice signs the person out everywhere and revokes tokens, without signing in', async () => {
  const { person, headers, code } = await noticed();
  const token = bearer(await tokenOf(muster, person));
  expect((await report(code)).statusCode).toBe(204);
  expect([await statusOf(headers), await statusOf(token)]).toEqual([401, 401]);
  const [mail] = await muster.deliver();
  expect([mail?.to, mail?.subject]).toEqual([person.email, expect.stringContaining('account is secured')]);
  const entries = muster.db.read.selectFrom('audit').select(['actor', 'kind']).where('subject', '=', person.uid);
  expect(await entries.execute()).toContainEqual({ actor: null, kind: 'account.secured' });
});

test('for 24 hours nothing about signing in can be changed, and then it can', async () => {
  const { person, code } = await noticed();
  await report(code);
  const change = async () => {
    const headers = await browserOf(muster, person);
    const [passkey] = (await muster.call({ url: '/api/me/passkeys', headers })).json().data;
    const calls = [
      { method: 'POST' as const, url: '/api/me/passkeys/challenge' },
      { method: 'POST' as const, url: '/api/me/recovery-codes' },
      { method: 'POST' as const, url: '/api/me/email', payload: { email: `changed-${person.uid}@example.org` } },
      { method: 'DELETE' as const, url: '/api/me/identities/none' },
      { method: 'DELETE' as const, url: `/api/me/passkeys/${passkey.id}` },
    ];
    const outcomes = [];
    for (const call of calls) {
      const answer = await muster.call({ ...call, headers });
      outcomes.push(answer.statusCode < 300 ? 'done' : answer.json().code);
    }
    return outcomes;
  };
  expect(await change()).toEqual(Array.from({ length: 5 }, () => 'factors_frozen'));
  muster.clock.advance(24 * 3600 - 60);
  expect(await change()).toEqual(Array.from({ length: 5 }, () => 'factors_frozen'));
  muster.clock.advance(120);
  expect(await change()).toEqual(['done', 'done', 'done', 'not_found', 'done']);
});

test('recovery codes that somebody else made do not work while changes are frozen', async () => {
  const person = await createPerson(muster, { administrator: true });
  const made = await muster.call({
    method: 'POST',
    url: '/api/me/recovery-codes',
    headers: await browserOf(muster, person),
  });
  const [first, second] = made.json().codes;
  await report(codeIn((await muster.deliver()).at(-1)?.text));
  const use = async (code: string) =>
    muster.call({
      method: 'POST',
      url: '/api/me/confirmation/recovery-code',
      headers: await browserOf(muster, person),
      payload: { code },
    });
  expect((await use(first)).json().code).toBe('factors_frozen');
  muster.clock.advance(24 * 3600 + 60);
  expect((await use(second)).statusCode).toBe(204);
});

test('the passkey that somebody else added does not sign in while changes are frozen; it is not removed', async () => {
  using _still = muster.clock.freeze();
  const { authenticator, code, person } = await noticed();
  await report(code);
  const refused = await signInByPasskey(muster, authenticator);
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'passkey_blocked']);
  const headers = await browserOf(muster, person);
  const { authenticator: other } = await addPasskey(muster, await browserOf(muster, await createPerson(muster)));
  expect((await signInByPasskey(muster, other)).statusCode).toBe(200);
  const blocks = async () => {
    const [passkey] = (await muster.call({ url: '/api/me/passkeys', headers })).json().data;
    const { frozen_until } = (await muster.call({ url: '/api/me/sign-in', headers })).json();
    return [passkey.blocked_until, frozen_until];
  };
  const until = new Date(muster.clock.now().getTime() + 24 * 3600 * 1000).toISOString();
  expect(await blocks()).toEqual([until, until]);
  muster.clock.advance(24 * 3600 + 60);
  expect(await blocks()).toEqual([null, null]);
  expect((await signInByPasskey(muster, authenticator)).statusCode).toBe(200);
  const kept = muster.db.read.selectFrom('passkeys').select('id').where('uid', '=', person.uid);
  expect(await kept.execute()).toHaveLength(1);
});

test('a link works once, for seven days, and only as what it is', async () => {
  const { code } = await noticed();
  const answers = await Promise.all(Array.from({ length: 5 }, () => report(code)));
  expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
  expect((await report(code)).json().code).toBe('invalid_link');
  const late = await noticed();
  muster.clock.advance(7 * 86_400);
  expect((await report(late.code)).json().code).toBe('invalid_link');
  const fresh = await noticed();
  const payload = { token: fresh.code, confirmed: true };
  expect((await muster.call({ method: 'POST', url: '/api/sign-in', payload })).json().code).toBe('invalid_link');
  expect((await muster.call({ url: '/api/me', headers: bearer(fresh.code) })).statusCode).toBe(401);
  await muster.services.runExpiry();
});

test('opening the link changes nothing, and another site cannot send it', async () => {
  const { headers, code } = await noticed();
  expect((await muster.call({ url: '/api/not-me' })).statusCode).toBe(405);
  const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await report(code, evil)).json().code).toBe('cross_origin');
  expect(await statusOf(headers)).toBe(200);
});
