import type { Browser, Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { drag } from './support/drag.ts';
import { newVisitor } from './support/browser.ts';
import { settle, visit } from './support/looks.ts';
import { bar, hourInPlan, showPeople } from './support/planner.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf, makeFreshYear } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;
openScene((scene) => ({ server, browser, year } = scene));
beforeEach(async () => void (year = await makeFreshYear(server)));

const row = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** The tasks of the first day, as the server has them. */
async function planned(): Promise<string[]> {
  const owner = await clientOf(server, year.owner);
  const { data } = await owner.call('list_plan', { path: { pid: year.pid }, query: {} });
  return data.map(
    ({ title, tid, starts_at, ends_at, attendees }) =>
      `${title} ${tid} ${starts_at.slice(11, 16)}-${ends_at.slice(11, 16)} ${attendees.map(({ name }) => name).join()}`,
  );
}

test('an owner plans by dragging, by keyboard and by menus, and sees why the server refuses', async () => {
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 1280, height: 900 } });
  const { page } = visitor;
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  const at = (hours: string) => `${pid}-08-08T${hours}:00Z`;
  const body = { tid: 'venue', capacity: 1, min_people: 1, starts_at: at('04:00'), ends_at: at('05:00') };
  await owner.call('create_task', { path: { pid }, body: { ...body, title: 'Lunch', capacity: 3, min_people: 3 } });
  await owner.call('create_task', { path: { pid }, body: { ...body, title: 'Bar', starts_at: at('01:00') } });
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/tasks`);
  await page.getByRole('link', { name: 'Planner' }).click();
  await page.getByRole('heading', { level: 1, name: 'Planner' }).waitFor();
  await page.getByText('3 shifts · 4 more needed · 6 places free').waitFor();
  expect(await bar(page, 'Registration desk').innerText()).toContain('2 places free');
  // The day begins an hour before the first task and ends an hour after the last.
  expect(await page.locator('[data-hour]').first().innerText()).toBe('08:00');
  await showPeople(page);
  // On a laptop the plan begins in the upper half of the window.
  expect((await page.getByRole('region', { name: 'Plan', exact: true }).boundingBox())?.y).toBeLessThan(320);

  await drag(page, page.getByRole('listitem').filter({ hasText: 'Chen Chief' }), bar(page, 'Bar'));
  await page.getByText('Chen Chief assigned to Bar.').waitFor({ state: 'attached' });
  expect(await bar(page, 'Bar').innerText()).toContain('Full');
  // A person is dragged from one task to another by the name in the bar.
  await drag(page, bar(page, 'Bar').getByText('Chen Chief'), bar(page, 'Registration desk'));
  await page.getByText('Chen Chief moved to Registration desk.').waitFor({ state: 'attached' });
  // From the list, refused because of the other task.
  await drag(page, page.getByRole('listitem').filter({ hasText: 'Mia Member' }), bar(page, 'Bar'));
  await expectNotification(page, 'Mia Member has another shift at the time of Bar.');
  await page.getByText('Chen Chief moved to Registration desk.').waitFor({ state: 'detached' });
  expect(await bar(page, 'Bar').innerText()).not.toContain('Mia');
  // A task to another row and time, then longer.
  const track = row(page, 'Press').locator('[data-row]');
  await drag(page, bar(page, 'Lunch'), track, { from: 10, to: (await hourInPlan(page, '13:00')) + 10 });
  await page.getByText(/^Lunch is now .+ 13:00–14:00\./).waitFor({ state: 'attached' });
  await drag(page, bar(page, 'Lunch').locator('[aria-hidden]').last(), track, {
    to: (await hourInPlan(page, '14:00')) + 70,
  });
  await expect.poll(planned).toContain('Lunch press 05:00-07:00 ');
  // Escape leaves the end where it was.
  await drag(page, bar(page, 'Lunch').locator('[aria-hidden]').last(), track, {
    to: await hourInPlan(page, '09:00'),
    cancelled: true,
  });
  expect(await planned()).toContain('Lunch press 05:00-07:00 ');
  expect(await planned()).toContain('Registration desk venue 01:00-03:00 Chen Chief,Mia Member');

  // The keyboard moves the task half an hour later, makes it a quarter longer, and moves it into another row.
  await bar(page, 'Lunch').focus();
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', '+', '-', '+', 'Shift+ArrowUp', 'Shift+ArrowUp']) {
    await page.keyboard.press(key);
  }
  await expect.poll(planned).toContain('Lunch null 05:30-07:45 ');
  const focused = () => page.locator('[data-task]:focus').getAttribute('aria-label');
  await expect.poll(focused).toMatch(/^Lunch/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(focused).not.toMatch(/^Lunch/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/task=/);
  const panel = page.getByRole('region', { name: /Registration desk|Bar/ });
  expect(await panel.evaluate((node) => node === document.activeElement)).toBe(true);

  // The menus do the same.
  await bar(page, 'Registration desk').click();
  // Those who are free come first.
  const people = page.getByRole('region', { name: 'People', exact: true });
  expect(await people.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['Free', 'On this shift']);
  expect(await people.getByRole('listitem').first().innerText()).toContain('Olga Owner');
  await page.getByText('Only people who are free then').click();
  await page.getByRole('listitem').filter({ hasText: 'Olga Owner' }).getByText('Free and qualified').waitFor();
  await page.getByRole('searchbox', { name: 'Search by name or team' }).fill('olga');
  await page.getByText('1 person', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Assign Olga Owner' }).press('Enter');
  // She is not notified of what she does herself.
  await page.getByText('Olga Owner assigned to Registration desk.', { exact: true }).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Actions: Olga Owner' }).click();
  await page.getByRole('menuitem', { name: 'Move to another shift' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Shift').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Move person' }).click();
  await page.getByText(/Olga Owner moved to /).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Actions: Chen Chief' }).click();
  await page.getByRole('menuitem', { name: 'Remove from shift' }).click();
  await page.getByText('Chen Chief removed from Registration desk.').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await dialog.getByLabel('Ends').fill(`${pid}-08-08T08:00`);
  await dialog.getByText('The end has to be after the start.').waitFor();
  await dialog.getByLabel('Ends').fill(`${pid}-08-08T10:00`);
  await dialog.getByLabel('Team').selectOption('Press');
  await dialog.getByRole('button', { name: 'Move shift' }).click();
  await expect.poll(planned).toContain('Registration desk press 01:00-02:00 Mia Member');
  await page.getByRole('button', { name: 'Close shift' }).click();
  await page.waitForURL((url) => !url.search.includes('task='));

  // Filters and zoom are in the address.
  await page.getByText('3 days', { exact: true }).click();
  await page.getByText('Location', { exact: true }).click();
  await page.getByRole('button', { name: 'Filters', exact: true }).press('Enter');
  const filters = page.getByRole('dialog');
  await filters.getByLabel('Only shifts that need more people').check();
  await filters.getByRole('searchbox', { name: 'Search', exact: true }).fill('lunch');
  await page.waitForURL(/days=3.*q=lunch/);
  await page.keyboard.press('Escape');
  await filters.waitFor({ state: 'detached' });
  const button = page.getByRole('button', { name: /^Filters ?2$/ });
  expect(await button.evaluate((node) => node === document.activeElement)).toBe(true);
  await page.reload();
  await row(page, 'No location').waitFor();
  await expect.poll(() => page.locator('[data-task]').count()).toBe(1);
  await page.getByRole('button', { name: 'Later' }).click();
  await page.getByText('No shifts found.').waitFor();
  await button.click();
  await filters.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForURL((url) => !url.search.includes('q='));
  await page.keyboard.press('Escape');
  visitor.expectError(/status of 409/);
  visitor.expectNoErrors();
});

test('a change is undone once, and a person who is dropped beside a shift stays on theirs', async () => {
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 1280, height: 900 } });
  const { page } = visitor;
  const before = await planned();
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/manage/tasks/planner`);
  const desk = bar(page, 'Registration desk');
  await drag(page, desk.getByText('Mia Member'), row(page, 'Press').locator('[data-row]'));
  await page.getByText('Nothing has changed: you dragged Mia Member, not the shift.').waitFor({ state: 'attached' });
  const undo = page.getByRole('button', { name: 'Undo' });
  expect(await undo.count()).toBe(0);
  expect(await planned()).toEqual(before);
  await desk.press('Shift+ArrowRight');
  await page.getByText(/^Registration desk is now .+ 1 person will be notified\.$/).waitFor({ state: 'attached' });
  await undo.click();
  await page.getByText(/^Undone\. Only people who have already been notified/).waitFor({ state: 'attached' });
  expect(await undo.count()).toBe(0);
  await page.getByRole('button', { name: 'Redo' }).waitFor();
  await expect.poll(planned).toEqual(before);
  visitor.expectNoErrors();
});

test('on a phone the plan is a list with gaps first, and menus assign and move people', async () => {
  await using visitor = await newVisitor(browser, server.url, {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  const { page } = visitor;
  const { pid } = year;
  const chief = await clientOf(server, year.chief);
  const times = { starts_at: `${pid}-08-08T00:00:00Z`, ends_at: `${pid}-08-08T01:00:00Z` };
  await chief.call('create_task', {
    path: { pid },
    body: { ...times, title: 'Tent', tid: 'venue', capacity: 20, min_people: 20 },
  });
  await signInAs(server, page, year.chief);
  await visit(page, '/');
  await page.getByRole('link', { name: 'Plan shifts' }).click();
  // The list shows the team of the chief.
  await page.waitForURL('**/manage/tasks?tid=venue');
  await visit(page, `/projects/${pid}/manage/tasks/planner?days=3`);
  // The largest gap is the first.
  const items = page.locator('main').getByRole('button', { name: /more needed/ });
  expect(await items.first().innerText()).toContain('Tent');
  await items.first().click();
  const dialog = page.getByRole('dialog', { name: 'Shift' });
  // A double click assigns one person, although the next one is at its place then.
  await dialog.getByRole('button', { name: 'Assign Chen Chief' }).first().dblclick();
  await dialog.getByRole('button', { name: 'Actions: Chen Chief' }).waitFor();
  await dialog.getByRole('button', { name: 'Assign Mia Member' }).waitFor();
  await dialog.getByText('1 of 20 people').waitFor();
  const search = dialog.getByRole('searchbox', { name: 'Search by name or team' });
  await search.fill('olga');
  await dialog.getByText('This list has the people of your teams. To assign others, open the shift page.').waitFor();
  await page.keyboard.press('Escape');
  await settle(page);
  visitor.expectNoErrors();
});

test('the plan is printed for the whole event, or on a sheet for each day, place and person', async () => {
  await using visitor = await newVisitor(browser, server.url, { colorScheme: 'dark' });
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await visit(page, `/projects/${year.pid}/manage/tasks/planner`);
  await page.getByRole('link', { name: 'Print plan' }).click();
  await page.waitForURL(/what=day/);
  await page.getByRole('heading', { level: 2, name: new RegExp(`, 8 August ${year.pid}$`, 'u') }).waitFor();
  const choice = page.getByRole('region', { name: 'What to print' });
  await choice.getByText('People', { exact: true }).click();
  await page.getByLabel('Person').selectOption('Mia Member');
  await page.waitForURL(/one=/);
  await settle(page);
  await page.emulateMedia({ media: 'print' });
  const text = await page.locator('main').innerText();
  expect(text).toContain('Mia Member');
  expect(text).toContain('Asia/Taipei');
  expect(await page.locator('button:visible, select:visible, header:visible').count()).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  await choice.getByText('Whole event', { exact: true }).click();
  await choice.getByText('Locations', { exact: true }).click();
  await page.getByRole('heading', { level: 2, name: 'No location' }).waitFor();
  visitor.expectNoErrors();
});
