import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { visit } from './support/looks.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

const undo = async (page: Page) => {
  await page.locator('.mantine-Notification-root').getByRole('button', { name: 'Undo' }).click();
  await expectNotification(page, 'Undone.');
};
const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const search = async (page: Page, title: string, found: string) => {
  await page.getByRole('searchbox', { name: 'Search' }).fill(title);
  await page.getByText(found, { exact: true }).waitFor();
};

test('an owner adds a series with a preview, undoes it, and adds it again with times of its own', async () => {
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  const { page } = visitor;
  const { pid } = year;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/tasks`);
  await choose(page, 'Add series');
  await page.getByRole('button', { name: 'Create shifts' }).click();
  await page.getByText('Enter a title.').waitFor();
  await page.getByRole('textbox', { name: 'Title' }).fill('Water point');
  await page.getByRole('textbox', { name: 'Briefing' }).fill('Fill the canisters.');
  await page.getByRole('textbox', { name: 'Minutes per shift' }).fill('240');
  await page.getByText('4 shifts', { exact: true }).waitFor();
  await page.getByLabel('Another day, for building up').fill(`${pid}-08-05`);
  await page.getByRole('button', { name: 'Add day' }).click();
  await page.getByText('6 shifts', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create shifts' }).click();
  await expectNotification(page, '6 shifts created.');
  await search(page, 'Water point', '6 upcoming shifts');
  await undo(page);
  await page.getByText('No shifts match.').waitFor();

  await visit(page, `/projects/${pid}/manage/tasks/new-series`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Night watch');
  await page.getByRole('combobox', { name: 'Team' }).click();
  const visibility = page.getByRole('combobox', { name: 'Who sees it' });
  expect(await visibility.inputValue()).toBe('Everyone in the project (all teams)');
  await page.getByRole('option', { name: 'Venue' }).click();
  // The tasks of a team are for the team.
  expect(await visibility.inputValue()).toBe('Only the team and the owners');
  expect(await visibility.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);
  await page.getByLabel('From').fill('22:00');
  await page.getByLabel(/^To\b/).fill('06:00');
  await page.getByText('Set times').click();
  await page.getByRole('textbox', { name: 'Times' }).fill('1:00');
  await page.getByRole('textbox', { name: 'Minutes of handover' }).fill('15');
  await page.getByText('Sun', { exact: false }).first().click();
  await page.getByText('2 shifts', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'People needed (minimum)' }).fill('5');
  await page.getByRole('button', { name: 'Create shifts' }).click();
  await page.getByText("The minimum can't be more than the number of places.").waitFor();
  await page.getByRole('textbox', { name: 'Places (maximum)' }).fill('6');
  await page.getByRole('button', { name: 'Create shifts' }).click();
  await expectNotification(page, '2 shifts created.');
  await page.waitForURL(/\/manage\/tasks(?:\?|$)/);

  // The team chosen here stays chosen on the pages around the list.
  const team = page.getByRole('combobox', { name: 'Team' }).and(page.locator('select'));
  await team.selectOption({ label: 'Press' });
  await choose(page, 'All series');
  await page.waitForURL('**/manage/tasks/series?tid=press');
  await page.getByText('This team has no series.').waitFor();
  await team.selectOption({ label: 'Venue' });
  // The list of tasks, which has such links as well, is there until the series are loaded.
  await page.locator('a[href*="/tasks/series/"]', { hasText: 'Edit' }).first().click();
  await page.getByRole('textbox', { name: 'Times' }).fill('1:00, 4:00');
  await page.getByText('Unchanged: 1. Moved: 1. New: 1.').waitFor();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expectNotification(page, 'Series changed: 3 shifts.');
  await visit(page, `/projects/${pid}/manage/tasks/series`);
  await page.getByText('(+1 day)').waitFor();
  await page.getByRole('button', { name: 'Delete Night watch' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete series' }).click();
  await expectNotification(page, 'Shifts deleted: 3.');
  await undo(page);
  await page.getByRole('link', { name: 'Edit Night watch' }).waitFor();
  visitor.expectNoErrors();
});

test('a pasted table shows its mistakes in the cells, and is created when it has none', async () => {
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  const { page } = visitor;
  const { pid } = year;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/tasks?tid=venue`);
  await choose(page, 'Paste shifts');
  const team = page.getByRole('combobox', { name: 'Team of lines without one' });
  await expect.poll(() => team.inputValue()).toBe('Venue');
  await team.click();
  await page.getByRole('option', { name: 'Press' }).click();
  await page.getByRole('combobox', { name: 'Who sees it' }).click();
  await page.getByRole('option', { name: 'Anyone signed in' }).click();
  const table = page.getByRole('textbox', { name: 'Table' });
  const lines = (capacity: string) =>
    `Title\tDay\tStart\tEnd\tCapacity\nStage hands\t8 Aug\t10am\t12.00\t${capacity}\n`;
  await table.fill(lines('many'));
  await page.getByRole('button', { name: 'Check table' }).click();
  await page.getByText('1 mistake in the table').waitFor();
  await page.getByRole('cell', { name: 'many' }).getByText('Must be a whole number.').waitFor();
  await page.getByRole('button', { name: 'Download template' }).click();
  await table.fill(lines('3'));
  await page.getByRole('button', { name: 'Check table' }).click();
  await page.getByRole('cell', { name: `8 August ${pid}` }).waitFor();
  await page.getByText('Who sees them: Anyone signed in.').waitFor();
  await page.getByRole('button', { name: 'Create 1 shift' }).click();
  await expectNotification(page, '1 shift created.');
  // No longer only the tasks of Venue.
  expect(await page.getByLabel('Team', { exact: true }).inputValue()).toBe('');
  await search(page, 'Stage hands', '1 upcoming shift');
  await undo(page);
  visitor.expectNoErrors();
});

test('a pasted table names missing locations and kinds once, and owners create them on the spot', async () => {
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  const { page } = visitor;
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  await owner.call('create_task_kind', { path: { pid }, body: { name: 'Bar' } });
  await owner.call('create_place', { path: { pid }, body: { name: 'Main hall' } });
  const lines = [
    'Title\tKind\tLocation\tDay\tStart\tEnd\tPlaces',
    'Pour\tCellar\tBeer tent\t8 Aug\t22:00\t02:00\t3',
    'Wash\tBar\tbeer  tent\t8 Aug\t10:00\t12:00\t3',
    'Greet\tbar\tMAINHALL\t8 Aug\t10:00\t12:00\t3',
    'Park\t\tCar park\t8 Aug\t10:00\t12:00\t3',
  ].join('\n');

  // Chiefs cannot create them.
  await using another = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  await signInAs(server, another.page, year.chief);
  await another.page.goto(`/projects/${pid}/manage/tasks/paste`);
  await another.page.getByRole('textbox', { name: 'Table' }).fill(lines);
  await another.page.getByRole('button', { name: 'Check table' }).click();
  await another.page.getByText(/Only owners can create locations and shift types.*Ask /).waitFor();
  expect(await another.page.getByRole('button', { name: 'Create these' }).count()).toBe(0);
  another.expectNoErrors();

  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/tasks/paste?tid=venue`);
  const table = page.getByRole('textbox', { name: 'Table' });
  await table.fill(lines);
  await page.getByRole('combobox', { name: 'Who sees it' }).click();
  await page.getByRole('option', { name: 'Anyone signed in' }).click();
  // The table is still there after a visit to another page.
  await page.goto(`/projects/${pid}/manage`);
  await page.goto(`/projects/${pid}/manage/tasks/paste`);
  expect(await table.inputValue()).toBe(lines);
  await expect.poll(() => page.getByRole('combobox', { name: 'Team of lines without one' }).inputValue()).toBe('Venue');
  await page.getByRole('button', { name: 'Check table' }).click();
  const alert = page.getByRole('alert').filter({ hasText: "3 names in the table don't exist yet" });
  await alert.getByText('Known: Bar.').waitFor();
  await alert.getByText('Known: Main hall.').waitFor();
  expect(await alert.getByRole('listitem').allTextContents()).toEqual([
    'Beer tent (2 lines)',
    'Car park (1 line)',
    'Cellar (1 line)',
  ]);
  await alert.getByRole('button', { name: 'Create these 2 locations' }).click();
  await expectNotification(page, '2 locations created.');
  await page.getByRole('button', { name: 'Create this shift type' }).click();
  await expectNotification(page, '1 shift type created, without rules.');
  await page.getByText('Who sees them: Anyone signed in. Shifts without a minimum get a minimum of 1.').waitFor();
  await page.getByRole('cell', { name: '22:00–02:00 (+1 day)' }).waitFor();
  await page.getByRole('button', { name: 'Create 4 shifts' }).click();
  await expectNotification(page, '4 shifts created.');
  const { data: places } = await owner.call('list_places', { path: { pid } });
  expect(places.map(({ name }) => name).toSorted()).toEqual(['Beer tent', 'Car park', 'Main hall']);
  await undo(page);
  await page.goto(`/projects/${pid}/manage/tasks/paste`);
  expect(await table.inputValue()).toBe('');
  visitor.expectNoErrors();
});

test('a day is copied, and a selection is edited, moved and deleted, naming people who would lose their place', async () => {
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  const { page } = visitor;
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  const member = await clientOf(server, year.member);
  const task = { starts_at: `${pid}-08-08T14:00:00Z`, ends_at: `${pid}-08-08T15:00:00Z`, capacity: 5, tid: 'venue' };
  const { data: before } = await owner.call('list_tasks', { path: { pid }, query: { q: 'Clean-up' } });
  // An earlier try of this test may have left one.
  for (const { id: old } of before) await owner.call('delete_task', { path: { pid, id: old }, query: { force: true } });
  const { id } = await owner.call('create_task', { path: { pid }, body: { ...task, title: 'Clean-up' } });
  await member.call('join_task', { path: { pid, id } });
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/tasks`);
  await choose(page, 'Copy a day');
  const dialog = page.getByRole('dialog');
  // Only days with tasks can be copied.
  await dialog.getByLabel('Team').selectOption({ label: 'Press' });
  await dialog.getByText('This copies 0 shifts.').waitFor();
  expect(await dialog.getByLabel('Copy shifts from').locator('option').count()).toBe(0);
  expect(await dialog.getByRole('button', { name: 'Copy shifts' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Team').selectOption({ label: 'Venue' });
  await dialog.getByLabel('Copy shifts from').selectOption(`${pid}-08-08`);
  // Shifts can also be copied to a day after the event.
  await dialog.getByLabel('To', { exact: true }).fill(`${pid}-08-11`);
  await dialog.getByRole('button', { name: 'Copy shifts' }).click();
  await page.locator('.mantine-Notification-root', { hasText: 'copied.' }).waitFor();
  await search(page, 'Clean-up', '2 upcoming shifts');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Edit shifts' }).click();
  await dialog.getByRole('textbox', { name: 'Label' }).fill('cleaning');
  await dialog.getByRole('textbox', { name: 'Places (maximum)' }).fill('7');
  await dialog.getByRole('combobox', { name: 'Who sees it' }).click();
  await page.getByRole('option', { name: 'Only the team and the owners' }).click();
  await dialog.getByRole('combobox', { name: 'How people join' }).click();
  await page.getByRole('option', { name: 'People ask, chiefs and owners decide' }).click();
  await dialog.getByLabel('Sign-up opens').fill(`${pid}-07-01T10:00`);
  expect(await dialog.getByText('People on these shifts are notified.').count()).toBe(0);
  await dialog.getByRole('textbox', { name: 'Briefing' }).fill('Bring gloves.');
  await dialog.getByText('People on these shifts are notified.').waitFor();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expectNotification(page, '2 shifts changed.');
  const changed = await owner.call('get_task', { path: { pid, id } });
  expect(changed).toMatchObject({ category: 'cleaning', capacity: 7, visibility: 'team', joining: 'approval' });
  expect(changed).toMatchObject({
    opens_at: `${pid}-07-01T02:00:00.000Z`,
    briefing: 'Bring gloves.',
    title: 'Clean-up',
  });
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Move shifts' }).click();
  await dialog.getByRole('textbox', { name: 'Move by' }).fill('2');
  await dialog.getByText('Later').click();
  await dialog.getByText('People on these shifts are notified.').waitFor();
  await dialog.getByRole('button', { name: 'Move shifts' }).click();
  await expectNotification(page, '2 shifts moved. People on them are notified.');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Delete shifts' }).click();
  await dialog.getByRole('button', { name: 'Delete shifts' }).click();
  await dialog.getByText(`${year.member.name}: Clean-up`).waitFor();
  await dialog.getByRole('button', { name: 'Delete and notify them' }).click();
  await expectNotification(page, '2 shifts deleted.');
  await page.getByText('No shifts match.').waitFor();
  visitor.expectNoErrors();
});

test('who would rest too little after a move is named with the rule', async () => {
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  const { page } = visitor;
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  const kind = await owner.call('create_task_kind', { path: { pid }, body: { name: 'Kitchen', rest_minutes: 480 } });
  const create = async (title: string, from: string, to: string, more: object) => {
    const times = { starts_at: `${pid}-08-09T${from}:00Z`, ends_at: `${pid}-08-09T${to}:00Z` };
    const body = { title, tid: 'venue', capacity: 2, ...times, ...more };
    const { id } = await owner.call('create_task', { path: { pid }, body });
    await owner.call('add_attendee', { path: { pid, id, uid: year.member.uid } });
  };
  await create('Cooking', '00:00', '01:00', { kind: kind.id });
  await create('Evening desk', '10:00', '11:00', {});
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/tasks`);
  await search(page, 'Evening desk', '1 upcoming shift');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Move shifts' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Move by' }).fill('2');
  await dialog.getByRole('combobox', { name: 'Unit' }).click();
  await page.getByRole('option', { name: 'hours' }).click();
  await dialog.getByText('Earlier').click();
  await dialog.getByRole('button', { name: 'Move shifts' }).click();
  await dialog.getByText('Rest after Kitchen: 8 h', { exact: true }).waitFor();
  visitor.expectNoErrors();
});
