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

  // Swagger UI takes long to render all operations.
  docs.setDefaultTimeout(60_000);
  await docs.locator('button.authorize').first().click();
  const dialog = docs.locator('.modal-ux .auth-container').first();
  await dialog.locator('#oauth_username').fill(username);
  await dialog.locator('#oauth_password').fill(password);
  await dialog.locator('button.authorize').click();
  await dialog.getByText('Logout', { exact: true }).waitFor();
  await docs.locator('.modal-ux .close-modal').first().click();

  const operation = docs.locator('#operations-Me-get_me');
  // Swagger UI renders only the operations in view.
  await docs.setViewportSize({ width: 1280, height: 8000 });
  await operation.locator('.opblock-summary-control').click();
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
