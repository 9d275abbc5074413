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

test('an owner pastes a table, corrects it, invites everybody with one press, reminds them and undoes it', async () => {
  await using owner = await newVisitor(browser, server.url);
  const { page } = owner;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/manage`);
  await openEntry(page, 'People', 'Invitations');
  await page.getByRole('link', { name: 'Import people' }).click();
  const table = page.getByLabel('Table of people');
  await table.fill('Wer\tE-Mail\tTeam\tSprache\nAda\tada.example.org\tVenue\tDeutsch\nBob\tbob@example.net\tBar\tja');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('2 corrections needed').waitFor();
  await page.getByText('Not an email address.').waitFor();
  await page.getByText("These teams don't exist yet: Bar.").waitFor();
  await table.fill('Wer\tE-Mail\tTeam\tSprache\nAda\tada@example.net\tVenue\tDeutsch\nBob\tbob@example.net\tBar\tja');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByLabel('Wer').selectOption('Name');
  await page.getByRole('button', { name: 'Create 1 team with the import' }).click();
  await page.getByText('Bar (new team): 1 person').waitFor();
  await page.getByRole('button', { name: 'Invite 2 people' }).click();
  await expectNotification(page, '2 people are being invited.');
  await page.getByText('2 people invited').waitFor();

  await openEntry(page, 'People', 'Invitations');
  await page.getByText('Ada · ada@example.net').waitFor();
  await page.getByLabel('Search by name or email address').fill('bob');
  await expect.poll(() => page.getByText('ada@example.net').count()).toBe(0);
  await page.getByText('Bob · bob@example.net').waitFor();
  await page.getByLabel('State').selectOption('accepted');
  await page.getByText('No invitations').waitFor();

  await page.getByRole('link', { name: 'Import people' }).click();
  await page.getByRole('button', { name: /^Undo the import of/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
  await expectNotification(page, 'Import undone.');
  await page.getByText('Undone.', { exact: false }).first().waitFor();
  owner.expectNoErrors();
});

test('a file in another encoding is refused before it is read, and one in UTF-8 fills the table', async () => {
  await using owner = await newVisitor(browser, server.url, { viewport: { width: 390, height: 844 } });
  const { page } = owner;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/manage/invitations/import`);
  const files = page.locator('input[type=file]');
  const name = 'people.csv';
  await files.setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from('Name;E-Mail\nJ\xfcrgen;j@example.org', 'latin1'),
  });
  await page.getByText("This file isn't in UTF-8").waitFor();
  const buffer = Buffer.from('\ufeffName;E-Mail\nJürgen;juergen@example.net');
  await files.setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.getByLabel('Team of lines that name none').selectOption({ label: 'Venue' });
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('cell', { name: 'Jürgen' }).waitFor();
  await page.getByRole('button', { name: 'Invite 1 person' }).waitFor();
  expect(await page.getByText("This file isn't in UTF-8").count()).toBe(0);
  // The table survives a reload, because it may have been pasted with care.
  await page.reload();
  const table = page.getByLabel('Table of people');
  expect(await table.inputValue()).toContain('Jürgen');
  // What is too long is not cut off, because nobody would notice.
  await table.evaluate((field: HTMLTextAreaElement) => {
    field.focus();
    field.select();
    document.execCommand('insertText', false, 'x'.repeat(4_000_001));
  });
  await page.getByText('The table is too long').waitFor();
  expect(await page.getByRole('button', { name: 'Check' }).isDisabled()).toBe(true);
  await table.fill('');
  owner.expectNoErrors();
});

test('answers from another form come in for the people of the project, and others are left out on request', async () => {
  await using owner = await newVisitor(browser, server.url);
  const { page } = owner;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/manage/forms`);
  await page.getByRole('button', { name: /^Actions: .*Shirt/ }).click();
  await page.getByRole('menuitem', { name: 'Import answers' }).click();
  await page
    .getByLabel('Table of answers')
    .fill(
      `Timestamp\tEmail Address\tSize\tCut\n1/2/2026 9:00:00\t${year.member.email}\tM\tFitted\n\tnobody@example.net\tM\tFitted`,
    );
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText("The form doesn't ask anybody with this address.").waitFor();
  await page.getByLabel("Leave out 1 person whom the form doesn't ask").check();
  await page.getByRole('button', { name: /^(?:Import 1 answer|No answers to import)$/ }).waitFor();
  owner.expectNoErrors();
});
