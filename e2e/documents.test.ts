import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
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

test('an owner publishes rules, somebody who wants to join is led to them and signs on a phone, and a new version asks again', async () => {
  await using owner = await newVisitor(browser, server.url);
  const { page } = owner;
  const title = `Safety rules ${Date.now()}`;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/manage`);
  await openEntry(page, 'People', 'Documents');
  await page.getByRole('link', { name: 'New document' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Enter a title.').waitFor();
  await page.getByLabel('Title').fill(title);
  await page.getByRole('textbox', { name: 'Text' }).fill('**Wear a helmet.**');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expectNotification(page, 'Document published.');
  await page.getByRole('link', { name: title }).click();
  await page.getByText('No one has signed yet.').waitFor();

  await using phone = await newVisitor(browser, server.url, { viewport: { width: 390, height: 844 } });
  await signInAs(server, phone.page, year.chief);
  await phone.page.goto(`/projects/${year.pid}/tasks/${year.task}`);
  await phone.page.getByRole('link', { name: `Read and sign ${title}` }).click();
  await phone.page.getByText('Wear a helmet.').waitFor();
  await phone.page.getByText('I have read this and agree.').waitFor();
  await phone.page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expectNotification(phone.page, 'Signed.');
  await phone.page.getByText(/^You signed this on/).waitFor();
  await phone.page.goto(`/projects/${year.pid}/tasks/${year.task}`);
  await phone.page.getByRole('heading', { level: 1, name: 'Registration desk' }).waitFor();
  expect(await phone.page.getByRole('link', { name: `Read and sign ${title}` }).count()).toBe(0);

  await page.reload();
  await page.getByRole('table', { name: 'Signatures' }).getByText('Yes').waitFor();
  await page.getByRole('textbox', { name: 'Text' }).fill('Wear a helmet and gloves.');
  await page.getByLabel('What has changed').fill('Gloves, too.');
  await page.getByRole('button', { name: 'Publish new version' }).click();
  await expectNotification(page, 'New version published.');
  await page.getByText('Version 1,').click();
  await page.locator('strong', { hasText: 'Wear a helmet.' }).waitFor();
  await page.getByText('Not signed yet').click();
  await page.getByRole('table', { name: 'Signatures' }).waitFor();

  await phone.page.goto(`/projects/${year.pid}/forms`);
  await phone.page.getByRole('link', { name: title }).click();
  await phone.page.getByText('What has changed: Gloves, too.').waitFor();
  phone.expectNoErrors();

  await page.getByRole('button', { name: 'Delete document' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete document' }).click();
  await expectNotification(page, 'Document deleted.');
  owner.expectNoErrors();
});
