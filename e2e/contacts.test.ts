import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

const phone = '+886912345678';

beforeAll(async () => {
  const owner = await clientOf(server, year.owner);
  await owner.call('add_member', { path: { pid: year.pid, tid: 'venue', uid: year.volunteer.uid } });
});

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').first().waitFor();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
}

test('a volunteer enters how to reach them and chooses who sees it', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.volunteer);
  await page.goto('/me/profile');
  await page.getByRole('link', { name: 'Contact', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor();
  expect(await page.getByLabel('Owners and my chiefs').isChecked()).toBe(true);
  await page.getByLabel('Phone', { exact: true }).fill('0912 345 678');
  for (let i = 0; i < 5; i += 1) await page.getByRole('button', { name: 'Add a service' }).click();
  expect(await page.getByRole('button', { name: 'Add a service' }).count()).toBe(0);
  for (let i = 5; i > 1; i -= 1) await page.getByRole('button', { name: `Remove ${i}` }).click();
  await page.getByLabel('Service').fill('Telegram');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter both the service').waitFor();
  await page.getByLabel('Username').fill('@vera');
  visitor.expectError(/status of 400/);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter the number with its country code').waitFor();
  await page.getByLabel('Phone', { exact: true }).fill('+886 912 345 678');
  await page.getByLabel('Owners, my chiefs and my teams').check();
  await save(page);
  expect(await page.getByLabel('Phone', { exact: true }).inputValue()).toBe(phone);
  await page.getByLabel('Owners and my chiefs').check();
  await save(page);
  await page.reload();
  expect(await page.getByLabel('Username').inputValue()).toBe('@vera');
  expect(await page.getByLabel('Owners and my chiefs').isChecked()).toBe(true);
  visitor.expectNoErrors();
});

test('a chief calls a member from the contact sheet, a member cannot, and the volunteer sees who looked', async () => {
  const sheet = `/projects/${year.pid}/teams/venue`;
  {
    await using visitor = await newVisitor(browser, server.url, { viewport: { width: 390, height: 844 } });
    const { page } = visitor;
    await signInAs(server, page, year.chief);
    await page.goto(sheet);
    const call = page.getByRole('link', { name: phone });
    await call.waitFor();
    expect(await call.getAttribute('href')).toBe(`tel:${phone}`);
    expect(await page.getByRole('link', { name: year.volunteer.email }).getAttribute('href')).toBe(
      `mailto:${year.volunteer.email}`,
    );
    await page.getByText('Telegram: @vera').waitFor();
    await page.reload();
    await call.waitFor();
    visitor.expectNoErrors();
  }
  {
    await using visitor = await newVisitor(browser, server.url);
    const { page } = visitor;
    await signInAs(server, page, year.member);
    await page.goto(sheet);
    await page.getByText('Vera Volunteer').waitFor();
    expect(await page.getByRole('link', { name: phone }).count()).toBe(0);
    visitor.expectNoErrors();
  }
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.volunteer);
  await page.goto(sheet);
  await page.getByText('Only chiefs and owners see your phone number and chat names').waitFor();
  await page.goto('/me/privacy');
  await page.getByRole('link', { name: 'Choose who sees your phone number and chat names' }).waitFor();
  const entries = page.getByText('viewed your phone number or chat names.');
  await entries.first().waitFor();
  expect(await entries.count()).toBe(1);
  visitor.expectNoErrors();
});
