import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '../test/support/factories.ts';
import { scratchFolder } from '../test/support/scratch.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { createVolunteer, signInAs } from './support/seed.ts';
import { startServer } from './support/server.ts';
import type { Server } from './support/server.ts';

let server: Server;
let browser: Browser;
let owner: TestPerson;
const root = join(import.meta.dirname, '..');
const built = scratchFolder('client');

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  owner = await createVolunteer(server);
  const args = ['-p', join(root, 'packages/client'), '--outDir', built];
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...args]);
});

afterAll(async () => {
  rmSync(built, { recursive: true, force: true });
  await server[Symbol.asyncDispose]();
});

/** As text, because its imports exist in the browser only. */
const program = `(async () => {
  const { ApiProblem, createClient } = await import('/package/client.js');
  const { followChanges } = await import('/package/changes.js');
  const { allOf } = await import('/package/pages.js');
  const path = { pid: '2026' };
  const client = createClient({ baseUrl: '' });
  const teams = [];
  for await (const { tid } of allOf((query) => client.call('list_teams', { path, query }), 1)) teams.push(tid);
  const refused = await client.call('get_project', { path: { pid: 'nowhere' } }).catch((error) => error);
  const connected = Promise.withResolvers();
  const changes = followChanges({
    baseUrl: '',
    after: 'latest',
    fetch: async (...request) => {
      const response = await fetch(...request);
      connected.resolve();
      return response;
    },
  });
  const first = changes.next();
  await connected.promise;
  await client.call('update_team', { path: { ...path, tid: 'it' }, body: { name: 'Network' } });
  const { kind, subject } = (await first).value;
  await changes.return();
  return { teams, isProblem: refused instanceof ApiProblem, code: refused.code, kind, subject };
})()`;

test('the client package works in a browser, with the session of the page', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, owner);
  await page.route('/package/*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: readFileSync(join(built, new URL(route.request().url()).pathname.replace('/package/', '')), 'utf8'),
    }),
  );
  await page.route('/package/', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto('/package/');
  expect(await page.evaluate(program)).toEqual({
    teams: ['it', 'press'],
    isProblem: true,
    code: 'not_found',
    kind: 'team.changed',
    subject: { tid: 'it' },
  });
});
