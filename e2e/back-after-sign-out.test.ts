import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumFlags, hasWholeChromium, wholeChromium } from '../test/support/browser.ts';
import { newVisitor } from './support/browser.ts';
import { openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import type { Year } from './support/year.ts';

let server: Server;
let year: Year;
let browser: Browser;
const isInstalled = hasWholeChromium();
if (!isInstalled)
  console.log('Back after signing out is not tested in Chromium, because chromium could not be installed.');
openScene((scene) => ({ server, year } = scene));

beforeAll(async () => {
  if (!isInstalled) return;
  browser = await chromium.launch({
    executablePath: wholeChromium,
    args: chromiumFlags,
    // Playwright switches off what people have: pages that are kept in memory for Back.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
});
afterAll(async () => {
  if (isInstalled) await browser.close();
});

const account = '0012345678';
const bankAccount = (page: Page) => page.getByRole('textbox', { name: 'Account number' });
const isRestored = (page: Page) => page.evaluate(() => Reflect.get(window, 'isKept') === true);
const mark = (page: Page) => page.evaluate(() => void Reflect.set(window, 'isKept', true));
/** A page that was kept does not load again. */
const goBack = (page: Page) => page.goBack({ waitUntil: 'commit' });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
}

test.runIf(isInstalled)('Back after signing out shows nothing of the person, also not for a moment', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.member);
  const response = await page.goto('/me/bank');
  expect(response?.headers()['cache-control']).toBe('no-store');
  await expect.poll(() => bankAccount(page).inputValue()).toBe(account);
  await page.goto('/');
  await signOut(page);
  await goBack(page);
  await page.getByLabel('Email address').waitFor();
  expect(await bankAccount(page).count()).toBe(0);
});

test.runIf(isInstalled)('a page that somebody opened before they signed in is loaded again, too', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  // The browser keeps pages: otherwise this test could not fail.
  await page.goto('/help');
  await mark(page);
  await page.goto('/projects');
  await goBack(page);
  expect(await isRestored(page)).toBe(true);

  await page.goto('/sign-in?next=%2Fme%2Fbank');
  await page.getByLabel('Email address').fill(year.member.email);
  await page.getByRole('button', { name: 'Create sign-in link' }).click();
  const link = await server.mailedLink(year.member.email);
  await page.evaluate((token) => void (window.location.hash = token), new URL(link).hash);
  await expect.poll(() => bankAccount(page).inputValue()).toBe(account);
  await mark(page);
  // A page of another kind, so that the one of the bank account is left as it is.
  await page.goto('/api/docs');
  await page.request.post('/api/sign-out', { headers: { 'sec-fetch-site': 'same-origin' } });
  await goBack(page);
  await page.getByLabel('Email address').waitFor();
  expect([await bankAccount(page).count(), await isRestored(page)]).toEqual([0, false]);
});
