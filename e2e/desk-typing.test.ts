import type { Browser } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { openScene } from './support/scene.ts';
import { forgetEventDay, signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;
openScene((scene) => ({ server, browser, year } = scene));
beforeEach(() => forgetEventDay(server));

test('what is typed at a desk always gets an answer, and counts once', async () => {
  await using owner = await newVisitor(browser, server.url);
  await signInAs(server, owner.page, year.owner);
  const api = async (method: string, path: string, data?: object) => {
    const headers = { 'sec-fetch-site': 'same-origin' };
    const url = `/api/projects/${year.pid}/${path}`;
    const response = await owner.page.request.fetch(url, { method, headers, ...(data && { data }) });
    return response.status() === 204 ? undefined : response.json();
  };
  const { code } = await api('GET', 'me/code');
  const { id: shirt } = await api('POST', 'hand-outs', { name: 'Shirt', audience: { everyone: true } });
  const { link } = await api('POST', 'devices', { name: 'Main entrance', purpose: 'desk', tids: null });

  await using device = await newVisitor(browser, server.url);
  const { page } = device;
  const enter = async (text: string) => {
    await page.getByLabel('Name or code').pressSequentially(text);
    await page.keyboard.press('Enter');
  };
  await page.goto(new URL(link).pathname + new URL(link).hash);
  await page.getByText('Ready to scan').waitFor();

  // A code of another system: the next scan replaces it.
  await page.getByText('Shirt', { exact: true }).click();
  await page.getByLabel('Name or code').focus();
  await enter('https://example.org/ticket/1');
  await page.getByText('Not on the list', { exact: true }).waitFor();
  await page.getByText('Check the spelling, or send them to their chief.').waitFor();
  await page.getByText('Nobody with a shift or hand-out today matches.', { exact: true }).waitFor();
  await enter(code);
  await page.getByText('Hand it out', { exact: true }).waitFor();
  await enter(code);
  await page.getByText('Already done', { exact: true }).waitFor();

  await page.getByLabel('Reason').fill('Torn');
  await page.getByLabel('Name or code').fill(year.member.name);
  await page.getByRole('button', { name: year.member.name }).dblclick();
  await page.getByText('Hand it out', { exact: true }).waitFor();
  await page.getByText('0 scans waiting').waitFor();
  const { data } = await api('GET', 'hand-outs');
  expect(data).toMatchObject([{ name: 'Shirt', given: 2 }]);

  await api('DELETE', `hand-outs/${shirt}`);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByLabel('Reason').waitFor({ state: 'detached' });
  expect(await page.getByRole('radio', { name: 'Check in' }).isChecked()).toBe(true);

  // Who comes too early hears when to come back.
  const [starts, ends] = [90, 150].map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString());
  const task = await api('POST', 'tasks', { title: 'Late gate', starts_at: starts, ends_at: ends, capacity: 1 });
  await api('PUT', `tasks/${task.id}/attendees/${year.member.uid}`);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect
    .poll(async () => {
      await page.getByLabel('Name or code').fill(year.member.name);
      await page.getByRole('button', { name: year.member.name }).click();
      return page.locator('output[data-result]').innerText();
    })
    .toMatch(/Too early.*Late gate.*Starts .+\. Check-in opens at .+\./s);
});
