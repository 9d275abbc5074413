import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { encodeQR } from 'qr';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { chromiumFlags, chromiumPath } from '../test/support/browser.ts';
import { seriousFindings } from './support/axe.ts';
import { newVisitor } from './support/browser.ts';
import { tooWide } from './support/looks.ts';
import { openScene } from './support/scene.ts';
import { forgetEventDay, signInAs } from './support/seed.ts';
import { stored } from './support/desk-storage.ts';
import type { Server } from './support/server.ts';
import type { Year } from './support/year.ts';

let server: Server;
let year: Year;
openScene((scene) => ({ server, year } = scene));
beforeEach(() => forgetEventDay(server));

/** A video for Chromium's fake camera: one picture of a QR code, in the Y4M format. */
function videoOf(text: string): string {
  const [width, height, scale] = [640, 480, 7];
  const modules = encodeQR(text, 'raw', { border: 4 });
  const light = Buffer.alloc(width * height, 235);
  const [left, top] = [(width - modules.length * scale) >> 1, (height - modules.length * scale) >> 1];
  for (let y = 0; y < modules.length * scale; y += 1)
    for (let x = 0; x < modules.length * scale; x += 1)
      if (modules[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true) light[(top + y) * width + left + x] = 16;
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)]);
  const file = join(tmpdir(), `muster-code-${process.pid}.y4m`);
  writeFileSync(file, Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420\n`), frame, frame]));
  return file;
}

const controlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

test('a device checks people in with the camera and by name, also without a connection', async () => {
  const now = Date.now();
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  await using owner = await newVisitor(await chromiumWith([]), server.url);
  await signInAs(server, owner.page, year.owner);
  const api = (method: string, path: string, data?: object) =>
    owner.page.request.fetch(`/api/projects/${year.pid}/${path}`, {
      method,
      headers: { 'sec-fetch-site': 'same-origin' },
      ...(data === undefined ? {} : { data }),
    });
  const created = await api('POST', 'tasks', {
    title: 'Door',
    tid: 'venue',
    starts_at: at(-30),
    ends_at: at(90),
    capacity: 9,
  });
  const { id: task } = await created.json();
  for (const { uid } of [year.member, year.owner]) await api('PUT', `tasks/${task}/attendees/${uid}`);
  const { code } = await (await api('GET', 'me/code')).json();

  await owner.page.goto(`/projects/${year.pid}/manage/hand-outs`);
  await owner.page.getByLabel('What is handed out').fill('Shirt');
  await owner.page.getByRole('button', { name: 'Add hand-out' }).click();
  await owner.page.getByText('0 handed out').waitFor();
  await owner.page.getByLabel('What is handed out').fill('Shirt L');
  await owner.page.getByLabel('For whom').selectOption('Everyone who answered Shirts');
  await owner.page.getByRole('button', { name: 'Add hand-out' }).click();
  await owner.page.getByRole('link', { name: 'Shirt L' }).click();
  // The page before has a field of the same name.
  await expect.poll(() => owner.page.getByLabel('What is handed out').inputValue()).toBe('Shirt L');
  await owner.page.getByLabel('What is handed out').fill('Shirt M');
  await owner.page.getByLabel('Answer').selectOption({ index: 2 });
  await owner.page.getByRole('button', { name: 'Save', exact: true }).click();
  await owner.page.getByText('Hand-out changed.').waitFor();
  const listed = await (await api('GET', 'hand-outs')).json();
  const { audience, id: second } = listed.data.find(({ name }: { name: string }) => name === 'Shirt M');
  expect(audience).toEqual({ form: 'shirts', field: expect.any(String), values: [expect.any(String)] });
  await api('DELETE', `hand-outs/${second}`);
  await owner.page.goto(`/projects/${year.pid}/manage/desk`);
  await owner.page.getByLabel('Name of the device').fill('Main entrance');
  await owner.page.getByRole('button', { name: 'Add device' }).click();
  const link = await owner.page.getByRole('textbox', { name: 'Link' }).inputValue();
  await owner.page.getByRole('button', { name: 'Done' }).click();

  const file = videoOf(code);
  const camera = await chromiumWith([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ]);
  await using device = await newVisitor(camera, server.url, {
    serviceWorkers: 'allow',
    permissions: ['camera'],
    timezoneId: 'America/New_York',
  });
  const { page } = device;
  await page.goto(new URL(link).pathname + new URL(link).hash);
  await page.getByText('Ready to scan').waitFor();
  await page.getByText("All times are in the event's time zone: Asia/Taipei.").waitFor();
  expect(page.url()).not.toContain('msd_');
  await page.getByRole('button', { name: 'Start camera' }).click();
  await page.getByText('Welcome', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Stop camera' }).click();
  await page.getByText('0 scans waiting').waitFor();
  await controlled(page);
  await page.reload();
  await page.getByText('Ready to scan').waitFor();
  // Not among the pages that pages.journey.test.ts checks: it needs a device.
  await page.setViewportSize({ width: 390, height: 800 });
  expect([...(await seriousFindings(page)), ...(await tooWide(page))]).toEqual([]);

  // A link that somebody made up does not end a desk that works.
  await page.goto(`/desk#${year.pid}.msd_0123`);
  await page.reload();
  await page.getByText("The link you opened doesn't work.").waitFor();
  await page.getByText('Ready to scan').waitFor();

  // Only one tab works as the desk; it goes back to the first when the second is closed.
  const other = await page.context().newPage();
  await other.addInitScript(withoutSignatures);
  await other.goto('/desk');
  await other.getByText('The desk is open in another tab').waitFor();
  await other.getByRole('button', { name: 'Use this tab' }).click();
  await other.getByText('Ready to scan').waitFor();
  await page.getByText('The desk is open in another tab').waitFor();
  // The server refuses a forged code that this browser cannot check, and a scan that it cannot read holds up no others.
  await other.getByLabel('Name or code').fill(code.replace(year.owner.uid, year.member.uid));
  await other.getByLabel('Name or code').press('Enter');
  const refused = other.getByText(`${year.member.name}: Unknown code`);
  await refused.waitFor();
  await other.getByText('Shirt', { exact: true }).click();
  await other.getByLabel('Reason').fill('Torn\u0007');
  await other.getByLabel('Name or code').fill(year.member.name.slice(0, 4));
  await other.getByRole('button', { name: year.member.name }).click();
  await refused.nth(1).waitFor();
  await other.getByText('0 scans waiting').waitFor();
  await other.close();
  await page.getByText('Ready to scan').waitFor();

  await page.context().setOffline(true);
  await page.reload();
  await page.getByLabel('Name or code').fill(year.member.name.slice(0, 4));
  await page.getByRole('button', { name: year.member.name }).click();
  await page.getByText('Welcome', { exact: true }).waitFor();
  await page.getByText('1 scan waiting').waitFor();
  // The queue survives closing the page.
  await page.reload();
  await page.getByText('1 scan waiting').waitFor();
  await page.getByText('Shirt', { exact: true }).click();
  await page.getByLabel('Name or code').fill(code);
  await page.getByLabel('Name or code').press('Enter');
  await page.getByText('Hand it out').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText('0 scans waiting').waitFor();
  const { data } = await (await api('GET', `tasks/${task}/attendees`)).json();
  expect(data.map(({ state }: { state: string }) => state)).toEqual(['arrived', 'arrived']);
  const handOuts = await (await api('GET', 'hand-outs')).json();
  expect(handOuts.data).toMatchObject([{ name: 'Shirt', given: 1 }]);
  await owner.page.goto(`/projects/${year.pid}/manage/hand-outs`);
  await owner.page.getByRole('link', { name: 'Shirt', exact: true }).click();
  const list = owner.page.getByRole('region', { name: 'Who got it' });
  await list.getByText('Main entrance').waitFor();
  const takeBack = list.getByRole('button', { name: `Take back from ${year.owner.name}` });
  await takeBack.click();
  await list.getByRole('button', { name: 'Cancel' }).click();
  expect(await takeBack.evaluate((button) => button === document.activeElement)).toBe(true);
  await takeBack.click();
  await list.getByRole('group').getByRole('button', { name: 'Take back' }).click();
  await list.getByText('Nobody yet.').waitFor();
  await list.getByText('0 handed out').waitFor();
  await owner.page.goto(`/projects/${year.pid}/manage/desk`);

  // Without a connection again: what is not sent survives a link of another event, and the end of this device.
  const checkOut = async () => {
    await page.context().setOffline(true);
    await page.getByText('Check out', { exact: true }).click();
    await page.getByLabel('Name or code').fill(year.member.name.slice(0, 4));
    await page.getByRole('button', { name: year.member.name }).click();
    await page.getByText('1 scan waiting').waitFor();
  };
  const open = async (address: string) => {
    await page.goto(address);
    await page.reload();
  };
  await checkOut();
  await open('/desk#another.msd_0123');
  await page.getByText('They belong to another event').waitFor();
  await page.reload();
  await page.getByText('1 scan waiting').waitFor();
  await owner.page.getByRole('button', { name: 'Remove access: Main entrance' }).click();
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click();
  await owner.page.getByText('Device access removed.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('This device no longer has access').waitFor();
  await page.getByText('1 scan not sent yet').waitFor();
  expect(await stored(page)).toEqual({ day: 0, device: 1, queue: 1 });
  await owner.page.getByLabel('Name of the device').fill('Side door');
  await owner.page.getByRole('combobox', { name: 'Only these teams' }).first().click();
  await owner.page.getByRole('listbox').getByRole('option', { name: 'Venue' }).click();
  await owner.page.keyboard.press('Escape');
  await owner.page.getByRole('button', { name: 'Add device' }).click();
  const another = new URL(await owner.page.getByRole('textbox', { name: 'Link' }).inputValue());
  await owner.page.getByRole('button', { name: 'Done' }).click();
  await open(another.pathname + another.hash);
  await page.getByText('0 scans waiting').waitFor();
  const after = await (await api('GET', `tasks/${task}/attendees`)).json();
  expect(after.data.map(({ state }: { state: string }) => state).toSorted()).toEqual(['arrived', 'left_early']);

  await checkOut();
  await owner.page.getByRole('button', { name: 'Remove access: Side door' }).click();
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click();
  await owner.page.getByText('No devices yet.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Delete unsent scans' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete scans' }).click();
  await page.getByText("This browser isn't set up as a desk").waitFor();
  expect(await stored(page)).toEqual({ day: 0, device: 0, queue: 0 });
});

/** As in browsers of some years ago. */
function withoutSignatures(): void {
  const { subtle } = crypto;
  const importKey = subtle.importKey.bind(subtle) as (...given: unknown[]) => Promise<CryptoKey>;
  Object.defineProperty(subtle, 'importKey', {
    value: (...given: unknown[]) =>
      given[2] === 'Ed25519' ? Promise.reject(new Error('unsupported')) : importKey(...given),
  });
}

const browsers: Browser[] = [];
async function chromiumWith(flags: string[]): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: [...chromiumFlags, ...flags] });
  browsers.push(browser);
  return browser;
}
afterAll(async () => {
  for (const browser of browsers) await browser.close();
  rmSync(join(tmpdir(), `muster-code-${process.pid}.y4m`), { force: true });
});
