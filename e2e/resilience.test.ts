import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newVisitor, openBrowser } from './support/browser.ts';
import { visit } from './support/looks.ts';
import { seed, signInAs } from './support/seed.ts';
import { startServer } from './support/server.ts';
import type { Server } from './support/server.ts';
import { clientOf, makeYear } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ RATE_LIMIT_SCALE: '1' }), openBrowser()]);
  year = await makeYear(server);
  // One person who can edit everything.
  await seed(server, ({ db, clock }) =>
    db.transaction((trx) =>
      trx
        .insertInto('project_owners')
        .values({ pid: year.pid, uid: year.administrator.uid, created_at: clock.now().toISOString() })
        .execute(),
    ),
  );
});

afterAll(() => server[Symbol.asyncDispose]());

type Editor = {
  path: string;
  /** The field to type into. */
  field: string;
  /** Defaults to the form's submit button. */
  button?: string;
  /** The button of the question that follows. */
  confirm?: string;
  /** What is typed; names may not contain an address. */
  text?: string;
  /** Whether the page detects a concurrent change. */
  versioned?: boolean;
};

/** Every kind of page with text input; the pages below `/me` are all of one kind. */
const editors = ({ pid, task, volunteer }: Year): Editor[] => [
  { path: '/me/profile', field: 'Introduction' },
  { path: '/me/offer', field: 'CV', button: 'Save CV' },
  { path: '/me/address', field: 'Recipient' },
  { path: `/projects/${pid}/manage/settings`, field: 'Name', versioned: true },
  { path: `/projects/${pid}/manage/teams?create=true`, field: 'Name' },
  { path: `/projects/${pid}/manage/teams?edit=press`, field: 'Name', versioned: true },
  { path: `/projects/${pid}/manage/forms/new?kind=custom`, field: 'Title' },
  { path: `/projects/${pid}/manage/forms/travel`, field: 'Title', versioned: true },
  { path: `/projects/${pid}/manage/travel-money`, field: 'Place in row 1', versioned: true },
  { path: `/projects/${pid}/teams/venue/manage?tab=texts`, field: 'Mailing list', versioned: true },
  {
    path: `/projects/${pid}/teams/venue/manage?add=invite`,
    field: 'Email addresses',
    button: 'Invite 1 person',
    text: 'typed@example.org',
  },
  { path: `/projects/${pid}/tasks/new?tid=venue`, field: 'Title' },
  { path: `/projects/${pid}/tasks/${task}/edit`, field: 'Title', versioned: true },
  { path: '/projects/new', field: 'Name' },
  {
    path: `/admin/people?uid=${volunteer.uid}`,
    field: 'Reason',
    button: 'Suspend account',
    confirm: 'Suspend account',
  },
];

const typedInto = ({ text = 'Typed text' }: Editor): string => text;
const inputOf = (page: Page, { field }: Editor) => page.getByRole('textbox', { name: field, exact: true }).first();
async function send(page: Page, { button, confirm }: Editor): Promise<void> {
  if (button === undefined) await page.locator('button[type=submit]').first().click();
  else await page.getByRole('button', { name: button }).click();
  if (confirm !== undefined) await page.getByRole('button', { name: confirm, exact: true }).last().click();
}

type Tab = { page: Page; editor: Editor };

/** Opens each editor in its own tab and fills in the field and everything else that the page requires. */
async function openAll(context: BrowserContext): Promise<Tab[]> {
  const tabs: Tab[] = [];
  for (const editor of editors(year)) {
    const page = await context.newPage();
    await visit(page, editor.path);
    await inputOf(page, editor).fill(typedInto(editor));
    const identifier = page.getByRole('textbox', { name: 'Identifier' });
    if ((await identifier.count()) > 0) await identifier.fill('some-name');
    const question = page.getByRole('textbox', { name: 'Question', exact: true });
    if ((await question.count()) > 0) {
      await question.fill('Why?');
      await page.getByRole('textbox', { name: 'Name in exports' }).fill('why');
    }
    tabs.push({ page, editor });
  }
  return tabs;
}

/** Submits every tab and returns those that do not show the message or have lost the text. */
async function faultsAfter(
  tabs: readonly Tab[],
  words: RegExp | string,
  beforeEach = async (): Promise<void> => {},
): Promise<string[]> {
  const faults: string[] = [];
  for (const { page, editor } of tabs) {
    await beforeEach();
    await send(page, editor);
    const shown = await page
      .getByText(words)
      .first()
      .waitFor()
      .then(() => true)
      .catch(() => false);
    const kept =
      (await inputOf(page, editor)
        .inputValue()
        .catch(() => '')) === typedInto(editor);
    if (!shown || !kept) faults.push(`${editor.path}: message shown ${shown}, text kept ${kept}`);
  }
  return faults;
}

/** Uses up the rate limit and returns the seconds until it resets. */
async function useUpRateLimit(cookie: string): Promise<number> {
  for (;;) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => fetch(`${server.url}/api/me/profile`, { headers: { cookie } })),
    );
    const refused = answers.find(({ status }) => status === 429);
    if (refused !== undefined) return Number(refused.headers.get('retry-after'));
  }
}

test('no page loses typed text: offline, without a session, after a concurrent change, over the rate limit', async () => {
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  const context = visitor.page.context();
  await signInAs(server, visitor.page, year.administrator);
  const tabs = await openAll(context);

  await context.setOffline(true);
  expect(await faultsAfter(tabs, "We can't reach the service.")).toEqual([]);
  await context.setOffline(false);

  // Concurrent changes to everything that has a version.
  const { pid, task } = year;
  const owner = await clientOf(server, year.owner);
  await owner.call('update_project', { path: { pid }, body: { description: 'By others' } });
  for (const tid of ['venue', 'press'])
    await owner.call('update_team', { path: { pid, tid }, body: { public_description: 'By others' } });
  await owner.call('change_form', { path: { pid, form: 'travel' }, body: { description: 'By others' } });
  await owner.call('change_task', { path: { pid, id: task }, body: { description: 'By others' } });
  await owner.call('replace_traffic_subsidies', {
    path: { pid },
    body: { currency: 'TWD', data: [{ location: 'Kaohsiung', amount: 5 }] },
  });
  const versioned = tabs.filter(({ editor }) => editor.versioned === true);
  expect(await faultsAfter(versioned, 'This was changed elsewhere')).toEqual([]);

  await seed(server, ({ db }) => db.transaction((trx) => trx.deleteFrom('sessions').execute()));
  const lost: string[] = [];
  for (const { page, editor } of tabs) {
    // A page that polls may have noticed already.
    const sessionEnded = page.getByText('Your session has ended.').first();
    if (!(await sessionEnded.isVisible())) await send(page, editor).catch(() => {});
    await sessionEnded.waitFor();
    if (!page.url().includes(encodeURIComponent(editor.path.split('?')[0] ?? ''))) lost.push(page.url());
  }
  expect(lost).toEqual([]);
  await signInAs(server, visitor.page, year.administrator);
  for (const { page, editor } of tabs) {
    // After signing in again, each tab returns to its page.
    await visit(page, page.url());
    if ((await inputOf(page, editor).inputValue()) !== typedInto(editor)) lost.push(editor.path);
  }
  expect(lost).toEqual([]);

  const cookies = await context.cookies(server.url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  let refusedUntil = 0;
  // The minute of the limit may end between two pages, so the next one is used up as well.
  const exhausted = async () => {
    const leftMs = refusedUntil - Date.now();
    if (leftMs > 4000) return;
    if (leftMs > 0) await sleep(leftMs);
    refusedUntil = Date.now() + (await useUpRateLimit(cookie)) * 1000;
    await exhausted();
  };
  expect(await faultsAfter(tabs, /Too many attempts. Try again in \d+ seconds?/, exhausted)).toEqual([]);
});

test('a download shows its progress, can be cancelled, and says why it failed', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/manage/exports`);
  const everybody = page.getByRole('button', { name: 'Download Everyone' });
  await page.route('**/people.csv*', () => {});
  await everybody.click();
  await page.getByLabel(`Downloading ${year.pid}-people.csv`).waitFor();
  await page.getByRole('button', { name: `Stop download of ${year.pid}-people.csv` }).click();
  await page.getByText(`Stopped the download of ${year.pid}-people.csv. Nothing was saved.`).waitFor();
  await page.unroute('**/people.csv*');
  await page.context().setOffline(true);
  await everybody.click();
  await page.getByText("We can't reach the service.").waitFor();
  await page.context().setOffline(false);
  await page.goto('/me/privacy');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('muster-export.json');
  await page.getByText(/Downloaded muster-export.json \(\d+ KB\)/).waitFor();
});

test('an identifier that is already in use is reported at its field, and nothing is lost', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/manage/teams?create=true`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Another Venue');
  // After the page has suggested one.
  await dialog.getByLabel('Identifier').focus();
  await dialog.getByLabel('Identifier').fill('venue');
  await dialog.getByRole('button', { name: 'Create team' }).click();
  await dialog.getByText('This identifier is already taken.').waitFor();
  await dialog.locator('input:focus').and(dialog.getByLabel('Identifier')).waitFor();
  await page.reload();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Another Venue');
});

test('a long list of addresses is processed in parts with visible progress', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/teams/press/manage?add=invite`);
  const addresses = Array.from({ length: 120 }, (_, index) => `guest${index}@example.org`);
  let sent = 0;
  let proceed = () => {};
  await page.route('**/invitations', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent += 1;
    await new Promise<void>((resolve) => (proceed = resolve));
    return route.continue();
  });
  await page.getByRole('textbox', { name: 'Email addresses' }).fill(addresses.join('\n'));
  await page.getByRole('button', { name: 'Invite 120 people' }).click();
  await page.getByText('0 of 120').waitFor();
  await expect.poll(() => sent).toBe(1);
  proceed();
  await page.getByText('50 of 120').waitFor();
  await expect.poll(() => sent).toBe(2);
  await page.getByRole('button', { name: 'Stop' }).click();
  proceed();
  await page.getByText('100 invitations created').waitFor();
  expect((await page.getByRole('textbox', { name: 'Email addresses' }).inputValue()).split('\n')).toHaveLength(20);
});
