import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailmanLogin, startMailman } from '../test/support/servers/mailman.ts';
import type { MailmanStub } from '../test/support/servers/mailman.ts';
import { newVisitor } from './support/browser.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;
let mailman: MailmanStub;
const list = 'venue.lists.example.org';

openScene((scene) => ({ server, browser, year } = scene), { INTERNAL_HOSTS: '127.0.0.1' });
beforeAll(async () => {
  mailman = await startMailman([list]);
});
afterAll(() => mailman[Symbol.asyncDispose]());

test('a member agrees, an owner lets a list follow the team after a dry run, and the member withdraws', async () => {
  await using memberVisitor = await newVisitor(browser, server.url);
  const own = memberVisitor.page;
  await signInAs(server, own, year.member);
  await own.goto(`/projects/${year.pid}/my-groups`);
  await own.getByText('None follows your teams at present.').waitFor();
  const agrees = own.getByLabel('Add me to mailing lists and channels');
  expect(await agrees.isChecked()).toBe(false);
  await agrees.click();
  await expectNotification(own, 'Saved. You are added as soon as a list or channel follows your teams.');
  await own.getByText(/^Agreed on/).waitFor();

  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/manage/group-sync`);
  await page.getByText('No servers yet').waitFor();
  await press('Add server');
  const add = () => dialog.getByRole('button', { name: 'Add server' }).click();
  await add();
  await dialog.getByText('Enter the user of the REST API.').waitFor();
  await dialog.getByLabel('Address').fill('http://10.0.0.1:8001');
  await dialog.getByLabel('User').fill(mailmanLogin.username);
  await dialog.getByRole('textbox', { name: 'Password' }).fill(mailmanLogin.secret);
  visitor.expectError(/status of 422/);
  await add();
  await dialog.getByText('Enter a URL that begins with https://').waitFor();
  await dialog.getByLabel('Address').fill(`${mailman.url}/3.1`);
  await add();
  await expectNotification(page, 'Server added. Now choose a list or channel.');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(mailmanLogin.secret);

  const host = new URL(mailman.url).host;
  await press(`Add list or channel to ${host}`);
  await dialog.getByLabel('Who belongs to it').selectOption('team:venue');
  await dialog.getByLabel('Address of the list').fill('not a list');
  const start = () => dialog.getByRole('button', { name: 'Start dry run' }).click();
  visitor.expectError(/status of 400/);
  await start();
  await dialog.getByText('This is not valid, or it already follows a group.').waitFor();
  await dialog.getByLabel('Address of the list').fill('venue@lists.example.org');
  await start();
  await dialog.waitFor({ state: 'detached' });
  await press(`Log of ${list}`);
  await page.getByText(/would be added/).waitFor();
  await page.getByText('1 entry').waitFor();
  await page.getByText('The others switch it on themselves.').waitFor();
  expect(mailman.on(list)).toEqual([]);

  await press(`Make the changes in ${list}`);
  await dialog.getByRole('button', { name: 'Make the changes' }).click();
  await page.getByText(/ was added$/).waitFor();
  await page.getByText('Active', { exact: true }).first().waitFor();
  expect(mailman.on(list)).toHaveLength(1);

  await own.reload();
  await own.getByText('You are on it').waitFor();
  await agrees.click();
  await expectNotification(own, 'Saved. You are removed within a few minutes.');
  await press(`Compare now with ${host}`);
  await expectNotification(page, 'Comparing. This can take a few minutes.');
  await page.getByText(/ was removed$/).waitFor();
  expect(mailman.on(list)).toEqual([]);

  await press(`Remove ${list}`);
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expectNotification(page, `${list} removed.`);
  await press(`Remove ${host}`);
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expectNotification(page, 'Server removed.');
  await page.getByText('No servers yet').waitFor();
  visitor.expectNoErrors();
  memberVisitor.expectNoErrors();
});
