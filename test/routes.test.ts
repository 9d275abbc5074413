import fastify from 'fastify';
import { expect, test } from 'vitest';
import { requireAccess } from '../src/server/auth/access.ts';
import { startTestApp } from './support/app.ts';
import { fakeWebRoot } from './support/web-root.ts';

test('all routes and their access match test/routes.txt', async () => {
  using web = fakeWebRoot();
  await using muster = await startTestApp({ webRoot: web.path });
  const lines = muster.routes
    .toSorted((a, b) => (`${a.url} ${a.method}` < `${b.url} ${b.method}` ? -1 : 1))
    .map(
      ({ method, url, access, deputies, stepUp, scope = '' }) =>
        `${[access, ...deputies].join(' +').padEnd(18)} ${stepUp ? 'step-up' : '       '} ${scope.padEnd(13)} ${method.padEnd(8)} ${url}`,
    );
  // New routes and changed access show up in the diff of this file for review. Update it with vitest -u.
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('routes.txt');
});

test('the app does not start with a route that does not declare its access', async () => {
  const app = fastify();
  requireAccess(app);
  app.get('/declared', { config: { access: 'public' } }, () => 'ok');
  app.register(async (part) => {
    part.post('/forgotten', () => 'ok');
  });
  await expect(app.ready()).rejects.toThrow('POST /forgotten does not declare its access');
});

test('an app whose routes all declare their access starts', async () => {
  const app = fastify();
  const table = requireAccess(app);
  app.get('/declared', { config: { access: 'signed_in' } }, () => 'ok');
  await app.ready();
  const declared = { access: 'signed_in', deputies: [], stepUp: false, scope: undefined };
  expect(table).toEqual([{ method: 'GET', url: '/declared', ...declared }]);
});
