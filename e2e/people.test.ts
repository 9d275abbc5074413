import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { visit } from './support/looks.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf, makePeople } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

test('an owner finds people by address and filters, shares the URL, and opens one person', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}`);
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  const names = () => page.locator('tbody th a').allTextContents();
  await expect.poll(names).toContain(year.owner.name);
  const everybody = (await names()).length;

  await page.getByLabel('Name or email address').fill(year.chief.email);
  await expect.poll(names).toEqual([year.chief.name]);
  expect(page.url()).toContain('q=');
  await page.reload();
  await expect.poll(names).toEqual([year.chief.name]);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(async () => (await names()).length).toBe(everybody);
  expect(await page.getByLabel('Name or email address').inputValue()).toBe('');

  await page.getByLabel('Role').selectOption('chief');
  await expect.poll(names).toEqual([year.chief.name]);
  await page.getByLabel('Role').selectOption('owner');
  await expect.poll(names).toEqual([year.owner.name]);
  await page.getByLabel('Role').selectOption('');
  await page.getByLabel('Team', { exact: true }).selectOption('venue');
  await expect.poll(() => page.url()).toContain('tid=venue');
  await page.getByLabel('Form').selectOption({ index: 1 });
  await expect.poll(() => page.url()).toContain('answered=false');
  await page.getByLabel('Form').selectOption({ index: 2 });
  await expect.poll(() => page.url()).toContain('answered=true');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Has a shift on').fill('2001-01-01');
  await page.getByText('No people found.').waitFor();
  await page.getByLabel('Without shifts').check();
  await expect.poll(async () => (await names()).length).toBe(everybody);

  await page.getByRole('button', { name: 'Clear filters' }).click();
  const header = (name: string) => page.getByRole('columnheader', { name });
  expect(await header('Name').getAttribute('aria-sort')).toBe('ascending');
  const byName = await names();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect.poll(names).toEqual(byName.toReversed());
  expect(page.url()).toContain('sort=-name');
  expect(await header('Name').getAttribute('aria-sort')).toBe('descending');
  await page.getByRole('button', { name: 'Shifts planned', exact: true }).click();
  await page.waitForURL('**sort=tasks**');
  await page.getByRole('button', { name: 'Shifts planned', exact: true }).click();
  await expect.poll(async () => (await names())[0]).toBe(year.member.name);
  await page.reload();
  await expect.poll(async () => (await names())[0]).toBe(year.member.name);
  expect(await header('Shifts planned').getAttribute('aria-sort')).toBe('descending');
  expect(await header('Name').getAttribute('aria-sort')).toBeNull();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect.poll(names).toEqual(byName);
  expect(page.url()).not.toContain('sort');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  expect((await download).suggestedFilename()).toBe(`${year.pid}-people.csv`);

  await page.getByRole('link', { name: year.chief.name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: year.chief.name }).waitFor();
  await page.getByRole('link', { name: year.chief.email }).waitFor();
  await page.getByRole('region', { name: 'Teams' }).getByText('Chief').waitFor();
  await page.getByRole('link', { name: 'All people' }).click();
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  visitor.expectNoErrors();
});

test('a chief sees the people of their own team only, a member no such page', async () => {
  {
    await using visitor = await newVisitor(browser, server.url);
    const { page } = visitor;
    await signInAs(server, page, year.chief);
    await page.goto(`/projects/${year.pid}/people`);
    await page.getByRole('button', { name: 'About this page' }).click();
    await page.getByText('The people in your teams').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: year.chief.name, exact: true }).waitFor();
    expect(await page.getByRole('link', { name: year.owner.name, exact: true }).count()).toBe(0);
    expect(await page.getByLabel('Team', { exact: true }).locator('option').count()).toBe(2);
    visitor.expectNoErrors();
  }
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.member);
  await page.goto(`/projects/${year.pid}/people`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('link', { name: 'People', exact: true }).count()).toBe(0);
  expect(await page.locator('tbody').count()).toBe(0);
});

/** The height of the page, and how many usual rows of its table fit between the sticky headers and the end of the window. */
const density = (page: Page) =>
  page.evaluate(() => {
    const below = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().height ?? 0;
    const heights = [...document.querySelectorAll('tr:has(> th[scope=row])')].map(
      (row) => row.getBoundingClientRect().height,
    );
    const median = heights.toSorted((one, other) => one - other)[Math.floor(heights.length / 2)] ?? 0;
    return {
      height: document.documentElement.scrollHeight,
      rows: Math.floor((innerHeight - below('header') - below('thead')) / median),
    };
  });

test('a laptop shows 30 rows at once, and a phone 50 people on a few screens', async () => {
  const { pid } = year;
  const names = Array.from({ length: 60 }, (_, index) => `Helper ${String(index).padStart(2, '0')}`);
  const people = await makePeople(server, names);
  const owner = await clientOf(server, year.owner);
  await owner.call('add_members', {
    path: { pid, tid: 'press' },
    body: { people: people.map(({ uid }) => ({ uid })) },
  });
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 1280, height: 800 } });
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  const rows = page.locator('tbody tr');
  const paths = [`/projects/${pid}/people`, `/projects/${pid}/teams/press`, `/projects/${pid}/teams/press/manage`];
  for (const path of paths) {
    await visit(page, path);
    await rows.nth(49).waitFor();
    expect((await density(page)).rows, path).toBeGreaterThanOrEqual(30);
  }
  const body = { title: 'Build the stage', tid: 'press', min_people: 3, capacity: 5 };
  const times = { starts_at: `${pid}-08-08T05:00:00Z`, ends_at: `${pid}-08-08T07:00:00Z` };
  await owner.call('create_task', { path: { pid }, body: { ...body, ...times } });
  for (const path of ['tasks', 'forms', 'audit']) {
    await visit(page, `/projects/${pid}/manage/${path}`);
    await rows.first().waitFor();
    expect((await density(page)).rows, path).toBeGreaterThanOrEqual(30);
  }

  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of paths) {
    await visit(page, path);
    await rows.nth(49).waitFor();
    expect((await density(page)).height, path).toBeLessThan(7000);
  }
  await visit(page, `/projects/${pid}/people`);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Name, Z to A' });
  await page.waitForURL('**sort=-name**');
  await expect.poll(() => rows.first().innerText()).toContain(year.owner.name);
  expect(await rows.count()).toBe(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(60);
  expect(await rows.last().innerText()).toContain(year.chief.name);

  await visit(page, `/projects/${pid}/manage/audit?kind=member.added`);
  expect(await page.locator('tbody th[scope=row]').count()).toBe(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => page.locator('tbody th[scope=row]').count()).toBeGreaterThanOrEqual(60);
  const shownTimes = () =>
    page.locator('tbody time').evaluateAll((all) => all.map((one) => one.getAttribute('datetime')));
  const newest = await shownTimes();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Time, oldest first' });
  await page.waitForURL('**order=oldest**');
  await expect.poll(shownTimes).toEqual(newest.toReversed().slice(0, 50));
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await page.getByRole('columnheader', { name: 'Time' }).getAttribute('aria-sort')).toBe('ascending');
  await page.getByRole('button', { name: 'Time', exact: true }).click();
  // Perhaps with the second page, which was loaded before.
  await expect.poll(async () => (await shownTimes()).slice(0, 50)).toEqual(newest.slice(0, 50));
  expect(page.url()).not.toContain('order');
  visitor.expectNoErrors();
});

test('chiefs message the people that the list shows them', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.chief);
  for (const search of ['', '?form=shirts&answered=true']) {
    await page.goto(`/projects/${year.pid}/people${search}`);
    const link = page.getByRole('link', { name: /^Message (this|[0-9]+)/ });
    const [count = 1] = /\d+/.exec((await link.textContent()) ?? '') ?? [];
    await link.click();
    await page.getByText(new RegExp(`^${count} (person|people)`)).waitFor();
  }
  visitor.expectNoErrors();
});

test('several people are selected to be messaged, or removed from their team', async () => {
  const { pid } = year;
  // Another one for each try.
  const tid = `stage-${Date.now()}`;
  const path = { pid, tid };
  const owner = await clientOf(server, year.owner);
  await owner.call('create_team', { path: { pid }, body: { tid, name: 'Stage' } });
  const names = Array.from({ length: 21 }, (_, index) => `Roadie ${String(index).padStart(2, '0')}`);
  const people = await makePeople(server, names);
  await owner.call('add_members', { path, body: { people: people.map(({ uid }) => ({ uid })) } });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);

  await page.goto(`/projects/${pid}/people?tid=${tid}`);
  await page.getByRole('checkbox', { name: 'Select Roadie 03' }).check();
  await page.getByRole('checkbox', { name: 'Select Roadie 04' }).check();
  // Another order keeps the selection.
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.waitForURL('**sort=-name**');
  await page.getByText('2 selected').waitFor();
  await page.getByRole('link', { name: 'Message these 2 people' }).click();
  await page.getByText('2 people you chose').waitFor();

  await page.goto(`/projects/${pid}/teams/${tid}/manage`);
  const shown = () => page.getByRole('table').locator('tbody th').allTextContents();
  await expect.poll(shown).toEqual(names);
  await page.getByRole('searchbox', { name: 'Search by name or email address' }).fill('roadie 1');
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.waitForURL('**sort=-name**');
  await page.reload();
  await expect.poll(shown).toEqual(names.slice(10, 20).toReversed());
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('link', { name: 'Message these 10 people' }).waitFor();
  await page.getByRole('checkbox', { name: 'Select Roadie 10' }).uncheck();
  await page.getByRole('button', { name: 'Remove 9 people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove 9 people?' });
  await dialog.getByText(/^Roadie 11, Roadie 12, .* and Roadie 19$/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  // Somebody leaves by themselves in the meantime, and is gone either way.
  await owner.call('remove_member', { path: { ...path, uid: people[15]?.uid ?? '' } });
  await page.getByRole('button', { name: 'Remove 9 people' }).click();
  await dialog.getByRole('button', { name: 'Remove 9 people' }).click();
  await expectNotification(page, '9 people are no longer in the team.');
  await expect.poll(shown).toEqual(['Roadie 10']);
  const { data } = await owner.call('list_team_members', { path });
  expect(data.map(({ name }) => name)).toEqual([...names.slice(0, 11), 'Roadie 20']);

  // Nobody is notified of removing themselves.
  await owner.call('add_member', { path: { ...path, uid: year.owner.uid } });
  await page.goto(`/projects/${pid}/teams/${tid}/manage`);
  await page.getByRole('checkbox', { name: `Select ${year.owner.name}` }).check();
  await page.getByRole('button', { name: 'Remove 1 person' }).click();
  const alone = page.getByRole('dialog', { name: 'Remove 1 person?' });
  await alone.getByText('You leave Stage immediately').waitFor();
  expect(await alone.getByText('notified').count()).toBe(0);
  await alone.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('checkbox', { name: 'Select Roadie 10' }).check();
  await page.getByRole('button', { name: 'Remove 2 people' }).click();
  const both = page.getByRole('dialog', { name: 'Remove 2 people?' });
  await both.getByText('You and the others leave Stage immediately').waitFor();
  await both.getByRole('button', { name: 'Remove 2 people' }).click();
  await expectNotification(page, /^1 person is no longer in the team\. You're no longer in the team\.$/);
  visitor.expectNoErrors();
});
