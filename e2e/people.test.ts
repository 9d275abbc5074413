import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { faultsAlong, looks } from './support/everybody.ts';
import { openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

const patience = { timeout: 20_000 };

test('an owner finds people by address and filters, shares the URL, and opens one person', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}`);
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  const names = () => page.locator('tbody th a').allTextContents();
  await expect.poll(names, patience).toContain(year.owner.name);
  const everybody = (await names()).length;

  await page.getByLabel('Name or email address').fill(year.chief.email);
  await expect.poll(names, patience).toEqual([year.chief.name]);
  expect(page.url()).toContain('q=');
  await page.reload();
  await expect.poll(names, patience).toEqual([year.chief.name]);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(async () => (await names()).length, patience).toBe(everybody);
  expect(await page.getByLabel('Name or email address').inputValue()).toBe('');

  await page.getByLabel('Role').selectOption('chief');
  await expect.poll(names, patience).toEqual([year.chief.name]);
  await page.getByLabel('Role').selectOption('owner');
  await expect.poll(names, patience).toEqual([year.owner.name]);
  await page.getByLabel('Role').selectOption('');
  await page.getByLabel('Team', { exact: true }).selectOption('venue');
  await expect.poll(() => page.url(), patience).toContain('tid=venue');
  await page.getByLabel('Form').selectOption({ index: 1 });
  await expect.poll(() => page.url(), patience).toContain('answered=false');
  await page.getByLabel('Form').selectOption({ index: 2 });
  await expect.poll(() => page.url(), patience).toContain('answered=true');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Has a task on').fill('2001-01-01');
  await page.getByText('No people found.').waitFor();
  await page.getByLabel('Without tasks').check();
  await expect.poll(async () => (await names()).length, patience).toBe(everybody);

  await page.getByRole('button', { name: 'Clear filters' }).click();
  const header = (name: string) => page.getByRole('columnheader', { name });
  expect(await header('Name').getAttribute('aria-sort')).toBe('ascending');
  const byName = await names();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect.poll(names, patience).toEqual(byName.toReversed());
  expect(page.url()).toContain('sort=-name');
  expect(await header('Name').getAttribute('aria-sort')).toBe('descending');
  await page.getByRole('button', { name: 'Tasks', exact: true }).click();
  await page.waitForURL('**sort=tasks**');
  await page.getByRole('button', { name: 'Tasks', exact: true }).click();
  await expect.poll(async () => (await names())[0], patience).toBe(year.member.name);
  await page.reload();
  await expect.poll(async () => (await names())[0], patience).toBe(year.member.name);
  expect(await header('Tasks').getAttribute('aria-sort')).toBe('descending');
  expect(await header('Name').getAttribute('aria-sort')).toBeNull();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect.poll(names, patience).toEqual(byName);
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
    await page.getByText('The people in your teams').waitFor();
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

test.each(looks)('the people pages are accessible and fit the screen in $locale, $colorScheme', async (look) => {
  const paths = ['/people', `/people/${year.chief.uid}`, '/people?q=zzzz'];
  const faults = await faultsAlong(
    { browser, server, look, person: year.owner },
    paths.map((path) => `/projects/${year.pid}${path}`),
  );
  expect(faults).toEqual({});
});
