import type { Browser, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { drag } from './support/drag.ts';
import { newVisitor } from './support/browser.ts';
import { visit } from './support/looks.ts';
import { bar, showPeople } from './support/planner.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { browserClientOf, clientOf, makeFreshYear } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;
openScene((scene) => ({ server, browser, year } = scene));
beforeEach(async () => void (year = await makeFreshYear(server)));

test('an event is planned from an empty project with a series, a pasted table, the planner and a draft', async () => {
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 1280, height: 900 } });
  const { page } = visitor;
  const pid = `empty-${year.pid}`;
  const days = { starts_on: `${year.pid}-09-04`, ends_on: `${year.pid}-09-05`, timezone: 'Europe/Berlin' };
  const admin = await browserClientOf(server, year.administrator);
  await admin.call('create_project', {
    body: { pid, name: 'Empty camp', state: 'public', owners: [year.owner.uid], ...days },
  });
  const owner = await clientOf(server, year.owner);
  await owner.call('create_team', { path: { pid }, body: { tid: 'gate', name: 'Gate' } });
  await owner.call('create_team', { path: { pid }, body: { tid: 'stage', name: 'Stage' } });
  for (const { uid } of [year.chief, year.member]) await owner.call('add_member', { path: { pid, tid: 'gate', uid } });
  await signInAs(server, page, year.owner);
  await visit(page, `/projects/${pid}/manage/tasks/new-series`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Entrance');
  await page.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: 'Gate' }).click();
  await page.getByRole('textbox', { name: 'Minutes per shift' }).fill('240');
  await page.getByRole('button', { name: 'Create shifts' }).click();
  await expectNotification(page, '4 shifts created.');
  await visit(page, `/projects/${pid}/manage/tasks/paste`);
  const lines =
    `Title\tDay\tStart\tEnd\tCapacity\tMinimum\nBreakfast\t${year.pid}-09-04\t07:00\t09:00\t1\t0\n` +
    `Parade\t${year.pid}-09-04\t11:00\t13:00\t2\t2\n`;
  await page.getByRole('textbox', { name: 'Table' }).fill(lines);
  await page.getByRole('button', { name: 'Check table' }).click();
  await page.getByText('Who sees them: Only the team and the owners.').waitFor();
  await page.getByText('Everyone in the project sees shifts without a team.').waitFor();
  await page.getByRole('button', { name: 'Create 2 shifts' }).click();
  await expectNotification(page, '2 shifts created.');

  await visit(page, `/projects/${pid}/manage/tasks/planner`);
  await showPeople(page);
  await drag(page, page.getByRole('listitem').filter({ hasText: 'Mia Member' }), bar(page, 'Breakfast'));
  await page.getByText('Mia Member assigned to Breakfast.').waitFor({ state: 'attached' });
  await drag(page, page.getByRole('listitem').filter({ hasText: 'Chen Chief' }), bar(page, 'Entrance').first());
  await page.getByText('Chen Chief assigned to Entrance.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^Undone\./).waitFor();
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByText('Chen Chief assigned to Entrance.').waitFor();
  // Where people are missing, hour by hour, before the draft.
  await page.locator('[data-plan] [data-level]', { hasText: '2' }).first().waitFor();
  await bar(page, 'Breakfast').press('Shift+ArrowDown');
  await page.getByText('Breakfast changed.').waitFor({ state: 'attached' });
  await draftTheRest(page);
  const { data } = await owner.call('list_plan', { path: { pid }, query: {} });
  expect(data.map(({ title, attendees }) => [title, attendees.length])).toEqual([
    ['Breakfast', 1],
    ['Entrance', 1],
    ['Parade', 1],
    ['Entrance', 1],
    ['Entrance', 1],
    ['Entrance', 1],
  ]);
  visitor.expectNoErrors();
});

/** Operates every control of draft plans. */
async function draftTheRest(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Draft plan' }).click();
  await page.getByRole('group', { name: 'Teams' }).getByText('Gate').click();
  for (const day of await page.getByRole('group', { name: 'Days' }).getByText(/Sep/).all()) await day.click();
  await page.getByRole('checkbox', { name: 'People keep the places they have' }).uncheck();
  // A draft that is still being made is stopped.
  await page.route(/\/allocations\/[^/]+$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...(await response.json()), state: 'running' } });
  });
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expectNotification(page, 'Draft stopped.');
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('table', { name: 'Earlier drafts' }).getByText('Discarded').waitFor();

  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByText('Places this would fill: 4 · 1 more person needed').waitFor();
  await page.getByText('Shifts with a minimum are filled up to it.').waitFor();
  await page
    .getByText('No other plan within the rules brings the shifts closer to their minimum number of people.')
    .waitFor();
  const gap = page.getByRole('table', { name: 'Shifts that still need people' }).getByRole('row', { name: /Parade/ });
  expect(await gap.innerText()).toContain('1 person has another shift then');
  expect(await gap.innerText()).toContain('Move the shift: 1 more person could take it.');
  await gap.getByRole('link', { name: 'Change the time: Parade' }).click();
  await page.getByLabel('Starts').and(page.locator(':focus')).waitFor();
  await page.goBack();
  expect(await page.getByRole('table', { name: 'Hours per person' }).innerText()).toContain('Mia Member');
  await page.getByRole('checkbox', { name: 'Select Mia Member, Parade' }).check();
  await page.getByRole('button', { name: 'Apply 1 selected' }).click();
  await page.getByText('Applied: 1 place filled. People are notified of their new shifts.').waitFor();
  await page.getByRole('heading', { name: 'Applied: 1 of 4 places' }).waitFor();
  await page.getByRole('button', { name: 'Apply the remaining 3' }).click();
  await page.getByText('Applied: 4 places filled.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectNotification(page, 'Undone. The draft is ready again.');
  await page.getByRole('button', { name: 'Apply draft' }).click();
  await page.getByText('Applied: 4 places filled.').waitFor();
  await page.getByRole('link', { name: 'All drafts' }).click();
  const table = page.getByRole('table', { name: 'Earlier drafts' });
  await table.getByText('Applied').waitFor();
  await page.getByRole('checkbox', { name: 'Fill all places' }).check();
  await page.getByRole('textbox', { name: 'Maximum hours per person and day' }).fill('8');
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByText('All places of each shift are filled if people can take them. At most 8 hours').waitFor();
  const empty = page.getByRole('table', { name: /^\d+ places stay empty$/ });
  expect(await empty.getByRole('row', { name: /Parade/ }).innerText()).toContain('has another shift then');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expectNotification(page, 'Draft discarded.');
  await table.getByRole('link').last().click();
  await page.getByText('This draft was discarded.').waitFor();
}
