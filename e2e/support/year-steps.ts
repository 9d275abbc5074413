import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { follow } from './looks.ts';
import type { Mailboxes } from './mailbox.ts';
import { expectNotification } from './scene.ts';

/** In the future, so that its tasks can still be joined. */
export const year = new Date().getFullYear() + 1;
export const [name, nextName] = [`Summer Camp ${year}`, `Summer Camp ${year + 1}`];
export const emails = { vera: 'vera@example.org', chen: 'chen@example.org', mia: 'mia@example.org' };
const ownEmail = 'ada@example.org';
export const inProject = (path: string) => `/projects/${year}/${path}`;

export const press = (page: Page, button: string | RegExp) => page.getByRole('button', { name: button }).click();
export const open = (page: Page, link: string) => page.getByRole('link', { name: link, exact: true }).first().click();
export const heading = (page: Page, text: string, level = 1) =>
  page.getByRole('heading', { level, name: text }).waitFor();
export const answer = (page: Page) => page.getByRole('dialog');

export async function expectAbsent(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) expect(await page.getByText(text).count(), text).toBe(0);
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

/** The table with the number of answers per choice. */
const totals = (page: Page, form: string, question: string) =>
  page.getByRole('region', { name: form }).getByRole('table', { name: question });

export async function signInByCode(page: Page, mail: Mailboxes, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await press(page, 'Email me a link');
  const { code } = await mail.read(email, 'Use this link to sign in');
  await page.getByLabel('Code from the email').fill(code);
  await press(page, 'Sign in with code');
}

export async function setUp(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.locator('input[name=name]').fill('Ada Owner');
  await page.locator('input[name=email]').fill(ownEmail);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'New project' }).click();
  await page.getByLabel('Identifier').fill(String(year));
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('First day').fill(`${year}-08-08`);
  await page.getByLabel('Last day').fill(`${year}-08-09`);
  await press(page, 'Create project');
  await open(page, 'Go to teams');
  for (const team of ['Venue', 'Press']) {
    await press(page, 'New team');
    await answer(page).getByLabel('Name').fill(team);
    await press(page, 'Create team');
    await expectNotification(page, `${team} created.`);
  }
}

/** The owner invites somebody to the team Venue; that person opens the mail, signs in and joins. */
export async function invite(
  owner: Page,
  page: Page,
  mail: Mailboxes,
  person: { email: string; name: string; role: string },
) {
  await follow(owner, inProject('teams/venue/manage?add=invite'));
  await choose(owner, 'Invite as', person.role);
  await owner.getByRole('textbox', { name: 'Email addresses' }).fill(person.email);
  await press(owner, 'Invite 1 person');
  await expectNotification(owner, '1 invitation sent.');
  await page.goto((await mail.read(person.email, `the team Venue of ${name}`)).link);
  await signInByCode(page, mail, person.email);
  await page.getByText('Ada Owner invites you to join.').waitFor();
  await page.getByText("the team's chiefs and the project's owners see your email address").waitFor();
  await page.getByText(`everyone can see your name on the public staff list of ${name}`).waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(person.name);
  await press(page, 'Join Venue');
  await expectNotification(page, 'Welcome to Venue.');
}

export async function createTask(page: Page, title: string, hour: number): Promise<void> {
  await follow(page, inProject('tasks/new?tid=venue'));
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Starts').fill(`${year}-08-08T${hour}:00`);
  await page.getByLabel('Ends').fill(`${year}-08-08T${hour + 1}:00`);
  await page.getByLabel('Places (maximum)').fill('3');
  await press(page, 'Create shift');
  await page.getByRole('rowheader', { name: title }).waitFor();
}

/** Shirts, and travel money with a table of one place. */
/** A message that only its author gets, as a test. */
export async function testMessage(page: Page, mail: Mailboxes): Promise<void> {
  await page.goto(inProject('manage/messages/new'));
  await page.getByRole('radio', { name: 'Everyone in the project' }).check();
  await page.getByLabel('Subject').fill('Bring your badge');
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello {{name}}, see you soon.');
  await press(page, 'Save and check');
  await press(page, 'Send a test to me');
  await expectNotification(page, 'Test sent. Check your email.');
  expect((await mail.read(ownEmail, 'Bring your badge')).text).toContain('Hello Ada Owner, see you soon.');
  for (const other of Object.values(emails))
    expect(mail.unread(other).filter((text) => text.includes('Bring your badge'))).toEqual([]);
}

export async function openForms(page: Page): Promise<void> {
  await follow(page, inProject('manage/travel-money'));
  await page.getByLabel('Currency').fill('TWD');
  await press(page, 'Add row');
  await page.getByLabel('Place in row 1').fill('Kaohsiung');
  await page.getByLabel('Amount for Kaohsiung').fill('1,490');
  await press(page, 'Save');
  await expectNotification(page, 'Saved.');
  for (const [kind, title] of [
    ['shirt_size', 'Shirts'],
    ['travel_money', 'Travel money'],
  ]) {
    await follow(page, inProject(`manage/forms/new?kind=${kind}`));
    await press(page, 'Create form');
    await page.getByRole('switch', { name: `${title}: accept answers` }).click({ force: true });
    await expectNotification(page, `${title} now accepts answers.`);
  }
}

export async function answerForms(page: Page): Promise<void> {
  await page.goto('/');
  await open(page, 'Shirts');
  await page.getByLabel('Size').selectOption('M');
  await page.getByLabel('Fitted').check();
  await press(page, 'Send my answer');
  await page.getByText('Your answer is saved.').first().waitFor();
  await follow(page, '/');
  await open(page, 'Travel money');
  await page.getByLabel('Yes').check();
  await page.getByLabel('Kaohsiung').check();
  await page.getByLabel('How are you travelling?').fill('By train');
  await page.getByLabel('I agree to share my bank account with the owners').check();
  await press(page, 'Send my answer');
  await page.getByText('You get NT$1,490').first().waitFor();
}

export async function expectTotals(page: Page, { answered, size }: { answered: string; size: string }): Promise<void> {
  await page.goto(inProject('manage/totals?view=tables'));
  await page.getByRole('region', { name: 'Shirts' }).getByText(`${answered} have answered.`).waitFor();
  await totals(page, 'Shirts', 'Size')
    .getByRole('row', { name: new RegExp(`^M ${size}\\b`) })
    .waitFor();
}

export const attendees = (page: Page) => page.getByRole('region', { name: 'People on this shift' });
