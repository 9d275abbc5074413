import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, useApp } from './support/app.ts';
import type { Call } from './support/app.ts';
import { bearer, createPerson, createProject, tokenOf } from './support/factories.ts';
import { fakeWebRoot } from './support/web-root.ts';

const web = fakeWebRoot();
const muster = useApp({ webRoot: web.path, env: { BASE_URL: 'https://muster.test' } });
let pid: string;
let token: string;
beforeAll(async () => {
  pid = await createProject(muster);
  token = await tokenOf(muster, await createPerson(muster));
});
afterAll(async () => {
  web[Symbol.dispose]();
});

const html = { accept: 'text/html' };
const responses: [name: string, call: () => Call, status: number][] = [
  ['a response of the API', () => ({ url: '/api/me', headers: bearer(token) }), 200],
  ['a 401', () => ({ url: '/api/me' }), 401],
  ['an invalid body', () => ({ method: 'POST', url: '/api/token', payload: {} }), 400],
  ['an unknown path', () => ({ url: '/api/nothing' }), 404],
  ['a wrong method', () => ({ method: 'PUT', url: '/api/me' }), 405],
  ['a malformed path', () => ({ url: '/members/%zz' }), 400],
  ['the listing', () => ({ url: `/members/${pid}` }), 200],
  ['the deprecated listing', () => ({ url: `/api/members?pid=${pid}` }), 200],
  ['an unchanged listing', () => ({ url: `/members/${pid}`, headers: { 'if-none-match': '*' } }), 304],
  ['an unknown listing', () => ({ url: '/members/nobody' }), 404],
  ['a preflight request for the listing', () => ({ method: 'OPTIONS', url: `/members/${pid}` }), 204],
  ['the liveness check', () => ({ url: '/healthz' }), 200],
  ['the readiness check', () => ({ url: '/readyz' }), 200],
  ['the metrics', () => ({ url: '/metrics' }), 200],
  ['the OpenAPI document', () => ({ url: '/api/openapi.json' }), 200],
  ['the unchanged OpenAPI document', () => ({ url: '/api/openapi.json', headers: { 'if-none-match': '*' } }), 304],
  ['the error catalogue', () => ({ url: '/api/errors' }), 200],
  ['the interactive documentation', () => ({ url: '/api/docs', headers: html }), 200],
  ['a file of the documentation', () => ({ url: '/api/docs/static/swagger-ui.css' }), 200],
  ['a missing file of the documentation', () => ({ url: '/api/docs/static/nothing.css' }), 404],
  ['the reference documentation', () => ({ url: '/api/redoc', headers: html }), 200],
  ['a script of the reference documentation', () => ({ url: '/api/redoc/explorer.js' }), 200],
  ['a page', () => ({ url: '/', headers: html }), 200],
  ['the start page without an Accept header', () => ({ url: '/' }), 200],
  ['a page of a client-side route', () => ({ url: '/sign-in', headers: html }), 200],
  ['a file of the web app', () => ({ url: '/assets/main.js' }), 200],
  ['a missing file of the web app', () => ({ url: '/assets/nothing.js' }), 404],
];

test.each(responses)('%s has the security headers', async (_name, call, status) => {
  const { statusCode, headers } = await muster.app.inject(call());
  expect(statusCode).toBe(status);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'x-request-id': expect.stringMatching(/^[0-9a-z]{16}$/),
  });
  const policy = directives(String(headers['content-security-policy']));
  expect(policy['default-src']).toEqual(["'none'"]);
  expect(policy['frame-ancestors']).toEqual(["'none'"]);
  for (const source of policy['script-src'] ?? []) expect(source).toBe("'self'");
  expect(headers['x-powered-by']).toBeUndefined();
  expect(headers['server']).toBeUndefined();
});

function directives(policy: string): Record<string, string[]> {
  return Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}

test('pages and documentation only load scripts from our own files', async () => {
  for (const url of ['/', '/api/docs', '/api/redoc']) {
    const { body } = await muster.app.inject({ url, headers: html });
    for (const [, attributes = '', text = ''] of body.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)) {
      expect(text.trim()).toBe('');
      expect(/src="([^"]+)"/.exec(attributes)?.[1]).toMatch(/^(?:\.?\/)[^/]/);
    }
    expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(body).not.toMatch(/\son\w+="/);
  }
});

test('pages, documentation and API send HSTS on https', async () => {
  for (const url of ['/', '/assets/main.js', '/api/docs', '/api/redoc', '/api/openapi.json', '/api/me']) {
    const { headers } = await muster.app.inject({ url, headers: html });
    expect({ url, value: headers['strict-transport-security'] }).toEqual({ url, value: 'max-age=31536000' });
  }
});

test('nothing sends HSTS on http', async () => {
  await using plain = await startTestApp({ place: muster.place });
  for (const url of ['/api/me', '/healthz', `/members/${pid}`, '/api/docs']) {
    expect((await plain.app.inject({ url })).headers['strict-transport-security']).toBeUndefined();
  }
});

test.each([
  ['bytes=999999999-', 416],
  ['bytes=0-9', 206],
  ['bytes=9-0', 416],
  ['nonsense', 200],
])('a file request with the range %s returns %i', async (range, status) => {
  const response = await muster.app.inject({ url: '/api/docs/static/swagger-ui.css', headers: { range } });
  expect(response.statusCode).toBe(status);
});

test.each([
  '/assets/../index.html',
  '/assets/%2e%2e/index.html',
  '/assets/..%2findex.html',
  '/assets/%00',
  '/assets/',
  '/assets',
  '/assets/.hidden',
  '/api/docs/static/../../../package.json',
  '/api/docs/static/%2e%2e%2f%2e%2e%2fpackage.json',
])('%s serves no file', async (url) => {
  const response = await muster.app.inject({ url });
  expect(response.statusCode).toBeGreaterThanOrEqual(400);
  expect(response.statusCode).toBeLessThan(500);
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
});
