import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestPerson } from '../test/support/factories.ts';
import { newVisitor } from './support/browser.ts';
import type { Visitor } from './support/browser.ts';
import { hasDestructive, operateButtons, operateInputs, settleOrNot } from './support/controls.ts';
import type { ButtonKind, Operated } from './support/controls.ts';
import { follow, visit } from './support/looks.ts';
import { adminPages, chiefPages, memberPages, ownerPages, visitorPages } from './support/pages.ts';
import { openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

test('a question can be made private before its date is chosen, and the page can be reloaded then', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/manage/forms/new?kind=custom`);
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Blood group');
  await page.getByRole('switch', { name: 'Private' }).click({ force: true });
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('Stored encrypted').waitFor();
  await page.reload();
  await preview.getByText('Stored encrypted').waitFor();
  expect(await page.getByRole('textbox', { name: 'Question', exact: true }).inputValue()).toBe('Blood group');
  visitor.expectNoErrors();
});

test('a draft of another shape is ignored, and one that breaks its page can be discarded', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  const path = `/projects/${year.pid}/manage/forms/new?kind=custom`;
  await visit(page, path);
  await page.getByLabel('Title').fill('Arrival');
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('When?');
  /** Runs a statement on the `values` of the stored draft. */
  const changeDraft = (statement: string) =>
    page.evaluate(`{
      const key = Object.keys(localStorage).find((name) => name.includes('new-form'));
      const { values, ...rest } = JSON.parse(localStorage[key]);
      ${statement}
      localStorage[key] = JSON.stringify({ values, ...rest });
    }`);
  await changeDraft('window.before = values.fields; values.fields = [null, { label: 7 }, "text"];');
  const good = JSON.stringify(await page.evaluate('window.before[0]'));
  await page.reload();
  await page.getByRole('textbox', { name: 'Question', exact: true }).waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Arrival');

  // Nothing in the form is known to break it, so a function that it uses is made to.
  visitor.expectError(/cannot render this/);
  await page.addInitScript(`{
    const { trim } = String.prototype;
    String.prototype.trim = function () {
      if (String(this) === 'unrenderable') throw new Error('cannot render this');
      return trim.call(this);
    };
  }`);
  await changeDraft(`values.fields = [{ ...${good}, label: 'unrenderable' }];`);
  await page.reload();
  await page.getByRole('button', { name: 'Discard unsaved changes' }).click();
  await page.getByRole('textbox', { name: 'Question', exact: true }).waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('');
});

type Role = [who: string, person: () => TestPerson | undefined, pages: (year: Year) => string[]];

const roles: Role[] = [
  ['a visitor', () => undefined, visitorPages],
  ['a chief', () => year.chief, chiefPages],
  ['an owner', () => year.owner, ownerPages],
  ['an administrator', () => year.administrator, adminPages],
  ['a member', () => year.member, memberPages],
];

/** What the page shows instead of itself when it could not be rendered. */
const broken = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      document.querySelector('main h1, [role=dialog]') === null ||
      [...document.querySelectorAll('button')].some(({ textContent }) => textContent.includes('Reload the page')),
  );

/** The pages of each role that were seen with a button that removes something; others need no second visit. */
const withDestructive = new Map<string, Set<string>>();

async function noteDestructive(page: Page, who: string, path: string): Promise<void> {
  const paths = withDestructive.get(who) ?? new Set();
  withDestructive.set(who, paths);
  if (await hasDestructive(page)) paths.add(path);
}

/** Operates the controls of one page and returns what went wrong after which of them. */
async function faultsOn(
  { page, scriptErrors }: Visitor,
  who: string,
  path: string,
  kind: ButtonKind,
  seen: Operated,
): Promise<string[]> {
  const faults: string[] = [];
  let reported = scriptErrors().length;
  const check = async (step: string) => {
    const fresh = scriptErrors().slice(reported);
    reported += fresh.length;
    // After signing out, the front page is still being loaded.
    await page.waitForSelector('main h1, [role=dialog]', { state: 'attached', timeout: 5000 }).catch(() => null);
    const isBroken = await broken(page);
    if (fresh.length > 0) faults.push(`${step}: ${fresh.join('; ')}`);
    else if (isBroken) faults.push(`${step}: the page is gone`);
    if (isBroken) await visit(page, path);
  };
  await follow(page, path);
  await check('opening');
  await noteDestructive(page, who, path);
  if (kind === 'harmless' && (await operateInputs(page, seen, check)) > 0) {
    await page.reload();
    await settleOrNot(page);
    await check('reloading with the draft');
  }
  await operateButtons(page, kind, seen, check);
  await noteDestructive(page, who, path);
  return faults;
}

/** Pages of several roles have the same controls, which are operated once. */
const operatedByAll: Record<ButtonKind, Operated> = { harmless: new Set(), destructive: new Set() };

async function operated([who, person, pages]: Role, kind: ButtonKind): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce', acceptDownloads: false });
  const { page } = visitor;
  page.on('dialog', (dialog) => void dialog.accept());
  const somebody = person();
  const paths = kind === 'destructive' ? withDestructive.get(who) : undefined;
  const seen: Operated = new Set(operatedByAll[kind]);
  for (const path of paths ?? pages(year)) {
    // The page before may have ended the session.
    if (somebody !== undefined && (page.url() === 'about:blank' || page.url().includes('/sign-in'))) {
      await page.goto('about:blank');
      await signInAs(server, page, somebody);
    }
    const found = await faultsOn(visitor, who, path, kind, seen);
    if (found.length > 0) faults[path] = found;
  }
  // Not after a fault: the test is tried once more.
  if (Object.keys(faults).length === 0) for (const key of seen) operatedByAll[kind].add(key);
  // They are reported by path.
  visitor.expectError(/^/);
  return faults;
}

test.each(roles)(
  'every control of every page of %s can be operated',
  async (...role) => {
    expect(await operated(role, 'harmless')).toEqual({});
  },
  600_000,
);

/** Members erase themselves and administrators suspend people, so they come last. */
test.each(roles)(
  'everything that can be removed by %s can be, and the page survives',
  async (...role) => {
    expect(await operated(role, 'destructive')).toEqual({});
  },
  600_000,
);
