import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { seriousFindings } from './support/axe.ts';
import { newVisitor } from './support/browser.ts';
import { tooWide } from './support/looks.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

const phoneSize = { viewport: { width: 390, height: 844 } };

test('a minor asks a guardian, who agrees and withdraws on a phone without an account; the home page says what is left', async () => {
  const { pid } = year;
  const rules = { adult_age: null, minors_latest_end: null, min_hours: null };
  await (await clientOf(server, year.owner)).call('update_project', { path: { pid }, body: rules });
  await using owner = await newVisitor(browser, server.url);
  await signInAs(server, owner.page, year.owner);
  await owner.page.goto(`/projects/${pid}/manage/settings#minors`);
  const card = owner.page.getByRole('region', { name: 'Minors and minimum hours' });
  await card.getByLabel('Adult from age').fill('18');
  await card.getByLabel('Shifts of minors end at the latest at').fill('22:00');
  await card.getByLabel('Minimum hours per member').fill('8');
  await card.getByRole('button', { name: 'Save' }).click();
  await expectNotification(owner.page, 'Saved');

  await using minor = await newVisitor(browser, server.url, phoneSize);
  const { page } = minor;
  await signInAs(server, page, year.member);
  await page.goto('/');
  const list = page.getByRole('region', { name: 'To do' });
  await list.getByText('2 of 8 h so far').waitFor();
  await list.getByRole('link', { name: 'Your birthday' }).click();
  await page.getByLabel('Birthday').fill(`${Number(pid) - 15}-01-01`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectNotification(page, 'Saved');
  await page.goto('/');
  await list.getByRole('link', { name: 'Ask your guardian for consent' }).click();
  await page.getByText("Because you're under 18").waitFor();
  expect([await seriousFindings(page), await tooWide(page)]).toEqual([[], []]);
  await page.getByRole('button', { name: 'Ask for consent' }).click();
  await page.getByText('Enter a name.').waitFor();
  await page.getByLabel('Name of your guardian').fill('Byron King');
  await page.getByLabel('Their email address').fill('byron@example.org');
  await page.getByRole('button', { name: 'Ask for consent' }).click();
  await expectNotification(page, 'The link for byron@example.org is ready.');
  await page.getByText('You can take shifts once they agree.').waitFor();

  await using guardian = await newVisitor(browser, server.url, phoneSize);
  await guardian.page.goto(await server.mailedLink('byron@example.org', '/guardian#code='));
  await guardian.page.getByRole('heading', { name: /^May Mia Member help at Summer Camp/ }).waitFor();
  expect([await seriousFindings(guardian.page), await tooWide(guardian.page)]).toEqual([[], []]);
  expect(guardian.page.url()).not.toContain('code');
  await guardian.page.getByRole('button', { name: 'I agree' }).click();
  await guardian.page.getByText('You agreed on').waitFor();
  await page.reload();
  await page.getByText('Agreed on').waitFor();
  await page.goto('/');
  await list.waitFor();
  expect(await list.getByRole('link', { name: 'Ask your guardian for consent' }).count()).toBe(0);
  await guardian.page.getByRole('button', { name: 'Withdraw consent' }).click();
  await guardian.page.getByText('You withdrew your consent').waitFor();
  guardian.expectNoErrors();

  await page.reload();
  await list.getByRole('link', { name: 'Ask your guardian for consent' }).click();
  await page.getByText('Consent withdrawn on').waitFor();
  await page.getByRole('button', { name: 'Name somebody else' }).click();
  await page.getByLabel('Name of your guardian').fill('Anna King');
  await page.getByLabel('Their email address').fill(year.member.email);
  await page.getByRole('button', { name: 'Ask for consent' }).click();
  await page.getByText('This is your own address.').waitFor();
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expectNotification(page, 'The link for byron@example.org is ready.');
  minor.expectNoErrors();

  await using chief = await newVisitor(browser, server.url);
  await signInAs(server, chief.page, year.chief);
  await chief.page.goto('/me/notices');
  await chief.page.getByText("Mia Member can't take any more shifts").waitFor();
  await chief.page.goto(`/projects/${pid}/people`);
  await chief.page.getByLabel('Something left to do').check();
  await chief.page.getByRole('link', { name: 'Mia Member' }).waitFor();
  await chief.page.getByRole('link', { name: 'Message 1 person (without you)' }).click();
  await chief.page.getByLabel('Has something left on their to-do list').waitFor();
  expect(await chief.page.getByLabel('Has something left on their to-do list').isChecked()).toBe(true);
  chief.expectNoErrors();
  owner.expectNoErrors();
});
