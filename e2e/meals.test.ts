import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { openScene } from './support/scene.ts';
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
  await owner.call('delete_form', { path, query: { force: true } });
});
