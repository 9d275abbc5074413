import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson } from '../test/support/factories.ts';
import type { TestPerson } from '../test/support/factories.ts';
import { seriousFindings } from './support/axe.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { appIsReady, tooWide } from './support/looks.ts';
import { createVolunteer, seed, signInAs } from './support/seed.ts';
import { startServer } from './support/server.ts';
import type { Server } from './support/server.ts';

const planted = '<img src=x onerror="document.title=\'planted\'"><b>Ada</b>';

let server: Server;
let browser: Browser;
let person: TestPerson;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
});

afterAll(() => server[Symbol.asyncDispose]());

type Scene = { name: string; signedIn?: boolean; show: (page: Page) => Promise<void> };

/** What pages.journey.test.ts does not see, because it is not in the URL. */
const scenes: Scene[] = [
  { name: 'home of a visitor', show: async (page) => void (await page.goto('/')) },
  { name: 'no such page', show: async (page) => void (await page.goto('/nowhere')) },
  { name: 'sign-in', show: async (page) => void (await page.goto('/api-access')) },
  { name: 'back from a provider', show: async (page) => void (await page.goto('/sign-in?problem=unverified')) },
  {
    name: 'link sent',
    show: async (page) => {
      await page.goto('/sign-in');
      await page.locator('input[name=email]').fill('someone@example.org');
      await page.route('**/api/sign-in/email', (route) => route.fulfill({ status: 202, json: { message: '' } }));
      await page.keyboard.press('Enter');
      await page.locator('input[name=email]').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'link refused',
    show: async (page) => {
      await page.goto('/sign-in#token=link_wrong');
      await page.locator('main button').waitFor();
    },
  },
  {
    name: 'set-up with errors',
    show: async (page) => {
      await page.goto('/sign-in#token=setup_any');
      await page.locator('button[type=submit]').click();
    },
  },
  { name: 'home', signedIn: true, show: async (page) => void (await page.goto('/')) },
  {
    name: 'API access with credentials',
    signedIn: true,
    show: async (page) => {
      await page.goto('/api-access');
      await page
        .locator('section', { has: page.locator('#get-a-token') })
        .locator('button')
        .last()
        .click();
      await page.locator('code').waitFor();
      await page.locator('.mantine-Skeleton-root').waitFor({ state: 'detached' });
    },
  },
];

const look = { locale: 'zh-TW', colorScheme: 'dark', viewport: { width: 390, height: 844 } } as const;

test('the states of pages before and after signing in are accessible and fit the screen', async () => {
  person ??= await createVolunteer(server, planted);
  await using visitor = await newVisitor(browser, server.url, { ...look, reducedMotion: 'reduce' });
  const { page } = visitor;
  // The page that does not exist is a 404.
  visitor.expectError(/status of 404 \(Not Found\) \(http:\/\/localhost:\d+\/nowhere\)/);
  const faults: Record<string, string[]> = {};
  for (const { name, signedIn = false, show } of scenes) {
    if (signedIn) await signInAs(server, page, person);
    await page.goto('about:blank');
    await show(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const title = await page.title();
    const found = [
      ...(await seriousFindings(page)),
      ...(await tooWide(page)),
      // The front page has the name of the event alone.
      ...(title.endsWith(' · Muster') || title.startsWith('Summer Camp') ? [] : [`title "${title}"`]),
    ];
    if (found.length > 0) faults[name] = found;
  }
  expect(faults).toEqual({});
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-TW');
  visitor.expectNoErrors();
});

test('user input is shown as text, not as HTML', async () => {
  person ??= await createVolunteer(server, planted);
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, person);
  await page.goto('/');
  await page.getByRole('heading', { name: `Hello, ${planted}` }).waitFor();
  await page.getByRole('heading', { name: `Summer Camp 2026 ${planted}`, exact: true }).waitFor();
  await page.getByText(`Press ${planted}`).first().waitFor();
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menu').getByText(planted).waitFor();
  expect(await page.locator('main img, main b, [role=menu] img').count()).toBe(0);
  expect(await page.title()).toBe('Home · Muster');
  visitor.expectNoErrors();
});

test('language and colour scheme can be chosen and are remembered', async () => {
  await using visitor = await newVisitor(browser, server.url, { colorScheme: 'light' });
  const { page } = visitor;
  const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
  await page.goto('/');
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '繁體中文' }).click();
  await page.getByRole('link', { name: '以電子郵件登入' }).waitFor();
  expect(await scheme()).toBe('light');
  await page.getByRole('button', { name: '佈景主題' }).click();
  await page.getByRole('menuitemradio', { name: '深色' }).click();
  await expect.poll(scheme).toBe('dark');
  await page.reload();
  await page.getByRole('link', { name: '以電子郵件登入' }).waitFor();
  expect(await scheme()).toBe('dark');
  expect(await page.title()).toContain('Summer Camp');
  visitor.expectNoErrors();
});

test('the pages can be used by keyboard: skip link, menus, focus on the new page', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Skip to content');
  await appIsReady(page);
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Sign in with your email');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Sign in');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  visitor.expectNoErrors();
});

/** Volunteers and visitors come by phone, on slow connections. */
type Budget = { who: string; requests: number; pageBytes: number; scriptBytes: number };

const budgets: Budget[] = [
  { who: 'a visitor', requests: 3, pageBytes: 12_000, scriptBytes: 0 },
  { who: 'a volunteer', requests: 8, pageBytes: 12_000, scriptBytes: 187_500 },
  { who: 'an administrator', requests: 9, pageBytes: 14_000, scriptBytes: 196_500 },
];

test.each(budgets)(
  'the first load of the home page of $who stays small, compressed and cached permanently',
  async (budget) => {
    await using visitor = await newVisitor(browser, server.url);
    const { page } = visitor;
    const isSignedIn = budget.who !== 'a visitor';
    if (budget.who === 'an administrator')
      await signInAs(server, page, (person ??= await createVolunteer(server, planted)));
    if (budget.who === 'a volunteer')
      await signInAs(server, page, await seed(server, (context) => createPerson(context)));
    let [pageBytes, scriptBytes] = [0, 0];
    // Some versions of the browser load the icon of the tab in addition to the logo, which is the same file.
    const addresses = new Set<string>();
    const uncompressedOrUncached: string[] = [];
    page.on('response', (response) => {
      addresses.add(response.url());
      const headers = response.headers();
      const bytes = Number(headers['content-length']);
      if (!response.url().includes('/assets/')) pageBytes += bytes;
      else if (
        headers['content-encoding'] !== 'br' ||
        headers['cache-control'] !== 'public, max-age=31536000, immutable'
      )
        uncompressedOrUncached.push(response.url());
      if (response.url().endsWith('.js')) scriptBytes += bytes;
    });
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    if (isSignedIn) await appIsReady(page);
    expect(uncompressedOrUncached).toEqual([]);
    expect(addresses.size).toBeLessThanOrEqual(budget.requests);
    expect(pageBytes).toBeLessThanOrEqual(budget.pageBytes);
    expect(scriptBytes).toBeLessThanOrEqual(budget.scriptBytes);
  },
);
