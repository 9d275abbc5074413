import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { parseCalendar } from '../test/support/calendars.ts';
import { newVisitor } from './support/browser.ts';
import { openEntry } from './support/menu.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

const script = '<img src=x onerror="document.title = 1">';

test('an owner publishes, changes and deletes an announcement; visitors read it and find the feed', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/manage`);
  await openEntry(page, 'Messages', 'Announcements');
  await page.getByText('No announcements yet').waitFor();
  const menu = page.getByRole('navigation', { name: `Manage Summer Camp ${year.pid}` });
  await menu.getByRole('link', { name: 'Settings' }).waitFor();
  await page.getByRole('link', { name: 'New announcement' }).click();
  await page.getByRole('button', { name: 'Publish announcement' }).click();
  await page.getByText('Enter a title.').waitFor();
  await page.getByLabel('Title').fill(`Set-up ${script}`);
  await page.getByRole('textbox', { name: 'Text' }).fill(`**Bring gloves.** ${script}`);
  await page.getByRole('radio', { name: 'Only people in the project' }).check();
  await page.getByRole('radio', { name: 'Everyone, even without an account' }).check();
  await page.getByLabel('Pin until').fill(`${year.pid}-08-08`);
  await page.getByRole('button', { name: 'Publish announcement' }).click();
  await expectNotification(page, 'Announcement published.');
  await page.getByRole('link', { name: `Set-up ${script}`, exact: true }).waitFor();
  await page.getByText('Pinned', { exact: true }).waitFor();
  await menu.getByRole('link', { name: 'Settings' }).waitFor();

  await using reader = await newVisitor(browser, server.url, { viewport: { width: 390, height: 844 } });
  await reader.page.goto(`/projects/${year.pid}`);
  await reader.page.getByRole('link', { name: `Set-up ${script}` }).click();
  await reader.page.getByRole('heading', { level: 1, name: `Set-up ${script}` }).waitFor();
  await reader.page.locator('strong', { hasText: 'Bring gloves.' }).waitFor();
  expect(await reader.page.getByText('Olga Owner').count()).toBe(0);
  await reader.page.getByRole('link', { name: 'All announcements' }).click();
  const href = await reader.page.getByRole('link', { name: 'Follow in a news reader' }).getAttribute('href');
  const feed = await fetch(`${server.url}${href}`);
  expect([feed.headers.get('content-type'), (await feed.text()).includes('<img')]).toEqual([
    'application/atom+xml; charset=utf-8',
    false,
  ]);
  reader.expectNoErrors();

  await page.getByRole('link', { name: `Set-up ${script}`, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Edit announcement' }).waitFor();
  expect(await menu.locator('[aria-current=page]').allTextContents()).toEqual(['Messages']);
  await page.getByRole('link', { name: 'View announcement' }).click();
  await page.getByRole('heading', { level: 1, name: `Set-up ${script}` }).waitFor();
  await page.getByRole('link', { name: /^Edit "Set-up/ }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Set-up starts at 8');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expectNotification(page, 'Announcement saved.');
  await page.getByRole('link', { name: 'Edit "Set-up starts at 8"' }).click();
  await page.getByRole('button', { name: 'Delete announcement' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete announcement' }).click();
  await expectNotification(page, 'Announcement deleted.');
  await page.getByText('No announcements yet').waitFor();
  visitor.expectNoErrors();
});

test('a chief writes to the team, whose people find it at home', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.chief);
  await page.goto(`/projects/${year.pid}/teams/venue/manage?tab=announcements`);
  await page.getByRole('link', { name: 'New announcement' }).click();
  await page.getByText('Only the people of the team and the owners can see it.').waitFor();
  await page.getByLabel('Title').fill('Meet at the gate');
  await page.getByRole('textbox', { name: 'Text' }).fill('At 7.');
  await page.getByRole('button', { name: 'Publish announcement' }).click();
  await expectNotification(page, 'Announcement published.');
  await page
    .getByText(/^Venue Chen Chief/)
    .first()
    .waitFor();
  visitor.expectNoErrors();

  await using member = await newVisitor(browser, server.url);
  await signInAs(server, member.page, year.member);
  await member.page.goto('/');
  await member.page.getByRole('link', { name: 'Meet at the gate' }).first().click();
  await member.page.getByText('At 7.').waitFor();
  await member.page.goto(`/projects/${year.pid}/teams/venue`);
  await member.page.getByRole('link', { name: 'Meet at the gate' }).first().waitFor();
  member.expectNoErrors();
});

test('a member subscribes to their tasks, gets a new address and removes it', async () => {
  await using visitor = await newVisitor(browser, server.url, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = visitor;
  await signInAs(server, page, year.member);
  await page.goto('/');
  await page.getByRole('link', { name: 'Add to my calendar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();
  await page.getByRole('button', { name: 'Create calendar address: My shifts' }).click();
  const address = page.locator('code');
  const first = await address.innerText();
  await page.getByRole('button', { name: 'Copy calendar address' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(first);
  expect(await page.getByRole('link', { name: 'Open in calendar app' }).getAttribute('href')).toBe(
    first.replace('http:', 'webcal:'),
  );
  const { events } = parseCalendar(await (await fetch(first)).text());
  expect(events.map(({ title }) => title)).toEqual(['Registration desk']);

  await page.getByRole('button', { name: 'Create new address: My shifts' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create new address' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const second = await address.innerText();
  expect([second === first, (await fetch(first)).status, (await fetch(second)).status]).toEqual([false, 404, 200]);
  await page.reload();
  await page.getByText(/^You created an address on/).waitFor();
  await page.getByRole('button', { name: 'Remove address: My shifts' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove address' }).click();
  await expectNotification(page, 'Calendar address removed.');
  expect((await fetch(second)).status).toBe(404);

  await page.goto(`/projects/${year.pid}/teams/venue`);
  await page.getByRole('button', { name: 'Create calendar address: Add to my calendar' }).click();
  expect((await fetch(await address.innerText())).status).toBe(200);
  await page.goto(`/projects/${year.pid}/tasks/${year.task}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download calendar file' }).click();
  expect((await download).suggestedFilename()).toBe(`task-${year.task}.ics`);
  visitor.expectNoErrors();
});
