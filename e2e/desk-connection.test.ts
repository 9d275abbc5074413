import type { Browser, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { Client } from '../src/client/client.ts';
import { newVisitor } from './support/browser.ts';
import { openScene } from './support/scene.ts';
import { forgetEventDay } from './support/seed.ts';
import { stored } from './support/desk-storage.ts';
import type { Server } from './support/server.ts';
import { browserClientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;
let owner: Client;
let task: string;
openScene((scene) => ({ server, browser, year } = scene));
beforeEach(async () => {
  await forgetEventDay(server);
  owner = await browserClientOf(server, year.owner);
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const path = { pid: year.pid };
  const body = { title: 'Door', tid: 'venue', starts_at: at(-30), ends_at: at(90), capacity: 9 };
  ({ id: task } = await owner.call('create_task', { path, body }));
  await owner.call('add_attendee', { path: { ...path, id: task, uid: year.member.uid } });
});

/** The address that makes a browser a device of the desk. */
async function linkOf(name: string): Promise<string> {
  const { token } = await owner.call('create_device', { path: { pid: year.pid }, body: { name } });
  return `/desk#${year.pid}.${token}`;
}

/** Without a reload, only the fragment of the address would change. */
async function openLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.reload();
}

async function checkIn(page: Page): Promise<void> {
  await page.getByLabel('Name or code').fill(year.member.name.slice(0, 4));
  await page.getByRole('button', { name: year.member.name }).click();
  await page.getByText('Welcome', { exact: true }).waitFor();
}

async function statesOnTask(): Promise<unknown[]> {
  const { data } = await owner.call('list_attendees', { path: { pid: year.pid, id: task }, query: {} });
  return data.map(({ state }) => state);
}

test('a 401 of a Wi-Fi page does not end the desk, and what was scanned is sent later', async () => {
  await using device = await newVisitor(browser, server.url);
  const { page } = device;
  await page.goto(await linkOf('Gate'));
  await page.getByText('Ready to scan').waitFor();
  const portal = { status: 401, contentType: 'text/html', body: '<h1>Sign in to the Wi-Fi</h1>' };
  await page.route('**/api/**', (route) => route.fulfill(portal));
  await checkIn(page);
  const refused = page.waitForResponse((response) => response.status() === 401);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await refused;
  await page.getByText('1 scan waiting').waitFor();
  expect(await stored(page)).toEqual({ day: 2, device: 1, queue: 1 });
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText('0 scans waiting').waitFor();
  expect(await statesOnTask()).toEqual(['arrived']);
});

test('after 48 hours without a connection the names are deleted from the device, and unsent scans stay', async () => {
  await using device = await newVisitor(browser, server.url, { serviceWorkers: 'allow' });
  const { page } = device;
  await page.goto(await linkOf('Gate'));
  await page.getByText('Ready to scan').waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.context().setOffline(true);
  await checkIn(page);
  const later = (hours: number) => page.clock.setFixedTime(Date.now() + hours * 3_600_000);
  await later(47);
  await page.reload();
  await page.getByText('1 scan waiting').waitFor();
  expect(await stored(page)).toEqual({ day: 2, device: 1, queue: 1 });
  await later(49);
  await page.reload();
  await page.getByText('1 scan waiting').waitFor();
  await expect.poll(() => stored(page)).toEqual({ day: 0, device: 1, queue: 1 });
  expect(await page.locator('body').innerText()).not.toContain(year.member.name);
});

test('a scan while another device takes over is sent by the new one', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.goto(await linkOf('Gate'));
  await page.getByText('Ready to scan').waitFor();
  const link = await linkOf('Side door');
  const [, token = ''] = link.split('.');
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    const isNew = route.request().headers()['authorization']?.endsWith(token) === true;
    if (isNew) asked.resolve();
    if (isNew) await held.promise;
    await route.continue();
  });
  await openLink(page, link);
  await asked.promise;
  await checkIn(page);
  await page.getByText('1 scan waiting').waitFor();
  held.resolve();
  await page.getByText('0 scans waiting').waitFor();
  expect(await statesOnTask()).toEqual(['arrived']);
  await page.getByText('Side door').waitFor();
});
