import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { openScene, expectNotification } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf, makePeople } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

test('a new owner finds open invitations, what waits, missing answers and next year', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  const emails = ['one@example.org', 'two@example.org'];
  await owner.call('invite_to_team', { path: { pid, tid: 'venue' }, body: { emails } });
  await signInAs(server, page, year.owner);
  await page.goto('/');
  await page.getByRole('link', { name: '2 invitations not answered yet' }).click();
  await page.waitForURL('**/manage/teams');
  await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor();
  await page.getByRole('link', { name: '2 invitations not answered yet' }).click();
  await page.getByRole('row', { name: 'two@example.org' }).waitFor();

  await page.goto(`/projects/${pid}/manage`);
  await page.getByRole('heading', { level: 3, name: 'Decisions waiting' }).waitFor();
  await page.getByRole('heading', { level: 3, name: 'Gaps' }).waitFor();

  await page.goto(`/projects/${pid}/manage/forms/shirts/answers`);
  await page.getByText('1 of 3 have answered.').waitFor();
  await page.getByRole('button', { name: "Show who hasn't answered" }).click();
  await page.getByText('Chen Chief').waitFor();

  await page.goto(`/projects/${pid}/manage/settings?section=years`);
  const nextYear = page.getByRole('region', { name: 'Next year' });
  await nextYear.getByText("Members and answers aren't copied.").waitFor();
  await nextYear.getByText('Ask an administrator to create it.').waitFor();

  await page.goto(`/projects/${pid}/announcements/new`);
  expect(await page.getByRole('radio', { name: 'Only people in the project' }).isChecked()).toBe(true);
  visitor.expectNoErrors();
});

test('before the event, who is here says what it is for and leads to the desk and the guide', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid } = year;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/now`);
  await page.getByText(/^The event begins on .*\. While shifts run, you check people in and out here/).waitFor();
  await page.getByRole('link', { name: 'Read the guide' }).click();
  await page.waitForURL('**/help/owners');
  await page.goBack();
  await page.getByRole('link', { name: 'Set up the desk' }).click();
  await page.waitForURL('**/manage/desk');
  await page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor();

  await using chief = await newVisitor(browser, server.url);
  await signInAs(server, chief.page, year.chief);
  await chief.page.goto(`/projects/${pid}/now`);
  await chief.page.getByRole('link', { name: 'Read the guide' }).waitFor();
  expect(await chief.page.getByRole('link', { name: 'Set up the desk' }).count()).toBe(0);
  for (const one of [visitor, chief]) one.expectNoErrors();
});

test('the role of an invitation survives the tabs, and more addresses than places are warned about', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/teams/venue/manage?add=invite&role=chief`);
  const role = page.getByRole('combobox', { name: 'Invite as' });
  await page.getByText('Add by name').click();
  await page.waitForURL((url) => !url.search.includes('add='));
  await page.getByText('Invite by email', { exact: true }).click();
  expect(await role.inputValue()).toBe('Chief');
  await role.click();
  await page.getByRole('option', { name: 'Member' }).click();
  await page.getByRole('textbox', { name: 'Email addresses' }).fill('a@example.org b@example.org');
  await page.getByText('You entered 2 people, but the team has room for 1 more.').waitFor();
  await page.getByRole('textbox', { name: 'Email addresses' }).fill('');
  expect(await page.getByText('You entered').count()).toBe(0);
  visitor.expectNoErrors();
});

test('the menu fits on a laptop, is reduced to icons and stays so, and an entry has its pages as tabs', async () => {
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 1280, height: 720 } });
  const { page } = visitor;
  const { pid } = year;
  await signInAs(server, page, year.owner);
  const menu = page.getByRole('navigation', { name: `Manage Summer Camp ${pid}` });
  await page.goto(`/projects/${pid}/manage/service-accounts`);
  const current = page.locator('main nav [aria-current=page]').filter({ visible: true });
  await current.first().waitFor();
  expect(await current.allTextContents()).toEqual(['Connections', 'Service accounts']);
  expect(await menu.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);
  const width = () => menu.evaluate((list) => list.getBoundingClientRect().width);
  expect(await width()).toBeGreaterThan(150);
  await menu.getByRole('button', { name: 'Show icons only' }).click();
  expect(await width()).toBeLessThan(60);
  await page.reload();
  await menu.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  expect(await width()).toBeLessThan(60);
  await menu.getByRole('button', { name: 'Show icons only', pressed: true }).click();
  expect(await width()).toBeGreaterThan(150);

  // The search finds what the owner may see, by the keyboard alone, and what was used last comes first.
  const box = page.getByRole('combobox', { name: 'Search' });
  const search = async (key: string, text: string) => {
    await page.keyboard.press(key);
    await box.fill(text);
  };
  // Nothing is lost of what is typed before the dialog has loaded.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('vem');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('n');
  await expect.poll(() => box.inputValue()).toBe('ven');
  await page.getByRole('option', { name: 'Message Venue' }).waitFor();
  await page.getByRole('option', { name: 'Venue', exact: true }).waitFor();
  await box.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Venue' }).waitFor();
  await search('/', year.member.name);
  await page.getByRole('option', { name: year.member.name }).click();
  await page.waitForURL(`**/people/${year.member.uid}`);
  await search('/', 'webhook');
  await page.getByRole('option', { name: 'Webhooks' }).waitFor();
  await box.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  await search('/', '');
  expect(await page.getByRole('group', { name: 'Pages' }).getByRole('option').first().textContent()).toContain(
    'Webhooks',
  );
  // What people call it is enough.
  await box.fill('working time');
  await page.getByRole('option', { name: 'Add hours' }).waitFor();
  await page.getByRole('option', { name: 'Hours and certificates' }).waitFor();
  await box.fill('nothing like this');
  await page.getByText('Nothing found.').waitFor();
  await box.fill('color');
  await page.getByRole('option', { name: 'Front page' }).click();
  await page.waitForURL('**/manage/settings#appearance');
  await search('/', '');
  await page.keyboard.press('Escape');
  visitor.expectNoErrors();
});

test('the audit log tells what somebody chose and when a task was moved from and to', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid } = year;
  const [owner, member] = [await clientOf(server, year.owner), await clientOf(server, year.member)];
  await member.call('set_own_listing', { path: { pid }, body: { listed: false } });
  const { data } = await owner.call('list_tasks', { path: { pid } });
  const task = data.find(({ title }) => title === 'Registration desk');
  await owner.call('change_task', {
    path: { pid, id: task?.id ?? '' },
    body: { ends_at: `${pid}-08-08T04:00:00Z` },
  });
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/audit`);
  await page.getByText('Mia Member chose not to appear on the public staff list.').waitFor();
  await page.getByText(/time: .*9:00.*11:00.* → .*9:00.*12:00/).waitFor();
  expect(await page.getByText('removed from the shift: 0').count()).toBe(0);
  visitor.expectNoErrors();
});

test('people of the same name can be distinguished when an owner is chosen', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const [one, other] = await makePeople(server, ['Twin Name', 'Twin Name']);
  if (!one || !other) throw new Error('two people');
  const owner = await clientOf(server, year.owner);
  await owner.call('add_member', { path: { pid: year.pid, tid: 'press', uid: other.uid } });
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/manage/owners`);
  await page.getByRole('button', { name: 'Add an owner' }).click();
  await page.getByRole('searchbox', { name: 'Find a person' }).fill('twin');
  await page.getByText('2 people').waitFor();
  const team = `Summer Camp ${year.pid} Press`;
  await page.getByText(team).waitFor();
  await page.getByRole('button', { name: new RegExp(`^Make owner: Twin Name .*${team}`) }).click();
  await expectNotification(page, 'Twin Name');
  const owners = await owner.call('list_owners', { path: { pid: year.pid } });
  expect(owners.data.map(({ uid }) => uid).includes(other.uid)).toBe(true);
  expect(owners.data.map(({ uid }) => uid).includes(one.uid)).toBe(false);
  visitor.expectNoErrors();
});

test('the search tells people of the same name apart, and does not open behind a dialog', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid } = year;
  const same = await makePeople(server, ['Same Name', 'Same Name']);
  const owner = await clientOf(server, year.owner);
  for (const { uid } of same) await owner.call('add_member', { path: { pid, tid: 'press', uid } });
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/teams`);
  await page.getByRole('button', { name: 'New team' }).click();
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  await field.fill('Kitchen');
  await page.keyboard.press('Control+k');
  await page.keyboard.type(' crew');
  expect(await field.inputValue()).toBe('Kitchen crew');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('same');
  for (const { email } of same) await page.getByRole('option', { name: `Same Name ${email}` }).waitFor();
  visitor.expectNoErrors();
});
