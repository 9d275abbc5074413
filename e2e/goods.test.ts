import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { Client } from '../src/client/client.ts';
import { newVisitor } from './support/browser.ts';
import { expectGoodLooks } from './support/good-looks.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { forgetEventDay, seed, signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { browserClientOf, clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;
openScene((scene) => ({ server, browser, year } = scene));
beforeEach(() => forgetEventDay(server));

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
const addWork = (owner: Client, uid: string, hours: number) =>
  owner.call('add_work', {
    path: { pid: year.pid },
    body: { title: 'Build-up', tid: 'venue', uid, starts_at: inMinutes(-hours * 60 - 1), ends_at: inMinutes(-1) },
  });

test('owners say in one line who earns what, and look after stock, codes and things', async () => {
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  await addWork(owner, year.member.uid, 9);
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/desk`);
  await page.getByRole('link', { name: 'Hand-outs' }).click();
  await page.getByText('Nothing is handed out yet.').waitFor();
  const add = page.getByRole('button', { name: 'Add hand-out' });
  const name = page.getByLabel('What is handed out');
  await add.click();
  await page.getByText('Enter a name.').waitFor();
  await name.fill('Meal voucher');
  await page.getByLabel('Who has earned it').selectOption('For each so many hours');
  await add.click();
  await page.getByText('Enter the number of hours.').waitFor();
  await page.getByLabel('Hours').fill('4');
  await page.getByLabel('When').selectOption('Each day on its own');
  await add.click();
  await page.getByText('Everyone · for each 4 h · each day on its own').waitFor();
  await name.fill('Shirt');
  await page.getByLabel('Variants').selectOption('Shirts');
  await page.getByLabel('By which question').selectOption('All questions');
  await add.click();
  await name.fill('Ticket');
  await page.getByLabel('Kind', { exact: true }).selectOption('Code from a list');
  await page.getByLabel('For whom').selectOption('Venue');
  await add.click();
  await page.getByText('0 of 0 codes given').waitFor();
  await name.fill('Radio');
  await page.getByLabel('Kind', { exact: true }).selectOption('Things to lend');
  await add.click();
  await page.getByText('0 of 0 lent').waitFor();
  await expectGoodLooks(page, 'hand-outs');

  await page.getByRole('link', { name: 'Meal voucher' }).click();
  const earned = page.getByRole('table', { name: 'Who has earned it' });
  await earned.getByText(year.member.name).waitFor();
  await page.getByLabel('Hours').fill('4.1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Use quarters of an hour, such as 7.75.').waitFor();
  await page.getByRole('combobox', { name: 'Who has earned it' }).selectOption('From a number of hours');
  await page.getByLabel('Hours').fill('9.25');
  await page.getByLabel('Per person').fill('2');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectNotification(page, 'Hand-out changed.');
  await page.getByText('Everyone · from 9.25 h · each day on its own · 2 per person').waitFor();
  await page.getByText('Nobody yet.').first().waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectNotification(page, 'Hand-out deleted.');

  await page.getByRole('link', { name: 'Shirt', exact: true }).click();
  await page.getByLabel('In all: M · Fitted').fill('3');
  await page.getByRole('button', { name: 'Save stock' }).click();
  await expectNotification(page, 'Stock saved.');
  const row = page.getByRole('table', { name: 'Stock' }).getByRole('row').filter({ hasText: 'M · Fitted' });
  expect(await row.getByRole('cell').allInnerTexts()).toEqual(['', '0', '3']);
  await page.getByRole('table', { name: 'Who may have it' }).getByText('not answered').first().waitFor();
  await expectGoodLooks(page, 'hand-out-item');

  await page.goto(`/projects/${pid}/manage/hand-outs`);
  await page.getByRole('link', { name: 'Ticket' }).click();
  const codes = page.getByLabel('Codes to add, one per line');
  await codes.fill('CAMP-1\n\nCAMP-2\nCAMP-1');
  await page.getByRole('button', { name: 'Add codes' }).click();
  await page.getByText('Line 4: CAMP-1 is in line 1 as well.').waitFor();
  await codes.fill('CAMP-1\nCAMP-2\nCAMP-3');
  await page.getByRole('button', { name: 'Add codes' }).click();
  await expectNotification(page, '3 codes added.');
  await codes.fill('CAMP-3');
  await page.getByRole('button', { name: 'Add codes' }).click();
  await page.getByText('Line 1: CAMP-3 was added before.').waitFor();
  await page.getByRole('button', { name: 'Show who has which' }).click();
  const table = page.getByRole('table', { name: 'Codes' });
  await table.getByText('CAMP-2').waitFor();
  await table.getByText(year.member.name).waitFor();
  await expectGoodLooks(page, 'hand-out-codes');
  await table.getByRole('row').filter({ hasText: 'free' }).hover();
  await table.getByRole('button', { name: 'Delete CAMP-3', exact: true }).click();
  await expectNotification(page, 'Code deleted.');
  await table.getByText('CAMP-3').waitFor({ state: 'detached' });
  await page.getByText('2 of 2 codes given').waitFor();

  await page.goto(`/projects/${pid}/manage/hand-outs`);
  await page.getByRole('link', { name: 'Radio', exact: true }).click();
  const things = page.getByLabel('Things to add, one per line');
  await things.fill('Radio 1;4006\nRadio 2;4006');
  await page.getByRole('button', { name: 'Add things' }).click();
  await page.getByText('Line 2: the barcode 4006 is already used.').waitFor();
  await things.fill('Radio 1;4006\nRadio 2;4007');
  await page.getByRole('button', { name: 'Add things' }).click();
  await expectNotification(page, '2 things added.');
  const list = page.getByRole('table', { name: 'Things' });
  const act = async (label: string) => {
    await list.getByRole('row').filter({ hasText: /Radio/ }).first().hover();
    await list.getByRole('button', { name: label, exact: true }).click();
  };
  await act('Edit Radio 1');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Barcode').fill('4007');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Another thing has this barcode.').waitFor();
  await dialog.getByLabel('Barcode').fill('4008');
  await dialog.getByLabel('Label').fill('Radio 17');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectNotification(page, 'Radio 17 saved.');
  await act('Radio 17: lost');
  await expectNotification(page, 'Radio 17 is marked.');
  await list.getByText('lost', { exact: true }).first().waitFor();
  await act('Radio 17: returned, OK');
  await list.getByText('here', { exact: true }).nth(1).waitFor();
  await act('Who had Radio 17');
  await dialog.getByText('Nobody yet.').waitFor();
  await page.keyboard.press('Escape');
  await list.getByRole('row').filter({ hasText: 'Radio 2' }).hover();
  await list.getByRole('button', { name: 'Delete Radio 2', exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectNotification(page, 'Radio 2 deleted.');
  await expectGoodLooks(page, 'hand-out-things');
});

test('the desk shows sizes, lends things and undoes scans, also without a connection', async () => {
  const { pid } = year;
  const owner = await browserClientOf(server, year.owner);
  const path = { pid };
  const everyone = { everyone: true } as const;
  const shirt = await owner.call('create_hand_out', {
    path,
    body: {
      name: 'Shirt',
      audience: everyone,
      variant_field: { form: 'shirts' },
      stock: [{ variant: ['M', 'fitted'], count: 1 }],
    },
  });
  const radio = await owner.call('create_hand_out', {
    path,
    body: { name: 'Radio', kind: 'loan', audience: everyone },
  });
  for (const [label, barcode] of [
    ['Radio 17', '4006'],
    ['Radio 18', '4007'],
  ] as const)
    await owner.call('add_thing', { path: { pid, id: radio.id }, body: { label, barcode } });
  const open = async (name: string) => {
    const { link } = await owner.call('create_device', { path, body: { name } });
    const device = await newVisitor(browser, server.url, { serviceWorkers: 'allow' });
    await device.page.goto(new URL(link).pathname + new URL(link).hash);
    await device.page.getByText('Ready to scan').waitFor();
    return device;
  };
  await using one = await open('Gate');
  await using two = await open('Crew room');
  const { page } = one;
  const choose = (on: Page, mode: string) => on.getByText(mode, { exact: true }).first().click();
  const find = async (on: Page, text: string, button: string | RegExp = text) => {
    await on.getByRole('textbox').first().fill(text);
    await on.getByRole('button', { name: button }).first().click();
  };
  for (const device of [one, two])
    await device.page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await choose(page, 'Shirt');
  await choose(two.page, 'Shirt');
  for (const device of [one, two]) await device.page.context().setOffline(true);
  await find(page, year.member.name);
  await page.getByText('Hand it out').waitFor();
  await page.getByText('M · Fitted', { exact: true }).waitFor();
  await expectGoodLooks(page, 'desk-shirt');
  // Still possible after something else was chosen.
  await choose(page, 'Check in');
  await page.getByText('Ready to scan').waitFor();
  await page.getByRole('button', { name: `Undo the last scan: ${year.member.name}` }).click();
  await page.getByText('Undone').waitFor();
  await page.getByText('2 scans waiting').waitFor();
  await choose(page, 'Shirt');
  await find(page, year.member.name);
  await page.getByRole('button', { name: 'Give another one' }).click();
  await page.getByText('Not answered: choose').waitFor();
  await page.getByRole('button', { name: 'M · Fitted 1 left' }).waitFor();
  await page.getByRole('button', { name: 'L · Straight' }).first().click();
  await page.getByText('L · Straight', { exact: true }).waitFor();
  // The last one on two devices.
  await find(page, year.chief.name);
  await page.getByText('Not answered: choose').waitFor();
  await expectGoodLooks(page, 'desk-choose');
  await page.getByRole('button', { name: 'M · Fitted' }).click();
  await page.getByText('Hand it out').waitFor();
  await find(page, year.owner.name);
  await page.getByText('Not answered: choose').waitFor();
  expect(await page.getByRole('button', { name: 'M · Fitted' }).count()).toBe(0);
  await find(two.page, year.owner.name);
  await two.page.getByRole('button', { name: 'M · Fitted' }).click();
  await two.page.getByText('Hand it out').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText('0 scans waiting').waitFor();
  await two.page.context().setOffline(false);
  await two.page.getByRole('button', { name: 'Sync now' }).click();
  await two.page.getByText(`${year.owner.name}: None left`).waitFor();
  await two.page.getByText('0 scans waiting').waitFor();

  // Thing and person in either order.
  await page.context().setOffline(true);
  await choose(page, 'Radio');
  await find(page, '4006', /^Radio 17/);
  await page.getByText('Radio 17: now scan the person').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Ready to scan').waitFor();
  await find(page, 'radio 17', /^Radio 17/);
  await find(page, year.member.name);
  await page.getByText('Lend it').waitFor();
  await find(page, year.chief.name);
  await page.getByText(`${year.chief.name}: now scan the thing`).waitFor();
  await page.getByLabel('Name, thing or code').fill('4007');
  await page.keyboard.press('Enter');
  await page.getByText('Lend it').waitFor();
  await page.getByText('Radio 18', { exact: true }).waitFor();
  await page.getByLabel('Name, thing or code').fill('4007');
  await page.keyboard.press('Enter');
  await page.getByText('On loan').waitFor();
  await page.getByText(`${year.chief.name} has it`).waitFor();
  await expectGoodLooks(page, 'desk-on-loan');
  await page.getByRole('button', { name: 'Radio 18 is back' }).click();
  await page.getByText('It is back').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone').waitFor();
  await choose(page, 'Take back');
  await page.getByText('Broken', { exact: true }).click();
  await find(page, year.chief.name);
  await page.getByText(`${year.chief.name} has:`).waitFor();
  await expectGoodLooks(page, 'desk-take-back');
  await page.getByRole('button', { name: /^Radio 18/ }).click();
  await page.getByText('It is back').waitFor();
  await find(page, year.chief.name);
  await page.getByText(`${year.chief.name} has nothing`).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText('0 scans waiting').waitFor();
  await two.page.getByRole('button', { name: 'Sync now' }).click();
  await choose(two.page, 'Radio');
  await find(two.page, 'radio 17', /^Radio 17/);
  await two.page.getByText(`${year.member.name} has it`).waitFor();

  await using visitor = await newVisitor(browser, server.url);
  await signInAs(server, visitor.page, year.owner);
  await visitor.page.goto(`/projects/${pid}/manage/hand-outs/${shirt.id}`);
  const missed = visitor.page.getByRole('region', { name: 'Not counted' });
  await missed.getByText(year.owner.name).waitFor();
  await missed.getByText('none was left').waitFor();
  const got = visitor.page.getByRole('region', { name: 'Who got it' });
  await got.getByText('L · Straight').waitFor();
  await got.getByRole('button', { name: `Take back from ${year.chief.name}` }).click();
  await got.getByRole('group').getByRole('button', { name: 'Take back' }).click();
  await expectNotification(visitor.page, `Hand-out to ${year.chief.name} undone.`);
  await visitor.page.goto(`/projects/${pid}/manage/hand-outs/${radio.id}`);
  await visitor.page.getByRole('table', { name: 'Things' }).getByText('broken', { exact: true }).waitFor();
  await visitor.page.goto(`/projects/${pid}/manage/hand-outs`);
  const out = visitor.page.getByRole('region', { name: 'Still out' });
  await out.getByText('1 thing is still out').waitFor();
  await out.getByText(year.member.name).waitFor();
  await out.getByRole('link', { name: /^Message/ }).click();
  await visitor.page.getByRole('checkbox', { name: 'Still have something they borrowed' }).waitFor();
  await visitor.page.getByText(year.member.name).first().waitFor();

  // The last scan can be undone after it was sent, also on a page that was loaded again.
  await page.reload();
  await page.getByRole('button', { name: 'Undo the last scan: Radio 18' }).click();
  await page.getByText('Undone').waitFor();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText('0 scans waiting').waitFor();
  await page.reload();
  await page.getByText('Ready to scan').waitFor();
  expect(await page.getByRole('button', { name: /^Undo the last scan/ }).count()).toBe(0);
  await visitor.page.goto(`/projects/${pid}/manage/hand-outs`);
  await out.getByText('2 things are still out').waitFor();
});

test('people see what they get, how far they are and what they borrowed, also without a connection', async () => {
  const { pid } = year;
  const owner = await browserClientOf(server, year.owner);
  const path = { pid };
  const everyone = { everyone: true } as const;
  const create = (body: Parameters<typeof owner.call<'create_hand_out'>>[1]['body']) =>
    owner.call('create_hand_out', { path, body });
  await create({ name: 'Shirt', audience: everyone, earned: { min_hours: 8 }, variant_field: { form: 'shirts' } });
  await create({ name: 'Meal voucher', audience: everyone, earned: { per_hours: 3 } });
  await create({ name: 'Badge', audience: everyone });
  const ticket = await create({ name: 'Ticket', kind: 'code', audience: { tids: ['venue'] } });
  await owner.call('add_codes', { path: { pid, id: ticket.id }, body: { codes: ['CAMP-1', 'CAMP-2'] } });
  const radio = await create({ name: 'Radio', kind: 'loan', audience: everyone });
  const thing = await owner.call('add_thing', { path: { pid, id: radio.id }, body: { label: 'Radio 17' } });
  const at = new Date().toISOString();
  await seed(server, ({ db }) =>
    db.transaction((trx) =>
      trx.updateTable('things').set({ holder: year.member.uid, lent_at: at }).where('id', '=', thing.id).execute(),
    ),
  );
  await addWork(owner, year.member.uid, 6);
  await using visitor = await newVisitor(browser, server.url, { serviceWorkers: 'allow' });
  const { page } = visitor;
  await signInAs(server, page, year.member);
  await page.goto(`/projects/${pid}/my-day`);
  const mine = page.getByRole('region', { name: 'What you get' });
  await mine.getByText('6 of 8 h to your Shirt').waitFor();
  await mine.getByText('Your size: M · Fitted').waitFor();
  await mine.getByText('Get 2 at the desk.').waitFor();
  await mine.getByText('6 of 9 h to your Meal voucher').waitFor();
  await mine.getByText('Get it at the desk.').waitFor();
  await mine.getByText(/^CAMP-[12]$/).waitFor();
  await mine.getByText('You borrowed: Radio 17. Bring it back to the desk.').waitFor();
  await expectGoodLooks(page, 'my-day');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.reload();
  await mine.getByText('6 of 8 h to your Shirt').waitFor();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.reload();
  await mine.getByText(/^CAMP-[12]$/).waitFor();
});

test('totals say how many to order, and home what is still out', async () => {
  const { pid } = year;
  const owner = await browserClientOf(server, year.owner);
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/totals`);
  const shirts = page.getByRole('region', { name: 'Shirts' });
  await shirts.getByText('expected 3 (1–3)').first().waitFor();
  const table = shirts.getByRole('table');
  await table.getByRole('row', { name: /^Sum/ }).waitFor();
  await shirts.getByText('No deadline').waitFor();
  await expectGoodLooks(page, 'totals');
  const downloading = page.waitForEvent('download');
  await shirts.getByRole('button', { name: 'Order sheet: Shirts' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file).toContain('Size,Cut,Certain,Expected,At least,At most');
  expect(file).toMatch(/M,Fitted,1,3,\d,3/);
  await page.getByText('Tables', { exact: true }).click();
  await shirts.getByRole('columnheader', { name: 'Expected' }).first().waitFor();

  const radio = await owner.call('create_hand_out', {
    path: { pid },
    body: { name: 'Radio', kind: 'loan', audience: { everyone: true } },
  });
  const thing = await owner.call('add_thing', { path: { pid, id: radio.id }, body: { label: 'Radio 17' } });
  const at = new Date().toISOString();
  const yesterday = inMinutes(-2 * 1440).slice(0, 10);
  await seed(server, ({ db }) =>
    db.transaction(async (trx) => {
      await trx
        .updateTable('things')
        .set({ holder: year.member.uid, lent_at: at })
        .where('id', '=', thing.id)
        .execute();
      await trx
        .updateTable('projects')
        .set({ starts_on: yesterday, ends_on: yesterday })
        .where('pid', '=', pid)
        .execute();
    }),
  );
  await page.goto(`/projects/${pid}/manage`);
  const out = page.getByRole('region', { name: 'Still out' });
  await out.getByRole('link', { name: 'Message these people' }).waitFor();
  await expectGoodLooks(page, 'overview');
  await out.getByRole('link', { name: '1 thing is still out' }).click();
  await page.getByRole('region', { name: 'Still out' }).getByText('Radio 17').waitFor();
});
