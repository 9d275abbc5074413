import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { expect, test } from 'vitest';
import { startTestApp } from '../../../../test/support/app.ts';
import { engine, emptyDatabase } from '../../../../test/support/database.ts';
import { readConfig } from '../../config.ts';
import { isAllowedEndpoint } from './provider.service.ts';

type Answer = { status?: number; location?: string; body?: object };

/** Something at the provider's address that is not quite a provider. */
async function impostor(answer: (origin: string) => Answer) {
  const server: Server = createServer((_request, response) => {
    const { status = 200, location, body } = answer(origin);
    response.writeHead(status, { 'content-type': 'application/json', ...(location === undefined ? {} : { location }) });
    response.end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return { origin, [Symbol.asyncDispose]: async () => void server.close() };
}

const metadata = (issuer: string, over: object = {}) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  ...over,
});

test.each<[string, (origin: string) => Answer]>([
  ['answers with an error', () => ({ status: 500 })],
  ['leads elsewhere', (origin) => ({ status: 302, location: `${origin}/elsewhere` })],
  ['is another one', () => ({ body: metadata('http://127.0.0.1:1') })],
  ['says nothing of use', () => ({ body: { issuer: 'x' } })],
  [
    'names a token address without https',
    (origin) => ({ body: metadata(origin, { token_endpoint: 'http://10.0.0.1/' }) }),
  ],
  [
    'names a page that is a script',
    (origin) => ({ body: metadata(origin, { authorization_endpoint: 'javascript:alert(1)' }) }),
  ],
])('a provider that %s is unavailable; the rest of the service is not', async (_what, answer) => {
  await using fake = await impostor(answer);
  await using app = await startTestApp({ env: { OIDC_ISSUER: fake.origin, OIDC_CLIENT_ID: 'muster' } });
  const refused = await app.call({ method: 'POST', url: '/api/sign-in/oidc' });
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'provider_unavailable']);
  const mail = await app.call({ method: 'POST', url: '/api/sign-in/email', payload: { email: 'a@example.org' } });
  expect(mail.statusCode).toBe(202);
});

test('only https is requested, and loopback only for a provider on loopback', () => {
  const [remote, local] = ['https://id.example.org', 'http://localhost:9000'];
  const asked: [string, string, boolean][] = [
    [remote, 'https://id.example.org/token', true],
    [remote, 'https://keys.example.net/jwks', true],
    [remote, 'http://id.example.org/token', false],
    [remote, 'https://localhost/token', false],
    [remote, 'https://127.0.0.1/token', false],
    [remote, 'https://[::1]/token', false],
    [remote, 'file:///etc/passwd', false],
    [remote, 'nonsense', false],
    [local, 'http://localhost:9000/token', true],
    [local, 'http://127.8.8.8/token', true],
    [local, 'http://10.0.0.1/token', false],
    [local, 'http://localhost.evil.example/token', false],
  ];
  for (const [issuer, url, allowed] of asked) expect([url, isAllowedEndpoint(issuer, url)]).toEqual([url, allowed]);
});

test('invalid settings are reported at the start in one line', async () => {
  await using place = await emptyDatabase(engine);
  const base = { DATA_DIR: place.folder, MUSTER_KEY: '11'.repeat(32) };
  const read = (env: Record<string, string>) => () => readConfig({ ...base, ...env }).oidc;
  const issuer = 'https://id.example.org/realm';
  expect(read({})()).toBeUndefined();
  expect(read({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'muster' })()).toEqual({
    issuer,
    clientId: 'muster',
    clientSecret: undefined,
    name: 'id.example.org',
  });
  expect(read({ OIDC_ISSUER: issuer })).toThrow('OIDC_CLIENT_ID is missing');
  expect(read({ OIDC_CLIENT_SECRET: 'x' })).toThrow('OIDC_CLIENT_SECRET is set without OIDC_ISSUER');
  expect(read({ OIDC_ISSUER: 'id.example.org' })).toThrow('OIDC_ISSUER is not a URL of the form https:');
  expect(read({ OIDC_ISSUER: 'http://id.example.org' })).toThrow('OIDC_ISSUER must begin with https://');
  expect(read({ OIDC_ISSUER: `${issuer}?x=1`, OIDC_CLIENT_ID: 'a' })).toThrow('OIDC_ISSUER must not have a query');
});
