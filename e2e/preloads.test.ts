import { expect, test } from 'vitest';
import { newVisitor, openBrowser } from './support/browser.ts';
import { settle } from './support/looks.ts';
import { signInAs } from './support/seed.ts';
import { startServer } from './support/server.ts';
import { makeYear } from './support/year.ts';

/** The area of vite.config.ts whose scripts a page loads early. What it imports from other areas follows. */
const areaIn = (html: string): string | undefined =>
  [...html.matchAll(/(?:modulepreload" crossorigin href="|data-preload="|\s)\/assets\/([\w-]+)-[\w-]{8}\.js/g)]
    .map(([, area = '']) => area)
    .find((area) => ['dashboard', 'manage', 'person', 'project', 'sign-in', 'event-day'].includes(area));

test('the address of a page decides which scripts are loaded early, and the page uses them', async () => {
  await using server = await startServer();
  const browser = await openBrowser();
  const year = await makeYear(server);
  const project = (path: string): string => `/projects/${year.pid}${path}`;
  const htmlOf = async (path: string): Promise<string> =>
    (await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } })).text();
  expect(areaIn(await htmlOf(project('/teams')))).toBe('project');
  expect(areaIn(await htmlOf('/me/profile'))).toBe('sign-in');
  expect(areaIn(await htmlOf('/sign-in'))).toBe('sign-in');
  expect(areaIn(await htmlOf('/desk'))).toBe('event-day');
  expect(areaIn(await htmlOf('/help'))).toBeUndefined();
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  // Without the early ones, to see what the page asks for by itself.
  const early: Record<string, string | undefined> = {};
  await page.route(/\/(?:me|projects|admin)[^.]*$/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = await response.text();
    early[new URL(route.request().url()).pathname] = areaIn(body);
    await route.fulfill({ response, body: body.replaceAll(/<link rel="modulepreload"[^>]*>/g, '') });
  });
  const expected = {
    '/me/profile': 'person',
    '/admin': 'manage',
    [project('/tasks')]: 'project',
    [project('/now')]: 'manage',
    [project('/teams/venue/manage')]: 'manage',
    [project('/manage/settings')]: 'manage',
  };
  for (const [path, area] of Object.entries(expected)) {
    const loaded: string[] = [];
    const note = (request: { url: () => string }) => void loaded.push(request.url());
    page.on('request', note);
    await page.goto(path);
    await settle(page);
    page.off('request', note);
    expect([path, early[path]]).toEqual([path, area]);
    const scripts = loaded
      .filter((url) => url.includes(`/assets/${area}-`))
      .map((url) => url.slice(url.lastIndexOf('/')));
    expect([path, scripts]).toEqual([path, [expect.stringMatching(new RegExp(`^/${area}-[\\w-]{8}\\.js$`))]]);
  }
});
