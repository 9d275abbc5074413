import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { browserClientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

test('new dates say what stays on other days, and archiving before the end says so and closes the forms', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const pid = 'winter';
  const day = (date: string) => `${year.pid}-${date}`;
  const admin = await browserClientOf(server, year.administrator);
  const dates = { timezone: 'Asia/Taipei', starts_on: day('12-08'), ends_on: day('12-09') };
  await admin.call('create_project', { body: { pid, name: 'Winter Camp', ...dates, owners: [year.owner.uid] } });
  const owner = await browserClientOf(server, year.owner);
  await owner.call('create_team', { path: { pid }, body: { tid: 'kitchen', name: 'Kitchen' } });
  for (const hour of ['02', '05'])
    await owner.call('create_task', {
      path: { pid },
      body: {
        title: 'Cook',
        tid: 'kitchen',
        capacity: 1,
        starts_at: `${day('12-08')}T${hour}:00:00Z`,
        ends_at: `${day('12-08')}T${hour}:30:00Z`,
      },
    });
  await owner.call('create_form', { path: { pid }, body: { form: 'meals', kind: 'meals', title: 'Meals' } });

  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/forms`);
  await page
    .getByText('When the project is made public, the people asked by forms that are on are notified.')
    .waitFor();
  await page.getByRole('switch', { name: 'Meals: accept answers' }).click({ force: true });
  await expectNotification(page, 'Meals is on. The people it asks are notified when the project is public.');

  await page.goto(`/projects/${pid}/manage/settings`);
  const form = page.locator('form', { has: page.getByLabel('First day') });
  await form.getByLabel('First day').fill(day('11-17'));
  await form.getByLabel('Last day').fill(day('11-18'));
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('2 shifts are still on other days.').waitFor();
  await page.getByText('Days and deadlines of forms stay as they are.').waitFor();
  await page.getByRole('link', { name: 'Move shifts' }).click();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Move shifts' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Move by' }).fill('21');
  await dialog.getByText('Earlier').click();
  await dialog.getByRole('button', { name: 'Move shifts' }).click();
  await expectNotification(page, '2 shifts moved.');
  const { data } = await owner.call('list_tasks', { path: { pid }, query: {} });
  expect(data.map(({ starts_at: start }) => start.slice(0, 10))).toEqual([day('11-17'), day('11-17')]);

  await owner.call('update_project', { path: { pid }, body: { state: 'public' } });
  await page.goto(`/projects/${pid}/forms`);
  await page.getByText('Waiting for you').waitFor();
  await page.goto(`/projects/${pid}/manage/settings#state`);
  await page.getByRole('button', { name: 'Archive' }).click();
  await dialog.getByText("The event isn't over yet.").waitFor();
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expectNotification(page, 'The project is now archived.');
  await page.goto(`/projects/${pid}/forms`);
  await page.getByRole('link', { name: 'Meals' }).waitFor();
  expect(await page.getByText('Waiting for you').count()).toBe(0);
  expect(await page.getByText(/^Open until/).count()).toBe(0);
  await page.getByRole('link', { name: 'Meals' }).click();
  await page.getByText("This form isn't taking answers right now.").waitFor();
  expect(await page.getByRole('button', { name: 'Send my answer' }).count()).toBe(0);
  visitor.expectNoErrors();
});
