import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, testClock } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';

type Claims = Record<string, unknown>;
type Key = KeyObject | 'none' | { secret: string };
/** How an answer of the provider differs from an honest one. */
type Forgery = { header?: Claims; claims?: Claims; key?: Key; user?: Claims };

const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
const clientSecret = 'a secret of the tests';

let server: Server;
let issuer: string;
let muster: TestApp;
let forgery: Forgery = {};
let nonce = '';
let asked: string[] = [];

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function signatureOf(text: string, key: Key): string {
  if (key === 'none') return '';
  if ('secret' in key) return createHmac('sha256', key.secret).update(text).digest('base64url');
  return sign('sha256', Buffer.from(text), key).toString('base64url');
}

function idToken(): string {
  const now = Math.floor(muster.clock.now().getTime() / 1000);
  const claims = {
    iss: issuer,
    aud: 'muster',
    sub: 'ada',
    iat: now,
    exp: now + 300,
    nonce,
    email: 'ada@example.org',
    email_verified: true,
    ...forgery.claims,
  };
  const text = `${encoded({ alg: 'RS256', kid: 'own', ...forgery.header })}.${encoded(claims)}`;
  return `${text}.${signatureOf(text, forgery.key ?? own.privateKey)}`;
}

function answerTo(path: string): object {
  switch (path) {
    case '/.well-known/openid-configuration':
      return {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/user`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        authorization_response_iss_parameter_supported: true,
      };
    case '/jwks':
      return { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }] };
    case '/token':
      return { access_token: 'a', token_type: 'Bearer', id_token: idToken() };
    default:
      return { sub: 'ada', email: 'ada@example.org', email_verified: true, ...forgery.user };
  }
}

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answerTo(request.url ?? '')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  issuer = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const env = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'muster', OIDC_CLIENT_SECRET: clientSecret };
  muster = await startTestApp({ clock: testClock(new Date()), env });
});
afterAll(async () => {
  await muster[Symbol.asyncDispose]();
  server.close();
});

/** Goes to the provider, and comes back with a code and what it adds to the address. */
async function signIn(change: Forgery, added: Record<string, string> = {}) {
  forgery = change;
  asked = [];
  const begun = await muster.call({ method: 'POST', url: '/api/sign-in/oidc' });
  const { searchParams } = new URL(begun.json().url);
  nonce = searchParams.get('nonce') ?? '';
  const cookie = String(begun.headers['set-cookie']).split(';', 1)[0] ?? '';
  const query = new URLSearchParams({ code: 'c', state: searchParams.get('state') ?? '', iss: issuer, ...added });
  const answer = await muster.call({ url: `/api/sign-in/oidc/callback?${query.toString()}`, headers: { cookie } });
  const cookies = [answer.headers['set-cookie']].flat().map(String);
  return [answer.headers.location, cookies.some((one) => /^muster_session=[^;]/.test(one))];
}

const now = () => Math.floor(muster.clock.now().getTime() / 1000);
const refused = ['/sign-in?problem=refused', false];

test('an honest answer signs in', async () => {
  for (const claims of [{}, { email: undefined }])
    expect(await signIn({ claims })).toEqual(['/sign-in?entered=true', true]);
});

test.each<[string, () => Forgery]>([
  ['no signature', () => ({ header: { alg: 'none' }, key: 'none' })],
  ['an empty signature', () => ({ key: 'none' })],
  ["somebody else's signature", () => ({ key: foreign.privateKey })],
  ['a key that the provider does not have', () => ({ header: { kid: 'other' }, key: foreign.privateKey })],
  ['a signature with the secret of the client', () => ({ header: { alg: 'HS256' }, key: { secret: clientSecret } })],
  [
    'a signature with the public key as a secret',
    () => ({
      header: { alg: 'HS256' },
      key: { secret: own.publicKey.export({ type: 'spki', format: 'pem' }) },
    }),
  ],
  ['another audience', () => ({ claims: { aud: 'somebody-else' } })],
  ['another party among the audience', () => ({ claims: { aud: ['muster', 'other'], azp: 'other' } })],
  ['another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
  ['an end in the past', () => ({ claims: { exp: now() - 3600 } })],
  ['a beginning in the future', () => ({ claims: { nbf: now() + 3600 } })],
  ['no nonce', () => ({ claims: { nonce: undefined } })],
  ['the nonce of another visit', () => ({ claims: { nonce: 'replayed' } })],
  ['no subject', () => ({ claims: { sub: undefined } })],
  ['a person in the userinfo who is not in the token', () => ({ claims: { email: undefined }, user: { sub: 'eve' } })],
])('a token with %s is refused', async (_what, change) => {
  expect(await signIn(change())).toEqual(refused);
});

test.each([['true'], [1], [undefined]])('an address that is verified as %j is not verified', async (verified) => {
  const claims = { sub: 'mallory', email_verified: verified };
  expect(await signIn({ claims })).toEqual(['/sign-in?problem=unverified', false]);
});

test('an answer that names another provider is refused before its code is used', async () => {
  expect(await signIn({}, { iss: 'https://evil.example' })).toEqual(refused);
  expect(asked.filter((path) => path === '/token')).toEqual([]);
});
