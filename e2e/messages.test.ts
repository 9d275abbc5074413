import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

test('an owner writes to exactly the right people, checks it and sends it; they read it', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid, owner, member } = year;
  await signInAs(server, page, owner);
  await page.goto(`/projects/${pid}/manage/messages`);
  await page.getByText('No messages yet').waitFor();
  await page.getByRole('link', { name: 'New message' }).click();
  await page.getByRole('button', { name: 'Save and check' }).click();
  await page.getByText('Choose who gets the message.').first().waitFor();
  // It is above the window of a laptop when the button is pressed.
  expect(await page.getByRole('group', { name: 'To' }).locator('input:focus').count()).toBe(1);
  await page.getByRole('radio', { name: 'Everyone in the project' }).check();
  await page.getByText(/^\d+ people, without you:/).waitFor();
  await page.getByRole('radio', { name: 'Only people who match all of this' }).check();
  await page.getByText('Nobody yet.').waitFor();
  await page.getByRole('checkbox', { name: 'Members' }).check();
  await page.getByRole('checkbox', { name: 'Has no shift yet' }).check();
  await page.getByRole('checkbox', { name: 'Has no shift yet' }).uncheck();
  await page.getByLabel('Has a shift on').fill(`${pid}-08-08`);
  await page.getByRole('checkbox', { name: 'Has no shift on that day' }).waitFor();
  await page.getByLabel('Has a shift on').fill('');
  await page.getByRole('combobox', { name: 'Form' }).selectOption({ index: 1 });
  await page.getByRole('combobox', { name: 'Form' }).selectOption('');
  const teams = page.getByRole('combobox', { name: 'In one of these teams' });
  await teams.click();
  await page.getByRole('option', { name: 'Venue' }).click();
  await page.keyboard.press('Escape');
  await page.getByText(/^\d+ (person|people): .*Mia Member/).waitFor();
  await page.getByLabel('Subject').fill('Bring {{name}} badges');
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello {{nobody}} ');
  await page.getByRole('button', { name: 'Save and check' }).click();
  await page.getByText('In double braces, use only the fields below the message.').first().waitFor();
  await page.getByLabel('Subject').fill('Badges');
  await page.getByRole('textbox', { name: 'Message' }).fill('**Hello** ');
  for (const field of ['Name', 'Team', 'Next shift', 'Missing forms', 'Link to Muster'])
    await page.getByRole('button', { name: field, exact: true }).click();
  await page.keyboard.type(' today');
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe(
    '**Hello** {{name}}{{team}}{{next_task}}{{missing_forms}}{{link}} today',
  );
  const hint = page.getByText('{name} is sent exactly like this.');
  await page.getByRole('textbox', { name: 'Message' }).fill('**Hello** {name}, bring your badge.');
  await hint.waitFor();
  await page.getByRole('textbox', { name: 'Message' }).fill('**Hello** {{name}}, bring your badge.');
  await hint.waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: /^Replies go to/ }).uncheck();
  await page.getByRole('checkbox', { name: /^Replies go to/ }).check();
  await page.getByRole('button', { name: 'Save and check' }).click();
  await expectNotification(page, 'Draft saved.');

  await page.getByRole('heading', { name: 'Check and send' }).waitFor();
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('Hello Mia Member, bring your badge.').waitFor();
  const toSend = page.getByRole('region', { name: 'Check and send' });
  await toSend.getByText(/^1 person: Mia Member/).waitFor();
  await page.getByRole('combobox', { name: 'See it as' }).selectOption({ label: 'Me' });
  await preview.getByText(`Hello ${owner.name}, bring your badge.`).waitFor();
  await page.getByLabel('Subject').fill('Badges!');
  await page.getByText('Save your changes before you send.').waitFor();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expectNotification(page, 'Draft saved.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send message' }).click();
  await expectNotification(page, 'Your message is on its way.');
  await page.getByRole('heading', { level: 1, name: 'Badges!' }).waitFor();
  await page.getByRole('cell', { name: 'Mia Member' }).or(page.getByText('Mia Member')).first().waitFor();
  await page.getByText('Sent by').waitFor();
  await page.getByText('Hello [Name], bring your badge.').waitFor();
  await page.getByText('Each person gets their own text in place of the words in brackets.').waitFor();
  const sent = page.locator('output').filter({ hasText: /^Sent to (\d+) of \1 (person|people)$/ });
  await sent.waitFor();
  const [numbers = ''] = /\d+ of \d+/.exec(await sent.innerText()) ?? [];
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('sent');
  await page.goto(`/projects/${pid}/manage/messages`);
  await page
    .getByRole('row', { name: /Badges!/ })
    .getByText(numbers, { exact: true })
    .waitFor();
  visitor.expectNoErrors();

  await using reader = await newVisitor(browser, server.url);
  await signInAs(server, reader.page, member);
  await reader.page.goto('/me/notices');
  await reader.page.getByRole('link', { name: /Badges!/ }).click();
  await reader.page.getByText('Hello Mia Member, bring your badge.').waitFor();
  const reply = reader.page.getByRole('link', { name: owner.email });
  expect(await reply.getAttribute('href')).toBe(`mailto:${owner.email}`);
  reader.expectNoErrors();
});

test('a chief chooses among people whom a chief can write to, and reads who that is', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.chief);
  await page.goto(`/projects/${year.pid}/manage/messages/new`);
  await page.getByRole('checkbox', { name: 'Members' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Owners' }).count()).toBe(0);
  await page.getByRole('checkbox', { name: 'People who help without a team' }).check();
  await page.getByText('Nobody. You can write to people in your teams and on your shifts.').waitFor();
  visitor.expectNoErrors();
});

test('a list of people leads to a message to them; a scheduled one can be stopped, a draft deleted', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid } = year;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/people?q=mia`);
  await page.getByRole('link', { name: 'Message this person' }).click();
  await page.getByText('One person you chose').waitFor();
  await page.getByLabel('Subject').fill('Later');
  await page.getByRole('textbox', { name: 'Message' }).fill('See you.');
  await page.getByLabel('Send later').fill(`${pid}-08-01T09:00`);
  await page.getByRole('button', { name: 'Save and check' }).click();
  await expectNotification(page, 'Draft saved.');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
  await expectNotification(page, 'Message scheduled.');
  await page.getByText(/^Will be sent on/).waitFor();
  await page.getByRole('button', { name: 'Stop sending' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep sending' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Stop sending' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop sending' }).click();
  await expectNotification(page, 'Message stopped.');

  await page.goto(`/projects/${pid}/manage/totals`);
  await page
    .getByRole('link', { name: /^Message (these|this)/ })
    .first()
    .click();
  await page.getByLabel('Subject').fill('Please answer');
  await page.getByRole('textbox', { name: 'Message' }).fill('{{missing_forms}}');
  await page.getByRole('button', { name: 'Save and check' }).click();
  await expectNotification(page, 'Draft saved.');
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
  await expectNotification(page, 'Draft deleted.');
  await page.getByRole('link', { name: 'Later' }).waitFor();
  visitor.expectNoErrors();
});
