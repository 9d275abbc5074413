import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, tokenOf } from '../test/support/factories.ts';
import type { TestPerson } from '../test/support/factories.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { createVolunteer, seed, signInAs } from './support/seed.ts';
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

/** Parses the curl command the way a shell does, into its URL and form fields. */
function requestOf(line: string): { url: string; form: URLSearchParams } {
  const [, url = '', words = ''] = /^curl (\S+) (.*)$/.exec(line) ?? [];
  const form = new URLSearchParams();
  for (const [, plain, quoted] of words.matchAll(/(?:-d|--data-urlencode) (?:([^'\s]\S*)|'((?:[^']|'\\'')*)')/g)) {
    const field = plain ?? (quoted ?? '').replaceAll(String.raw`'\''`, "'");
    form.append(field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1));
  }
  return { url, form };
}

const makeCredentials = (page: Page) => page.getByRole('button', { name: 'Create credentials' }).click();

test('credentials from the page are exchanged for a token that works, is listed and can be revoked', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, person);
  await page.goto('/api-access');
  await page.getByText('No tokens yet').waitFor();
  await page.getByLabel('What is the token for?').fill("Ada's staff page");
  await page.getByRole('switch', { name: 'Read-only access' }).click();
  await page.getByRole('switch', { name: 'Can read my private data' }).click();
  await makeCredentials(page);

  expect(await page.getByRole('timer').textContent()).toMatch(/^(5:00|4:5\d) left$/);
  const line = (await page.locator('code').textContent()) ?? '';
  const { url, form } = requestOf(line);
  expect(url).toBe(`${server.url}/api/token`);
  expect(form.get('username')).toBe(await page.getByLabel('Username', { exact: true }).inputValue());
  expect(form.get('password')).toBe(await page.getByLabel('Password', { exact: true }).inputValue());

  const exchanged = await fetch(url, { method: 'POST', body: form });
  expect(exchanged.status).toBe(200);
  const { access_token: token } = (await exchanged.json()) as { access_token: string };
  const own = await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(((await own.json()) as { email: string }).email).toBe(person.email);
  expect((await fetch(url, { method: 'POST', body: form })).status).toBe(401);

  // While credentials are shown, the page polls the list for the new token.
  const row = page.getByRole('listitem').filter({ hasText: "Ada's staff page" });
  await row.waitFor();
  await row.getByText('Can read private data').waitFor();
  await row.getByText('Read only').waitFor();
  await row.getByText(`${token.slice(0, 10)}…`).waitFor();

  const revoke = row.getByRole('button', { name: "Revoke Ada's staff page" });
  await revoke.click();
  await page.getByRole('dialog', { name: 'Revoke this token?' }).getByRole('button', { name: 'Keep token' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await revoke.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByText("Revoked Ada's staff page.").waitFor();
  await page.getByText('No tokens yet').waitFor();
  const refused = await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(refused.status).toBe(401);
  visitor.expectNoErrors();
});

test('credentials have a copy button and a countdown, and are hidden when they expire', async () => {
  await using visitor = await newVisitor(browser, server.url, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = visitor;
  await page.clock.install();
  await signInAs(server, page, person);
  await page.goto('/api-access');
  await makeCredentials(page);
  const password = await page.getByLabel('Password', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Copy Password' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password);

  await page.clock.fastForward('03:30');
  await page.getByText(/^1:[23]\d left$/).waitFor();
  await page.getByText('The credentials work for 2 more minutes.').waitFor({ state: 'attached' });
  await page.clock.fastForward('01:31');
  await page.getByText('These credentials have expired').waitFor();
  expect(await page.content()).not.toContain(password);

  await page.getByRole('button', { name: 'Create new credentials' }).click();
  await page.getByRole('timer').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Create credentials' }).waitFor();
  expect(await page.locator('code').count()).toBe(0);
  visitor.expectNoErrors();
});

test('a long list of tokens is shown page by page', async () => {
  const collector = await seed(server, async (context) => {
    const someone = await createPerson(context, { name: 'Collector' });
    for (let made = 0; made < 23; made += 1) await tokenOf(context, someone);
    return someone;
  });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, collector);
  await page.goto('/api-access');
  const rows = page.getByRole('button', { name: 'Revoke test' });
  await page.getByRole('button', { name: 'Show more' }).waitFor();
  expect(await rows.count()).toBe(20);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows.count()).toBe(23);
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  visitor.expectNoErrors();
});
