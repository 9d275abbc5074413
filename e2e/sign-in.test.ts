import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createPerson } from '../test/support/factories.ts';
import { newVisitor } from './support/browser.ts';
import { createVolunteer, seed, signInAs } from './support/seed.ts';
import { heading, openEmptyScene, requestLinkOf } from './support/sign-in.ts';
import type { Server } from './support/server.ts';

let server: Server;
let browser: Browser;

openEmptyScene((scene) => ({ server, browser } = scene));

const requestLink = (page: Page, email: string): Promise<string> => requestLinkOf(server, page, email);

test('the printed link sets up the installation once and signs in the first administrator', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.goto(server.setUpLink);
  await heading(page).getByText('Set up Muster').waitFor();
  expect(page.url()).toBe(`${server.url}/sign-in`);

  await page.getByRole('button', { name: 'Set up and sign in' }).click();
  await page.getByText('Enter your name.').waitFor();
  await page.locator('[name=name]:focus').waitFor();
  await page.getByLabel('Your name').fill('Grace Hopper');
  // A typo here would lock the first administrator out.
  await page.getByLabel('Email address').fill('grace@example');
  await page.getByRole('button', { name: 'Set up and sign in' }).click();
  await page.locator('[name=email]:focus').waitFor();
  await page.getByLabel('Email address').fill('grace@example.org');
  await page.getByRole('button', { name: 'Set up and sign in' }).click();
  await heading(page).getByText('Hello, Grace Hopper').waitFor();
  await page.getByText('Administrator', { exact: true }).waitFor();
  visitor.expectNoErrors();

  await using other = await newVisitor(browser, server.url);
  await other.page.goto(server.setUpLink);
  await other.page.getByLabel('Your name').fill('Mallory');
  await other.page.getByLabel('Email address').fill('mallory@example.org');
  await other.page.getByRole('button', { name: 'Set up and sign in' }).click();
  await heading(other.page).getByText('This set-up link no longer works').waitFor();
  await other.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await heading(other.page).getByText('Sign in', { exact: true }).waitFor();
  other.expectNoErrors();
});

test('a mailed link signs in once and returns to the requested page', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.goto('/api-access');
  await page.getByText('Sign in to continue.').waitFor();
  expect(page.url()).toBe(`${server.url}/sign-in?next=%2Fapi-access`);
  const link = await requestLink(page, 'volunteer@example.org');

  // Mail programs open a new tab.
  const tab = await page.context().newPage();
  await tab.goto(link);
  await heading(tab).getByText('API access').waitFor();
  expect(tab.url()).toBe(`${server.url}/api-access`);
  await tab.goBack();
  expect(tab.url()).not.toContain('token');
  visitor.expectNoErrors();

  await using thief = await newVisitor(browser, server.url);
  await thief.page.goto(link);
  await heading(thief.page).getByText('This link no longer works').waitFor();
  expect(thief.page.url()).toBe(`${server.url}/sign-in`);
  await thief.page.getByRole('button', { name: 'Get a new link' }).click();
  await thief.page.getByLabel('Email address').waitFor();
  thief.expectNoErrors();
});

test('a link also works in the tab that requested it, where only the fragment changes', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.goto('/sign-in');
  const link = await requestLink(page, 'same-tab@example.org');
  await page.evaluate((address) => window.location.assign(address), link);
  await heading(page).getByText('Welcome').waitFor();
  expect(page.url()).toBe(`${server.url}/`);
  visitor.expectNoErrors();
});

test('a link opened in another browser names the account and asks, also over a session', async () => {
  const person = await seed(server, (context) => createPerson(context, { name: 'Vera Victim' }));
  await using attacker = await newVisitor(browser, server.url);
  await attacker.page.goto('/sign-in');
  const link = new URL(await requestLink(attacker.page, 'attacker@example.org'));

  await using victim = await newVisitor(browser, server.url);
  const { page } = victim;
  // A page of another site sends the browser here.
  await page.goto(`${server.url}/sign-in?next=/me/bank${link.hash}`);
  await heading(page).getByText('Sign in with this account?').waitFor();
  await page.getByText('attacker@example.org', { exact: true }).waitFor();
  expect((await page.request.get('/api/me')).status()).toBe(401);

  await signInAs(server, page, person);
  await page.goto('/');
  await page.goto(`${server.url}/sign-in?next=/me/bank${link.hash}`);
  await page.getByText(`You're signed in as ${person.email}.`).waitFor();
  await page.getByRole('button', { name: "Don't sign in" }).click();
  await heading(page).getByText('Hello, Vera Victim').waitFor();
  expect((await (await page.request.get('/api/me')).json()).email).toBe(person.email);
  victim.expectNoErrors();

  // The link still works on another device.
  await using phone = await newVisitor(browser, server.url);
  await phone.page.goto(link.href);
  await phone.page.getByRole('button', { name: 'Sign in with this account' }).click();
  await heading(phone.page).getByText('Welcome').waitFor();
  phone.expectNoErrors();
});

test('mail and sign-in pages are in Chinese for a Chinese browser', async () => {
  await using visitor = await newVisitor(browser, server.url, { locale: 'zh-TW' });
  const { page } = visitor;
  await page.goto('/sign-in');
  await page.getByLabel('電子郵件地址').fill('zhongwen@example.org');
  await page.getByRole('button', { name: '建立登入連結' }).click();
  await heading(page).getByText('您的連結已準備好').waitFor();
  await page.goto('/');
  await page.goto(await server.mailedLink('zhongwen@example.org'));
  await heading(page).getByText('歡迎').waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-TW');
  visitor.expectNoErrors();
});

test('sign-in never redirects outside the application', async () => {
  const person = await createVolunteer(server);
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, person);
  const outside = ['https://evil.example/', '//evil.example/', '/\\evil.example', '/api/docs', 'javascript:alert(1)'];
  for (const address of outside) {
    await page.goto(`/sign-in?next=${encodeURIComponent(address)}`);
    await heading(page).getByText('Hello, Ada Lovelace').waitFor();
    expect(page.url()).toBe(`${server.url}/`);
  }
  visitor.expectNoErrors();
});

test('an invalid address is reported at the field', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill('nobody');
  await page.keyboard.press('Enter');
  const error = page.getByText('Enter an email address');
  await error.waitFor();
  expect(await page.getByLabel('Email address').getAttribute('aria-invalid')).toBe('true');
  visitor.expectNoErrors();
});

test('when offline the input stays and a retry works', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill('offline@example.org');
  await page.route('**/api/sign-in/email', (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Create sign-in link' }).click();
  await page.getByText("We can't reach the service.").waitFor();
  expect(await page.getByLabel('Email address').inputValue()).toBe('offline@example.org');
  await page.unroute('**/api/sign-in/email');
  await page.getByRole('button', { name: 'Create sign-in link' }).click();
  await heading(page).getByText('Your link is ready').waitFor();
});

test('after too many links to one address the page says how long to wait', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.goto('/sign-in');
  for (let sent = 0; sent < 5; sent += 1) {
    await page.request.post('/api/sign-in/email', { data: { email: 'often@example.org' } });
  }
  await page.getByLabel('Email address').fill('often@example.org');
  await page.getByRole('button', { name: 'Create sign-in link' }).click();
  await page.getByText(/Too many attempts. Try again in \d+ seconds/).waitFor();
});

test('signing out ends the session; a session ended elsewhere is detected and explained', async () => {
  const person = await seed(server, async ({ db }) => {
    const people = db.read.selectFrom('people').select(['uid', 'email', 'name']);
    return people.where('name', '=', 'Ada Lovelace').executeTakeFirstOrThrow();
  });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, person);
  await page.goto('/');
  await page.getByRole('button', { name: 'Your account: Ada Lovelace' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText("You're signed out.").waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Sign in with your email' }).waitFor();
  expect((await page.request.get('/api/me')).status()).toBe(401);

  await signInAs(server, page, person);
  await page.goto('/api-access');
  await heading(page).getByText('API access').waitFor();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Create credentials' }).click();
  await page.getByText('Your session has ended.').waitFor();
  expect(new URL(page.url()).searchParams.get('next')).toBe('/api-access');
});

test('an unknown path shows a page in browsers and returns a problem document to programs', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  visitor.expectError(/status of 404 \(Not Found\) \(http:\/\/localhost:\d+\/projects\/none\/such\)/);
  const answer = await page.goto('/projects/none/such');
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self'");
  await heading(page).getByText('Page not found').waitFor();
  expect(await page.title()).toBe('Page not found · Muster');
  await page.getByRole('link', { name: 'Go to home page' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign in with your email' }).waitFor();
  visitor.expectNoErrors();

  for (const [path, accept] of [
    ['/projects/none', 'application/json'],
    ['/api/none', 'text/html'],
    ['/assets/none.js', 'text/html'],
    ['/members', 'text/html'],
  ] as const) {
    const refused = await fetch(server.url + path, { headers: { accept } });
    expect([path, refused.status, refused.headers.get('content-type')?.split(';')[0]]).toEqual([
      path,
      404,
      'application/problem+json',
    ]);
  }
});
