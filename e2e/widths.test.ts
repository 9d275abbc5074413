import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webTextsIn } from '../src/locales/catalogues.ts';
import { pseudoTexts } from '../src/locales/pseudo.ts';
import type { TestPerson } from '../test/support/factories.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { follow } from './support/looks.ts';
import { chiefPages, memberPages, ownerPages, visitorPages } from './support/pages.ts';
import { signInAs } from './support/seed.ts';
import { startServer } from './support/server.ts';
import type { Server } from './support/server.ts';
import { makeYear } from './support/year.ts';
import type { Year } from './support/year.ts';

const phone = { locale: 'en-GB', viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' as const };

let server: Server;
let browser: Browser;
let year: Year;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  year = await makeYear(server);
});

afterAll(() => server[Symbol.asyncDispose]());

type Role = { who: string; person: () => TestPerson | undefined; pages: () => string[] };

const roles: Role[] = [
  { who: 'a visitor', person: () => undefined, pages: () => visitorPages(year) },
  { who: 'a member', person: () => year.member, pages: () => memberPages(year) },
  { who: 'a chief', person: () => year.chief, pages: () => chiefPages(year) },
  { who: 'an owner', person: () => year.owner, pages: () => ownerPages(year) },
];

/** The elements that stick out of the page, if it has to be scrolled sideways. */
const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const names = [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (right > clientWidth + 1 || left < -1);
      })
      .map((element) => `${element.tagName} ${element.textContent.slice(0, 60)}`);
    return [`${scrollWidth - clientWidth} px too wide`, ...names.slice(0, 5)];
  });

const write = (page: Page, direction: 'ltr' | 'rtl'): Promise<void> =>
  page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);

test.each(roles)(
  'pages of $who fit a phone in a language with longer words, also from right to left',
  async ({ person, pages }) => {
    await using visitor = await newVisitor(browser, server.url, phone);
    const { page } = visitor;
    // Pages that the server renders have the usual words.
    visitor.expectError(/Minified React error #418/);
    const texts = pseudoTexts(webTextsIn('en'));
    await page.route(/\/assets\/texts_en_[\w-]+\.js$/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: `export default ${JSON.stringify(texts)};` }),
    );
    const who = person();
    if (who !== undefined) await signInAs(server, page, who);
    const found: Record<string, string[]> = {};
    for (const path of pages()) {
      await follow(page, path);
      expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
      const fromTheLeft = await overflowOf(page);
      await write(page, 'rtl');
      const fromTheRight = await overflowOf(page);
      await write(page, 'ltr');
      if (fromTheLeft.length > 0) found[path] = fromTheLeft;
      if (fromTheRight.length > 0) found[`${path} from right to left`] = fromTheRight;
    }
    expect(found).toEqual({});
    expect(await page.locator('header').textContent()).toMatch(/\[.*[éîöûå]{2}.*\]/);
    await write(page, 'rtl');
    const edge = await page
      .locator('header a')
      .first()
      .evaluate((brand) => brand.getBoundingClientRect().right);
    expect(edge).toBeGreaterThan(phone.viewport.width - 40);
    visitor.expectNoErrors();
  },
);
