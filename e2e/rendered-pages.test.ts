import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languages as offered } from '../src/locales/catalogues.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { layoutShiftOf, watchLayoutShift } from './support/layout-shift.ts';
import { appIsReady, settle } from './support/looks.ts';
import { memberPages } from './support/pages.ts';
import { signInAs } from './support/seed.ts';
import { startServer } from './support/server.ts';
import type { Server } from './support/server.ts';
import { clientOf, makeYear } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;
let announcement: string;

const hostile =
  '</script><script>document.title="planted"</script><!-- <img src=x onerror="document.title=\'planted\'">';

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  year = await makeYear(server);
  const owner = await clientOf(server, year.owner);
  await owner.call('update_project', {
    path: { pid: year.pid },
    body: { description: `Two days of **talks**.\n\n${hostile}` },
  });
  await owner.call('update_team', {
    path: { pid: year.pid, tid: 'venue' },
    body: { public_description: `We **build** the stage. ${hostile}` },
  });
  const news = {
    title: 'Set-up starts at 8',
    body: `Bring **gloves**. ${hostile}`,
    tid: null,
    audience: 'public',
  } as const;
  ({ id: announcement } = await owner.call('create_announcement', { path: { pid: year.pid }, body: news }));
});

afterAll(() => server[Symbol.asyncDispose]());

const project = (path = ''): string => `/projects/${year.pid}${path}`;
const htmlOf = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
  (await fetch(`${server.url}${path}`, { headers: { accept: 'text/html', ...headers } })).text();

test('without JavaScript visitors read the event, its dates, its teams and its people, and follow links', async () => {
  await using visitor = await newVisitor(browser, server.url, { javaScriptEnabled: false });
  const { page } = visitor;
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('Two days of').first().waitFor();
  expect(await page.locator('main strong', { hasText: 'talks' }).count()).toBe(1);
  await page.goto(project());
  await page.getByText('8 – 9 August').first().waitFor();
  await page.locator('main').getByRole('link', { name: 'Venue' }).first().click();
  await page.locator('main strong', { hasText: 'build' }).waitFor();
  expect(page.url()).toBe(`${server.url}${project('/teams/venue')}`);
  await page.goto(project('/staff'));
  await page.locator('main h2').first().waitFor();
  await page.goto(project('/announcements'));
  await page.locator('main').getByRole('link', { name: 'Set-up starts at 8' }).click();
  await page.locator('main strong', { hasText: 'gloves' }).waitFor();
  expect(page.url()).toBe(`${server.url}${project(`/announcements/${announcement}`)}`);
  await page.goto('/help/desk');
  await page.locator('main article img').first().waitFor();
  expect(await page.locator('noscript').count()).toBe(0);
  visitor.expectNoErrors();
});

test('without JavaScript visitors check the number of a certificate', async () => {
  await using visitor = await newVisitor(browser, server.url, { javaScriptEnabled: false });
  const { page } = visitor;
  await page.goto('/verify');
  await page.getByLabel('Number of the certificate').fill('7k3m-9q2w 4x8y');
  await page.getByRole('button', { name: 'Check number' }).click();
  await page.getByText('No certificate has this number.').waitFor();
  expect(page.url()).toBe(`${server.url}/verify/7k3m9q2w4x8y`);
  visitor.expectNoErrors();
});

test('pages that need JavaScript say so in every language', async () => {
  const [, text = ''] = /<noscript>([^]*?)<\/noscript>/.exec(await htmlOf('/sign-in')) ?? [];
  expect([...text.matchAll(/lang="([^"]+)"/g)].map(([, language = '']) => language).toSorted()).toEqual(
    offered.toSorted(),
  );
});

test('the language comes from the browser, and from the choice in the cookie', async () => {
  const chinese = await htmlOf('/', { 'accept-language': 'zh-TW,zh;q=0.9,en;q=0.5' });
  expect(chinese).toContain('<html lang="zh-TW" dir="ltr"');
  expect(chinese).toContain('以電子郵件登入');
  expect(chinese).toContain('<title>Summer Camp');
  const chosen = await htmlOf('/', { 'accept-language': 'zh-TW', cookie: 'muster_language=en' });
  expect(chosen).toContain('<html lang="en"');
  expect(await htmlOf('/', { 'accept-language': 'xx;q=abc,,;;q=1', cookie: 'muster_language=%00' })).toContain(
    '<html lang="en"',
  );
});

test('a page that differs from what the application renders is an error', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.route(`**${project('/teams/venue')}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('>Venue<', '>Avenue<') });
  });
  visitor.expectError(/#418/);
  await page.goto(project('/teams/venue'));
  await page.getByRole('heading', { name: 'Avenue' }).waitFor();
  const reported = page.waitForEvent('pageerror');
  await page.keyboard.press('Tab');
  expect((await reported).message).toContain('#418');
  await page.getByRole('heading', { name: 'Venue', exact: true }).waitFor();
});

const pagesWithDates = () => ['/', project(), project('/announcements')];
const everyPage = () => [
  ...pagesWithDates(),
  '/projects',
  project('/teams'),
  project('/teams/venue'),
  project('/staff'),
  project(`/announcements/${announcement}`),
  '/help',
  '/help/owners',
  '/verify',
];

const languages = [
  ['en-GB', everyPage],
  ['de', pagesWithDates],
  ['zh-TW', everyPage],
  ['zh-CN', pagesWithDates],
  ['ja', pagesWithDates],
] as const;

test.each(languages)(
  'the application takes over pages without an error or a request for data, in %s',
  async (locale, pages) => {
    await using visitor = await newVisitor(browser, server.url, { locale, colorScheme: 'dark' });
    const { page } = visitor;
    const calls: string[] = [];
    page.on('request', (request) => void (request.url().includes('/api/') && calls.push(request.url())));
    for (const path of pages()) {
      await page.goto(path);
      const before = await page.locator('main').innerText();
      expect(await page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])).toBe('dark');
      await page.keyboard.press('Tab');
      await appIsReady(page);
      await settle(page);
      expect(await page.locator('main').innerText()).toBe(before);
    }
    expect(calls).toEqual([]);
    visitor.expectNoErrors();
  },
);

test.each(['owner', 'administrator', 'member'] as const)(
  'the home page of the %s arrives with its content, and the application takes it over',
  async (role) => {
    await using visitor = await newVisitor(browser, server.url);
    const { page } = visitor;
    await signInAs(server, page, year[role]);
    const calls: string[] = [];
    page.on('request', (request) => void (request.url().includes('/api/') && calls.push(request.url())));
    const response = await page.goto('/');
    expect(response?.headers()['cache-control']).toBe('no-store');
    expect(await response?.text()).toContain('<h1');
    await appIsReady(page);
    await settle(page);
    expect(calls).toEqual([]);
    visitor.expectNoErrors();
  },
);

test('a page that was rendered long ago is taken over as it is, and its data is loaded again only afterwards', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.member);
  // On the day of the task, which the server does not call today yet.
  await page.clock.setFixedTime(new Date(`${year.pid}-08-08T00:00:00Z`));
  await page.addInitScript(`{
    const [ask, elapsed] = [window.fetch, performance.now.bind(performance)];
    performance.now = () => elapsed() + 60_000;
    window.askedWhen = [];
    window.fetch = (...request) => {
      window.askedWhen.push(document.documentElement.dataset.app ?? 'early');
      return ask(...request);
    };
  }`);
  await page.goto('/');
  await appIsReady(page);
  await settle(page);
  expect(new Set(await page.evaluate<string[]>('window.askedWhen'))).toEqual(new Set(['ready']));
  visitor.expectNoErrors();
});

test.each([
  ['a language', chooseLanguage],
  ['another page', openTeams],
] as const)('%s that is chosen while the application takes the page over is no error', async (_, choose) => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(project('/teams/venue'));
  await choose(page);
  await appIsReady(page);
  visitor.expectNoErrors();
});

test('a page that the reader leaves before the application takes it over is no error', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.chief);
  // As the Back button does in a tab that was reloaded.
  await page.addInitScript(`{
    let router;
    Object.defineProperty(window, '__TSR_ROUTER__', {
      get: () => router,
      set: (made) => {
        router = made;
        queueMicrotask(() => router.history.replace('/projects'));
      },
    });
  }`);
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
  await appIsReady(page);
  visitor.expectNoErrors();
});

async function chooseLanguage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '繁體中文' }).click();
  await page.getByRole('navigation', { name: '主選單' }).waitFor();
}

/** Follows a link as soon as the first part of the application has started. */
async function openTeams(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => '__TSR_ROUTER__' in window);
  await page.locator('main nav').getByRole('link', { name: 'Teams' }).click();
  await page.waitForURL(`**${project('/teams')}`);
  await page.keyboard.press('Tab');
}

/** Pages with forms about private data, and those that need the browser, are filled by the application. */
const isFilledByBrowser = (path: string): boolean =>
  /^\/(?:me\/(?!history|calendar|notices)|api-access|projects\/[^/]+\/forms\/)/.test(path);

test.each([
  ['member', memberPages],
  ['chief', (places: Year) => memberPages(places).filter((path) => path.startsWith('/projects/'))],
] as const)(
  'the pages that a %s opens arrive with their content, and the application takes them over',
  async (role, pages) => {
    await using visitor = await newVisitor(browser, server.url);
    const { page } = visitor;
    await signInAs(server, page, year[role]);
    const calls: string[] = [];
    page.on('request', (request) => void (request.url().includes('/api/') && calls.push(request.url())));
    for (const path of pages(year)) {
      const response = await page.goto(path);
      const html = (await response?.text()) ?? '';
      expect([path, html.includes('<h1')]).toEqual([path, !isFilledByBrowser(path)]);
      await appIsReady(page);
      await settle(page);
      if (isFilledByBrowser(path)) calls.length = 0;
      // Opening the page marks notices as read, and "My day" is saved for offline use.
      const asked = calls.splice(0).filter((url) => !/\/me\/notices|my-day/.test(path) && !url.includes('.css'));
      expect([path, asked]).toEqual([path, []]);
    }
    visitor.expectNoErrors();
  },
  240_000,
);

test('what mails about one claim, document or announcement lead to arrives with its content', async () => {
  const path = { pid: year.pid };
  const [owner, member] = [await clientOf(server, year.owner), await clientOf(server, year.member)];
  const lines = [{ date: '2026-01-02', what: 'Gaffer tape', amount: 1290 }];
  const claim = await member.call('create_claim', { path, body: { currency: 'EUR', lines } });
  const rules = { title: 'House rules', body: 'Be **kind**.', required_for: 'tasks' } as const;
  const document = await owner.call('create_document', { path, body: rules });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.addInitScript(watchLayoutShift);
  await signInAs(server, page, year.member);
  const calls: string[] = [];
  page.on('request', (request) => void (request.url().includes('/api/') && calls.push(request.url())));
  for (const [address, text] of [
    [`/claims/${claim.id}`, 'Gaffer tape'],
    ['/claims', 'Gaffer tape'],
    [`/documents/${document.id}`, 'kind'],
    [`/announcements/${announcement}`, 'gloves'],
  ] as const) {
    const html = (await (await page.goto(project(address)))?.text()) ?? '';
    expect([address, html.includes('<h1'), html.includes(text)]).toEqual([address, true, true]);
    await appIsReady(page);
    await settle(page);
    // A form is filled with the newest version, in case it was changed elsewhere.
    const asked = calls.splice(0).filter((url) => !url.endsWith(claim.id));
    expect([address, asked]).toEqual([address, []]);
    expect([address, await layoutShiftOf(page)]).toEqual([address, []]);
  }
  visitor.expectNoErrors();
});

test.each([undefined, 'Europe/London'])(
  'a signed-in person in another time zone sees the dates of their own, also if the server assumed %s',
  async (assumed) => {
    await using visitor = await newVisitor(browser, server.url, { timezoneId: 'Pacific/Kiritimati' });
    const { page } = visitor;
    await page.addInitScript(watchLayoutShift);
    await signInAs(server, page, year.owner);
    await page.context().clearCookies({ name: 'muster_time_zone' });
    if (assumed !== undefined)
      await page.context().addCookies([{ name: 'muster_time_zone', value: assumed, url: server.url }]);
    const times = () => page.locator('main time').allTextContents();
    const html = (await (await page.goto('/'))?.text()) ?? '';
    expect(html).toContain(`"timeZone":"${assumed ?? 'Asia/Taipei'}"`);
    await appIsReady(page);
    await settle(page);
    const shown = await times();
    expect(await layoutShiftOf(page)).toEqual([]);
    const cookies = await page.context().cookies();
    expect(cookies.find(({ name }) => name === 'muster_time_zone')?.value).toBe('Pacific/Kiritimati');
    expect(await (await page.reload())?.text()).toContain('"timeZone":"Pacific/Kiritimati"');
    await appIsReady(page);
    expect(shown.length).toBeGreaterThan(0);
    expect(await times()).toEqual(shown);
    visitor.expectNoErrors();
  },
);

test('a form that was left half filled in is restored on a page that arrives with its content', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.member);
  await page.goto(project('/availability'));
  await appIsReady(page);
  await page.getByLabel('hours').first().fill('12');
  await page.reload();
  await page.getByText('We restored what you typed earlier.').waitFor();
  expect(await page.getByLabel('hours').first().inputValue()).toBe('12');
  visitor.expectNoErrors();
});

test('a button that is pressed before the application is loaded works once it is', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.goto('/');
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '繁體中文' }).click();
  await page.getByRole('link', { name: '以電子郵件登入' }).waitFor();
  visitor.expectNoErrors();
});

test('what is filled in before the application is loaded is not lost', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.member);
  const typed = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await typed.promise;
    await route.continue();
  });
  await page.goto(project('/work'));
  await page.getByLabel('What you did').fill('Fetched the tables');
  typed.resolve();
  await appIsReady(page);
  await page.getByRole('button', { name: 'Add hours' }).click();
  await page.getByRole('main').getByText('Fetched the tables', { exact: true }).waitFor();
  visitor.expectNoErrors();
});

test('what is cleared before the application is loaded stays empty', async () => {
  const email = 'cleared@example.org';
  const owner = await clientOf(server, year.owner);
  await owner.call('invite_to_team', {
    path: { pid: year.pid, tid: 'venue' },
    body: { emails: [email], names: ['Nora'] },
  });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.goto('/invitations');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Create sign-in link' }).click();
  await page.goto(await server.mailedLink(email));
  await page.getByRole('heading', { level: 1, name: 'Invitations' }).waitFor();
  const cleared = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await cleared.promise;
    await route.continue();
  });
  await page.goto('/');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect.poll(() => name.inputValue()).toBe('Nora');
  await name.fill('');
  await page.getByRole('button', { name: 'Join Venue' }).click();
  cleared.resolve();
  await page.getByText('Enter your name.').waitFor();
  expect(await name.inputValue()).toBe('');
  visitor.expectNoErrors();
});

test('a page stays where its reader scrolled to when the application takes it over', async () => {
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 390, height: 400 } });
  const { page } = visitor;
  await page.goto('/');
  await page.evaluate(() => window.scrollTo(0, 200));
  await page.keyboard.press('Shift');
  await appIsReady(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(200);
  visitor.expectNoErrors();
});

test('a page changes with its data, and drafts are not found', async () => {
  const owner = await clientOf(server, year.owner);
  const path = { pid: year.pid };
  await owner.call('update_team', { path: { ...path, tid: 'venue' }, body: { name: 'Stage crew' } });
  expect(await htmlOf(project('/teams'))).toContain('Stage crew');
  const [first, again] = [await fetch(`${server.url}${project()}`), await fetch(`${server.url}${project()}`)];
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  const etag = again.headers.get('etag') ?? '';
  expect((await fetch(`${server.url}${project()}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  await owner.call('update_project', { path, body: { state: 'draft' } });
  for (const page of ['', '/teams', '/teams/venue', '/staff'])
    expect(
      await fetch(`${server.url}${project(page)}`).then(async (answer) => [
        answer.status,
        (await answer.text()).includes('Stage crew'),
      ]),
    ).toEqual([404, false]);
  await owner.call('update_project', { path, body: { state: 'public' } });
  expect(await htmlOf(project())).toContain('Stage crew');
});

test('after an upgrade a page that was loaded before is loaded again when it is used', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.route('**/assets/index-*.js', (route) => route.fulfill({ status: 404 }), { times: 2 });
  visitor.expectError(/404|dynamically imported/);
  await page.goto('/');
  const reloaded = page.waitForEvent('framenavigated');
  await page.keyboard.press('Tab');
  await reloaded;
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.unroute('**/assets/index-*.js');
  await page.keyboard.press('Tab');
  await appIsReady(page);
});
