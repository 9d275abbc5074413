import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { appIsReady } from './support/looks.ts';
import { openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;
openScene((scene) => ({ server, browser, year } = scene));

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);

/** Holds back the answers of the API until the returned function is called. */
async function holdBack(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('Escape in a menu of the header gives the focus back to its button', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.member);
  await page.goto('/');
  await appIsReady(page);
  for (const name of [`Your account: ${year.member.name}`, 'Language']) {
    // Opened twice: the first time, the menu is loaded.
    for (const _time of [1, 2]) {
      await page.getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menu', { name }).waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=menu]') !== null)).toBe(true);
      await page.keyboard.press('Escape');
      await page.getByRole('menu', { name }).waitFor({ state: 'detached' });
      expect(await focused(page)).toBe(name);
    }
  }
});

test('joining and leaving keep the focus, also if the task leaves the list', async () => {
  const { pid, member } = year;
  const owner = await clientOf(server, year.owner);
  const times = { starts_at: `${pid}-08-09T10:00:00Z`, ends_at: `${pid}-08-09T12:00:00Z` };
  const { id } = await owner.call('create_task', { path: { pid }, body: { title: 'Clean up', capacity: 5, ...times } });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, member);
  await page.goto(`/projects/${pid}/tasks/${id}`);
  await appIsReady(page);
  await page.getByRole('button', { name: 'Join Clean up' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Leave Clean up');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Leave shift' }).press('Enter');
  await expect.poll(() => focused(page)).toBe('Join Clean up');
  await page.goto(`/projects/${pid}/open-tasks`);
  await appIsReady(page);
  await page.getByRole('button', { name: 'Join: Clean up' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Join: Clean up' }).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
});

test('a page that loads slowly has the focus on its heading at last, and its title is announced', async () => {
  const { pid, member, task } = year;
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, member);
  await page.goto(`/projects/${pid}/tasks`);
  await appIsReady(page);
  const link = page.getByRole('link', { name: 'Registration desk' });
  const release = await holdBack(page, `**/api/projects/${pid}/tasks/${task}*`);
  await link.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/tasks/${task}`);
  // The page is shown without its data after a moment.
  await page.locator('.mantine-Skeleton-root').first().waitFor();
  release();
  await page.getByRole('heading', { level: 1, name: 'Registration desk' }).waitFor();
  await expect.poll(() => focused(page)).toBe('Registration desk');
  await expect.poll(() => page.locator('[aria-live=polite].muster-unseen').textContent()).toMatch(/ · Muster$/);
});

test('pages for visitors and the desk do not ask who is signed in, and can be installed', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  const inProject = ['', '/apply', '/documents', '/thanks'].map((path) => `/projects/${year.pid}${path}`);
  for (const path of ['/', '/sign-in', '/desk', '/guardian', '/not-me', '/unsubscribe', '/verify', ...inProject]) {
    await page.goto(path);
    expect(await page.locator('link[rel=manifest], link[rel=apple-touch-icon]').count()).toBe(2);
    // Pages for visitors load the application when they are touched.
    await page.keyboard.press('Shift');
    await appIsReady(page);
  }
  expect(asked.filter((path) => path === '/api/me')).toEqual([]);
});

test('no word is replaced by another while a page loads', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const releaseWays = await holdBack(page, '**/api/sign-in/ways');
  await page.goto('/sign-in');
  await page.locator('.mantine-Skeleton-root').first().waitFor();
  expect(await page.getByRole('button', { name: 'Email me a link' }).count()).toBe(0);
  releaseWays();
  await page.getByRole('button', { name: 'Create sign-in link' }).waitFor();

  await signInAs(server, page, year.member);
  const releaseTeams = await holdBack(page, `**/api/projects/${year.pid}/teams?*`);
  await page.goto(`/projects/${year.pid}/tasks/${year.task}`);
  await page.getByRole('heading', { level: 1, name: 'Registration desk' }).waitFor();
  expect(await page.getByText('venue', { exact: true }).count()).toBe(0);
  releaseTeams();
  await page.getByRole('link', { name: 'Venue', exact: true }).first().waitFor();
});

test('files for offline use that the browser has deleted are saved again', async () => {
  await using visitor = await newVisitor(browser, server.url, { serviceWorkers: 'allow' });
  const { page } = visitor;
  await signInAs(server, page, year.member);
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.reload();
  const isSaved = () =>
    page.evaluate(async () =>
      Promise.all(['/app-shell', '/desk'].map(async (path) => (await caches.match(path)) !== undefined)),
    );
  await expect.poll(isSaved).toEqual([true, true]);
});
