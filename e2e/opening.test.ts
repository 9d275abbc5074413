import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestPerson } from '../test/support/factories.ts';
import { newVisitor } from './support/browser.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { seed, signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

/** Signs in with a session that is an hour old. */
async function signInEarlier(page: Page, person: TestPerson): Promise<void> {
  await signInAs(server, page, person);
  await seed(server, async ({ db }) => {
    const proved_at = new Date(Date.now() - 3_600_000).toISOString();
    await db.transaction((trx) =>
      trx.updateTable('sessions').set({ proved_at }).where('uid', '=', person.uid).execute(),
    );
  });
}

/** Proves who uses the browser with the code of a mail, in the dialog that asks for it. */
async function prove(page: Page, { email }: TestPerson): Promise<void> {
  const proof = page.getByRole('dialog', { name: "Confirm it's you" });
  await proof.getByRole('button', { name: 'Create sign-in link' }).click();
  await proof.getByLabel('Code', { exact: true }).fill(await server.mailedCode(email));
  await proof.getByRole('button', { name: 'Sign in with code' }).click();
  await proof.waitFor({ state: 'detached' });
}

test('agreeing in an old session asks who it is, and keeps what was typed', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid, chief } = year;
  await signInEarlier(page, chief);
  await page.goto(`/projects/${pid}/forms/travel`);
  await page.getByLabel('Yes').check();
  await page.getByLabel('Taichung').check();
  await page.getByLabel('How are you travelling?').fill('By night train');
  await page.getByRole('checkbox', { name: /^I agree to share my bank account/ }).check();
  await page.getByRole('button', { name: 'Send my answer' }).click();
  const proof = page.getByRole('dialog', { name: "Confirm it's you" });
  await proof.getByRole('button', { name: 'Close' }).click();
  await proof.waitFor({ state: 'detached' });
  expect(await page.getByLabel('How are you travelling?').inputValue()).toBe('By night train');
  await page.getByRole('button', { name: 'Send my answer' }).click();
  await prove(page, chief);
  await page
    .getByText(/You get .*700/)
    .first()
    .waitFor();
  expect(await page.getByLabel('How are you travelling?').inputValue()).toBe('By night train');
  await page.goto('/me/notices');
  await page
    .getByText(`You agreed to share private data with the owners of Summer Camp ${pid} (Travel)`)
    .first()
    .waitFor();
});

test('a bank account that a token changed is paid to only after the person has confirmed it', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid, member, owner } = year;
  const token = await clientOf(server, member);
  const changed = { code: '700', number: '4455667788', branch: '', holder: 'Mia Member' };
  await token.call('put_bank', { body: changed });

  await signInAs(server, page, owner);
  await page.goto(`/projects/${pid}/manage/travel-money/travel`);
  const unpaid = page.getByRole('row').filter({ hasText: 'Mia Member' });
  await unpaid.getByText(/Bank account changed on .*, not confirmed/).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Select Mia Member' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Bank accounts and CSV' }).click();
  await page.getByRole('button', { name: 'Show on this page' }).click();
  await unpaid.getByText(/Changed on .*, not confirmed yet/).waitFor();
  expect(await page.getByText(changed.number).count()).toBe(0);

  await signInEarlier(page, member);
  await page.goto('/');
  const card = page.getByRole('region', { name: 'Confirm your bank account' });
  await card.getByRole('link', { name: 'Check and confirm' }).click();
  const asked = page.getByRole('alert').filter({ hasText: "you haven't confirmed it yet" });
  await asked.getByText('Mia Member · 700 · 4455667788').waitFor();
  await asked.getByRole('button', { name: 'Confirm account' }).click();
  await prove(page, member);
  await expectNotification(page, 'Bank account confirmed.');
  await asked.waitFor({ state: 'detached' });

  await signInAs(server, page, owner);
  await page.goto(`/projects/${pid}/manage/travel-money/travel`);
  await page.getByRole('checkbox', { name: 'Select Mia Member' }).waitFor();
});

test('an account saved in an old session can be confirmed at once', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInEarlier(page, year.volunteer);
  await page.goto('/me/bank');
  await page.getByLabel('Account holder').fill('Vera Volunteer');
  await page.getByLabel('Account number or IBAN').fill('7770001');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  const asked = page.getByRole('alert').filter({ hasText: "you haven't confirmed it yet" });
  await asked.getByRole('button', { name: 'Confirm account' }).click();
  await prove(page, year.volunteer);
  await asked.waitFor({ state: 'detached' });
});

test('credentials for a token that reads private data ask who it is', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInEarlier(page, year.volunteer);
  await page.goto('/api-access');
  await page.getByLabel('Can read my private data').check();
  await page.getByRole('button', { name: 'Create credentials' }).click();
  await prove(page, year.volunteer);
  await page.getByText('Username').first().waitFor();
  await page.goto('/me/notices');
  await page.getByText('Credentials were created for an API token that can read your private data').waitFor();
});
