import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../src/client/client.ts';
import { newVisitor } from './support/browser.ts';
import { openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;
let owner: Client;

openScene((scene) => ({ server, browser, year } = scene));

beforeAll(async () => {
  const { pid, volunteer } = year;
  const path = { pid };
  owner = await clientOf(server, year.owner);
  await owner.call('add_member', { path: { pid, tid: 'venue', uid: volunteer.uid } });
  const day = `${pid}-08-08`;
  // The first is at the same time as the registration desk.
  const tasks = [
    { title: 'Hand out badges', tid: 'press', starts_at: `${day}T02:00:00Z`, ends_at: `${day}T03:00:00Z` },
    { title: 'Clean up', tid: null, starts_at: `${day}T10:00:00Z`, ends_at: `${day}T12:00:00Z` },
  ];
  for (const task of tasks)
    await owner.call('create_task', { path, body: { ...task, description: 'Bring a *jacket*.', capacity: 10 } });
  const form = { description: 'Until the **order** goes out.', closes_at: `${pid}-07-31T10:00:00Z`, enabled: true };
  const fares = { form: 'fares', kind: 'travel_money', title: 'Travel money' } as const;
  await owner.call('create_form', { path, body: { ...form, ...fares } });
  await owner.call('create_form', {
    path,
    body: { ...form, form: 'parking', kind: 'parking', title: 'Parking', days: [day], erase_after: `${pid}-12-31` },
  });
});

const inProject = (path: string): string => `/projects/${year.pid}/${path}`;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const saved = (page: Page) => page.getByText('Saved.').first().waitFor();

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
}

test('a volunteer signs in by mail and fills in all missing data', async () => {
  const { volunteer } = year;
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill(volunteer.email);
  await page.getByRole('button', { name: 'Create sign-in link' }).click();
  await page.goto(await server.mailedLink(volunteer.email));
  await heading(page, 'Hello, Vera Volunteer');

  // Home does not ask for private data before the person has agreed to share it in a form.
  await page.getByRole('heading', { name: 'To do' }).waitFor();
  expect(await page.getByRole('region', { name: 'To do' }).locator('a[href^="/me/"]').count()).toBe(0);
  await page.goto('/me/real-profile');
  await heading(page, 'Legal name and identity');
  await page.getByLabel('Legal name', { exact: true }).fill('Augusta Ada King');
  await page.getByLabel('Phone').fill('+886 1');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter the number with its country').waitFor();
  await page.locator('[name=phone]:focus').waitFor();
  await page.getByLabel('Phone').fill('+886 912 345 678');
  await save(page);
  expect(await page.getByLabel('Phone').inputValue()).toBe('+886912345678');

  await page.goto('/me/address');
  await page.getByLabel('Country').selectOption('TW');
  await page.getByLabel('Postal code').fill('106319');
  await page.getByLabel('Recipient').fill('Ada');
  await page.getByLabel('Address', { exact: true }).fill('1 Example Road');
  await save(page);

  await page.goto('/me/bank');
  await page.getByLabel('Account holder').fill('Ada Lovelace');
  await page.getByLabel('Account number or IBAN').fill('GB82 WEST 1234 5698 7654 32');
  await save(page);

  await page.goto('/me/dietary-habits');
  await page.getByLabel('Vegetarian').check();
  await save(page);

  await page.goto('/me/offer');
  const cv = page.getByRole('region', { name: 'CV', exact: true });
  await cv.getByRole('textbox', { name: 'CV', exact: true }).fill('# Ada\n\nTwo years of **venue**.');
  await cv.getByText('Preview', { exact: true }).click();
  await cv
    .getByRole('region', { name: /Preview/ })
    .locator('strong')
    .getByText('venue')
    .waitFor();
  await page.getByRole('button', { name: 'Save CV' }).click();
  await saved(page);

  await page.goto('/');
  await page.getByRole('heading', { name: 'To do' }).waitFor();
  expect(await page.getByRole('region', { name: 'To do' }).locator('a[href^="/me/"]').count()).toBe(0);
});

test('a volunteer joins a task, sees conflicts before clicking, and leaves again', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.volunteer);
  await page.goto(inProject('tasks'));
  await page.getByRole('button', { name: 'Join Registration desk' }).click();
  await page.getByText(/You joined Registration desk, \w+,? .*11:00/).waitFor();
  const badges = page.getByRole('listitem').filter({ hasText: 'Hand out badges' });
  await badges.getByText('You have another shift at that time: Registration desk.').waitFor();
  expect(await badges.getByRole('button').count()).toBe(0);

  await page.getByText('Day', { exact: true }).first().click();
  await page.getByLabel('Your shifts only').check();
  await expect.poll(() => page.url()).toContain('mine=true');
  await expect.poll(() => page.getByRole('link', { name: 'Hand out badges' }).count()).toBe(0);
  await page.reload();
  await page.getByRole('link', { name: 'Registration desk' }).click();
  await heading(page, 'Registration desk');
  await page.getByRole('link', { name: 'Vera Volunteer' }).waitFor();
  await page.goBack();
  expect(new URL(page.url()).searchParams.get('day')).toBe(`${year.pid}-08-08`);

  await page.goto('/');
  await page.getByRole('heading', { name: 'Your upcoming shifts' }).waitFor();
  await page.getByRole('link', { name: 'Registration desk' }).click();
  await page.getByRole('button', { name: 'Leave Registration desk' }).click();
  const leaving = page.getByRole('dialog', { name: /^Leave Registration desk \(.*11:00.*\)\?$/ });
  await leaving.getByRole('button', { name: 'Leave shift' }).click();
  await page.getByText('You left Registration desk.').waitFor();
  await page.getByRole('button', { name: 'Join Registration desk' }).waitFor();
  visitor.expectNoErrors();
});

test('a rejected join is reverted on the page', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.volunteer);
  const refusal = { type: 'about:blank', title: '', status: 409, detail: '', code: 'task_full', request_id: 'x' };
  await page.route('**/attendance', (route) =>
    route.fulfill({ status: 409, json: refusal, contentType: 'application/problem+json' }),
  );
  await page.goto(inProject('tasks'));
  await page.getByRole('button', { name: 'Join Clean up' }).click();
  await page.getByText('This shift is already full.').waitFor();
  await page.getByRole('button', { name: 'Join Clean up' }).waitFor();
});

test('a volunteer answers forms, changes an answer and sees the calculated amount', async () => {
  await using visitor = await newVisitor(browser, server.url, { timezoneId: 'America/New_York' });
  const { page } = visitor;
  await signInAs(server, page, year.volunteer);
  const deadline = /Open until .* 18:00 \(Asia\/Taipei\)/;
  await page.goto('/');
  await page.getByRole('listitem').filter({ hasText: 'Travel money' }).getByText(deadline).waitFor();
  await page.goto(inProject('forms'));
  await page.getByRole('listitem').filter({ hasText: 'Travel money' }).getByText(deadline).waitFor();
  await page.getByRole('link', { name: 'Travel money' }).click();
  await heading(page, 'Travel money');
  await page.getByText(deadline).waitFor();
  await page.getByRole('button', { name: 'Send my answer' }).click();
  await page.getByText('Please answer this.').waitFor();
  expect(await page.getByLabel('How are you travelling?').count()).toBe(0);
  await page.getByLabel('Yes').check();
  await page.getByLabel('Kaohsiung').check();
  await page.getByLabel('How are you travelling?').fill('By train');
  await page.reload();
  await page.getByText('We restored what you typed earlier.').waitFor();
  expect(await page.getByLabel('How are you travelling?').inputValue()).toBe('By train');
  await page.getByRole('button', { name: 'Send my answer' }).click();
  await page.getByText('You get NT$1,490').last().waitFor();

  await page.getByLabel('How are you travelling?').fill('By bicycle');
  await page.getByRole('button', { name: 'Update my answer' }).click();
  await page.getByText('Your answer is saved.').first().waitFor();
  await page.getByRole('link', { name: 'All forms' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Travel money' }).getByText('Answered').waitFor();
  visitor.expectNoErrors();
});

test('when two tabs edit the profile, the second sees the other text and keeps its own', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.chief);
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto('/me/profile');
    await tab.getByRole('textbox', { name: 'Name' }).waitFor();
  }
  const language = other.getByLabel('Email language');
  expect(await language.inputValue()).toBe('');
  await language.selectOption('繁體中文');
  expect(await language.getByRole('option', { name: 'Not chosen yet' }).count()).toBe(0);
  await save(other);
  await other.reload();
  expect(await language.inputValue()).toBe('zh-TW');
  await language.selectOption('English');
  await other.getByLabel('Introduction', { exact: true }).fill('From the other tab');
  await save(other);
  await page.getByLabel('Introduction', { exact: true }).fill('My own long text');
  await page.reload();
  await page.getByText('We restored what you typed earlier.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This was changed elsewhere').waitFor();
  expect(await page.getByLabel('Introduction', { exact: true }).inputValue()).toBe('My own long text');
  await page.getByRole('button', { name: 'Show the other version' }).click();
  await page.getByText('From the other tab').waitFor();
  await page.getByRole('button', { name: 'Save my version' }).click();
  await saved(page);
  await page.reload();
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
  expect(await page.getByLabel('Introduction', { exact: true }).inputValue()).toBe('My own long text');
});

test('no text is lost offline or when the session ends; private drafts are deleted at sign-out', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.chief);
  await page.goto('/me/bank');
  await page.getByLabel('Account holder').fill('Chen');
  await page.getByLabel('Account number or IBAN').fill('5550001');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText("We can't reach the service.").waitFor();
  await page.context().setOffline(false);
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your session has ended.').waitFor();
  await page.context().addCookies(cookies);
  await page.reload();
  await heading(page, 'Bank account');
  expect(await page.getByLabel('Account holder').inputValue()).toBe('Chen');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Chen');
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText("You're signed out.").waitFor();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Chen');
});

test('signing out everywhere asks for confirmation; erasing the account requires the address and a fresh sign-in', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.volunteer);
  const old = { type: 'about:blank', title: '', status: 403, detail: '', code: 'sign_in_again', request_id: 'x' };
  await page.route('**/api/me', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 403, json: old, contentType: 'application/problem+json' })
      : route.continue(),
  );
  await page.goto('/me/privacy');
  await page.getByRole('button', { name: 'Erase my account…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase your account permanently?' });
  await dialog.getByLabel('Type your email address').fill(year.volunteer.email);
  await dialog.getByRole('button', { name: 'Erase permanently' }).click();
  const proof = page.getByRole('dialog', { name: "Confirm it's you" });
  await proof.getByRole('button', { name: 'Create sign-in link' }).click();
  await proof.getByText('The link is ready.').waitFor();
  await page.unroute('**/api/me');
  await page.goto(await server.mailedLink(year.volunteer.email));
  await page.getByRole('button', { name: 'Sign in with this account' }).click();
  await dialog.getByLabel('Type your email address').fill(year.volunteer.email);
  await dialog.getByRole('button', { name: 'Erase permanently' }).click();
  await page.getByText('Your account is erased.').waitFor();

  await using chief = await newVisitor(browser, server.url);
  await signInAs(server, chief.page, year.chief);
  await chief.page.goto('/me/sessions');
  await chief.page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await chief.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await chief.page.getByText("You're signed out everywhere.").waitFor();
  await chief.page.goto('/me/sessions');
  await chief.page.getByText('Sign in to continue').waitFor();
});
