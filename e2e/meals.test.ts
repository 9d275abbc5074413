import type { Browser } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
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

test('the meals form starts from the dietary habits, and cannot be sent empty', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid, member } = year;
  const owner = await clientOf(server, year.owner);
  const path = { pid, form: 'breakfast' };
  const body = { form: 'breakfast', kind: 'meals' as const, title: 'Breakfast', enabled: true };
  await owner.call('create_form', { path: { pid }, body: { ...body, days: [`${pid}-08-08`] } });
  onTestFinished(() => owner.call('delete_form', { path, query: { force: true } }));
  const hers = await clientOf(server, member);
  await hers.call('put_dietary_habits', { body: { selected: ['vegan'], note: 'No honey' } });
  await signInAs(server, page, member);
  await page.goto(`/projects/${pid}/forms/breakfast`);
  await page.getByText('Filled in from your dietary needs.').waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Please answer this.').waitFor();
  await page.getByRole('radio', { name: 'Yes' }).check();
  expect(await page.getByLabel('Vegan').isChecked()).toBe(true);
  await page.getByLabel('Vegan').uncheck();
  await page.getByLabel('Vegetarian').check();
  await page.getByLabel(/8 August|August 8/).check();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('You answered on').waitFor();
  const { answers } = await hers.call('get_own_response', { path });
  expect(answers).toEqual({ eats: true, days: [`${pid}-08-08`], dietary: ['vegetarian'], note: 'No honey' });

  // What she changes later does not reach the kitchen by itself.
  await page.goto('/me/dietary-habits');
  await page.getByLabel('Vegan').uncheck();
  await page.getByLabel('Allergic to nuts').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The organisers still have your earlier answer:').waitFor();
  await page.getByRole('link', { name: 'Update your answer: Breakfast' }).click();
  await page.getByText('You changed your dietary needs after this answer: Allergic to nuts and No honey.').waitFor();
  await page.getByRole('button', { name: 'Fill in from dietary needs' }).click();
  await page.getByText('The organisers get this answer for the kitchen, for this event only.').waitFor();
  await page.getByRole('button', { name: 'Update my answer' }).click();
  await expectNotification(page, 'Your answer is saved.');
  expect((await hers.call('get_own_response', { path })).answers).toMatchObject({ dietary: ['allergy_nuts'] });
  await page.goto('/me/dietary-habits');
  await page.getByLabel('Allergic to nuts').waitFor();
  expect(await page.getByText('The organisers still have your earlier answer:').count()).toBe(0);

  // What she removes does not leave the kitchen's list by itself either.
  await page.getByLabel('Allergic to nuts').uncheck();
  await page.getByLabel('Anything else the kitchen should know').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Update your answer: Breakfast' }).click();
  await page.getByText('You removed your dietary needs after this answer.').waitFor();
  await page.getByRole('button', { name: 'Fill in from dietary needs' }).click();
  await page.getByRole('button', { name: 'Update my answer' }).click();
  await expectNotification(page, 'Your answer is saved.');
  const left = await hers.call('get_own_response', { path });
  expect([left.answers?.['dietary'] ?? [], left.answers?.['note'] ?? '', left.suggested]).toEqual([[], '', null]);
});

test('dietary needs that are saved while the form is half filled in are in it on the way back', async () => {
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 390, height: 800 } });
  const { page } = visitor;
  const { pid, member } = year;
  const owner = await clientOf(server, year.owner);
  const path = { pid, form: 'lunch' };
  const body = { form: 'lunch', kind: 'meals' as const, title: 'Lunch', enabled: true };
  await owner.call('create_form', { path: { pid }, body: { ...body, days: [`${pid}-08-08`] } });
  onTestFinished(() => owner.call('delete_form', { path, query: { force: true } }));
  const hers = await clientOf(server, member);
  await hers.call('put_dietary_habits', { body: { selected: [], note: '' } });
  await signInAs(server, page, member);
  await page.goto(`/projects/${pid}/forms/lunch`);
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByText('Unsaved changes').waitFor();
  await page.getByText('Save your dietary needs once, and forms fill them in:').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Dietary needs' }).click();
  await page.getByText('What you typed there is kept.').waitFor();
  await page.getByLabel('Vegetarian').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectNotification(page, 'Saved.');
  await page.getByRole('link', { name: 'Back to Lunch', exact: true }).click();
  await page.getByText('We restored what you typed earlier.').waitFor();
  await page.getByText('Filled in from your dietary needs.').waitFor();
  expect(await page.getByRole('radio', { name: 'Yes' }).isChecked()).toBe(true);
  expect(await page.getByLabel('Vegetarian').isChecked()).toBe(true);
  await page.getByLabel(/8 August|August 8/).check();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('You answered on').waitFor();
  const { answers } = await hers.call('get_own_response', { path });
  expect(answers).toEqual({ eats: true, days: [`${pid}-08-08`], dietary: ['vegetarian'] });
});
