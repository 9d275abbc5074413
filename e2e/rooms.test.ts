import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { seriousFindings } from './support/axe.ts';
import { newVisitor } from './support/browser.ts';
import { expectGoodLooks } from './support/good-looks.ts';
import { drag } from './support/drag.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { seed, signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { browserClientOf, clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;
openScene((scene) => ({ server, browser, year } = scene));

beforeAll(async () => {
  const owner = await clientOf(server, year.owner);
  const days = ['2030-08-07', '2030-08-08'];
  await owner.call('create_form', {
    path: { pid: year.pid },
    body: { form: 'beds', kind: 'accommodation', title: 'Beds', days, enabled: true },
  });
  await owner.call('create_form', {
    path: { pid: year.pid },
    body: { form: 'stay', kind: 'stay', title: 'Stay', days, enabled: true },
  });
  for (const who of [year.member, year.chief]) {
    const client = await clientOf(server, who);
    const answers = { stay: 'yes', nights: days, mixed_room: true };
    await client.call('save_own_response', { path: { pid: year.pid, form: 'beds' }, body: { answers } });
  }
});

async function chooseRoom(page: Page, name: string, room: string): Promise<void> {
  await page.getByRole('button', { name: `Room of ${name}:` }).press('Enter');
  await page.getByRole('combobox', { name: `Room of ${name}` }).selectOption(room);
}

beforeEach(() =>
  seed(server, ({ db }) => db.transaction(async (trx) => void (await trx.deleteFrom('rooms').execute()))),
);

test('owners give people rooms by drag, by keyboard and by a proposal, and people see theirs', async () => {
  const { pid, member, chief } = year;
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/rooms`);
  const waiting = page.getByRole('region', { name: 'Without a bed' });
  await waiting.getByText(member.name, { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Room 1');
  await page.getByLabel('How many rooms').fill('2');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expectNotification(page, '2 rooms added.');
  const [first, second] = ['Room 1', 'Room 2'].map((name) => page.getByRole('region', { name, exact: true }));
  await chooseRoom(page, member.name, 'Room 1 (0 of 2)');
  await first?.getByText(member.name, { exact: true }).waitFor();
  // Who uses the keyboard stays with the person.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await expect.poll(focused).toBe(`Room of ${member.name}: Room 1`);
  await drag(page, waiting.getByText(chief.name, { exact: true }), page.getByRole('heading', { name: 'Room 2' }));
  await second?.getByText(chief.name, { exact: true }).waitFor();
  await expectGoodLooks(page, 'rooms');
  await page.getByRole('button', { name: 'Undo last step' }).click();
  await expectNotification(page, 'Undone.');
  await waiting.getByText(chief.name, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Propose rooms' }).click();
  const proposal = page.getByRole('region', { name: 'Proposal' });
  await proposal.getByText(`${chief.name}:`).waitFor();
  await expectGoodLooks(page, 'rooms-proposal');
  await proposal.getByRole('button', { name: 'Use this proposal' }).click();
  await expectNotification(page, '1 person has a room now.');
  await page.getByRole('heading', { name: 'Without a bed: 0 people' }).waitFor();

  await using own = await newVisitor(browser, server.url);
  await signInAs(server, own.page, member);
  await own.page.goto(`/projects/${pid}/my-day`);
  const room = own.page.getByRole('region', { name: 'Your room' });
  await room.getByText('Room 1', { exact: true }).waitFor();
  await room.getByRole('button', { name: 'Room-mates and swaps' }).click();
  const dialog = own.page.getByRole('dialog');
  const find = async (label: string, name: string, action: string) => {
    await dialog.getByLabel(label).fill(name.slice(0, 4));
    await dialog.getByRole('button', { name: `${action}: ${name}` }).click();
  };
  // Only people who can be chosen are found: not the administrator, who is not in the project.
  await dialog.getByLabel('Find a room-mate').fill(year.administrator.name.slice(0, 4));
  await dialog.getByText(/^Nobody in this project matches/).waitFor();
  await find('Find a room-mate', chief.name, 'Choose');
  await expectNotification(own.page, 'Saved.');
  await dialog.getByRole('button', { name: `Remove ${chief.name}` }).waitFor();
  await expectGoodLooks(own.page, 'my-room');
  await find('Swap rooms with', year.owner.name, 'Ask');
  await dialog.getByRole('alert').waitFor();
  own.expectError(/swaps/);

  // The chief moves to the other room, and swaps.
  await chooseRoom(page, chief.name, 'Room 2 (0 of 2)');
  await second?.getByText(chief.name, { exact: true }).waitFor();
  await find('Swap rooms with', chief.name, 'Ask');
  await expectNotification(own.page, 'Asked.');
  await using other = await newVisitor(browser, server.url, { viewport: { width: 390, height: 844 } });
  await signInAs(server, other.page, chief);
  await other.page.goto(`/projects/${pid}/my-day`);
  const chiefs = other.page.getByRole('region', { name: 'Your room' });
  await chiefs.getByText(`${member.name} asks you to swap rooms. You would get Room 1.`).waitFor();
  await chiefs.getByRole('button', { name: 'Swap', exact: true }).click();
  await expectNotification(other.page, 'You swapped rooms.');
  await chiefs.getByText('Room 1', { exact: true }).waitFor();
  await own.page.reload();
  await room.getByText('Room 2', { exact: true }).waitFor();
});

test('owners choose the nights for which a room is open, and see who still lacks a bed for a night', async () => {
  const { pid, member } = year;
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/rooms`);
  const form = page.getByRole('region', { name: 'Add rooms' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Tent');
  await form.getByRole('checkbox', { name: '8 Aug' }).click();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expectNotification(page, '1 room added.');
  const tent = page.getByRole('region', { name: 'Tent', exact: true });
  const rooms = (await (await clientOf(server, year.owner)).call('get_rooms', { path: { pid } })).rooms;
  expect(rooms.find(({ name }) => name === 'Tent')?.nights).toEqual(['2030-08-07']);
  await chooseRoom(page, member.name, 'Tent (0 of 2)');
  await tent.getByText('No bed in some nights').waitFor();
  await tent.getByRole('button', { name: 'Edit room: Tent' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: '8 Aug' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectNotification(page, 'Room changed.');
  expect(await seriousFindings(page)).toEqual([]);
});

test('arrival and departure fill in the nights, and the hotel list has who agreed', async () => {
  const { pid, member, owner } = year;
  const client = await browserClientOf(server, owner);
  const path = { pid };
  await client.call('save_own_response', {
    path: { pid, form: 'stay' },
    body: { answers: { arrival: '2030-08-07', departure: '2030-08-08' } },
  });
  await client.call('change_form', {
    path: { pid, form: 'beds' },
    body: { passes_on: ['real_profile'], passes_until: '2099-01-01' },
  });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, owner);
  await page.goto(`/projects/${pid}/forms/beds`);
  await page.getByText('Filled in from your arrival and departure.').waitFor();
  await page.getByRole('radio', { name: 'Yes', exact: true }).first().check();
  const nights = page.getByRole('group', { name: 'Which nights?' }).getByRole('checkbox');
  expect(await Promise.all((await nights.all()).map((night) => night.isChecked()))).toEqual([true, false]);

  const { rooms } = await client.call('create_rooms', {
    path,
    body: { rooms: [{ name: 'Tent', beds: 2, kind: 'mixed' }] },
  });
  await client.call('place_guest', { path: { pid, id: rooms[0]?.id ?? '', uid: member.uid }, body: {} });
  await page.goto(`/projects/${pid}/manage/rooms`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Hotel list: Beds' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file.split('\r\n').find((line) => line.includes(member.name))).toContain('not_agreed');
});
