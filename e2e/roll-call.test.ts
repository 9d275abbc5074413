import type { Browser } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { expectGoodLooks } from './support/good-looks.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { seed, signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { browserClientOf, clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;
openScene((scene) => ({ server, browser, year } = scene));

beforeEach(() =>
  seed(server, ({ db }) =>
    db.transaction(async (trx) => {
      for (const table of ['on_site', 'roll_calls', 'roll_call_marks'] as const) await trx.deleteFrom(table).execute();
    }),
  ),
);

/** The member is scanned in at the gate. */
async function letIn(): Promise<void> {
  const { pid, owner, member } = year;
  const body = { name: 'Gate' };
  const { link } = await (await browserClientOf(server, owner)).call('create_device', { path: { pid }, body });
  const scan = { id: crypto.randomUUID(), at: new Date().toISOString(), step: 'on_site', uid: member.uid };
  const { status } = await fetch(`${server.url}/api/projects/${pid}/desk/scans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${new URL(link).hash.split('.')[1]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ scans: [scan] }),
  });
  expect(status).toBe(200);
}

/** Vera, from now on. */
async function deputise() {
  const { pid, volunteer } = year;
  const owner = await browserClientOf(server, year.owner);
  for (const { id } of (await owner.call('list_grants', { path: { pid } })).data)
    await owner.call('end_grant', { path: { pid, id } });
  return owner.call('give_grant', { path: { pid }, body: { uid: volunteer.uid, role: 'safety', reason: 'Gate' } });
}

test('several people tick who is on site, also without a connection', async () => {
  const { pid, member, owner } = year;
  const client = await browserClientOf(server, owner);
  const { link } = await client.call('create_device', { path: { pid }, body: { name: 'Gate' } });
  await using device = await newVisitor(browser, server.url);
  await device.page.goto(new URL(link).pathname + new URL(link).hash);
  await device.page.getByText('Ready to scan').waitFor();
  await device.page.getByText('Site: in', { exact: true }).click();
  const { code } = await (await clientOf(server, member)).call('get_own_code', { path: { pid } });
  await device.page.getByLabel('Name or code').fill(code);
  await device.page.keyboard.press('Enter');
  await device.page.getByText('Welcome').waitFor();
  await device.page.getByText('0 scans waiting').waitFor();

  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, owner);
  await page.goto(`/projects/${pid}/manage/roll-call`);
  const team = page.getByRole('region', { name: /^Venue/ });
  await team.getByText(member.name, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Start a roll call' }).click();
  await expectNotification(page, 'Roll call started.');
  await page.context().setOffline(true);
  await team.getByRole('button', { name: `${member.name} is present` }).click();
  await page.getByText('1 tick is not sent yet.').waitFor();
  await page.getByText('1 present', { exact: true }).waitFor();
  await page.context().setOffline(false);
  await page.getByText('1 tick is not sent yet.').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('1 present', { exact: true }).waitFor();
  await expectGoodLooks(page, 'roll-call');
  await page.emulateMedia({ media: 'print' });
  await team.getByText('Present', { exact: true }).first().waitFor();
  expect(await team.getByRole('button').filter({ visible: true }).count()).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  await team.getByRole('button', { name: `Emergency contacts of ${member.name}` }).click();
  await page.getByText('They have entered nobody.').waitFor();
});

test('a deputy for safety calls the roll on a phone without a connection, and no longer once the time is over', async () => {
  const { pid, member, volunteer } = year;
  const owner = await browserClientOf(server, year.owner);
  await letIn();
  const { id } = await deputise();
  await using visitor = await newVisitor(browser, server.url, {
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'allow',
  });
  const { page } = visitor;
  await signInAs(server, page, volunteer);
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.goto(`/projects/${pid}/manage/roll-call`);
  const team = page.getByRole('region', { name: /^Venue/ });
  const tick = team.getByRole('button', { name: `${member.name} is missing` });
  await tick.waitFor();
  const isSaved = async (path: string) => (await caches.match(path)) !== undefined;
  await page.waitForFunction(isSaved, `/api/projects/${pid}/roll-call`);
  await page.context().setOffline(true);
  await page.reload();
  await tick.click();
  await page.getByText('1 tick is not sent yet.').waitFor();
  await page.reload();
  await page.getByText('1 tick is not sent yet.').waitFor();
  await page.getByText('1 missing', { exact: true }).waitFor();
  await page.context().setOffline(false);
  await page.getByText('1 tick is not sent yet.').waitFor({ state: 'detached' });
  const people = async () => (await owner.call('get_roll_call', { path: { pid } })).people;
  expect(await people()).toMatchObject([{ uid: member.uid, mark: { state: 'missing', by: volunteer.name } }]);

  await owner.call('end_grant', { path: { pid, id } });
  visitor.expectError(/roll-call/);
  await page.evaluate((path) => fetch(path), `/api/projects/${pid}/roll-call`);
  await page.waitForFunction(
    async (path) => (await caches.match(path)) === undefined,
    `/api/projects/${pid}/roll-call`,
  );
  await page.reload();
  await page.getByText('This page is for owners').first().waitFor();
  expect(await page.getByText(member.name).count()).toBe(0);
});

test('a deputy for safety opens the emergency contacts of one person, who sees it', async () => {
  const { pid, member, volunteer } = year;
  await deputise();
  await letIn();

  await using person = await newVisitor(browser, server.url);
  await signInAs(server, person.page, member);
  await person.page.goto('/me/emergency');
  await person.page.getByRole('button', { name: 'Add a contact' }).click();
  await person.page.getByLabel('Name').fill('Maria');
  await person.page.getByLabel('Who they are to you').fill('mother');
  await person.page.getByLabel('Phone').fill('+886 912 345 678');
  await person.page.getByRole('button', { name: 'Save' }).click();
  await expectNotification(person.page, /saved/i);

  await using deputy = await newVisitor(browser, server.url, { viewport: { width: 390, height: 844 } });
  const { page } = deputy;
  await signInAs(server, page, volunteer);
  await page.goto(`/projects/${pid}/manage/roll-call`);
  await page.getByRole('button', { name: `Emergency contacts of ${member.name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Maria · mother').waitFor();
  expect(await dialog.getByRole('link').getAttribute('href')).toBe('tel:+886912345678');
  await expectGoodLooks(page, 'emergency');

  await person.page.goto('/me/privacy');
  await person.page.getByText(`${volunteer.name} viewed your emergency contacts.`).waitFor();
});
