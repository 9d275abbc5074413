import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../src/client/client.ts';
import { browserOf } from '../test/support/factories.ts';
import type { TestPerson } from '../test/support/factories.ts';
import { seriousFindings } from './support/axe.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { follow, tooWide } from './support/looks.ts';
import { adminPages, chiefPages, memberPages, ownerPages, visitorPages } from './support/pages.ts';
import { seed, signInAs } from './support/seed.ts';
import { startServer } from './support/server.ts';
import type { Server } from './support/server.ts';
import { clientOf, makeYear } from './support/year.ts';
import type { Year } from './support/year.ts';

/** Short enough for every field, with both common ways of script injection. */
const planted = '<img src=x onerror=planted()><script>planted()</script>';
const markdown = `${planted}\n\n[a link](javascript:planted()) <a href="javascript:planted()">another</a>\n\n![](x)`;
const eraseAfter = '2099-12-31';

let server: Server;
let browser: Browser;
let year: Year;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  year = await makeYear(server);
  await plantInProject(await clientOf(server, year.owner));
  for (const person of [year.owner, year.chief, year.member, year.administrator])
    await plantInPerson(await clientOf(server, person));
  const admin = await clientOf(server, year.administrator);
  await admin.call('apply_to_team', { path: { pid: year.pid, tid: 'venue' }, body: { message: markdown } });
  const hers = await clientOf(server, year.member);
  await hers.call('apply_to_team', { path: { pid: year.pid, tid: 'press' }, body: { message: markdown } });
  // Suspension needs a browser.
  const headers = await seed(server, (context) => browserOf(context, year.administrator));
  await fetch(`${server.url}/api/users/${year.volunteer.uid}/suspension`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: planted }),
  });
});

afterAll(() => server[Symbol.asyncDispose]());

async function plantInProject({ call }: Client): Promise<void> {
  const { pid, task } = year;
  const path = { pid };
  await call('update_project', { path, body: { name: planted, description: markdown } });
  const texts = { description: markdown, public_description: markdown, mailing_list: planted };
  await call('update_team', {
    path: { pid, tid: 'venue' },
    body: { name: planted, takes_applications: true, ...texts },
  });
  await call('change_task', {
    path: { pid, id: task },
    body: { title: planted, description: markdown, category: planted },
  });
  await call('replace_traffic_subsidies', {
    path,
    body: {
      currency: 'TWD',
      data: [
        { location: 'Kaohsiung', amount: 1 },
        { location: planted, amount: 2 },
      ],
    },
  });
  await call('update_team', { path: { pid, tid: 'press' }, body: { name: planted, takes_applications: true } });
  await call('invite_to_team', { path: { pid, tid: 'press' }, body: { emails: [year.member.email] } });
  await call('change_form', { path: { pid, form: 'travel' }, body: { title: planted, description: markdown } });
  const options = [{ value: planted, label: planted }];
  await call('create_form', {
    path,
    body: {
      form: 'own',
      kind: 'custom',
      title: planted,
      description: markdown,
      enabled: true,
      fields: [
        { key: 'pick', label: planted, help: planted, type: 'choice', options },
        { key: 'picks', label: planted, help: planted, type: 'choices', options },
        { key: 'say', label: planted, type: 'text', private: true, purpose: planted, erase_after: eraseAfter },
      ],
    },
  });
}

/** Fills every text that people write about themselves, and their answers. */
async function plantInPerson({ call }: Client): Promise<void> {
  const { pid } = year;
  await call('put_profile', {
    body: { name: planted, intro: markdown, listing: 'public', resume_public: true, history_public: true },
  });
  await call('put_resume', { body: { markdown } });
  await call('put_bank', { body: { code: '004', number: '123456', branch: planted, holder: planted } });
  await call('put_address', { body: { country: 'TW', postal_code: '100', receiver: planted, address: planted } });
  await call('put_dietary_habits', { body: { selected: [], note: planted } });
  await call('put_real_profile', {
    body: { name: planted, phone: '', national_id: '', company: planted, birthday: null },
  });
  const answers = { pick: planted, picks: [planted], say: planted };
  // The form does not ask people without a team.
  await call('save_own_response', { path: { pid, form: 'own' }, body: { answers } }).catch(() => undefined);
}

const inProject = (path: string): string => `/projects/${year.pid}${path}`;

/** The places where the planted text became markup or ran as script. */
async function injectedScript(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => [
    ...('ran' in window ? ['it ran'] : []),
    ...[...document.querySelectorAll('[onerror], main img[src="x"], main script, a[href^="javascript:" i]')].map(
      (element) => element.outerHTML,
    ),
  ]);
  return found;
}

const showsPlanted = async (page: Page): Promise<boolean> =>
  (await page.locator('body').innerText()).includes('<img src=x');

/** What the words of the texts need differs by language, and colours by scheme: a walk goes on in the next ones every few pages. */
const languages = ['zh-TW', 'en', 'ja', 'de', 'zh-CN'];
const screens = [
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  { colorScheme: 'light', viewport: { width: 1280, height: 844 } },
] as const;
const pagesPerTurn = 5;

/** The page is loaded in this language. */
async function takeTurn(page: Page, turn: number): Promise<void> {
  const { colorScheme, viewport } = screens[turn % screens.length] ?? screens[0];
  const language = languages[turn % languages.length] ?? '';
  await page.context().addCookies([{ name: 'muster_language', value: language, url: server.url }]);
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
  await page.goto('about:blank');
}

/** Accessibility and layout problems, and script that ran. */
async function faultsOf(page: Page, path: string): Promise<string[]> {
  await follow(page, path);
  const title = await page.title();
  return [
    ...(await seriousFindings(page)),
    ...(await tooWide(page)),
    ...(await injectedScript(page)),
    // The front page has the name of the event alone.
    ...(title.endsWith(' · Muster') || path === '/' ? [] : [`title "${title}"`]),
  ];
}

type Role = { who: string; person: () => TestPerson | undefined; pages: () => string[]; shown: number };

/** Planted text is shown on at least so many pages of each role. Members also visit pages without access. */
const roles: Role[] = [
  { who: 'visitor', person: () => undefined, pages: () => visitorPages(year), shown: 3 },
  {
    who: 'member',
    person: () => year.member,
    pages: () => [...memberPages(year), ...['/forms/own', '/manage/totals', '/teams/venue/manage'].map(inProject)],
    shown: 12,
  },
  { who: 'chief', person: () => year.chief, pages: () => chiefPages(year), shown: 5 },
  {
    who: 'owner',
    person: () => year.owner,
    pages: () => [...ownerPages(year), ...['/manage/forms/own', '/people?q=zzzz'].map(inProject)],
    shown: 10,
  },
  { who: 'administrator', person: () => year.administrator, pages: () => adminPages(year), shown: 3 },
];

test.each(roles)(
  'every page of a $who opens, is accessible, fits the screen and runs no script',
  async ({ person, pages, shown }) => {
    await using visitor = await newVisitor(browser, server.url);
    const { page } = visitor;
    // The function that the planted text calls.
    await page.addInitScript('window.planted = () => { window.ran = true; };');
    const somebody = person();
    if (somebody !== undefined) await signInAs(server, page, somebody);
    const faults: Record<string, string[]> = {};
    let showing = 0;
    for (const [index, path] of pages().entries()) {
      const turn = Math.floor(index / pagesPerTurn);
      if (index % pagesPerTurn === 0) await takeTurn(page, turn);
      const found = await faultsOf(page, path);
      if (found.length > 0) faults[`${path}, ${languages[turn % languages.length]}, ${turn % screens.length}`] = found;
      if (await showsPlanted(page)) showing += 1;
    }
    expect(faults).toEqual({});
    expect(showing).toBeGreaterThanOrEqual(shown);
    visitor.expectNoErrors();
  },
  240_000,
);
