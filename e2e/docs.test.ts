import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '../test/support/factories.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { createVolunteer, signInAs } from './support/seed.ts';
import { startServer } from './support/server.ts';
import type { Server } from './support/server.ts';

let server: Server;
let browser: Browser;
let person: TestPerson;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  person = await createVolunteer(server);
});

afterAll(() => server[Symbol.asyncDispose]());

test('the interactive documentation exchanges credentials and calls a protected route', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, person);
  await page.goto('/api-access');
  await page.getByRole('button', { name: 'Create credentials' }).click();
  const username = await page.getByLabel('Username', { exact: true }).inputValue();
  const password = await page.getByLabel('Password', { exact: true }).inputValue();
  const [docs] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'interactive documentation' }).click(),
  ]);
  // Without the cookie, so that the request below authenticates with the token.
  await page.close();
  await docs.context().clearCookies();

  await docs.locator('button.authorize').first().click();
  const dialog = docs.locator('.modal-ux .auth-container').first();
  await dialog.locator('#oauth_username').fill(username);
  await dialog.locator('#oauth_password').fill(password);
  await dialog.locator('button.authorize').click();
  await dialog.getByText('Logout', { exact: true }).waitFor();
  await docs.locator('.modal-ux .close-modal').first().click();

  // Swagger UI takes the `_` of an operation in the address for an old way to write a space.
  visitor.expectError(/escaping deep link whitespace/);
  // The token survives a reload, and is in no storage that outlives the tab or that other tabs see.
  await docs.goto('/api/docs#/Me/get_me');
  await docs.reload();
  expect(await docs.evaluate(() => JSON.stringify(localStorage))).toBe('{}');
  expect(await docs.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(password);
  const operation = docs.locator('#operations-Me-get_me');
  await operation.getByRole('button', { name: 'Execute' }).click();
  const answer = operation.locator('.live-responses-table .response');
  await answer.waitFor();
  expect(await answer.locator('.response-col_status').textContent()).toContain('200');
  expect(await answer.textContent()).toContain(person.email);
  visitor.expectNoErrors();
});

test('the reference documentation shows the operations', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.goto('/api/redoc');
  await page.getByText('Exchange one-time credentials for an API token').first().waitFor();
  await page.getByText("Read the caller's own info").first().waitFor();
  visitor.expectNoErrors();
});

test('an operation opens with its example and its errors, and nothing else is rendered', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.goto('/api/docs');
  await page.locator('#operations-tag-Tasks').click();
  const operation = page.locator('#operations-Tasks-create_task');
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Execute' }).waitFor();
  expect(JSON.parse(await operation.locator('.body-param__text').inputValue())).toMatchObject({ tid: 'venue' });
  await operation.getByText('team_disabled').first().waitFor();
  expect(await page.locator('#operations-Teams-create_team').count()).toBe(0);
  visitor.expectNoErrors();
});
