import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

test('an owner asks only the chiefs of one team, and others see that the form is not for them', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid, owner, chief, member } = year;
  await signInAs(server, page, owner);
  await page.goto(`/projects/${pid}/manage/forms/new?kind=appreciation`);
  await page.getByLabel('Title').fill('Thanks');
  await page.getByLabel('Identifier').fill('thanks');
  await page.getByRole('combobox', { name: 'Who is asked' }).click();
  await page.getByRole('option', { name: 'Chiefs', exact: true }).click();
  const teams = page.getByRole('combobox', { name: 'Only these teams' });
  await teams.click();
  await page.getByRole('option', { name: 'Venue' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create form' }).click();
  await page.getByText('Chiefs · Only Venue').first().waitFor();
  await page.getByRole('switch', { name: 'Thanks: accept answers' }).click({ force: true });
  await expectNotification(page, 'Thanks now accepts answers. The people it asks have been notified.');

  const waiting = async (person: typeof chief) =>
    (await (await clientOf(server, person)).call('get_me', {})).missing_forms.map(({ form }) => form);
  expect([(await waiting(chief)).includes('thanks'), (await waiting(member)).includes('thanks')]).toEqual([
    true,
    false,
  ]);

  // Owners have no team to choose, and asking everybody again clears the teams.
  await page.getByRole('link', { name: 'Edit: Thanks' }).click();
  await teams.waitFor();
  await page.getByRole('combobox', { name: 'Who is asked' }).click();
  await page.getByRole('option', { name: 'Owners', exact: true }).click();
  expect(await teams.count()).toBe(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectNotification(page, 'Saved.');
  const own = await clientOf(server, owner);
  const saved = await own.call('get_form', { path: { pid, form: 'thanks' } });
  expect([saved.audience, saved.tids]).toEqual(['owners', []]);
  visitor.expectNoErrors();

  await using others = await newVisitor(browser, server.url);
  await signInAs(server, others.page, member);
  await others.page.goto(`/projects/${pid}/forms/thanks`);
  await others.page.getByRole('heading', { level: 1 }).waitFor();
  expect(await others.page.getByRole('button', { name: 'Send' }).count()).toBe(0);
  expect(await others.page.locator('main').innerText()).toContain("You don't have access");
});

test('turning on a form that asks nobody yet says so', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid, owner } = year;
  const own = await clientOf(server, owner);
  await own.call('create_form', {
    path: { pid },
    body: { form: 'press', kind: 'shirt_size', title: 'Press shirts', audience: 'members', tids: ['press'] },
  });
  await signInAs(server, page, owner);
  await page.goto(`/projects/${pid}/manage/forms`);
  const toggle = page.getByRole('switch', { name: 'Press shirts: accept answers' });
  await toggle.click({ force: true });
  await expectNotification(page, "There's nobody to notify yet. People it asks later see it on their home page.");
  await toggle.click({ force: true });
  await expectNotification(page, 'Press shirts no longer accepts answers.');
  visitor.expectNoErrors();
});
