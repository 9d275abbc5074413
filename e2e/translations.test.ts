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

test('an owner sees what is missing in a language, writes it beside the original, and readers get it', async () => {
  const own = await clientOf(server, year.owner);
  const { pid } = year;
  await own.call('update_team', {
    path: { pid, tid: 'press' },
    body: { name: 'Press', public_description: 'Talks to reporters' },
  });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/translations`);
  await page.getByRole('combobox', { name: 'Translate to' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  const row = page.getByRole('row', { name: /^Press/ });
  await row.getByText('2 texts missing').waitFor();
  await row.getByRole('button', { name: 'Press' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Talks to reporters').waitFor();
  expect(await dialog.getByText('Missing').count()).toBe(2);
  await dialog.getByRole('textbox', { name: 'Name (Deutsch)' }).fill('Presse');
  await dialog.getByRole('textbox', { name: 'Public description (Deutsch)' }).fill('Spricht mit Journalist:innen');
  await dialog.getByRole('button', { name: 'Save translation' }).click();
  await expectNotification(page, 'Translation saved.');
  await page.keyboard.press('Escape');
  await row.getByText('Complete').waitFor();
  await page.getByRole('switch', { name: 'Only what is missing or has changed' }).click();
  await row.waitFor({ state: 'hidden' });

  // A text that has changed is shown as it is until somebody has translated it again.
  await using reader = await newVisitor(browser, server.url, { locale: 'de-DE' });
  await reader.page.goto(`/projects/${pid}/teams/press`);
  await reader.page.getByText('Spricht mit Journalist:innen').waitFor();
  await own.call('update_team', { path: { pid, tid: 'press' }, body: { public_description: 'Writes to reporters' } });
  await reader.page.reload();
  await reader.page.getByRole('heading', { name: 'Presse' }).waitFor();
  await reader.page.getByText('Writes to reporters').waitFor();
  await page.reload();
  await row.getByText('1 original changed').waitFor();
  visitor.expectNoErrors();
});
