import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { settle, visit } from './support/looks.ts';
import { openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { browserClientOf, clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

const agree = (page: Page) => page.getByRole('checkbox', { name: /^I agree to share my bank account/ });

test('an owner sees which data a form passes on and can add or remove it', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid } = year;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/forms/new?kind=travel_money`);
  await page.getByLabel('Identifier').fill('trip');
  expect(await page.getByRole('checkbox', { name: 'Bank account' }).isChecked()).toBe(true);
  await page.getByRole('checkbox', { name: 'Postal address' }).check();
  await page.getByLabel('Shared until').fill(`${pid}-10-31`);
  await page.getByRole('button', { name: 'Create form' }).click();
  await page.getByRole('link', { name: 'Edit: Travel money' }).click();
  await page.getByRole('checkbox', { name: 'Bank account' }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  const owner = await clientOf(server, year.owner);
  const { passes_on, passes_until } = await owner.call('get_form', { path: { pid, form: 'trip' } });
  expect({ passes_on, passes_until }).toEqual({ passes_on: ['address'], passes_until: `${pid}-10-31` });
  visitor.expectNoErrors();
});

test('a person who answers sees what is passed on, adds the missing data and consents', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid } = year;
  await signInAs(server, page, year.chief);
  await page.goto(`/projects/${pid}/forms/travel`);
  await page.getByLabel('Taichung').waitFor({ state: 'detached' });
  expect(await agree(page).count()).toBe(0);
  await page.getByLabel('Yes').check();
  await page.getByLabel('Taichung').check();
  await page.getByLabel('How are you travelling?').fill('By train');
  await page.getByText(`the owners of Summer Camp ${pid} can see your current bank account`).waitFor();
  await page.getByRole('button', { name: 'Send my answer' }).click();
  await page.getByText('You need to agree before you can answer.').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Not filled in yet: bank account.' }).getByRole('link').click();
  await page.getByRole('link', { name: '‹ Back to Travel' }).waitFor();
  await page.getByText('What you typed there is kept.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText("Travel money can't be transferred to you.").waitFor();
  await page.getByLabel('Account holder').fill('Chen Chief');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter the account number or IBAN.').waitFor();
  await page.getByLabel('Account number or IBAN').fill('5550001');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Back to Travel' }).last().click();
  await page.getByText('We restored what you typed earlier.').waitFor();
  await page.getByText('On file: bank account.').waitFor();
  await agree(page).check();

  // The owner asks for more in the meantime: the existing consent does not cover it.
  const owner = await clientOf(server, year.owner);
  const more = { passes_on: ['bank' as const, 'address' as const] };
  await owner.call('change_form', { path: { pid, form: 'travel' }, body: more });
  await page.getByRole('button', { name: 'Send my answer' }).click();
  await page.getByText('The organisers changed what this form shares.').waitFor();
  const both = page.getByRole('checkbox', { name: /^I agree to share my bank account and postal address/ });
  expect(await both.isChecked()).toBe(false);
  await both.check();
  await page.getByRole('button', { name: 'Send my answer' }).click();
  await page
    .getByText(/You get .*700/)
    .last()
    .waitFor();

  await signInAs(server, page, year.member);
  await page.goto('/');
  const waiting = page.getByRole('listitem').filter({ hasText: 'Needs your answer again' });
  await waiting.getByRole('link', { name: 'Travel' }).click();
  await page.getByText('Nothing is shared at the moment').waitFor();
  await both.check();
  await page.getByRole('button', { name: 'Update my answer' }).click();
  await page.getByText('Your answer is saved.').waitFor();
});

test('a person withdraws consent to a closed form on the page of their data, and to an open one on its page', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  const hers = await browserClientOf(server, year.member);
  const disclosure = { passes_on: ['address' as const], passes_until: `${pid}-12-31` };
  const field = { key: 'note', label: 'Note', type: 'text' as const };
  const fields = { kind: 'custom' as const, fields: [field], enabled: true, ...disclosure };
  for (const form of ['letters', 'parcels']) {
    const path = { pid, form };
    await owner.call('create_form', { path: { pid }, body: { form, title: form, ...fields } });
    await hers.call('save_own_response', { path, body: { answers: {}, ...disclosure } });
  }
  await owner.call('change_form', { path: { pid, form: 'letters' }, body: { enabled: false } });
  await signInAs(server, page, year.member);
  await page.goto('/me/privacy');
  const row = page.getByRole('listitem').filter({ hasText: 'Form letters' });
  await row.getByText('postal address').waitFor();
  await row.getByRole('button', { name: 'Withdraw consent' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw consent' }).click();
  await page.getByText('Consent withdrawn.').waitFor();
  await row.waitFor({ state: 'detached' });
  await page.goto(`/projects/${pid}/forms/parcels`);
  await page.getByRole('button', { name: 'Withdraw consent: parcels' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw consent' }).click();
  await page.getByText('Nothing is shared at the moment').waitFor();
  const { data } = await hers.call('list_own_consents', {});
  expect(data.map(({ form }) => form)).toEqual(['travel']);
  visitor.expectNoErrors();
});

test('a question added after the answer shows the form as open again until the answer is saved', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid } = year;
  const path = { pid, form: 'evening' };
  const owner = await clientOf(server, year.owner);
  const dance = { key: 'dance', label: 'Do you dance?', type: 'yes_no' as const };
  const body = { form: 'evening', kind: 'custom' as const, title: 'Evening', enabled: true, fields: [dance] };
  await owner.call('create_form', { path: { pid }, body });
  const hers = await clientOf(server, year.member);
  await hers.call('save_own_response', { path, body: { answers: { dance: true } } });
  const song = { key: 'song', label: 'To which song?', type: 'text' as const };
  await owner.call('change_form', { path, body: { fields: [dance, song] } });
  await signInAs(server, page, year.member);
  const waiting = page.getByRole('listitem').filter({ hasText: 'Needs your answer again' });
  await page.goto(`/projects/${pid}/forms`);
  await waiting.filter({ hasText: 'Evening' }).waitFor();
  await page.goto('/');
  await waiting.getByRole('link', { name: 'Evening' }).click();
  await page.getByText('New questions since you answered: To which song?').waitFor();
  await page.getByLabel('To which song?').fill('Any');
  await page.getByRole('button', { name: 'Update my answer' }).click();
  await page.getByText('Your answer is saved.').waitFor();
  await page.getByText('New questions since you answered: To which song?').waitFor({ state: 'detached' });
  await page.goto(`/projects/${pid}/forms`);
  await page.getByRole('listitem').filter({ hasText: 'Evening' }).getByText('Answered').waitFor();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Your teams' }).waitFor();
  expect(await waiting.filter({ hasText: 'Evening' }).count()).toBe(0);
  visitor.expectNoErrors();
});

/** Opens the bank accounts of the travel money form, from the forms of the project through its payments. */
async function openPayments(page: Page): Promise<void> {
  await signInAs(server, page, year.owner);
  await visit(page, `/projects/${year.pid}/manage/forms`);
  await page.getByRole('button', { name: /^(Actions: |操作：)Travel$/ }).click();
  await page.getByRole('menuitem', { name: /^(Payments|付款)$/ }).click();
  await page.getByRole('link', { name: /^(Bank accounts and CSV|銀行帳戶與 CSV)$/ }).click();
  await page.getByRole('link', { name: /^Travel(: payments|：付款)$/ }).waitFor();
  await page.getByRole('button', { name: /^(Show on this page|在此頁顯示)$/ }).click();
  await page.getByText('0012345678').waitFor();
  await settle(page);
}

test('an owner gets the payment data on the page, as CSV and in print', async () => {
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  const { page } = visitor;
  await openPayments(page);
  const row = page.getByRole('row').filter({ hasText: 'Mia Member' });
  for (const words of ['1,490', '004', 'Main']) expect(await row.innerText()).toContain(words);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${year.pid}-travel-bank.csv`);
  expect(readFileSync(await download.path(), 'utf8')).toContain('Mia Member,given,1490.00,TWD,004,0012345678,Main');
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('main button:not(th *):visible, nav a:visible').count()).toBe(0);
  visitor.expectNoErrors();
});

test('a person sees who read their private data, when and what', async () => {
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  const { page } = visitor;
  await openPayments(page);
  await signInAs(server, page, year.chief);
  await visit(page, '/me/privacy');
  await page.getByText('Olga Owner viewed your bank account.').first().waitFor();
  await signInAs(server, page, year.volunteer);
  await page.goto('/me/privacy');
  await page.getByText('Nobody so far.').waitFor();
  visitor.expectNoErrors();
});
