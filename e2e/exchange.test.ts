import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { visit } from './support/looks.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { seed, signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

test('owners keep kinds, places and skills, give skills, and people say what they can do', async () => {
  await using owners = await newVisitor(browser, server.url, { viewport: { width: 1280, height: 900 } });
  const { page } = owners;
  const { pid } = year;
  await signInAs(server, page, year.owner);
  await visit(page, `/projects/${pid}/manage/kinds`);
  const skills = page.getByRole('form', { name: 'Add skill' });
  await page.getByRole('button', { name: 'Add shift type' }).click();
  await page.getByRole('form', { name: 'Add shift type' }).getByRole('link', { name: 'Add skill' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  for (const [name, granted] of [
    ['First aid', true],
    ['Driving', false],
  ] as const) {
    await page.getByRole('button', { name: 'Add skill' }).click();
    await skills.getByLabel('Name').fill(name);
    await skills.getByLabel('Description').fill('With a licence.');
    await skills.getByLabel('Only organisers can give this skill').setChecked(granted);
    await skills.getByRole('button', { name: 'Add skill' }).click();
    await expectNotification(page, `${name} added.`);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  const places = page.getByRole('form', { name: 'Add location' });
  await page.getByRole('button', { name: 'Add location' }).click();
  await places.getByLabel('Name').fill('Hall');
  await places.getByRole('button', { name: 'Add location' }).click();
  await page.getByRole('button', { name: 'Edit: Hall' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Hall B');
  await dialog.getByLabel('Link to a map').fill('https://map.example/b');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expectNotification(page, 'Hall B saved.');
  const kinds = page.getByRole('form', { name: 'Add shift type' });
  await page.getByRole('button', { name: 'Add shift type' }).click();
  await kinds.getByLabel('Name').fill('Bar');
  await kinds.getByRole('button', { name: 'Add shift type' }).click();
  await page.getByRole('button', { name: 'Edit: Bar' }).click();
  await dialog.getByRole('group', { name: 'Required skills' }).getByText('Driving').click();
  await dialog.getByLabel('Minimum age').fill('18');
  await dialog.getByLabel('Rest afterwards').fill('1');
  await dialog.getByLabel('Longest time').fill('6');
  await dialog.getByLabel('People can leave until').fill('12');
  await dialog.getByLabel('Credit per hour').fill('1.5');
  await dialog.getByRole('textbox', { name: 'Briefing' }).fill('Bring **shoes**.');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expectNotification(page, 'Bar saved.');
  await page.getByText('Needs: Driving · From age 18 · 1 h rest afterwards').waitFor();
  await page.getByRole('button', { name: 'Edit: First aid' }).click();
  await dialog.getByLabel('Description').fill('A course of the last two years.');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expectNotification(page, 'First aid saved.');
  const owner = await clientOf(server, year.owner);
  const { data } = await owner.call('list_task_kinds', { path: { pid } });
  expect(data).toMatchObject([
    {
      name: 'Bar',
      briefing: 'Bring **shoes**.',
      requires: [expect.any(String)],
      min_age: 18,
      weight: 1.5,
      rest_minutes: 60,
      max_consecutive_minutes: 360,
      leave_until_hours: 12,
    },
  ]);

  await visit(page, `/projects/${pid}/people/${year.member.uid}`);
  await page.getByText('No skills yet.').waitFor();
  await page.getByRole('button', { name: 'Give skill: First aid' }).click();
  await expectNotification(page, 'Skill given: First aid.');
  await page.getByRole('button', { name: 'Remove skill: First aid' }).click();
  await expectNotification(page, 'Skill removed: First aid.');
  await page.getByRole('button', { name: 'Give skill: First aid' }).click();
  await page.getByText('Confirmed by an organiser').waitFor();

  // Only tasks of a kind or at a place.
  const at = (hour: string) => `${pid}-08-08T${hour}:00:00Z`;
  const body = { title: 'Night bar', capacity: 1, starts_at: at('05'), ends_at: at('07'), kind: data[0]?.id ?? '' };
  await owner.call('create_task', { path: { pid }, body });
  for (const path of ['tasks', 'manage/tasks', `manage/tasks/planner?day=${pid}-08-08`]) {
    await visit(page, `/projects/${pid}/${path}`);
    await page.getByText('Registration desk').first().waitFor();
    if (path.includes('planner')) await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Shift type' }).selectOption('Bar');
    await page.getByText('Registration desk').waitFor({ state: 'detached' });
    await page.getByText('Night bar').first().waitFor();
    await page.getByRole('combobox', { name: 'Location' }).selectOption('Hall B');
    await page.getByText('Night bar').waitFor({ state: 'detached' });
  }

  await using members = await newVisitor(browser, server.url, { viewport: { width: 390, height: 800 } });
  await signInAs(server, members.page, year.member);
  await visit(members.page, '/');
  await members.page.getByRole('link', { name: 'My skills' }).first().click();
  await members.page.getByText('Confirmed by an organiser').waitFor();
  await members.page.getByLabel('Driving').check();
  await members.page.getByRole('button', { name: 'Save skills' }).click();
  await expectNotification(members.page, 'Skills saved.');
  members.expectNoErrors();

  await visit(page, `/projects/${pid}/manage/kinds`);
  const removals = [
    ['Bar', 'Delete shift type'],
    ['Hall B', 'Delete location'],
    ['Driving', 'Delete skill'],
  ] as const;
  for (const [name, remove] of removals) {
    await page.getByRole('button', { name: `Delete: ${name}` }).click();
    await dialog.getByRole('button', { name: remove }).click();
    await expectNotification(page, `${name} deleted.`);
  }
  owners.expectNoErrors();
});

test('people wait, hand over, swap, help when asked and confirm; planners see it', async () => {
  const { pid } = year;
  const own = await clientOf(server, year.owner);
  const soon = new Date(Date.now() + 4 * 3_600_000);
  const task = async (title: string, from: string, to: string) => {
    const body = { title, tid: 'venue', capacity: 1, starts_at: from, ends_at: to };
    const { id } = await own.call('create_task', { path: { pid }, body });
    await own.call('add_attendee', { path: { pid, id, uid: year.chief.uid } });
    return id;
  };
  const lunch = await task('Lunch', `${pid}-08-09T04:00:00Z`, `${pid}-08-09T05:00:00Z`);
  const stage = await task('Stage', soon.toISOString(), new Date(soon.getTime() + 3_600_000).toISOString());
  await using members = await newVisitor(browser, server.url);
  await using chiefs = await newVisitor(browser, server.url);
  await using owners = await newVisitor(browser, server.url);
  const [mia, chen, olga] = [members.page, chiefs.page, owners.page];
  await signInAs(server, mia, year.member);
  await signInAs(server, chen, year.chief);
  await signInAs(server, olga, year.owner);
  const pageOf = (id: string) => `/projects/${pid}/tasks/${id}`;

  // Hand over to one person, who declines.
  const dialog = mia.getByRole('dialog');
  await visit(mia, pageOf(year.task));
  await mia.getByRole('button', { name: 'Offer or swap my place' }).click();
  await dialog.getByRole('combobox', { name: 'To' }).click();
  await mia.getByRole('option', { name: 'Chen Chief' }).click();
  await dialog.getByRole('button', { name: 'Offer place' }).click();
  await expectNotification(mia, 'Your place is on offer. Chen Chief is notified.');
  await mia.getByText('Offered to Chen Chief').waitFor();
  await visit(mia, '/');
  await mia.getByText("You're offering your place").waitFor();
  await visit(chen, pageOf(year.task));
  await chen.getByText('Mia Member is offering you their place').waitFor();
  await chen.getByRole('button', { name: 'No, thanks: Registration desk' }).click();
  await expectNotification(chen, 'You declined Registration desk. Mia Member keeps the place.');
  await visit(mia, '/me/notices');
  await mia.getByText(/^Chen Chief declined your offer: "Registration desk"/).waitFor();

  // Swap: Mia's place at the desk for Chen's at lunch.
  await visit(mia, pageOf(year.task));
  const offerForLunch = async () => {
    await mia.getByRole('button', { name: 'Offer or swap my place' }).click();
    await dialog.getByLabel('In return for').selectOption(lunch);
    await dialog.getByText('The people on "Lunch" who can take your place are notified.').waitFor();
    expect(await dialog.getByLabel('To').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Offer place' }).click();
    await expectNotification(mia, 'The people on "Lunch" who can take it are notified.');
  };
  await offerForLunch();
  await mia.getByRole('button', { name: 'Withdraw offer' }).click();
  await expectNotification(mia, 'Your place is no longer offered.');
  await offerForLunch();
  await mia.getByText('Offered as a swap').waitFor();
  await mia.getByText(/^In return for Lunch, /).waitFor();
  await visit(chen, '/me/notices');
  await chen.getByText(/^Mia Member wants to swap: their "Registration desk"/).waitFor();
  await visit(chen, `/projects/${pid}/tasks`);
  await chen.getByRole('region', { name: 'Places on offer' }).getByRole('link').click();
  await chen.getByRole('heading', { level: 1, name: 'Registration desk' }).waitFor();
  const swap = chen.getByRole('button', { name: 'Swap: Registration desk' });
  await swap.waitFor();
  chiefs.expectError(/409.*\/taken/);
  // Meanwhile Mia has another task at the time of lunch.
  const body = {
    title: 'Kitchen',
    capacity: 1,
    starts_at: `${pid}-08-09T04:00:00Z`,
    ends_at: `${pid}-08-09T05:00:00Z`,
  };
  const { id: kitchen } = await own.call('create_task', { path: { pid }, body });
  await own.call('add_attendee', { path: { pid, id: kitchen, uid: year.member.uid } });
  await swap.click();
  await chen.getByText("The other person can't take your shift any more.").waitFor();
  await own.call('remove_attendee', { path: { pid, id: kitchen, uid: year.member.uid } });
  await swap.click();
  await expectNotification(chen, "You're on Registration desk and no longer on Lunch.");
  await visit(mia, '/me/notices');
  await mia.getByText(/^Chen Chief accepted your swap: you're no longer on "Registration desk"/).waitFor();
  await mia.getByText(/^You're on "Lunch" now, by your swap with Chen Chief: /).waitFor();

  // She hands her place over to anyone.
  await visit(mia, pageOf(lunch));
  await mia.getByRole('button', { name: 'Offer or swap my place' }).click();
  await dialog.getByText("Then you're notified. The chiefs see the offer on their home page.").waitFor();
  await dialog.getByRole('button', { name: 'Offer place' }).click();
  await mia.getByText('Offered to anyone who can take it').waitFor();
  await mia.setViewportSize({ width: 390, height: 800 });
  await visit(mia, `/projects/${pid}/tasks?mine=true`);
  await mia.getByRole('heading', { level: 1, name: 'Your shifts' }).waitFor();
  await mia.getByRole('listitem').filter({ hasText: 'Lunch' }).getByText("You're offering your place").waitFor();
  expect(await mia.getByRole('combobox', { name: 'Team' }).isVisible()).toBe(false);
  expect(await mia.getByRole('checkbox', { name: 'Your shifts only' }).isChecked()).toBe(true);
  await mia.setViewportSize({ width: 1280, height: 800 });
  for (const person of [year.chief, year.member]) {
    const wishes = { unavailable: [], max_hours: 1, preferred_kinds: [], preferred_teams: [] };
    await (await clientOf(server, person)).call('set_availability', { path: { pid }, body: wishes });
  }
  await visit(chen, `/projects/${pid}/tasks`);
  await chen.getByRole('button', { name: 'Take over from Mia Member: Lunch' }).click();
  await expectNotification(chen, "You're on Lunch. Mia Member no longer is, and is notified.");
  await expectNotification(chen, 'You entered 1 as your maximum.');

  // Where places are free, joining comes first.
  const free = { title: 'Tea', tid: 'venue', capacity: 2 };
  const hours = { starts_at: `${pid}-08-09T08:00:00Z`, ends_at: `${pid}-08-09T08:30:00Z` };
  const { id: tea } = await own.call('create_task', { path: { pid }, body: { ...free, ...hours } });
  const hers = await clientOf(server, year.member);
  await hers.call('join_task', { path: { pid, id: tea } });
  await hers.call('offer_place', { path: { pid, id: tea }, body: {} });
  await visit(chen, pageOf(tea));
  await chen.getByRole('button', { name: 'Join Tea' }).waitFor();
  await chen.getByText('Mia Member would like to give up their place.').waitFor();
  expect(await chen.getByRole('region', { name: 'Places on offer' }).count()).toBe(0);
  await chen.getByRole('button', { name: "Take Mia Member's place instead" }).click();
  await expectNotification(chen, "You're on Tea. Mia Member no longer is, and is notified.");

  // Waiting list, also as the planner sees it.
  await visit(mia, pageOf(lunch));
  await mia.getByRole('button', { name: 'Join waiting list: Lunch' }).click();
  await mia.getByText("You're number 1 on the waiting list", { exact: true }).waitFor();
  await mia.getByRole('button', { name: 'Leave waiting list: Lunch' }).click();
  await mia.getByRole('button', { name: 'Join waiting list: Lunch' }).click();
  await mia.getByText("You're number 1 on the waiting list", { exact: true }).waitFor();
  // Beside her own tasks, of which it is none.
  for (const path of ['tasks?mine=true', 'my-day']) {
    await visit(mia, `/projects/${pid}/${path}`);
    const awaited = mia.getByRole('region', { name: "You're waiting for a place" });
    await awaited.getByText("You're number 1 on the waiting list").waitFor();
    expect(await mia.getByRole('link', { name: 'Lunch' }).count()).toBe(1);
  }
  await visit(olga, pageOf(lunch));
  await olga.getByRole('button', { name: 'Remove Mia Member from the waiting list' }).click();
  await expectNotification(olga, 'Mia Member was removed from the waiting list.');
  await visit(mia, pageOf(stage));
  await mia.getByRole('button', { name: 'Join waiting list: Stage' }).click();
  await mia.getByText("You're number 1 on the waiting list", { exact: true }).waitFor();
  await own.call('remove_attendee', { path: { pid, id: stage, uid: year.chief.uid } });
  await visit(mia, pageOf(stage));
  await mia.getByRole('button', { name: 'Take the place: Stage' }).click();
  await mia.getByRole('button', { name: 'Offer or swap my place' }).waitFor();

  // The owner asks for help.
  await visit(olga, `/projects/${pid}/manage/tasks`);
  await olga.getByRole('button', { name: 'People on Registration desk' }).click();
  await olga.getByRole('dialog').getByRole('link', { name: 'Ask for help' }).click();
  const howMany = olga.getByRole('dialog').getByLabel('How many people to ask');
  await olga.getByText(/^\d+ (?:person is|people are) free and qualified right now\.$/).waitFor();
  expect(Number(await howMany.inputValue())).toBeLessThan(5);
  await howMany.fill('5');
  await olga.getByRole('button', { name: /^Ask \d+ (?:person|people)$/ }).click();
  await olga.getByText('No answer yet').first().waitFor();
  await visit(mia, pageOf(year.task));
  expect(await mia.getByRole('button', { name: 'Join Registration desk' }).count()).toBe(0);
  await mia.getByRole('button', { name: "No, I can't" }).click();
  await expectNotification(mia, 'Thanks for your answer.');
  await mia.getByRole('button', { name: 'Yes, I can help' }).click();
  await expectNotification(mia, "Thank you. You're on Registration desk.");
  await expectNotification(mia, 'You entered 1 as your maximum.');

  // Confirmation: people who joined before they would have been asked.
  await seed(server, ({ db }) =>
    db.transaction((trx) =>
      trx
        .updateTable('attendances')
        .set({ created_at: '2026-01-01T00:00:00.000Z' })
        .where('uid', '=', year.member.uid)
        .execute(),
    ),
  );
  await visit(olga, `/projects/${pid}/manage/settings?section=rules`);
  await olga.getByRole('region', { name: 'Confirmation before the event' }).getByLabel('Ask').selectOption('5');
  await expectNotification(olga, 'Saved.');
  await visit(mia, '/');
  await mia.getByRole('link', { name: 'See or leave my shifts' }).waitFor();
  await mia.getByRole('button', { name: "Yes, I'm coming" }).click();
  await expectNotification(mia, 'Thank you. See you there.');
  for (const visitor of [members, chiefs, owners]) visitor.expectNoErrors();
});
