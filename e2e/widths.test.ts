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
import { browserClientOf, clientOf, makeYear } from './support/year.ts';
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

/** What the words of a button or a choice would need more than they have. */
const cutLabels = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.mantine-Button-label, .mantine-SegmentedControl-label')]
      .filter((label) => label.checkVisibility() && label.scrollWidth > label.clientWidth + 1)
      .map((label) => `${label.textContent} is cut off`),
  );

/** Whether the name of the event can be read as a whole. */
const hasWholeName = (page: Page): Promise<boolean> =>
  page
    .locator('header a span')
    .first()
    .evaluate((name) => {
      const { width, height } = name.getBoundingClientRect();
      return width > 100 && name.scrollHeight < height + 8;
    });

test.each(roles)('pages of $who fit a phone with text twice as large', async ({ person, pages }) => {
  await using visitor = await newVisitor(browser, server.url, phone);
  const { page } = visitor;
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  const who = person();
  if (who !== undefined) await signInAs(server, page, who);
  const found: Record<string, string[]> = {};
  for (const path of pages()) {
    await follow(page, path);
    const problems = [...(await overflowOf(page)), ...(await cutLabels(page))];
    if (!(await hasWholeName(page))) problems.push('no name of the event');
    if (problems.length > 0) found[path] = problems;
  }
  expect(found).toEqual({});
});

const cutBeside = async (page: Page, text: string): Promise<string[]> => {
  await page.getByText(text).first().waitFor();
  return cutLabels(page);
};

let tries = 0;

test('organisers can read and press what they need on a phone', async () => {
  const { pid, member, volunteer } = year;
  const owner = await clientOf(server, year.owner);
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const body = { title: 'Door', tid: 'venue', capacity: 4, starts_at: at(-30), ends_at: at(90) };
  const { id } = await owner.call('create_task', { path: { pid }, body });
  await owner.call('add_attendee', { path: { pid, id, uid: member.uid } });
  const contact = { phone: '+886912345678', handles: [], visible_to: 'chiefs' as const };
  await (await clientOf(server, member)).call('put_contact', { body: contact });
  await owner.call('update_team', { path: { pid, tid: 'venue' }, body: { takes_applications: true } });
  await (
    await clientOf(server, volunteer)
  ).call('apply_to_team', { path: { pid, tid: 'venue' }, body: { message: 'Hello' } });
  const admin = await browserClientOf(server, year.administrator);
  tries += 1;
  const next = String(Number(pid) + tries);
  const days = { starts_on: `${next}-08-08`, ends_on: `${next}-08-09` };
  const copied = { name: 'Next', timezone: 'Asia/Taipei', copy_from: pid, owners: [year.owner.uid] };
  await admin.call('create_project', { body: { pid: next, ...copied, ...days } });

  await using visitor = await newVisitor(browser, server.url, { ...phone, hasTouch: true });
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/now`);
  await page
    .getByRole('button', { name: new RegExp(`^${member.name}`) })
    .first()
    .click();
  expect(await cutBeside(page, 'Call +886912345678')).toEqual([]);
  await page.goto(`/projects/${next}/manage`);
  expect(await cutBeside(page, "Last year's members")).toEqual([]);
  await page.goto(`/projects/${next}/teams/venue/manage?add=last-year`);
  expect(await cutBeside(page, "Last year's members")).toEqual([]);
  await page.goto(`/projects/${pid}/teams/venue/manage?tab=applications`);
  const [accept, decline] = await Promise.all(
    ['Accept', 'Decline'].map((name) => page.getByRole('button', { name: new RegExp(`^${name}`) }).boundingBox()),
  );
  expect(Math.min(accept?.height ?? 0, decline?.height ?? 0)).toBeGreaterThanOrEqual(44);
  expect((decline?.x ?? 0) - (accept?.x ?? 0) - (accept?.width ?? 0)).toBeGreaterThanOrEqual(8);
});
