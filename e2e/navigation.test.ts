import type { Browser, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestPerson } from '../test/support/factories.ts';
import { newVisitor } from './support/browser.ts';
import { layoutShiftOf, watchLayoutShift } from './support/layout-shift.ts';
import { appIsReady, follow, settle, visit } from './support/looks.ts';
import { adminPages, chiefPages, memberPages, ownerPages, visitorPages } from './support/pages.ts';
import { openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { browserClientOf, clientOf, makeFreshYear, makePeople } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

/** The visible state of a page: URL, heading, current link, field values and open dialogs. */
const pageState = (page: Page) =>
  page.evaluate(() => ({
    address: window.location.pathname + window.location.search,
    title: document.title,
    heading: document.querySelector('main h1')?.textContent ?? '',
    marked: [...document.querySelectorAll('main [aria-current=page]')].map(({ textContent }) => textContent),
    filled: [...document.querySelectorAll<HTMLInputElement>('main input, main textarea, main select')].map((input) =>
      ['checkbox', 'radio'].includes(input.type) ? String(input.checked) : input.value,
    ),
    open: [...document.querySelectorAll('[role=dialog] h2')].map(({ textContent }) => textContent),
    items: document.querySelectorAll('main li, main tr').length,
  }));

/** Comes from another page, leaves, comes back and reloads; returns the differences from the first state. */
async function leaveAndReturn(page: Page, path: string): Promise<string[]> {
  const elsewhere = path === '/projects' ? '/' : '/projects';
  /** A dialog of the URL, and what shows Markdown, are loaded after their page. */
  const settled = async () => {
    await settle(page);
    if (path.includes('erase=true')) await page.getByRole('dialog').getByRole('heading').first().waitFor();
    if (path.startsWith('/help')) await page.locator('article :is(p, li)').first().waitFor();
    return pageState(page);
  };
  await follow(page, path);
  const first = await settled();
  await follow(page, elsewhere);
  await page.goBack();
  await page.waitForFunction((heading) => document.querySelector('main h1')?.textContent === heading, first.heading);
  const back = await settled();
  await page.reload();
  const again = await settled();
  return [
    ...(JSON.stringify(back) === JSON.stringify(first) ? [] : [`back: ${JSON.stringify([first, back])}`]),
    ...(JSON.stringify(again) === JSON.stringify(first) ? [] : [`reload: ${JSON.stringify([first, again])}`]),
    ...(await layoutShiftOf(page)),
  ];
}

const roles: [string, () => TestPerson | undefined, (year: Year) => string[]][] = [
  ['a visitor', () => undefined, visitorPages],
  ['a member', () => year.member, memberPages],
  ['a chief', () => year.chief, (places) => ['/', ...chiefPages(places)]],
  ['an owner', () => year.owner, (places) => ['/', ...ownerPages(places)]],
  ['an administrator', () => year.administrator, (places) => ['/', ...adminPages(places)]],
];

const phone = { width: 390, height: 844 };
const laptop = { width: 1280, height: 800 };

type Role = (typeof roles)[number];
type Size = typeof phone;

/** Looks at every fourth page of a role. */
async function expectNoFaults(
  [, who, pages]: Role,
  viewport: Size,
  faultsOf: (page: Page, path: string) => Promise<string[]>,
) {
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce', viewport });
  const { page } = visitor;
  await page.addInitScript(watchLayoutShift);
  const person = who();
  if (person !== undefined) await signInAs(server, page, person);
  const faults: Record<string, string[]> = {};
  for (const path of pages(year).filter((_, index) => index % 4 === 0)) {
    const found = await faultsOf(page, path);
    if (found.length > 0) faults[path] = found;
  }
  expect(faults).toEqual({});
  visitor.expectNoErrors();
}

test.each(roles)(
  'pages of %s are the same after going back and after a reload, and nothing moves while they load',
  (...role) => expectNoFaults(role, phone, leaveAndReturn),
  240_000,
);

/** A laptop shows lists at the side and wide tables. */
test.each(roles)(
  'nothing moves on a laptop while pages of %s load',
  (...role) =>
    expectNoFaults(role, laptop, async (page, path) => {
      await visit(page, path);
      return layoutShiftOf(page);
    }),
  240_000,
);

test('pages without a tab or entry of their own mark the one that they belong to', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const marked = async (path: string) => {
    await follow(page, `/projects/${year.pid}/${path}`);
    await settle(page);
    return page.locator('main nav [aria-current=page]').filter({ visible: true }).allTextContents();
  };
  await signInAs(server, page, year.member);
  expect(await marked('announcements')).toEqual(['Overview']);
  for (const path of ['tasks', 'open-tasks', 'availability', 'my-skills'])
    expect(await marked(path)).toEqual(['Shifts']);
  for (const path of ['my-day', 'my-hours', 'work']) expect(await marked(path)).toEqual(['My day']);
  await page.context().clearCookies();
  await signInAs(server, page, year.chief);
  await visit(page, '/');
  for (const path of ['tasks/new', `tasks/${year.task}/edit`]) expect(await marked(path)).toEqual(['Shifts', 'List']);
  visitor.expectNoErrors();
});

test('nobody is stuck on a page with nothing to do', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  for (const path of ['/desk', '/not-me']) {
    await page.goto(path);
    await page.getByRole('link', { name: 'Go to home page' }).click();
    await page.waitForURL(`${server.url}/`);
  }
  await page.goto('/unsubscribe');
  await page.getByRole('link', { name: 'Choose which emails you get' }).waitFor();

  // A person who shares nothing.
  await signInAs(server, page, year.member);
  await visit(page, `/projects/${year.pid}/teams/venue`);
  await page.getByText('So far, nobody in this team shares theirs with you.').waitFor();
  await follow(page, `/people/${year.owner.uid}`);
  await page.getByText("This person hasn't shared anything else here.").waitFor();
  expect(await page.getByText('public').count()).toBe(0);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('heading', { level: 1, name: 'Venue' }).waitFor();
  // Her chief, who shares nothing either.
  await follow(page, `/people/${year.chief.uid}`);
  await page.getByText(`Chief of Venue · Summer Camp ${year.pid}`).waitFor();
  await page.getByText("If they share a phone number or chat name with you, it's on the page of the team.").waitFor();
  visitor.expectNoErrors();
});

test('the search box follows the URL, and typing changes the URL', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.administrator);
  await follow(page, '/admin/people');
  await follow(page, '/admin/people?q=vera');
  const box = page.getByRole('searchbox');
  expect(await box.inputValue()).toBe('vera');
  await box.fill('mia ');
  await page.waitForURL('**/admin/people?q=mia');
  await page.getByRole('button', { name: 'Details of Mia Member' }).waitFor();
  expect(await box.inputValue()).toBe('mia ');
  await page.goBack();
  await expect.poll(() => box.inputValue()).toBe('');
  visitor.expectNoErrors();
});

test('a page asks for all that its address names at once, and what is known shows before any answer', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.member);
  const project = (path = '') => `/projects/${year.pid}${path}`;
  await page.goto('/');
  await appIsReady(page);
  const asked = new Set<string>();
  const held: Route[] = [];
  await page.route('**/api/**', (route) => {
    asked.add(new URL(route.request().url()).pathname);
    held.push(route);
  });
  const task = project(`/tasks/${year.task}`);
  await page.evaluate(`window.__TSR_ROUTER__.navigate({ href: ${JSON.stringify(task)} })`);
  await expect.poll(() => asked).toEqual(new Set([project(), project('/teams'), task].map((path) => `/api${path}`)));
  for (const route of held) await route.fallback();
  await page.unroute('**/api/**');
  await page.getByRole('heading', { level: 1, name: 'Registration desk' }).waitFor();
  await settle(page);

  await page.route('**/api/**', () => {});
  await page.getByRole('navigation', { name: 'Summer Camp' }).getByRole('link', { name: 'My day' }).click();
  await page.getByRole('heading', { level: 1, name: 'My day' }).waitFor();
  expect(await page.getByRole('navigation', { name: 'Summer Camp' }).isVisible()).toBe(true);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Registration desk' }).waitFor();
  visitor.expectNoErrors();
});

/** Goes to the path within the application; returns the largest number of dialogs in any frame until the title shows. */
const dialogsUntil = (page: Page, path: string, title: string): Promise<number> =>
  page.evaluate(`(async () => {
    const titles = () => [...document.querySelectorAll('[role=dialog] h2')].map(({ textContent }) => textContent);
    window.__TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} });
    let most = 0;
    for (let frames = 0; frames < 30; frames += titles().includes(${JSON.stringify(title)}) ? 1 : 0) {
      await new Promise(requestAnimationFrame);
      most = Math.max(most, titles().length);
    }
    return most;
  })()`);

test('a link from one dialog of a team to another shows one dialog at a time', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  const teams = `/projects/${year.pid}/manage/teams`;
  await follow(page, `${teams}?edit=venue`);
  await page.getByRole('dialog').waitFor();
  expect(await dialogsUntil(page, `${teams}?chiefs=venue`, 'Chiefs of Venue')).toBe(1);
  expect(await dialogsUntil(page, `${teams}?edit=press`, 'Edit Press')).toBe(1);
  expect(await dialogsUntil(page, `${teams}?create=true`, 'New team')).toBe(1);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(page.url()).toBe(server.url + teams);
  visitor.expectNoErrors();
});

test('long lists of people are paged', async () => {
  const { pid } = year;
  const names = Array.from({ length: 105 }, (_, index) => `Helper ${String(index).padStart(3, '0')}`);
  const people = await makePeople(server, names);
  const owner = await clientOf(server, year.owner);
  const entries = people.map(({ uid }) => ({ uid }));
  await owner.call('add_members', { path: { pid, tid: 'press' }, body: { people: entries } });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/teams/press`);
  const rows = page.getByRole('row');
  await rows.nth(100).waitFor();
  expect(await rows.count()).toBe(101);
  await page.getByRole('button', { name: 'Show more' }).click();
  await rows.nth(105).waitFor();
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);

  await page.goto(`/projects/${pid}/people?tid=press`);
  await page.getByText('105 people', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Message all 105 people' }).waitFor();
  await page.goto(`/projects/${pid}/people`);
  await page.getByRole('link', { name: /^Message \d+ people \(without you\)$/ }).waitFor();

  await signInAs(server, page, year.administrator);
  await page.goto('/admin/people?q=helper');
  const details = page.getByRole('button', { name: /^Details of Helper/ });
  await details.nth(49).waitFor();
  expect(await details.count()).toBe(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await details.nth(99).waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await details.nth(104).waitFor();
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  visitor.expectNoErrors();
});

test('calendars of events that are over are offered only to remove their address', async () => {
  const past = await makeFreshYear(server);
  const member = await browserClientOf(server, past.member);
  const path = { pid: past.pid, tid: 'venue' };
  await (await clientOf(server, past.owner)).call('update_project', { path, body: { state: 'archived' } });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, past.member);
  const cards = async () => {
    await visit(page, '/me/calendar');
    return page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  };
  expect(await cards()).toEqual(['My shifts']);
  await member.call('create_team_calendar', { path });
  expect(await cards()).toEqual(['My shifts', `Shifts of Venue · Summer Camp ${past.pid}`]);
  visitor.expectNoErrors();
});

test('what is still loading after ten seconds says so, and what is loaded stays readable', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.clock.install();
  await signInAs(server, page, year.member);
  await page.goto('/projects');
  await appIsReady(page);
  await page.route(`**/api/projects/${year.pid}/teams?*`, () => {});
  await page.evaluate(`void window.__TSR_ROUTER__.navigate({ to: '/projects/${year.pid}/teams' })`);
  await page.locator('.muster-loading').waitFor();
  await page.clock.runFor(11_000);
  const slow = page.getByRole('status').getByText('This is taking longer than usual.');
  await slow.waitFor();
  await page.route('**/api/me/tokens*', () => {});
  await page.getByRole('link', { name: 'API access' }).click();
  await page.getByRole('heading', { name: 'API access', level: 1 }).waitFor();
  await page.clock.runFor(11_000);
  await slow.waitFor();
  await page.goBack();
  await page.context().setOffline(true);
  await page.getByRole('heading', { name: 'Teams', level: 1 }).waitFor();
});
