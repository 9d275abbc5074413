import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { openScene, expectNotification } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { browserClientOf, clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

test('an owner marks travel money as paid, sees a later difference, and undoes it', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid, owner, member, chief } = year;
  const consent = { passes_on: ['bank' as const], passes_until: `${pid}-12-31` };
  const answers = { apply: true, from: 'Taichung', how: 'Bus' };
  const his = await browserClientOf(server, chief);
  await his.call('save_own_response', { path: { pid, form: 'travel' }, body: { answers, ...consent } });
  await signInAs(server, page, owner);
  await page.goto(`/projects/${pid}/manage/travel-money`);
  await page.getByRole('link', { name: 'Travel: payments' }).click();
  await page.getByText('2 people to pay').waitFor();
  const names = () => page.getByRole('table').locator('tbody th').allTextContents();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.waitForURL('**sort=-name**');
  await page.reload();
  await expect.poll(names).toEqual(['Mia Member', 'Chen Chief']);
  await page.goto(`/projects/${pid}/manage/travel-money/travel?q=chen`);
  await expect.poll(names).toEqual(['Chen Chief']);
  await page.getByRole('searchbox', { name: 'Search by name or batch' }).fill('nobody');
  await page.getByText('No matches.').waitFor();
  await page.getByRole('searchbox', { name: 'Search by name or batch' }).fill('');
  await expect.poll(names).toHaveLength(2);
  expect(await page.getByRole('button', { name: 'Select people to mark as paid' }).isDisabled()).toBe(true);
  await page.getByLabel('Select all 2 unpaid people').check();
  await page.getByRole('button', { name: /Mark 2 people as paid/ }).click();
  const question = page.getByRole('dialog', { name: 'Pay 1 person without a bank account?' });
  await question.getByText('You cannot see a bank account of Chen Chief.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('checkbox', { name: 'Select Chen Chief' }).uncheck();
  await page.getByLabel('Batch').fill('Transfer 7');
  await page.getByRole('button', { name: /Mark 1 person as paid: .*1,490/ }).click();
  await expectNotification(page, '1 person marked as paid.');
  await page.getByText(/Olga Owner · Transfer 7/).waitFor();
  await page.getByText('1 person to pay').waitFor();
  // No payout has it, so it is named beside them.
  await page.getByRole('link', { name: 'Payouts', exact: true }).click();
  const withoutReceipts = page.getByRole('region', { name: 'Travel money without receipts' });
  await withoutReceipts.getByText(/1 person to pay: .*Paid to 1 person: .*1,490/).waitFor();
  await withoutReceipts.getByRole('link', { name: 'Travel: payments' }).click();
  await page.getByText(/Olga Owner · Transfer 7/).waitFor();

  const hers = await clientOf(server, member);
  const path = { pid, form: 'travel' };
  await hers.call('save_own_response', { path, body: { answers, ...consent } });
  await page.reload();
  await page.getByText(/790.* more than the current amount/).waitFor();

  await page.getByRole('button', { name: 'Undo the payment to Mia Member' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expectNotification(page, 'Mia Member counts as unpaid again.');
  await page.getByText('2 people to pay').waitFor();

  const own = await clientOf(server, owner);
  await own.call('remove_member', { path: { pid, tid: 'venue', uid: member.uid } });
  await page.reload();
  await page.getByRole('region', { name: 'People this form no longer asks' }).getByText('Mia Member').waitFor();
  await page.getByText('1 person to pay').waitFor();
  await page.getByRole('link', { name: 'Bank accounts and CSV' }).click();
  await page.getByRole('button', { name: 'Show' }).first().waitFor();
  visitor.expectNoErrors();
});
