import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { seriousFindings } from './support/axe.ts';
import { newVisitor } from './support/browser.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('somebody offers to help, a chief finds and invites them without seeing their address, and they join', async () => {
  const { pid, volunteer } = year;
  await using helpers = await newVisitor(browser, server.url);
  await signInAs(server, helpers.page, volunteer);
  // The address of the CV leads to the page that it is part of.
  await helpers.page.goto('/me/resume');
  await helpers.page.getByRole('heading', { name: 'Offer to help' }).waitFor();
  expect(await helpers.page.getByRole('button', { name: 'Delete offer' }).count()).toBe(0);
  await helpers.page.getByRole('switch', { name: "I'd like to help" }).check();
  await helpers.page.getByRole('button', { name: 'Save offer' }).click();
  await helpers.page.getByText('Choose at least one event.').first().waitFor();
  await helpers.page.getByRole('combobox', { name: 'Events' }).click();
  await helpers.page.getByRole('option', { name: `Summer Camp ${pid}` }).click();
  await helpers.page.keyboard.press('Escape');
  await helpers.page.getByRole('combobox', { name: 'Skills' }).fill('Forklift');
  await helpers.page.keyboard.press('Enter');
  await helpers.page.getByRole('combobox', { name: 'Teams or kinds of work' }).fill('Registration');
  await helpers.page.keyboard.press('Enter');
  await helpers.page.getByRole('textbox', { name: 'About how many hours' }).fill('12');
  await helpers.page.getByRole('textbox', { name: 'Anything else' }).fill('I speak Dutch.');
  await helpers.page.getByLabel('Until').fill(inDays(90));
  await helpers.page.getByRole('switch', { name: /Email me once a day/ }).check();
  await helpers.page.getByRole('button', { name: 'Save offer' }).click();
  await expectNotification(helpers.page, 'Saved');
  await helpers.page.getByRole('button', { name: 'Delete offer' }).waitFor();
  expect(await seriousFindings(helpers.page)).toEqual([]);

  await using chiefs = await newVisitor(browser, server.url);
  await signInAs(server, chiefs.page, year.chief);
  await chiefs.page.goto(`/projects/${pid}/manage/offers`);
  await chiefs.page.getByRole('searchbox', { name: 'Search' }).fill('forkl');
  await chiefs.page.getByText('I speak Dutch.').waitFor();
  expect(await chiefs.page.locator('main').innerText()).not.toContain(volunteer.email);
  expect(await seriousFindings(chiefs.page)).toEqual([]);
  await chiefs.page.getByRole('button', { name: 'Invite Vera Volunteer' }).click();
  await chiefs.page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click();
  await expectNotification(chiefs.page, 'Invitation sent.');
  await chiefs.page.getByText('Invited to Venue').waitFor();
  await chiefs.page.goto(`/projects/${pid}/manage/invitations`);
  await chiefs.page.getByText('Offered to help.').waitFor();
  expect(await chiefs.page.locator('main').innerText()).not.toContain(volunteer.email);

  await helpers.page.goto('/invitations');
  await helpers.page.getByRole('button', { name: 'Join Venue' }).click();
  await helpers.page.getByRole('button', { name: 'Join Venue' }).waitFor({ state: 'detached' });
  await chiefs.page.goto(`/projects/${pid}/manage/offers`);
  await chiefs.page.getByText('Nobody offers help at the moment').waitFor();

  await helpers.page.goto('/me/offer');
  await helpers.page.getByRole('button', { name: 'Delete offer' }).click();
  await helpers.page.getByRole('dialog').getByRole('button', { name: 'Delete offer' }).click();
  await expectNotification(helpers.page, 'Your offer was deleted.');
  await helpers.page.getByRole('button', { name: 'Delete offer' }).waitFor({ state: 'detached' });
  expect(await helpers.page.getByLabel('Until').inputValue()).toBe('');
});
