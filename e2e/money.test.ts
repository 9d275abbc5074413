import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { seriousFindings } from './support/axe.ts';
import { newVisitor } from './support/browser.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { browserClientOf, clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

/** A photo as a phone would take it, drawn by the browser. */
const photo = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1200, 1600];
    const context = canvas.getContext('2d');
    if (context !== null) {
      context.fillStyle = '#eee';
      context.fillRect(0, 0, 1200, 1600);
      context.fillStyle = '#222';
      context.font = '80px sans-serif';
      context.fillText('Gaffer tape 12.90', 100, 300);
    }
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  return Buffer.from(base64, 'base64');
};

const receipt = async (page: Page, name: string) => ({ name, mimeType: 'image/jpeg', buffer: await photo(page) });

test('a volunteer sends photos of receipts from a phone, and loses nothing when the page closes or the connection is lost', async () => {
  const { pid, member, owner } = year;
  const own = await clientOf(server, owner);
  await own.call('put_budgets', {
    path: { pid },
    body: { budgets: [{ code: '4711', name: 'Stage', tid: 'venue', amount: 10_000, currency: 'EUR' }] },
  });
  const hers = await browserClientOf(server, member);
  await hers.call('put_bank', { body: { code: '', number: '', branch: '', holder: '' } });
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  await signInAs(server, page, member);
  await page.goto(`/projects/${pid}/forms`);
  await page.getByRole('link', { name: 'My expense claims' }).click();
  await page.getByRole('button', { name: 'New claim' }).first().click();
  await page.waitForURL('**/claims/*');
  // The connection is slow, and breaks while the photo is sent.
  const { promise: broken, resolve: breakConnection } = Promise.withResolvers<void>();
  await page.route('**/files', async (route) => {
    await broken;
    await route.abort();
  });
  await page.locator('input[type=file]').setInputFiles(await receipt(page, 'one.jpg'));
  await page.getByRole('progressbar', { name: 'Sending one.jpg' }).waitFor({ state: 'attached' });
  breakConnection();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await page.getByRole('button', { name: 'Send claim' }).isDisabled()).toBe(true);
  await page.unroute('**/files');
  // The photo is sent when the page is opened again.
  await page.reload();
  await page.getByLabel('What for').waitFor();
  await page.getByRole('button', { name: 'Show receipt' }).click();
  await page.getByRole('img', { name: 'Receipt' }).waitFor();
  await page.getByLabel('What for').fill('Gaffer tape');
  await page.getByLabel('Amount', { exact: true }).fill('12.');
  await page.getByLabel('Note (optional)').fill('For the stage.');
  // A draft is saved as it is, also for another device.
  await page.getByRole('button', { name: 'Save for later' }).click();
  await expectNotification(page, 'Saved.');
  await using laptop = await newVisitor(browser, server.url, { viewport: { width: 1280, height: 900 } });
  await signInAs(server, laptop.page, member);
  await laptop.page.goto(page.url());
  await laptop.page.getByText('You have not entered a bank account yet.').waitFor();
  expect(await laptop.page.getByLabel('Amount', { exact: true }).inputValue()).toBe('12.');
  expect(await laptop.page.getByLabel('Note (optional)').inputValue()).toBe('For the stage.');
  expect(await seriousFindings(laptop.page)).toEqual([]);
  // What is missing is named by its field, and the first of them is there to be typed.
  await page.getByRole('button', { name: 'Send claim' }).click();
  await page.getByText('Line 1: Enter an amount, such as 12.90.').waitFor();
  expect(await page.getByLabel('Amount', { exact: true }).evaluate((field) => field === document.activeElement)).toBe(
    true,
  );
  await page.getByLabel('Amount', { exact: true }).fill('12.90');
  // The account is entered on its own page, which leads back to what was typed.
  await page.getByRole('link', { name: 'Enter bank account' }).click();
  await page.getByLabel('Account holder').fill('Mia Member');
  await page.getByLabel('Account number').fill('DE89370400440532013000');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: 'Back to the claim', exact: true }).last().click();
  await page.getByLabel('Pay to my bank account').check();
  expect(await page.getByText('You have not entered a bank account yet.').count()).toBe(0);
  expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('12.90');
  await page.getByRole('button', { name: 'Line without receipt' }).click();
  await page.getByLabel('What for').nth(1).fill('Cable');
  await page.getByLabel('Amount', { exact: true }).nth(1).fill('7.1');
  await page.reload();
  expect(await page.getByLabel('What for').nth(1).inputValue()).toBe('Cable');
  await page.getByText('Sum: €20').waitFor();
  await page.getByLabel('Pay to my bank account').check();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send claim' }).click();
  await expectNotification(page, 'Claim sent.');
  await page.getByRole('heading', { name: 'Claim 1' }).waitFor();
  await page.getByText('€100 left of the budget').waitFor();

  const treasurer = await browserClientOf(server, owner);
  const [claim] = (await own.call('list_claims', { path: { pid } })).data;
  const path = { pid, id: claim?.id ?? '' };
  await treasurer.call('decide_claim', { path, body: { decision: 'return', note: 'Which stage?' } });
  await page.reload();
  await page.getByText('Which stage?').first().waitFor();
  await page.getByLabel('Your answer').fill('The small one.');
  await page.getByRole('button', { name: 'Send claim' }).click();
  await expectNotification(page, 'Claim sent.');
});

test('a treasurer works through claims with the keyboard, pays them and undoes it', async () => {
  const { pid, member, chief, owner } = year;
  const bank = { code: '', number: 'DE89370400440532013000', branch: '' };
  for (const who of [member, chief]) {
    const theirs = await browserClientOf(server, who);
    await theirs.call('put_bank', { body: { ...bank, holder: who.name } });
    for (const amount of [500, 500]) {
      const lines = [{ date: '2026-01-02', what: 'Paint', amount }];
      const { id } = await theirs.call('create_claim', {
        path: { pid },
        body: { currency: 'EUR', budget: '4711', lines },
      });
      await theirs.call('send_claim', { path: { pid, id }, body: { share_bank: true } });
    }
  }
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 1280, height: 900 } });
  const { page } = visitor;
  await signInAs(server, page, owner);
  await page.goto(`/projects/${pid}/manage/claims`);
  await page.getByRole('heading', { name: /Claim 1/ }).waitFor();
  await page.getByRole('img', { name: 'Receipt' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('a');
  await expectNotification(page, 'Claim 1 approved.');
  await page.getByRole('heading', { name: /Claim 2/ }).waitFor();
  await page.getByText('also in claim 3').waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: /Claim 3/ }).waitFor();
  await page.keyboard.press('x');
  await page.getByText('Write what you want to know, or why.').waitFor();
  await page.keyboard.type('Twice.');
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expectNotification(page, 'Claim 3 refused.');
  await page.getByRole('heading', { name: /Claim 4/ }).waitFor();
  await page.keyboard.press('a');
  await expectNotification(page, 'Claim 4 approved.');

  await page.getByRole('link', { name: 'Budgets', exact: true }).click();
  await page.getByRole('rowheader', { name: '4711 Stage' }).waitFor();
  await page.getByRole('figure', { name: 'Budgets in EUR' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add or paste budgets' }).click();
  await page.getByLabel('Budgets, one per line').fill('4712\tBar\t250\tPress');
  await page.getByRole('button', { name: 'Save 1 budget' }).click();
  await page.getByRole('rowheader', { name: '4712 Bar' }).waitFor();

  await page.getByRole('link', { name: 'Payouts', exact: true }).click();
  await page.getByRole('button', { name: 'Collect for 2 people: €25' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Collect for 2 people: €25' }).click();
  await page.getByRole('heading', { name: 'Payout 1' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Table (CSV)' }).click();
  expect((await download).suggestedFilename()).toBe(`${pid}-payout-1.csv`);
  // What a SEPA file needs is said where it is missing, and by its field.
  await page.getByRole('link', { name: 'For a SEPA file, enter the account of the event first' }).click();
  await page.getByLabel('Account holder').fill('Camp e.V.');
  await page.getByLabel('IBAN').fill('DE02 1203 0000 0000 2020 52');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText("This isn't a valid IBAN. Check the number.").waitFor();
  await page.getByLabel('IBAN').fill('DE02 1203 0000 0000 2020 51');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectNotification(page, 'Saved.');
  await page.getByRole('link', { name: 'Payout 1' }).click();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'SEPA file' }).click();
  expect((await file).suggestedFilename()).toBe(`${pid}-payout-1.xml`);
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
  await page.getByRole('button', { name: 'Not paid after all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Not paid after all' }).click();
  await page.getByRole('button', { name: 'Undo payout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo payout' }).click();
  await expectNotification(page, 'Payout undone.');
  await page.getByRole('button', { name: 'Collect for 2 people: €25' }).waitFor();

  // An account without an IBAN is named.
  const theirs = await browserClientOf(server, member);
  await theirs.call('put_bank', { body: { ...bank, number: '1234567', holder: member.name } });
  await page.reload();
  // In another way, nobody is chosen at first who can be paid by transfer.
  await page.getByLabel('How it is paid').selectOption('other');
  await page.getByRole('button', { name: 'Select people to pay' }).waitFor();
  await page.getByLabel('How it is paid').selectOption('transfer');
  await page.getByRole('button', { name: 'Collect for 2 people: €25' }).click();
  await page.getByRole('heading', { name: 'Payout 2' }).waitFor();
  await page.getByRole('button', { name: 'SEPA file' }).click();
  await expectNotification(page, /^SEPA can't pay Mia Member, because that account has no IBAN/);
  expect(await page.getByRole('columnheader', { name: 'Bank account' }).count()).toBe(0);
  await theirs.call('put_bank', { body: { ...bank, holder: member.name } });
  await page.reload();
  await page.getByText('1 person has changed their bank account since.').waitFor();
  await page.getByText(/^changed on/).waitFor();

  // The person sees who has the account now, and who looked.
  await using own = await newVisitor(browser, server.url, { viewport: { width: 390, height: 844 } });
  await signInAs(server, own.page, member);
  await own.page.goto('/me/privacy');
  await own.page
    .getByText(/Payout 2 of .* has your bank account as it was/)
    .first()
    .waitFor();
  await own.page.getByText('Olga Owner viewed your bank account.').first().waitFor();
  expect(await own.page.getByText('viewed your private answers').count()).toBe(0);
});

test('travel money is paid for receipts: added on a phone, and a deputy for the money reminds who cannot be paid', async () => {
  const { pid, member, chief, owner } = year;
  const treasurer = await browserClientOf(server, owner);
  const until = new Date(Date.now() + 7 * 86_400_000).toISOString();
  await treasurer.call('give_grant', {
    path: { pid },
    body: { uid: chief.uid, role: 'finance', until, reason: 'Pays the bills' },
  });
  await using office = await newVisitor(browser, server.url, { viewport: { width: 1280, height: 900 } });
  await signInAs(server, office.page, chief);
  await office.page.goto(`/projects/${pid}/manage/payouts`);
  await office.page.getByLabel('Travel money needs receipts').check();
  await office.page.getByLabel('Budget for travel money').waitFor();
  await office.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectNotification(office.page, 'Saved.');

  await using phone = await newVisitor(browser, server.url, { viewport: { width: 390, height: 844 } });
  const { page } = phone;
  await signInAs(server, page, member);
  await page.goto(`/projects/${pid}/forms/travel`);
  await page
    .getByText(/You get up to .*1,490, for receipts/)
    .first()
    .waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Add your receipts' }).first().click();
  await page.getByText(/At most .*1,490 is paid for this journey/).waitFor();
  await page.locator('input[type=file]').setInputFiles(await receipt(page, 'ticket.jpg'));
  await page.getByLabel('What for').fill('Train');
  await page.getByLabel('Amount', { exact: true }).fill('2000');
  await page.getByRole('button', { name: 'Send claim' }).click();
  await expectNotification(page, 'Claim sent.');

  const sent = await treasurer.call('list_claims', { path: { pid }, query: { state: 'sent' } });
  const claim = sent.data.find(({ form }) => form === 'travel');
  expect(claim).toMatchObject({ claimed: 200_000, kind: 'travel' });
  await treasurer.call('decide_claim', { path: { pid, id: claim?.id ?? '' }, body: { decision: 'approve' } });
  const hers = await browserClientOf(server, member);
  await hers.call('withdraw_consent', { path: { pid, form: 'travel' } });

  await office.page.goto(`/projects/${pid}/manage/payouts`);
  await office.page.getByRole('button', { name: 'Remind this person' }).click();
  const reminder = office.page.getByRole('dialog', { name: 'Remind this person' });
  await reminder.getByLabel('Note (optional)').fill('We pay on Friday.');
  await reminder.getByRole('button', { name: 'Send reminder' }).click();
  await expectNotification(office.page, '1 person reminded.');
  await office.page.getByRole('button', { name: 'Remind this person' }).click();
  await reminder.getByRole('button', { name: 'Send reminder' }).click();
  await expectNotification(office.page, 'Everybody was already reminded today.');
  await page.goto('/me/notices');
  await page.getByText(/is approved, but can't be transferred yet/).waitFor();
  await page.getByText('We pay on Friday.').waitFor();

  await office.page.goto(`/projects/${pid}/manage/travel-money/travel`);
  await office.page.getByText('approved').waitFor();
  expect(await office.page.getByRole('checkbox', { name: 'Select Mia Member' }).count()).toBe(0);
  // Where the accounts were before.
  await office.page.goto(`/projects/${pid}/manage/forms/travel/passed-on`);
  await office.page.waitForURL('**/manage/travel-money/travel/accounts');
  await office.page.getByRole('heading', { name: 'Travel: bank accounts' }).waitFor();
  expect(await seriousFindings(office.page)).toEqual([]);
  await office.page.getByRole('link', { name: 'Places and amounts' }).click();
  await office.page.getByLabel('Currency').waitFor();
  await office.page.getByRole('link', { name: 'Budgets', exact: true }).click();
  const download = office.page.waitForEvent('download');
  await office.page.getByRole('button', { name: 'Bookkeeping (CSV)' }).click();
  expect((await download).suggestedFilename()).toBe(`${pid}-claims.csv`);
});
