import type { Browser, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { openEntry } from './support/menu.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { settle } from './support/looks.ts';
import { browserClientOf, makeFreshYear, makePeople } from './support/year.ts';
import type { Year } from './support/year.ts';
import type { GrantRole } from '../src/shared/deputies.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser } = scene));
beforeEach(async () => {
  year = await makeFreshYear(server);
});

/** Vera, who is in no team. */
async function deputise(role: GrantRole, more: { tid?: string } = {}) {
  const owner = await browserClientOf(server, year.owner);
  return owner.call('give_grant', {
    path: { pid: year.pid },
    body: { uid: year.volunteer.uid, role, reason: 'Holiday', ...more },
  });
}

const menuOf = (page: Page) => page.getByRole('navigation', { name: /^Manage / }).filter({ visible: true });

/** The entries of the menu that lead to a page of organisers. */
const entriesOf = async (page: Page): Promise<string[]> =>
  (await menuOf(page).getByRole('link').allTextContents()).filter((text) => text !== 'Event page' && text !== 'Help');

/** Opens every entry and every tab, and returns their names: `People: Applications`. */
async function walk(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await entriesOf(page)) {
    const link = menuOf(page).getByRole('link', { name: entry, exact: true });
    await link.click();
    await link.and(page.locator('[aria-current]')).waitFor();
    await settle(page);
    const tabs = page.getByRole('navigation', { name: entry, exact: true }).getByRole('link');
    const names = await tabs.allTextContents();
    found.push(...(names.length === 0 ? [entry] : names.map((name) => `${entry}: ${name}`)));
    for (const name of names) {
      await tabs.filter({ hasText: name }).first().click();
      await settle(page);
      expect(await page.getByText('This page is for owners').count()).toBe(0);
    }
  }
  return found;
}

test('an owner gives, changes and ends parts of their work, by name and by address', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const helper = `Tess ${Date.now()}`;
  const [, addressed] = await makePeople(server, [helper, 'Addy Addressed']);
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/manage`);
  await openEntry(page, 'People', 'Owners and deputies');
  const section = page.getByRole('region', { name: 'Deputies' });
  await section.getByText('Nobody is a deputy now.').waitFor();
  const form = page.getByRole('dialog', { name: 'Add a deputy' });
  await section.getByRole('button', { name: 'Add a deputy' }).click();
  await form.getByRole('button', { name: 'Add deputy' }).click();
  await form.getByText('Choose a person.').waitFor();
  await form.getByText('Enter a reason.').waitFor();
  await form.getByRole('searchbox').fill(helper);
  await form.getByRole('button', { name: `Choose: ${helper}` }).click();
  await form.getByRole('button', { name: 'Choose someone else' }).click();
  await form.getByRole('searchbox').fill(helper);
  await form.getByRole('button', { name: `Choose: ${helper}` }).click();
  await form.getByText('Sees Money and nothing else').waitFor();
  const until = form.getByLabel('Until');
  const usual = await until.inputValue();
  await until.fill('2020-01-01T00:00');
  await form.getByLabel('Reason').fill('Olga is on holiday');
  await form.getByRole('button', { name: 'Add deputy' }).click();
  await form.getByText('Choose a time that is ahead').waitFor();
  await until.fill(usual);
  await form.getByRole('button', { name: 'Add deputy' }).click();
  await expectNotification(page, `${helper} is now a deputy.`);
  const tess = section.getByRole('listitem').filter({ hasText: helper });
  await tess.getByText('Money', { exact: true }).waitFor();
  await tess.getByText('Olga is on holiday · added by Olga Owner').waitFor();

  // By address, which has to be that of an account.
  await section.getByRole('button', { name: 'Add a deputy' }).click();
  await form.getByLabel('What they do').selectOption('chief');
  await form.getByLabel('Team').selectOption('press');
  await form.getByText('Leads one team like its chiefs').waitFor();
  await form.getByLabel('From').fill(`${year.pid}-01-01T09:00`);
  await until.fill(`${year.pid}-02-01T09:00`);
  await form.getByLabel('Reason').fill('A second chief');
  await form.getByRole('searchbox').fill('nobody@example.org');
  await form.getByRole('button', { name: 'Use this address' }).click();
  await form.getByRole('button', { name: 'Add deputy' }).click();
  await form.getByText('There is no account for this person').waitFor();
  await form.getByRole('button', { name: 'Choose someone else' }).click();
  await form.getByRole('searchbox').fill(addressed?.email ?? '');
  await form.getByRole('button', { name: 'Use this address' }).click();
  await form.getByRole('button', { name: 'Add deputy' }).click();
  await expectNotification(page, 'Addy Addressed is now a deputy.');
  const addy = section.getByRole('listitem').filter({ hasText: 'Addy Addressed' });
  await addy.getByText('Leading Press').waitFor();
  await addy.getByText(/^From 1 Jan/).waitFor();

  await addy.getByRole('button', { name: 'Change end: Addy Addressed, Leading Press' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Until').fill(`${year.pid}-01-20T09:00`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectNotification(page, 'Addy Addressed will be notified of the new end.');
  await addy.getByText(/until 20 Jan/).waitFor();

  await tess.getByRole('button', { name: `End now: ${helper}, Money` }).click();
  await dialog.getByRole('button', { name: 'End now' }).click();
  await expectNotification(page, `${helper} is no longer a deputy for it.`);
  await expect.poll(() => tess.count()).toBe(0);
  await section.getByRole('button', { name: 'Show who was a deputy' }).click();
  await tess.getByText(/ended/).waitFor();
  await section.getByRole('button', { name: 'Hide who was a deputy' }).click();
  await expect.poll(() => tess.count()).toBe(0);
  visitor.expectError(/\/grants/);
  visitor.expectNoErrors();
});

test('removing an owner shows whom they appointed, and ends it only if the caller says so', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const owner = await browserClientOf(server, year.owner);
  await owner.call('add_owner', { path: { pid: year.pid, uid: year.chief.uid } });
  const second = await browserClientOf(server, year.chief);
  for (const role of ['finance', 'desk'] as const)
    await second.call('give_grant', {
      path: { pid: year.pid },
      body: { uid: year.volunteer.uid, role, reason: 'Holiday' },
    });
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/manage/owners`);
  const dialog = page.getByRole('dialog');
  const remove = () => page.getByRole('button', { name: 'Remove Chen Chief' }).click();
  await remove();
  await dialog.getByText('Vera Volunteer · Money').waitFor();
  await dialog.getByText('Vera Volunteer · Desk').waitFor();
  await dialog.getByRole('checkbox', { name: 'End this for them too' }).check();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // Asked again, nothing is chosen.
  await remove();
  expect(await dialog.getByRole('checkbox', { name: 'End this for them too' }).isChecked()).toBe(false);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expectNotification(page, 'Chen Chief is no longer an owner.');
  const open = async () => (await owner.call('list_grants', { path: { pid: year.pid } })).data.length;
  expect(await open()).toBe(2);
  await owner.call('add_owner', { path: { pid: year.pid, uid: year.chief.uid } });
  await page.reload();
  await remove();
  await dialog.getByRole('checkbox', { name: 'End this for them too' }).check();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(open).toBe(0);
  await page.getByText('Nobody is a deputy now.').waitFor();
  visitor.expectNoErrors();
});

test('a treasurer sees Money and nothing else, and gives it back', async () => {
  await deputise('finance');
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.volunteer);
  await page.goto('/');
  await page.getByText('Deputy: Money').waitFor();
  await page.getByRole('link', { name: `Manage Summer Camp ${year.pid}` }).click();
  await page.waitForURL('**/manage/claims*');
  expect(await entriesOf(page)).toEqual(['Money']);
  expect((await walk(page)).every((name) => name.startsWith('Money'))).toBe(true);
  for (const path of ['teams', 'owners', 'settings', 'messages', 'tasks', 'totals', 'hand-outs', 'audit']) {
    await page.goto(`/projects/${year.pid}/manage/${path}`);
    await page.getByRole('heading', { name: 'This page is for owners' }).waitFor();
  }
  await page.goto(`/projects/${year.pid}`);
  await page.getByRole('link', { name: 'Manage', exact: true }).click();
  await page.waitForURL('**/manage/claims*');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('e');
  await page.getByRole('option', { name: 'Travel money' }).waitFor();
  for (const name of ['Settings', 'New message', 'New task', 'Totals'])
    expect(await page.getByRole('option', { name, exact: true }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('combobox', { name: 'Search' }).count()).toBe(0);
  await page.goto('/');
  await page.getByRole('button', { name: `Stop: Money, Summer Camp ${year.pid}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await expectNotification(page, "You're no longer a deputy for it.");
  await expect.poll(() => page.getByText('Deputy: Money').count()).toBe(0);
  await page.goto(`/projects/${year.pid}/manage/travel-money`);
  await page.getByRole('heading', { name: 'This page is for owners' }).waitFor();
  visitor.expectNoErrors();
});

const parts = {
  recruiting: ['People: People', 'People: Invitations', 'People: Offers', 'People: Ask again', 'People: Applicants'],
  desk: ['Event day: Who is here', 'Event day: Desk', 'Event day: Hand-outs'],
  writer: ['Messages: Messages', 'Messages: Announcements'],
  safety: ['People', 'Event day: Who is here', 'Event day: Roll call'],
  viewer: [
    'Overview',
    'People: People',
    'People: Documents',
    'People: Owners and deputies',
    'Shifts: Planner',
    'Shifts: List',
    'Shifts: Coverage',
    'Forms',
    'Results: Hours and certificates',
    'Results: Statistics',
  ],
} as const;

test.each(Object.entries(parts))(
  'a deputy for %s finds exactly that part, and nothing refuses it',
  async (role, names) => {
    await deputise(role as GrantRole);
    await using visitor = await newVisitor(browser, server.url);
    const { page } = visitor;
    await signInAs(server, page, year.volunteer);
    await page.goto(`/projects/${year.pid}/manage`);
    await menuOf(page).waitFor();
    await settle(page);
    expect(await walk(page)).toEqual(names);
    await page.goto('/');
    await page.getByText(/^Deputy: /).waitFor();
    await settle(page);
    visitor.expectNoErrors();
  },
);

test('a deputy for recruiting invites to any team and decides on applications', async () => {
  const owner = await browserClientOf(server, year.owner);
  await owner.call('update_team', { path: { pid: year.pid, tid: 'press' }, body: { takes_applications: true } });
  const applicant = await browserClientOf(server, year.chief);
  await applicant.call('apply_to_team', { path: { pid: year.pid, tid: 'press' }, body: { message: 'I write well.' } });
  await deputise('recruiting');
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.volunteer);
  await page.goto(`/projects/${year.pid}/manage/applications`);
  await page.getByRole('button', { name: 'Chen Chief' }).click();
  await page.getByRole('region').getByText('I write well.').waitFor();
  await page.getByRole('button', { name: 'Accept', exact: true }).first().click();
  await expectNotification(page, '1 decision saved.');
  await openEntry(page, 'People', 'Invitations');
  await page.getByRole('heading', { level: 1, name: 'Invitations' }).waitFor();
  await page.getByLabel('Team', { exact: true }).selectOption('press');
  await page.getByRole('link', { name: 'Add people' }).click();
  await page.getByRole('heading', { level: 1, name: 'Press' }).waitFor();
  await page.getByRole('textbox', { name: 'Email addresses' }).fill('new@example.org');
  expect(await page.getByRole('combobox', { name: 'Invite as' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Invite 1 person' }).click();
  await expectNotification(page, '1 invitation created.');
  await page.getByText('Add by name').click();
  await page.getByRole('searchbox', { name: 'Find a person' }).fill('Mia');
  await page
    .getByRole('button', { name: /^Add: Mia Member/ })
    .first()
    .click();
  await expectNotification(page, 'Mia Member added to Press.');
  await page.goto(`/projects/${year.pid}/people`);
  await page.getByRole('link', { name: 'Mia Member' }).first().click();
  await page.getByRole('region', { name: 'Tags' }).waitFor();
  visitor.expectNoErrors();
});

test('a reader sees people without contact details, and changes nothing', async () => {
  await deputise('viewer');
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.volunteer);
  await page.goto(`/projects/${year.pid}/people`);
  await page.getByRole('link', { name: 'Mia Member' }).waitFor();
  expect(await page.getByText(year.member.email).count()).toBe(0);
  expect(await page.getByRole('link', { name: /Message/ }).count()).toBe(0);
  expect(await page.getByRole('checkbox', { name: /Select/ }).count()).toBe(0);
  await page.getByRole('link', { name: 'Mia Member' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mia Member' }).waitFor();
  expect(await page.getByText(year.member.email).count()).toBe(0);
  await page.getByRole('link', { name: 'Hours worked' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mia Member' }).waitFor();
  await openEntry(page, 'Results', 'Hours and certificates');
  await page.getByRole('heading', { level: 1, name: 'Hours and certificates' }).waitFor();
  for (const name of [/Issue/, /Revoke/, /Save/]) expect(await page.getByRole('button', { name }).count()).toBe(0);
  await openEntry(page, 'Shifts', 'List');
  await page.waitForURL(/manage\/tasks(?:\?|$)/);
  await page.getByRole('link', { name: 'Registration desk' }).first().waitFor();
  for (const name of ['New shift']) expect(await page.getByRole('link', { name }).count()).toBe(0);
  await openEntry(page, 'People', 'Owners and deputies');
  await page.getByText('Vera Volunteer').first().waitFor();
  for (const name of [/^Remove/, /^End now/, /^Add deputy/, /^Make owner/])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  visitor.expectNoErrors();
});

test('a chief sees the totals of forms that ask their team, without small numbers', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.chief);
  await page.goto(`/projects/${year.pid}/teams/venue/manage`);
  await openEntry(page, 'Forms');
  await page.getByRole('heading', { level: 1, name: 'Totals' }).waitFor();
  await page.getByRole('heading', { name: 'Shirts' }).waitFor();
  await page
    .getByText(/^Not shown, because the number is small/)
    .first()
    .waitFor();
  await page.getByText('Tables').click();
  expect(await page.getByRole('button', { name: "Show who hasn't answered" }).count()).toBe(0);
  visitor.expectNoErrors();
});
