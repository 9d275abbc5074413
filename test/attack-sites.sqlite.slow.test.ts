import { afterAll, expect, test } from 'vitest';
import { startTestApp, useApp } from './support/app.ts';
import type { Call } from './support/app.ts';
import { createCaller } from './support/world.ts';
import { createProject } from './support/factories.ts';
import { isForDevices, operationsOf, requestIn } from './support/operations.ts';
import type { Operation } from './support/operations.ts';
import { gatedRoutes } from './support/routes.ts';
import { stateOf } from './support/world/world-state.ts';
import { createWorld } from './support/world/create-world.ts';
import { keptWorlds } from './support/world/kept-worlds.ts';
import { fakeWebRoot } from './support/web-root.ts';

/** Seconds on a machine that has nothing else to do. */
const patience = 240_000;

const web = fakeWebRoot();
const muster = useApp({ webRoot: web.path });
afterAll(async () => {
  web[Symbol.dispose]();
});

const evil = 'https://evil.example';

/** What the browser of a signed-in person sends for a page that is not ours: by script, by a form, by old browsers. */
const foreignPages: readonly Record<string, string>[] = [
  { origin: evil, 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', origin: 'https://other.muster.test' },
  { 'sec-fetch-site': 'none' },
  { origin: evil },
  { origin: 'null' },
  { origin: 'http://muster.test.evil.example', referer: 'http://muster.test/' },
  { origin: 'http://muster.test@evil.example' },
  { referer: 'http://muster.test/' },
  { host: 'evil.example', origin: 'https://muster.test.', 'x-forwarded-host': 'evil.example' },
  {},
];

const types = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
];

const writes = () => operationsOf(muster).filter((one) => one.method !== 'GET' && !isForDevices(one));

const roleFor = ({ access }: Operation) => (access === 'administrator' ? 'administrator' : 'owner');

test(
  'no page of another site writes anything with the cookie of a signed-in person, by any route',
  async () => {
    const worlds = {
      owner: await createWorld(muster, 'owner'),
      administrator: await createWorld(muster, 'administrator'),
    };
    const states = () => Promise.all(Object.values(worlds).map((world) => stateOf(muster.db, world)));
    const before = await states();
    for (const [turn, operation] of writes().entries()) {
      const world = worlds[roleFor(operation)];
      const { payload = {}, ...request } = requestIn(world, operation);
      for (const [i, page] of foreignPages.entries()) {
        const type = types[(turn + i) % types.length] ?? '';
        const body = type === 'application/json' ? { payload } : { payload: JSON.stringify(payload) };
        const headers = { cookie: world.headers['cookie'] ?? '', 'content-type': type, ...page };
        const answer = await muster.app.inject({ ...request, ...body, headers } as Call);
        const what = `${operation.operationId} ${type} ${JSON.stringify(page)}: ${answer.body}`;
        expect(answer.statusCode, what).toBe(403);
        expect(answer.json().code, what).toBe('cross_origin');
      }
    }
    expect(await states()).toEqual(before);
  },
  patience,
);

test(
  'no link on another site reads with the cookie of a signed-in person, or writes the audit log in their name',
  async () => {
    const reads = operationsOf(muster).filter(
      ({ method, access }) => method === 'GET' && !/public|anyone|metrics/.test(access),
    );
    expect(reads.length).toBeGreaterThan(30);
    for (const role of ['owner', 'administrator'] as const) {
      const world = await createWorld(muster, role);
      const before = await stateOf(muster.db, world);
      for (const operation of reads) {
        const { url } = requestIn(world, operation);
        for (const site of ['cross-site', 'same-site']) {
          for (const method of ['GET', 'HEAD'] as const) {
            const headers = {
              cookie: world.headers['cookie'] ?? '',
              'sec-fetch-site': site,
              'sec-fetch-mode': 'navigate',
            };
            const answer = await muster.app.inject({ method, url, headers });
            expect([operation.operationId, method, site, answer.statusCode]).toEqual([
              operation.operationId,
              method,
              site,
              403,
            ]);
          }
        }
      }
      expect(await stateOf(muster.db, world)).toBe(before);
    }
  },
  patience,
);

test('a bookmark, a typed address and our own pages read with the cookie, and a token reads from anywhere', async () => {
  const world = await createWorld(muster, 'owner');
  const cookie = world.headers['cookie'] ?? '';
  for (const site of [{ 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'same-origin' }, {}])
    expect((await muster.app.inject({ url: '/api/me', headers: { cookie, ...site } })).statusCode).toBe(200);
  const { headers } = await createCaller(muster);
  const foreign = { ...headers, 'sec-fetch-site': 'cross-site' };
  expect((await muster.app.inject({ url: '/api/me', headers: foreign })).statusCode).toBe(200);
});

test('no method in a header, a query or a form replaces that of the request', async () => {
  const world = await createWorld(muster, 'owner');
  const before = await stateOf(muster.db, world);
  const url = `/api/projects/${world.pid}/tasks/${world.task}`;
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    await muster.call({ url, headers: { ...world.headers, [name]: 'DELETE' } });
  }
  for (const query of ['_method=DELETE', '_method=delete']) {
    expect((await muster.call({ url: `${url}?${query}`, headers: world.headers })).statusCode).toBe(200);
  }
  expect(await stateOf(muster.db, world)).toBe(before);
});

test(
  'no address with a method that only reads changes anything',
  async () => {
    const world = await createWorld(muster, 'owner');
    // That private answers were read is written down; nothing else is.
    const before = await stateOf(muster.db, world, ['audit']);
    for (const operation of operationsOf(muster)) {
      for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
        await muster.app.inject({ ...requestIn(world, operation), method, headers: world.headers } as Call);
      }
    }
    expect(await stateOf(muster.db, world, ['audit'])).toBe(before);
  },
  patience,
);

test('no other site may read an answer that depends on who asks, nor ask beforehand whether it may', async () => {
  for (const { method, url, pattern } of gatedRoutes(muster.routes)) {
    const asked = await muster.app.inject({ method, url, headers: { origin: evil } });
    // The public listing is for staff pages of any site; it is the same for everybody and knows no cookie.
    const open = /members(?:\/:pid)?$/.test(pattern) && !pattern.includes('teams');
    expect([pattern, asked.headers['access-control-allow-credentials']]).toEqual([pattern, undefined]);
    if (open) continue;
    expect([pattern, asked.headers['access-control-allow-origin']]).toEqual([pattern, undefined]);
    const beforehand = { origin: evil, 'access-control-request-method': method };
    const preflight = await muster.app.inject({ method: 'OPTIONS', url, headers: beforehand });
    expect([pattern, preflight.headers['access-control-allow-origin']]).toEqual([pattern, undefined]);
  }
});

test(
  'every cookie that any route sets is out of reach for script, other sites, other hosts and plain http',
  async () => {
    await using secure = await startTestApp({ env: { BASE_URL: 'https://muster.test' } });
    const seen: string[] = [];
    const worlds = keptWorlds(secure);
    for (const operation of operationsOf(secure)) {
      const role = roleFor(operation);
      const world = await worlds.of(role);
      const cookie = (world.headers['cookie'] ?? '').replace('muster_session', '__Host-muster_session');
      const headers = { ...world.headers, cookie };
      const answer = await secure.call({ ...requestIn(world, operation), headers });
      worlds.noteAnswer(role, operation.method, answer.statusCode);
      for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
        seen.push(operation.operationId);
        expect(set).toMatch(/^__Host-/);
        for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(set).toContain(attribute);
        expect(set).not.toMatch(/domain/i);
      }
    }
    expect(seen.toSorted()).toEqual(expect.arrayContaining(['erase_me', 'sign_out']));
  },
  patience,
);

const nextWords = ['next', 'return', 'return_to', 'returnTo', 'redirect', 'redirect_uri', 'url', 'continue', 'to', 'r'];
const targets = [
  evil,
  '//evil.example',
  '/\\evil.example',
  '/%09/evil.example',
  'javascript:alert(1)',
  '%0d%0alocation:%20x',
];

test('no answer sends anybody to another site, whatever the address asks for', async () => {
  const pages = ['/', '/sign-in', '//evil.example', '/\\evil.example', '/evil.example/..//', '/api/docs', '/api/docs/'];
  const urls = [...pages, ...gatedRoutes(muster.routes).map(({ url }) => url)];
  for (const url of urls) {
    const search = nextWords.map((word, i) => `${word}=${targets[i % targets.length]}`).join('&');
    const headers = { accept: 'text/html', host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const answer = await muster.app.inject({ url: `${url}?${search}`, headers });
    expect([url, answer.headers['refresh']]).toEqual([url, undefined]);
    const location = answer.headers['location'] ?? '/';
    expect(new URL(location, 'http://muster.test').origin, `${url} -> ${location}`).toBe('http://muster.test');
  }
});

test('names of hosts that a request claims get into no answer, no mail and no listing that others are served', async () => {
  const pid = await createProject(muster);
  const claims = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'evil',
    'x-forwarded-prefix': '/evil.example',
    'x-original-url': '/evil.example',
    'x-rewrite-url': '/evil.example',
    forwarded: 'host=evil.example',
  };
  const urls = [
    `/members/${pid}`,
    `/api/members/${pid}`,
    `/api/members?pid=${pid}`,
    '/api/openapi.json',
    '/',
    '/api/docs',
  ];
  for (const url of urls) {
    const first = await muster.app.inject({ url, headers: { ...claims, accept: 'text/html' } });
    const second = await muster.app.inject({ url, headers: { accept: 'text/html' } });
    expect(first.body).toBe(second.body);
    expect(`${first.body} ${JSON.stringify(first.headers)}`).not.toContain('evil');
    expect(first.headers['etag']).toBe(second.headers['etag']);
  }
  const payload = { email: 'ada@example.org' };
  await muster.call({ method: 'POST', url: '/api/sign-in/email', headers: claims, payload });
  const [mail] = await muster.deliver();
  expect(mail?.text).toContain('http://muster.test/sign-in#token=');
  expect(mail?.text).not.toContain('evil');
});

test(
  'what depends on who asks is kept by no cache',
  async () => {
    const reads = operationsOf(muster).filter(({ method, access }) => method === 'GET' && access !== 'public');
    const world = await createWorld(muster, 'owner');
    for (const operation of reads) {
      const { headers } = await muster.call(requestIn(world, operation));
      expect([operation.operationId, headers['cache-control']]).toEqual([operation.operationId, 'no-store']);
    }
  },
  patience,
);
