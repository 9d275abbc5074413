import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { openEntry } from './support/menu.ts';
import { openScene, expectNotification } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { browserClientOf, clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

test('a new project is copied from the last one, and its owner sets it up', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const next = String(Number(year.pid) + 1);
  await signInAs(server, page, year.administrator);
  await page.goto('/admin/projects');
  await page.getByRole('link', { name: 'Copy for next year' }).click();
  await page.getByText(/^Shifts to copy: [1-9]\d* \(series: 0\)\./).waitFor();
  await page.getByLabel('Name').fill('Lake Camp');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.locator('.mantine-Notification-root').getByRole('button', { name: 'Undo' }).click();
  await expectNotification(page, 'Undone.');
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(await page.getByLabel('Name').inputValue()).toBe(`Summer Camp ${next}`);
  expect(await page.getByLabel('Identifier').inputValue()).toBe(next);
  await page.getByRole('switch', { name: 'Keep the chiefs' }).check();
  await page.getByRole('searchbox').fill('Olga');
  await page.getByRole('button', { name: 'Make owner: Olga Owner' }).click();
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.waitForURL(`/projects/${next}/manage`);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${next}/manage/teams`);
  await page.getByText('Led by Chen Chief').waitFor();
  await page.getByRole('button', { name: 'New team' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Night Watch');
  await page.getByRole('dialog').getByLabel('Identifier').focus();
  expect(await page.getByRole('dialog').getByLabel('Identifier').inputValue()).toBe('night-watch');
  await page.getByRole('dialog').getByRole('button', { name: 'Create team' }).click();
  await expectNotification(page, 'Night Watch created.');
  await page.getByRole('button', { name: 'Chiefs: Night Watch' }).click();
  await page.getByRole('searchbox').fill('vera');
  await page.getByRole('button', { name: 'Appoint: Vera Volunteer' }).click();
  await expectNotification(page, 'Vera Volunteer is now a chief.');
  // Nobody is notified of what they do themselves.
  await page.getByRole('searchbox').fill('olga');
  await page.getByRole('button', { name: 'Appoint: Olga Owner' }).click();
  await expectNotification(page, "You're now a chief.");
  await page.getByRole('button', { name: 'Remove as chief: Olga Owner' }).click();
  await expectNotification(page, "You're no longer a chief but stay in the team.");
  await page.keyboard.press('Escape');
  await page.getByText('Led by Vera Volunteer').waitFor();

  await page.getByRole('link', { name: 'Owners and deputies', exact: true }).click();
  await page.getByRole('button', { name: 'Remove Alma Admin' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expectNotification(page, 'Alma Admin is no longer an owner.');
  await page.getByText("so the last one can't be removed").waitFor();
  visitor.expectNoErrors();
});

test('totals of private answers are shown on request, and the look is recorded', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  const path = { pid, form: 'dinner' };
  await owner.call('create_form', {
    path: { pid },
    body: { form: 'dinner', kind: 'meals', title: 'Dinner', enabled: true, days: [`${pid}-08-08`] },
  });
  const hers = await clientOf(server, year.member);
  await hers.call('save_own_response', {
    path,
    body: { answers: { eats: true, days: [`${pid}-08-08`], dietary: ['halal'] } },
  });
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/totals?view=tables`);
  await page.getByRole('button', { name: 'Show totals of private answers: Dinner' }).click();
  await page.getByRole('row').filter({ hasText: 'Halal' }).getByText('1', { exact: true }).waitFor();
  const { data } = await owner.call('list_audit', { query: { project: pid, kind: 'totals.read' } });
  expect(data).toHaveLength(1);
  await owner.call('delete_form', { path, query: { force: true } });
  visitor.expectNoErrors();
});

test('next year is a draft that visitors do not see, until it is public; a draft can be deleted', async () => {
  await using visitor = await newVisitor(browser, server.url);
  await using guest = await newVisitor(browser, server.url);
  const { page } = visitor;
  const next = 'draft-of-next-year';
  const [from, to] = [`${Number(year.pid) - 1}-12-01`, `${year.pid}-01-31`];
  const admin = await browserClientOf(server, year.administrator);
  const project = { pid: next, name: 'Winter Camp', timezone: 'Asia/Taipei', starts_on: from, ends_on: to };
  await admin.call('create_project', { body: { ...project, owners: [year.owner.uid] } });
  await guest.page.goto('/');
  await guest.page.getByRole('heading', { name: `Summer Camp ${year.pid}` }).waitFor();
  await guest.page.goto('/projects');
  await guest.page
    .locator('main')
    .getByRole('link', { name: `Summer Camp ${year.pid}` })
    .waitFor();
  expect(await guest.page.getByText('Winter Camp').count()).toBe(0);

  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${next}`);
  await page.getByText('This project is a draft. Only its owners and administrators can see it.').waitFor();
  const owner = await browserClientOf(server, year.owner);
  const kitchen = { tid: 'kitchen', name: 'Kitchen' };
  await owner.call('create_team', { path: { pid: next }, body: kitchen });
  const chief = { emails: ['cook@example.org'], role: 'chief' as const };
  await owner.call('invite_to_team', { path: { pid: next, tid: 'kitchen' }, body: chief });
  await page.goto(`/projects/${next}/manage/teams`);
  await page.getByText('Invitation as chief not sent yet: cook@example.org').waitFor();
  await page.getByText('1 invitation not sent yet').waitFor();
  await page.goto(`/projects/${next}`);
  await page.getByRole('heading', { name: 'Kitchen' }).waitFor();
  expect(await page.getByText('Join us').count()).toBe(0);
  await page.goto(`/projects/${next}/manage/settings`);
  await page.getByRole('link', { name: 'Visibility' }).click();
  await page.getByRole('button', { name: 'Make public' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make Winter Camp public?' });
  await dialog.getByText('1 waiting invitation is sent.').waitFor();
  await dialog.getByText('No team accepts applications').waitFor();
  await dialog.getByRole('button', { name: 'Make public' }).click();
  await expectNotification(page, 'The project is now public. Waiting invitations are sent');
  await guest.page.goto('/');
  await guest.page.getByRole('heading', { name: 'Winter Camp' }).waitFor();

  await owner.call('update_team', { path: { pid: next, tid: 'kitchen' }, body: { takes_applications: true } });
  await guest.page.goto(`/projects/${next}`);
  await guest.page.getByText('Open for applications').waitFor();
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expectNotification(page, 'The project is now archived.');
  await guest.page.reload();
  await guest.page.getByRole('heading', { name: 'Kitchen' }).waitFor();
  for (const text of ['Join us', 'Open for applications', 'Sign in to join'])
    expect(await guest.page.getByText(text).count()).toBe(0);
  await page.goto(`/projects/${next}/manage/teams`);
  await page.getByText('Reopen it in its settings before you change anything.').waitFor();
  const disable = page.getByRole('button', { name: 'Disable: Kitchen' });
  await disable.waitFor();
  expect(await disable.isDisabled()).toBe(true);
  await page.goto(`/projects/${next}/teams/kitchen/manage`);
  await page.getByRole('heading', { level: 2, name: '0 people' }).waitFor();
  expect(await page.getByRole('region', { name: 'Add people' }).count()).toBe(0);
  await page.goto(`/projects/${next}/manage`);
  await page.getByText('Ask an administrator to create it.').waitFor();
  expect(await page.getByRole('button', { name: /^Invite/ }).count()).toBe(0);
  await page.goto(`/projects/${next}/manage/settings`);
  await page.getByRole('button', { name: 'Reopen' }).click();
  await page.getByRole('button', { name: 'Turn back into draft' }).click();
  await expectNotification(page, 'The project is a draft again. Only owners and administrators can see it.');
  await guest.page.goto('/');
  await guest.page.getByRole('heading', { name: `Summer Camp ${year.pid}` }).waitFor();
  await page.getByRole('button', { name: 'Delete project' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete project' }).click();
  await expectNotification(page, 'Winter Camp deleted.');
  await page.waitForURL('**/projects');
  await expect.poll(() => page.getByText('Winter Camp', { exact: true }).count()).toBe(0);
});

test('totals show what to order and who has not answered, as charts and tables', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/manage/totals`);
  const shirts = page.getByRole('region', { name: 'Shirts' });
  await shirts.getByText('1 of 3 have answered.').waitFor();
  const sizes = shirts.getByRole('list', { name: 'Size' });
  expect(await sizes.getByRole('listitem').filter({ hasText: 'Not answered' }).innerText()).toContain('2');
  // Sizes that nobody chose share one line.
  expect(await sizes.getByRole('listitem').first().innerText()).toMatch(/M\s*1/);
  await shirts
    .getByText(/Nobody chose: .*XL/)
    .first()
    .waitFor();
  await page.getByText('NT$1,490').waitFor();
  await shirts.getByRole('button', { name: "Show who hasn't answered" }).click();
  await shirts.getByText('Chen Chief').waitFor();
  await page.getByText('Tables').click();
  await page.waitForURL('**/totals?view=tables');
  await page.reload();
  await shirts.getByRole('table', { name: 'Size' }).getByRole('row', { name: 'Not answered 2' }).waitFor();
  await page.getByRole('table', { name: 'People per team' }).getByRole('row', { name: 'Venue 2 3' }).waitFor();

  await openEntry(page, 'Settings', 'Exports');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Everyone' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${year.pid}-people.csv`);
  await expectNotification(page, `Downloaded ${year.pid}-people.csv`);
  visitor.expectNoErrors();
});

test('the travel money table is pasted from a spreadsheet with a preview of each row', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid } = year;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/travel-money`);
  await page.getByLabel('Amount for Kaohsiung').fill('1,500');
  await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
  await page.getByLabel('Copied cells').fill('From\tAmount\nTainan\t1,200\nTaichung\t800\nHualien\tmuch');
  await page.getByText('2 of 3 rows can be imported.').waitFor();
  await page.getByRole('row', { name: 'Hualien Not a valid amount. much' }).waitFor();
  await page.getByRole('button', { name: 'Add to table' }).click();
  await page.getByLabel('Amount for Tainan').waitFor();
  await page.reload();
  expect(await page.getByLabel('Amount for Tainan').inputValue()).toBe('1200');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectNotification(page, 'Saved.');
  const owner = await clientOf(server, year.owner);
  const table = await owner.call('list_traffic_subsidies', { path: { pid } });
  expect(table.data).toEqual([
    { location: 'Kaohsiung', amount: 150_000 },
    { location: 'Taichung', amount: 80_000 },
    { location: 'Tainan', amount: 120_000 },
  ]);
  visitor.expectNoErrors();
});

test('an owner adds custom questions, previews the form and enables it', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid } = year;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/forms`);
  await page.getByRole('link', { name: 'New form' }).click();
  await page.getByRole('link', { name: 'Your own questions' }).click();
  await page.getByLabel('Title').fill('Arrival');
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('When do you arrive?');
  expect(await page.getByLabel('Identifier').inputValue()).toBe('arrival');
  await page.getByRole('combobox', { name: 'Answer type' }).click();
  await page.getByRole('option', { name: 'Single choice' }).click();
  await page.getByRole('button', { name: 'Create form' }).click();
  await page.getByText('Enter the choices, each once.').waitFor();
  await page.getByRole('textbox', { name: 'Choices' }).fill('Morning\nEvening');
  await page.getByRole('region', { name: 'Preview' }).getByRole('radio', { name: 'Evening' }).check();
  await page.getByRole('button', { name: 'Create form' }).click();
  await page.getByRole('switch', { name: 'Arrival: accept answers' }).click({ force: true });
  await expectNotification(page, 'Arrival now accepts answers.');
  const owner = await clientOf(server, year.owner);
  const form = await owner.call('get_form', { path: { pid, form: 'arrival' } });
  expect({ enabled: form.enabled, key: form.fields[0]?.key, options: form.fields[0]?.options?.length }).toEqual({
    enabled: true,
    key: 'when_do_you_arrive',
    options: 2,
  });
  visitor.expectNoErrors();
});

test('a travel money table needs a currency before it is pasted, and rows before its form is opened', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const next = 'without-table';
  const admin = await browserClientOf(server, year.administrator);
  const project = { pid: next, name: 'Without a table', timezone: 'Asia/Taipei', owners: [year.owner.uid] };
  await admin.call('create_project', { body: project });
  const owner = await clientOf(server, year.owner);
  await owner.call('create_form', {
    path: { pid: next },
    body: { form: 'travel', kind: 'travel_money', title: 'Travel' },
  });
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${next}/manage/forms`);
  await page.getByRole('switch', { name: 'Travel: accept answers' }).click({ force: true });
  await page.getByText('The travel money table is empty').waitFor();
  await page.getByRole('link', { name: 'Fill in the travel money table' }).click();
  const paste = page.getByRole('button', { name: 'Paste from a spreadsheet' });
  await page.getByLabel('Currency').fill('');
  await page.getByText('Enter the currency first').waitFor();
  expect(await paste.isDisabled()).toBe(true);
  await page.getByLabel('Currency').fill('twd');
  await page.getByText('Enter the currency first').waitFor({ state: 'detached' });
  expect(await paste.isEnabled()).toBe(true);
});

test('a page without access says why and whom to ask', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.member);
  await page.goto(`/projects/${year.pid}/manage/totals`);
  await page.getByRole('heading', { level: 1, name: 'This page is for owners' }).waitFor();
  await page.getByText('ask Olga Owner').waitFor();
  await signInAs(server, page, year.volunteer);
  await page.goto(`/projects/${year.pid}/teams/venue/manage`);
  await page.getByRole('heading', { level: 1, name: 'This page is for chiefs' }).waitFor();
  await page.getByText('ask Chen Chief').waitFor();
  await page.goto(`/projects/${year.pid}/manage/audit`);
  await page.getByText('ask the organisers of your event').waitFor();
  await page.goto('/admin/people');
  await page.getByRole('heading', { level: 1, name: 'This page is for administrators' }).waitFor();
  visitor.expectNoErrors();
});
