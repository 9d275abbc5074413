import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { makeFreshYear } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

const toasts = (page: Page) => page.locator('.mantine-Notification-root');

const saveLegalName = async (page: Page, name: string) => {
  await page.getByLabel('Legal name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  await expectNotification(page, 'Saved.');
};

test('a message replaces an identical one, and goes with its page', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.volunteer);
  await page.goto('/me/real-profile');
  await saveLegalName(page, 'Vera');
  await saveLegalName(page, 'Vera V.');
  await saveLegalName(page, 'Vera Volunteer');
  await expect.poll(() => toasts(page).count()).toBe(1);
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await toasts(page).waitFor({ state: 'detached' });
  visitor.expectNoErrors();
});

test('a message stays if what it is about opens another page, and if it has an Undo button', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/tasks/new`);
  await page.getByLabel('Title').fill('Evening desk');
  await page.getByRole('button', { name: 'Create shift' }).click();
  await page.getByRole('rowheader', { name: 'Evening desk' }).waitFor();
  await expectNotification(page, 'Shift created.');

  await page.getByRole('link', { name: 'Edit Evening desk' }).click();
  await page.getByLabel('Title').fill('Late desk');
  await page.getByRole('button', { name: 'Save' }).click();
  const undo = toasts(page).getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
  expect(await toasts(page).count()).toBe(1);
  await undo.click();
  await expectNotification(page, 'Undone.');
  visitor.expectNoErrors();
});

test('on a phone, a message covers neither the title nor the buttons of a dialog', async () => {
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 390, height: 500 } });
  const { page } = visitor;
  const { pid, task, owner } = await makeFreshYear(server);
  await signInAs(server, page, owner);
  await page.goto(`/projects/${pid}/tasks/${task}/edit`);
  await page.getByLabel('Title').fill('Info desk');
  await page.getByRole('button', { name: 'Save' }).click();
  await toasts(page).getByRole('button', { name: 'Undo' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Delete shift' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete shift' }).scrollIntoViewIfNeeded();
  const message = await toasts(page).boundingBox();
  const box = await dialog.boundingBox();
  if (message === null || box === null) throw new Error('expected a message and a dialog');
  expect(message.y).toBeGreaterThanOrEqual(box.y + box.height);
  expect(message.y + message.height).toBeLessThanOrEqual(500);
  visitor.expectNoErrors();
});
