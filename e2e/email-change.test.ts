import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson } from '../test/support/factories.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { seed, signInAs } from './support/seed.ts';
import { startServer } from './support/server.ts';
import type { Server } from './support/server.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
});

afterAll(() => server[Symbol.asyncDispose]());

test('a person changes their address, and the notice to the old one restores it', async () => {
  const person = await seed(server, (context) => createPerson(context, { name: 'Ada' }));
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, person);
  await page.goto('/me/security');
  await page.getByRole('button', { name: 'Change address' }).click();
  await page.getByText('Enter an email address').waitFor();
  await page.getByLabel('New address').fill('ada.new@example.org');
  await page.getByRole('button', { name: 'Change address' }).click();
  await page.getByText('If ada.new@example.org can be used').waitFor();
  await page.goto(await server.mailedLink('ada.new@example.org', '/email#token='));
  await page.getByRole('button', { name: 'Use the new address' }).click();
  await page.getByRole('heading', { name: 'Address changed' }).waitFor();
  expect(page.url()).toBe(`${server.url}/email`);
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByText('ada.new@example.org').waitFor();
  visitor.expectNoErrors();

  await using other = await newVisitor(browser, server.url);
  await other.page.goto(await server.mailedLink(person.email, '/email-revert#code='));
  await other.page.getByRole('button', { name: 'Use the old address' }).click();
  await other.page.getByRole('heading', { name: 'Your old address is back' }).waitFor();
  expect((await page.request.get('/api/me')).status()).toBe(401);
  other.expectNoErrors();
});
