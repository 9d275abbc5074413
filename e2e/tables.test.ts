import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf, makeFreshYear, makePeople } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

const namesIn = (page: Page) => () => page.getByRole('table').locator('tbody th').allTextContents();
const header = (page: Page, name: string) => page.getByRole('table').getByRole('button', { name, exact: true });

test('an owner turns several forms on and off', async () => {
  const { pid, owner } = await makeFreshYear(server);
  const own = await clientOf(server, owner);
  const path = { pid };
  await own.call('change_form', { path: { pid, form: 'travel' }, body: { enabled: false } });
  await own.call('replace_traffic_subsidies', { path, body: { currency: 'TWD', data: [] } });
  await own.call('create_form', { path, body: { form: 'meals', kind: 'meals', title: 'Meals' } });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, owner);
  await page.goto(`/projects/${pid}/manage/forms`);
  for (const title of ['Meals', 'Shirts', 'Travel'])
    await page.getByRole('checkbox', { name: `Select ${title}` }).check();
  await page.getByRole('button', { name: 'Turn off 1 form' }).waitFor();
  await page.getByRole('button', { name: 'Turn on 2 forms' }).click();
  const question = page.getByRole('dialog', { name: 'Turn on 2 forms?' });
  await question.getByText('Meals: Teams and owners (').waitFor();
  await question.getByRole('button', { name: 'Turn on 2 forms' }).click();
  await page.getByRole('alert').getByText('1 of 2 forms turned on').waitFor();
  await page.getByRole('alert').getByText('Travel: The travel money table is empty').waitFor();
  await expectNotification(page, '1 form now accepts answers. The people it asks are notified.');
  // What could not be changed stays selected.
  await page.getByText('1 selected').waitFor();
  await page.getByRole('button', { name: 'Clear selection' }).click();

  await page.getByLabel('Status').selectOption('Open');
  await expect.poll(namesIn(page)).toEqual(['Meals', 'Shirts']);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Turn off 2 forms' }).click();
  await expectNotification(page, '2 forms no longer accept answers.');
  const { data } = await own.call('list_forms', { path });
  expect(data.map(({ enabled }) => enabled)).toEqual([false, false, false]);

  await page.getByLabel('Status').selectOption('');
  // Actions of a row have room of their own, or are in its menu alone.
  const row = page.getByRole('row').filter({ hasText: 'Meals' });
  const edit = row.getByRole('link', { name: 'Edit: Meals', exact: true });
  await page.setViewportSize({ width: 1280, height: 800 });
  await row.hover();
  const [first, actions] = [await edit.boundingBox(), await row.getByRole('cell').last().boundingBox()];
  expect(first?.x).toBeGreaterThan(actions?.x ?? Infinity);
  await page.setViewportSize({ width: 1000, height: 800 });
  await row.hover();
  await row.getByRole('button', { name: 'Actions: Meals' }).waitFor();
  expect(await edit.isVisible()).toBe(false);

  // The last of three forms: the totals of the others are above it.
  await page.getByRole('button', { name: 'Actions: Travel' }).click();
  await page.getByRole('menuitem', { name: 'Totals' }).click();
  const totals = page.getByRole('region', { name: 'Travel', exact: true });
  await expect.poll(async () => (await totals.boundingBox())?.y ?? Infinity).toBeLessThan(600);
});

test('messages and contact sheets are sorted by their headers, and the order is in the URL', async () => {
  const { pid } = year;
  const own = await clientOf(server, year.owner);
  const subjects = ['Keys', 'Arrival', 'Meals'];
  for (const subject of subjects)
    await own.call('create_message', {
      path: { pid },
      body: { subject, body: 'Soon.', audience: { everyone: true } },
    });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/messages`);
  await expect.poll(namesIn(page)).toEqual(subjects.toReversed());
  await header(page, 'Subject').click();
  await expect.poll(namesIn(page)).toEqual(['Arrival', 'Keys', 'Meals']);
  await header(page, 'Subject').click();
  await page.waitForURL('**sort=-subject');
  await page.reload();
  await expect.poll(namesIn(page)).toEqual(['Meals', 'Keys', 'Arrival']);
  await header(page, 'Time').click();
  await expect.poll(namesIn(page)).toEqual(subjects);

  await page.goto(`/projects/${pid}/teams/venue`);
  await header(page, 'Name').click();
  await header(page, 'Name').click();
  await page.waitForURL('**sort=-name');
  await page.reload();
  await expect.poll(namesIn(page)).toEqual([/Mia Member/, /Chen Chief/].map((name) => expect.stringMatching(name)));
  visitor.expectNoErrors();
});

test('administrators sort people as soon as all of them are loaded', async () => {
  const names = Array.from({ length: 51 }, (_, index) => `Zoe Zebra ${String(index).padStart(2, '0')}`);
  await makePeople(server, names);
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.administrator);
  await page.goto('/admin/people?q=zebra&sort=-name');
  await expect.poll(namesIn(page)).toEqual(names.slice(0, 50));
  expect(await header(page, 'Name').count()).toBe(0);
  await page.getByRole('button', { name: 'Show more' }).click();
  await header(page, 'Name').waitFor();
  expect((await namesIn(page)())[0]).toBe(names.at(-1));
  await header(page, 'Name').click();
  await expect.poll(async () => (await namesIn(page)())[0]).toBe(names[0]);
  visitor.expectNoErrors();
});
