import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '../test/support/factories.ts';
import { startProvider } from '../test/support/servers/oidc-provider.ts';
import type { TestProvider } from '../test/support/servers/oidc-provider.ts';
import { addVirtualAuthenticator } from './support/authenticator.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { seed, signInAs } from './support/seed.ts';
import { expectNotification } from './support/scene.ts';
import { startServer } from './support/server.ts';
import type { Server } from './support/server.ts';
import { clientOf, makeAdministrator, makeFreshYear } from './support/year.ts';

let server: Server;
let browser: Browser;
let provider: TestProvider;

beforeAll(async () => {
  const withProvider = async (url: string) => {
    provider = await startProvider(url);
    return provider.env;
  };
  [server, browser] = await Promise.all([startServer({}, withProvider), openBrowser()]);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/me/security');
  await page.getByLabel('Name of the new passkey').fill(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expectNotification(page, `Passkey added. You can now sign in with ${name}.`);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText("You're signed out.").waitFor();
}

/** Makes the person's sign-in one hour old. */
const ageSessions = ({ uid }: Pick<TestPerson, 'uid'>): Promise<void> =>
  seed(server, async ({ db }) => {
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    await db.transaction((trx) =>
      trx.updateTable('sessions').set({ created_at: hourAgo, proved_at: null }).where('uid', '=', uid).execute(),
    );
  });

const uidOf = (email: string): Promise<string> =>
  seed(
    server,
    async ({ db }) =>
      (await db.read.selectFrom('people').select('uid').where('email', '=', email).executeTakeFirstOrThrow()).uid,
  );

test('a passkey is added, signs in without an address, returns to the requested page, and is removed', async () => {
  const person = await makeAdministrator(server, 'Petra Passkey');
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await addVirtualAuthenticator(page);
  await signInAs(server, page, person);
  await page.goto('/me/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Enter a name.').waitFor();
  await page.locator('input[aria-invalid=true]:focus').waitFor();
  await addPasskey(page, 'My laptop');
  await page.getByText('never used').waitFor();
  await signOut(page);

  await page.goto('/api-access');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await heading(page).getByText('API access').waitFor();
  await page.goto('/me/security');
  await page.getByText('last used').waitFor();
  await page.getByRole('button', { name: 'Remove My laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expectNotification(page, 'My laptop removed.');
  await page.getByText("You don't have a passkey yet.").waitFor();
  await signOut(page);
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText("We don't know this passkey.").waitFor();
});

test('an owner with an old sign-in confirms by passkey or mail and continues where they were', async () => {
  const { pid, owner } = await makeFreshYear(server);
  const secret = { private: true, purpose: 'In an emergency', erase_after: '2099-12-31' };
  const fields = [{ key: 'contact', label: 'Whom to call?', type: 'text' as const, ...secret }];
  const own = await clientOf(server, owner);
  const form = { form: 'emergency', kind: 'custom' as const, title: 'Emergency', enabled: true, fields };
  await own.call('create_form', { path: { pid }, body: form });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await addVirtualAuthenticator(page);
  await signInAs(server, page, owner);
  await addPasskey(page, 'My key');
  await ageSessions(owner);
  await page.goto(`/projects/${pid}/manage/exports`);
  const download = page.getByRole('button', { name: 'Emergency' });
  await download.click();
  const proof = page.getByRole('dialog', { name: "Confirm it's you" });
  await proof.getByRole('button', { name: 'Use a passkey' }).click();
  await expectNotification(page, `${pid}-emergency.csv`);

  await ageSessions(owner);
  await page.reload();
  await download.click();
  await proof.getByRole('button', { name: 'Create sign-in link' }).click();
  await proof.getByText('The link is ready.').waitFor();
  await page.goto(await server.mailedLink(owner.email));
  await page.getByRole('button', { name: 'Sign in with this account' }).click();
  await heading(page).getByText('Exports').waitFor();
  await download.click();
  await expectNotification(page, `${pid}-emergency.csv`);
});

test('when passkeys are required, administrators are guided to theirs and then continue', async () => {
  const [one, two] = [await makeAdministrator(server, 'Alba'), await makeAdministrator(server, 'Bruno')];
  await using first = await newVisitor(browser, server.url);
  await addVirtualAuthenticator(first.page);
  await signInAs(server, first.page, one);
  const rule = first.page.getByLabel('Require passkeys for administrators and project owners');
  await first.page.goto('/admin');
  await rule.click();
  await first.page.getByText('Add and use a passkey of your own first').waitFor();
  await addPasskey(first.page, 'Key of Alba');
  await first.page.goto('/admin');
  await rule.click();
  await expectNotification(first.page, 'Passkeys are now required.');

  await using second = await newVisitor(browser, server.url);
  const { page } = second;
  await addVirtualAuthenticator(page);
  await signInAs(server, page, two);
  await page.goto('/admin');
  const missing = page.getByRole('region', { name: 'Add a passkey to use your rights' });
  const notice = page.getByRole('region', { name: 'Use your passkey' });
  await page.getByText('You need a passkey to open this page.').waitFor();
  expect(await missing.getByRole('textbox').count()).toBe(0);
  await missing.getByRole('link', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name of the new passkey').fill('Key of Bruno');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expectNotification(page, 'You can now sign in with Key of Bruno');
  await missing.waitFor({ state: 'detached' });

  // Another session of the same person is confirmed without leaving the page.
  await signInAs(server, page, two);
  await page.goto('/admin');
  expect(await notice.getByLabel('Recovery code').count()).toBe(0);
  await notice.getByRole('button', { name: 'Use passkey' }).click();
  await heading(page).getByText('Administration').waitFor();
  await notice.waitFor({ state: 'detached' });

  // A link would start a session without the rights, so that only the passkey is offered.
  await ageSessions(two);
  await page.getByLabel('Require passkeys').click();
  const proof = page.getByRole('dialog', { name: "Confirm it's you" });
  await proof.getByText('Use your passkey.').waitFor();
  expect(await proof.getByRole('button', { name: 'Create sign-in link' }).count()).toBe(0);
  expect(await proof.getByRole('button', { name: 'Sign in with Example ID' }).count()).toBe(0);
  await proof.getByRole('button', { name: 'Use a passkey' }).click();
  await expectNotification(page, 'Passkeys are no longer required.');
});

test('an administrator who lost the passkey uses a recovery code; a notice can secure the account', async () => {
  const person = await makeAdministrator(server, 'Rika');
  await using first = await newVisitor(browser, server.url);
  await addVirtualAuthenticator(first.page);
  await signInAs(server, first.page, person);
  await first.page.goto('/');
  const reminder = first.page.getByRole('region', { name: 'Sign in with a passkey' });
  await reminder.getByRole('button', { name: 'Remind me in a week' }).click();
  await reminder.waitFor({ state: 'detached' });
  await first.page.context().clearCookies({ name: 'muster_passkey_reminder' });
  await first.page.reload();
  await reminder.getByRole('link', { name: 'Add a passkey' }).click();
  await addPasskey(first.page, 'Key of Rika');
  await reminder.waitFor({ state: 'detached' });
  await first.page.getByText("You don't have recovery codes.").waitFor();
  await first.page.getByRole('button', { name: 'Create recovery codes' }).click();
  await first.page.getByText('Write these codes down now.').waitFor();
  const codes = await first.page.locator('section[aria-labelledby=recovery-codes] code').allTextContents();
  expect(codes).toHaveLength(10);
  await first.page.getByText('10 codes left').waitFor();
  await first.page.goto('/admin');
  await first.page.getByLabel('Require passkeys').click();
  await expectNotification(first.page, 'Passkeys are now required.');

  await using second = await newVisitor(browser, server.url);
  const { page } = second;
  await signInAs(server, page, person);
  await page.goto('/admin');
  const notice = page.getByRole('region', { name: 'Use your passkey' });
  await notice.getByLabel('Recovery code').fill('wrong');
  await notice.getByRole('button', { name: 'Use code' }).click();
  await notice.getByText('This code is wrong or was already used.').waitFor();
  await notice.getByLabel('Recovery code').fill(codes[0] ?? '');
  await notice.getByRole('button', { name: 'Use code' }).click();
  await expectNotification(page, 'Code used.');
  await heading(page).getByText('Administration').waitFor();
  await page.getByLabel('Require passkeys').click();
  await expectNotification(page, 'Passkeys are no longer required.');
  await page.goto('/me/security');
  await page.getByText('9 codes left').waitFor();
  await page.getByRole('button', { name: 'Create new codes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace codes' }).click();
  await page.getByText('10 codes left').waitFor();

  const link = await server.mailedLink(person.email, '/not-me#code=');
  await using anywhere = await newVisitor(browser, server.url);
  await anywhere.page.goto(link);
  await heading(anywhere.page).getByText("Wasn't this you?").waitFor();
  expect(anywhere.page.url()).toBe(`${server.url}/not-me`);
  expect((await page.request.get('/api/me')).status()).toBe(200);
  await anywhere.page.getByRole('button', { name: "This wasn't me: secure my account" }).click();
  await heading(anywhere.page).getByText('Your account is protected for 24 hours').waitFor();
  expect((await page.request.get('/api/me')).status()).toBe(401);
  await anywhere.page.goto('/');
  await anywhere.page.goto(link);
  await anywhere.page.getByRole('button', { name: "This wasn't me: secure my account" }).click();
  await heading(anywhere.page).getByText('This link no longer works').waitFor();
  await signInAs(server, page, person);
  for (const path of ['/me/security', '/me/privacy']) {
    await page.goto(path);
    await page.getByRole('region', { name: "You can't change how you sign in right now" }).waitFor();
  }
});

test('a person signs in with the configured provider, returns to the requested page, and unlinks it', async () => {
  await provider.knows({ sub: 'oda', email: 'oda@example.org', email_verified: true, name: 'Oda Oidc' });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.goto('/api-access');
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
  await page.locator('input[name=login]').fill('oda');
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await heading(page).getByText('API access').waitFor();
  expect(page.url()).toBe(`${server.url}/api-access`);
  await page.goto('/me/security');
  await page.getByText('oda@example.org · linked on').waitFor();
  // Later, an important change asks again who it is; the provider confirms it and leads back.
  await ageSessions({ uid: await uidOf('oda@example.org') });
  await page.getByLabel('New address').fill('oda.new@example.org');
  await page.getByRole('button', { name: 'Change address' }).click();
  await page
    .getByRole('dialog', { name: "Confirm it's you" })
    .getByRole('button', { name: 'Sign in with Example ID' })
    .click();
  await page.waitForURL(`${server.url}/me/security`);
  await page.getByText('oda@example.org').first().waitFor();
  await page.getByRole('button', { name: 'Unlink' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await expectNotification(page, 'Account unlinked.');

  await using other = await newVisitor(browser, server.url);
  await other.page.goto('/sign-in');
  await other.page.getByRole('button', { name: 'Sign in with Example ID' }).click();
  await other.page.getByRole('link', { name: 'Cancel' }).click();
  await other.page.getByText("You didn't allow the other service").waitFor();
  await other.page.getByRole('link', { name: 'Back to sign-in' }).click();
  await other.page.getByLabel('Email address').waitFor();
});
