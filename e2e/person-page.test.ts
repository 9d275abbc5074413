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

test('a chief notes something about a member, sees what happened to them, and writes a message', async () => {
  const { pid, member } = year;
  await using chiefs = await newVisitor(browser, server.url);
  const { page } = chiefs;
  await signInAs(server, page, year.chief);
  await page.goto(`/projects/${pid}/people/${member.uid}`);
  const happened = page.getByRole('region', { name: 'What happened and what they got' });
  await happened.getByText('Olga Owner added Mia Member to the team Venue').waitFor();
  await happened
    .getByText(/Registration desk/)
    .first()
    .waitFor();
  // Somebody is ill: their shift, and who gets it instead, are opened from here.
  await page.getByRole('link', { name: 'Replace Mia Member: Registration desk' }).click();
  await page.getByRole('dialog', { name: 'Who replaces Mia Member?' }).waitFor();
  await page.waitForURL(`**/manage/tasks/${year.task}#*`);
  await page.goto(`/projects/${pid}/people/${member.uid}`);
  await page.getByRole('textbox', { name: 'Note' }).fill(`Prefers mornings ${Date.now()}.`);
  await page.getByRole('button', { name: 'Save note' }).click();
  await expectNotification(page, 'Note saved.');
  await page.getByText('Last changed by Chen Chief').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  // Beside the facts where there is room; on a phone below them, where a button leads.
  await page.setViewportSize({ width: 1280, height: 800 });
  const top = async (name: string) => (await page.getByRole('region', { name, exact: true }).boundingBox())?.y;
  const title = 'What happened and what they got';
  await expect.poll(async () => (await top(title)) === (await top('Contact'))).toBe(true);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('link', { name: title }).click();
  await expect.poll(async () => (await happened.boundingBox())?.y).toBeLessThan(200);
  await page.setViewportSize({ width: 1280, height: 800 });

  await using owners = await newVisitor(browser, server.url);
  await signInAs(server, owners.page, year.owner);
  await owners.page.goto(`/projects/${pid}/people/${member.uid}`);
  await owners.page.getByText('Chen Chief changed the note about Mia Member.').first().waitFor();
  expect(await owners.page.getByRole('textbox', { name: 'Note' }).inputValue()).toContain('Prefers mornings');

  await page.getByRole('link', { name: 'Write a message' }).click();
  await page.getByRole('textbox', { name: 'Subject' }).fill('Keys');
  await page.getByText('Mia Member').first().waitFor();

  // Nobody reads or writes a note about themselves.
  await page.goto(`/projects/${pid}/people/${year.chief.uid}`);
  await page.getByRole('heading', { name: 'Chen Chief' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Note' }).count()).toBe(0);
});
