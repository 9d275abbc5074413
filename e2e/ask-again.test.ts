import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { follow } from './support/looks.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { browserClientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

test('an owner shares out the people of last year, notes an answer and invites the others', async () => {
  const pid = String(Number(year.pid) + 30);
  const admin = await browserClientOf(server, year.administrator);
  const days = { starts_on: `${pid}-08-08`, ends_on: `${pid}-08-09` };
  await admin.call('create_project', {
    body: {
      pid,
      name: `Summer Camp ${pid}`,
      timezone: 'Asia/Taipei',
      ...days,
      state: 'public',
      owners: [year.owner.uid],
      copy_from: year.pid,
    },
  });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage`);
  await follow(page, `/projects/${pid}/manage/ask-again`);
  await page.getByRole('button', { name: 'Share out those nobody asks yet' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByRole('button', { name: 'Share out', exact: true }).click();
  await expectNotification(page, 'shared out.');

  await page.getByRole('button', { name: 'Mia Member' }).click();
  await dialog.getByRole('radio', { name: 'No', exact: true }).check();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Moved to Kyoto');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectNotification(page, 'Saved.');
  await page.getByRole('row', { name: /Mia Member.*Moved to Kyoto/ }).waitFor();

  await page.getByRole('checkbox', { name: 'Select Mia Member' }).check();
  await page.getByRole('checkbox', { name: 'Select Chen Chief' }).check();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click();
  await expectNotification(page, '1 invitation was sent. 1 person said no.');
  await page.getByRole('row', { name: /Chen Chief.*Invited/ }).waitFor();
  await page.getByRole('combobox', { name: 'Answer' }).selectOption('no');
  await page.getByRole('row', { name: /Mia Member/ }).waitFor();
  expect(await page.getByRole('row', { name: /Chen Chief/ }).count()).toBe(0);
});

test('an owner who was not there before is led to the people of earlier years', async () => {
  const pid = String(Number(year.pid) + 31);
  const admin = await browserClientOf(server, year.administrator);
  await admin.call('create_project', {
    body: { pid, name: 'Next year', timezone: 'Asia/Taipei', owners: [year.volunteer.uid], copy_from: year.pid },
  });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.volunteer);
  await page.goto(`/projects/${pid}/manage`);
  await page.getByText('Ask the people of earlier years again').waitFor();
  await page.getByRole('link', { name: 'Ask again' }).click();
  await page.getByRole('row', { name: /Mia Member.*Not asked yet/ }).waitFor();
  visitor.expectNoErrors();
});

test('somebody who does not want to be asked again turns it off in the profile', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.volunteer);
  await page.goto('/me/profile');
  await page.getByRole('switch', { name: /ask me again/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectNotification(page, 'Saved.');
  await page.reload();
  expect(await page.getByRole('switch', { name: /ask me again/ }).isChecked()).toBe(false);
});
