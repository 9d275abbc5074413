import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { openScene, expectNotification } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

test('an owner reads all answers as a table, and counts them by two questions', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid, owner, chief } = year;
  const his = await clientOf(server, chief);
  const body = { answers: { size: 'M', cut: 'straight' } };
  await his.call('save_own_response', { path: { pid, form: 'shirts' }, body });
  await signInAs(server, page, owner);
  await page.goto(`/projects/${pid}/manage/forms`);
  await page.getByRole('link', { name: 'Answers: Shirts' }).click();
  const counts = page.getByRole('table', { name: 'Counts by two questions' });
  await counts.getByRole('row', { name: /^M 1\b.* 1\b.* 2$/ }).waitFor();
  await page.getByLabel('Rows').selectOption({ label: 'Cut' });
  await page.getByLabel('Columns').selectOption({ label: 'Size' });
  await counts.getByRole('row', { name: /^Fitted/ }).waitFor();
  await page
    .getByRole('table', { name: 'Shirts: answers' })
    .getByRole('row', { name: 'Mia Member M Fitted' })
    .waitFor();
  const names = () => page.getByRole('table', { name: 'Shirts: answers' }).locator('tbody th').allTextContents();
  const trimmed = async () => (await names()).map((name) => name.trim());
  await expect.poll(trimmed).toEqual(['Chen Chief', 'Mia Member']);
  await page.getByRole('button', { name: 'Cut', exact: true }).click();
  await page.waitForURL('**sort=cut**');
  await page.reload();
  await expect.poll(trimmed).toEqual(['Mia Member', 'Chen Chief']);
  await page.goto(`/projects/${pid}/manage/forms/shirts/answers?q=straight`);
  await expect.poll(trimmed).toEqual(['Chen Chief']);
  await page.getByRole('searchbox', { name: 'Search by name or answer' }).fill('purple');
  await page.getByText('No matches.').waitFor();
  await page.getByRole('searchbox', { name: 'Search by name or answer' }).fill('');
  await expect.poll(trimmed).toEqual(['Chen Chief', 'Mia Member']);
  visitor.expectNoErrors();
});

test('an owner adds a size and a cut to the shirts form', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid, owner } = year;
  await signInAs(server, page, owner);
  await page.goto(`/projects/${pid}/manage/forms/shirts`);
  const choices = page.getByLabel('Choices');
  await choices.fill(`${await choices.inputValue()}\n7XL | Seven XL`);
  const cuts = page.getByLabel('Cuts');
  expect(await cuts.inputValue()).toBe('straight | Straight\nfitted | Fitted');
  await cuts.fill(`${await cuts.inputValue()}\nkids | For kids`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectNotification(page, 'Saved.');
  const own = await clientOf(server, owner);
  const { fields } = await own.call('get_form', { path: { pid, form: 'shirts' } });
  expect(fields[0]?.options?.at(-1)).toEqual({ value: '7XL', label: 'Seven XL' });
  expect(fields[0]?.options).toHaveLength(11);
  expect(fields[1]?.options?.at(-1)).toEqual({ value: 'kids', label: 'For kids' });
});

test('an owner asks for beds by night and reads how many are needed', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid, owner, member, chief } = year;
  await signInAs(server, page, owner);
  await page.goto(`/projects/${pid}/manage/forms/new?kind=accommodation`);
  await page.getByLabel('Identifier').fill('beds');
  const nights = page.getByRole('group', { name: 'Nights to choose from' });
  const night = (day: number) => nights.getByText(new RegExp(`\\b${day} Aug|Aug ${day}\\b`));
  const closes = () => page.getByLabel('Closes').inputValue();
  expect(await closes()).toBe(`${pid}-08-09T23:59`);
  for (const day of [7, 8, 9]) await night(day).click();
  await page.getByRole('button', { name: 'Create form' }).click();
  await page.getByText('Choose at least one day.').waitFor();
  for (const day of [7, 8]) await night(day).click();
  expect(await closes()).toBe(`${pid}-08-08T23:59`);
  await page.getByLabel('Another day').fill(`${pid}-08-06`);
  await page.getByRole('button', { name: 'Add day' }).click();
  await page.getByRole('button', { name: 'Create form' }).click();
  const titles = () => page.getByRole('table').locator('tbody th').allTextContents();
  await page.getByLabel('Status').selectOption('Off');
  await expect.poll(titles).toEqual(['Beds']);
  await page.reload();
  await expect.poll(titles).toEqual(['Beds']);
  await page.getByRole('switch', { name: 'Beds: accept answers' }).click({ force: true });
  await expectNotification(page, 'Beds now accepts answers.');
  await page.getByText('No matches.').waitFor();
  await page.getByLabel('Status').selectOption('Open');
  await expect.poll(titles).toContain('Beds');
  await page.getByLabel('Status').selectOption('All');

  await using volunteer = await newVisitor(browser, server.url, { timezoneId: 'America/New_York' });
  await signInAs(server, volunteer.page, member);
  await volunteer.page.goto(`/projects/${pid}/forms/beds`);
  await volunteer.page.getByRole('radio', { name: 'Yes', exact: true }).first().check();
  await volunteer.page.getByText('Which nights?').waitFor();
  const { fields } = await (await clientOf(server, owner)).call('get_form', { path: { pid, form: 'beds' } });
  const chosen = fields.find(({ key }) => key === 'nights')?.options?.map(({ value }) => value);
  expect(chosen).toEqual([`${pid}-08-06`, `${pid}-08-07`, `${pid}-08-08`]);
  await volunteer.page.getByLabel(/7\D{1,5}8 August|August 7\D{1,5}8/).check();
  await volunteer.page.getByLabel(/8\D{1,5}9 August|August 8\D{1,5}9/).check();
  await volunteer.page.getByRole('radio', { name: 'Yes', exact: true }).last().check();
  await volunteer.page.getByRole('button', { name: 'Send' }).click();
  await volunteer.page.getByText('You answered on').waitFor();
  // Pages of an event show its time, and name its zone to readers in another one.
  await volunteer.page.getByText("All times are in the event's time zone: Asia/Taipei.").waitFor();
  const own = await clientOf(server, member);
  const { updated_at: at } = await own.call('get_own_response', { path: { pid, form: 'beds' } });
  const time = new Date(at ?? '').toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone: 'Asia/Taipei' });
  await volunteer.page.getByText(new RegExp(`You answered on .* ${time}\\.`)).waitFor();
  volunteer.expectNoErrors();
  const his = await clientOf(server, chief);
  const answers = { stay: 'yes', nights: [`${pid}-08-08`], mixed_room: false };
  await his.call('save_own_response', { path: { pid, form: 'beds' }, body: { answers } });

  await page.getByRole('link', { name: 'Answers: Beds' }).click();
  const counts = page.getByRole('table', { name: 'Counts by two questions' });
  await page.getByLabel('Rows').selectOption({ label: 'Which nights?' });
  await page.getByLabel('Columns').selectOption({ label: 'Is a mixed room OK?' });
  await counts.getByRole('row', { name: /(7\D{1,5}8 August|August 7\D{1,5}8).* 1\b.* – 1$/ }).waitFor();
  await counts.getByRole('row', { name: /(8\D{1,5}9 August|August 8\D{1,5}9).* 1\b.* 1\b.* 2$/ }).waitFor();

  // A day that only the saved form has is there again.
  await page.goto(`/projects/${pid}/manage/forms/beds`);
  await night(6).click();
  await page.reload();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await night(6).waitFor();
  await page.getByRole('link', { name: 'Answers', exact: true }).click();
  await page.waitForURL('**/forms/beds/answers**');
  await page.goto(`/projects/${pid}/manage/forms/beds`);
  await page.getByRole('link', { name: '‹ Forms' }).click();
  await page.getByRole('row', { name: /Beds/ }).getByRole('link', { name: '2', exact: true }).click();
  await page.waitForURL('**/forms/beds/answers**');
  visitor.expectNoErrors();
});
