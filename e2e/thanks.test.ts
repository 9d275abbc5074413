import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { seriousFindings } from './support/axe.ts';
import { newVisitor } from './support/browser.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

/** An event of last year, with a form that asks whom to thank. */
beforeAll(async () => {
  const { pid } = year;
  const own = await clientOf(server, year.owner);
  const last = String(new Date().getFullYear() - 1);
  await own.call('update_project', { path: { pid }, body: { starts_on: `${last}-08-08`, ends_on: `${last}-08-09` } });
  await own.call('create_form', {
    path: { pid },
    body: { form: 'thanks', kind: 'appreciation', title: 'Thanks', enabled: true },
  });
});

test('after the event, an owner publishes the thanks page, and a member adds and removes the own name', async () => {
  const { pid } = year;
  await using members = await newVisitor(browser, server.url);
  await signInAs(server, members.page, year.member);
  await members.page.goto(`/projects/${pid}/forms/thanks`);
  await members.page.getByText('everyone can read this name').waitFor();
  await members.page.getByRole('radio', { name: 'Yes', exact: true }).check();
  await members.page.getByRole('textbox', { name: 'What name should we use?' }).fill('Mia from Venue');
  await members.page.getByRole('button', { name: /my answer|Update/ }).click();
  await expectNotification(members.page, 'Your answer is saved.');

  await using owners = await newVisitor(browser, server.url);
  await signInAs(server, owners.page, year.owner);
  const { page } = owners;
  await page.goto(`/projects/${pid}/manage/thanks`);
  await page.getByText('Fewer than 5 people').waitFor();
  await page.getByRole('textbox', { name: 'Your text' }).fill('What a **summer**.');
  await page.getByRole('button', { name: 'Save text' }).click();
  await expectNotification(page, 'Saved');
  await page.getByRole('button', { name: /^Translate/ }).click();
  await page.getByRole('dialog').getByLabel('Translate to').click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await page.getByLabel('Text of the thanks page (').fill('Was für ein **Sommer**.');
  await page.getByRole('button', { name: 'Save translation' }).click();
  await expectNotification(page, 'Translation saved.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expectNotification(page, 'The page is public.');
  await page.getByRole('button', { name: 'Hide Mia from Venue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click();
  await expectNotification(page, 'The name is hidden.');
  await page.getByRole('button', { name: 'Show Mia from Venue again' }).click();
  await expectNotification(page, 'The name is shown again.');
  expect(await seriousFindings(page)).toEqual([]);

  await using visitors = await newVisitor(browser, server.url);
  await visitors.page.goto('/');
  await visitors.page.getByRole('link', { name: 'Thank you to everyone who helped' }).click();
  await visitors.page.getByRole('heading', { name: 'Thank you', exact: true }).waitFor();
  await visitors.page.getByText('Mia from Venue').waitFor();
  expect(await seriousFindings(visitors.page)).toEqual([]);
  // The server sends the page with its content.
  const html = await (await fetch(`${server.url}/projects/${pid}/thanks`)).text();
  expect(html).toContain('Mia from Venue');
  expect(html).toContain('<strong>summer</strong>');
  const inGerman = { headers: { 'accept-language': 'de' } };
  const german = await (await fetch(`${server.url}/projects/${pid}/thanks`, inGerman)).text();
  expect(german).toContain('<strong>Sommer</strong>');

  await members.page.goto(`/projects/${pid}/thanks`);
  await members.page.getByText('Your name is on this page.').waitFor();
  await members.page.getByRole('textbox', { name: 'Name to show' }).fill('Mia M.');
  await members.page.getByRole('button', { name: 'Change name' }).click();
  await expectNotification(members.page, 'Saved.');
  await visitors.page.reload();
  await visitors.page.getByText('Mia M.').waitFor();
  await members.page.getByRole('button', { name: 'Remove my name' }).click();
  await expectNotification(members.page, 'Your name was removed.');
  await members.page.getByText("Your name isn't on this page.").waitFor();
  await visitors.page.reload();
  await visitors.page.getByText('What a summer.').waitFor();
  expect(await visitors.page.getByText('Mia M.').count()).toBe(0);
});
