import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from './support/app.ts';
import { fakeWebRoot } from './support/web-root.ts';

test('the service worker, its page and the manifest are never cached, and the name is that of the installation', async () => {
  using web = fakeWebRoot();
  writeFileSync(join(web.path, 'service-worker.js'), '// worker\n');
  mkdirSync(join(web.path, 'icons'));
  writeFileSync(join(web.path, 'icons', 'badge.png'), 'png');
  await using muster = await startTestApp({ webRoot: web.path, env: { APP_NAME: 'Summer Camp' } });
  const get = async (url: string) => {
    const { statusCode, headers, body } = await muster.app.inject(url);
    return [statusCode, headers['content-type'], headers['cache-control'], body];
  };
  expect(await get('/service-worker.js')).toEqual([200, 'text/javascript; charset=utf-8', 'no-cache', '// worker\n']);
  expect(await get('/app-shell')).toEqual([
    200,
    'text/html; charset=utf-8',
    'no-cache',
    expect.stringContaining('<title>Muster'),
  ]);
  const [, type, , manifest] = await get('/manifest.webmanifest');
  expect(type).toBe('application/manifest+json; charset=utf-8');
  expect(JSON.parse(String(manifest))).toMatchObject({ name: 'Summer Camp', display: 'standalone', scope: '/' });
  expect(await get('/icons/badge.png')).toMatchObject([200, 'image/png', 'public, max-age=86400', 'png']);
  const { headers } = await muster.app.inject('/app-shell');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});

test('SERVICE_WORKER=off removes the service worker from browsers', async () => {
  using web = fakeWebRoot();
  writeFileSync(join(web.path, 'service-worker.js'), '// worker\n');
  await using muster = await startTestApp({ webRoot: web.path, env: { SERVICE_WORKER: 'off' } });
  const { body } = await muster.app.inject('/service-worker.js');
  expect(body).toContain('registration.unregister()');
  expect(body).not.toContain('// worker');
});
