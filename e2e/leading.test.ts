import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { openEntry } from './support/menu.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf, makePeople, makeFreshYear } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

test('a chief sees which places people want to give up, and returns to where they opened the task', async () => {
  const { pid, task: id } = year;
  const member = await clientOf(server, year.member);
  await member.call('offer_place', { path: { pid, id }, body: {} });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.chief);
  await page.goto('/');
  const given = page.getByRole('region', { name: 'Places people want to give up' });
  await given.getByText('Mia Member').waitFor();
  const offers = page.getByRole('region', { name: 'Places on offer' });
  expect(await offers.count()).toBe(0);
  await given.getByRole('link', { name: 'Replace Mia Member: Registration desk' }).click();
  const replacing = page.getByRole('dialog', { name: 'Who replaces Mia Member?' });
  await replacing.getByRole('searchbox', { name: 'Who gets the place?' }).waitFor();
  await page.keyboard.press('Escape');
  await replacing.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: "Take Mia Member's place instead" }).waitFor();
  await page.getByRole('button', { name: 'Replace: Mia Member' }).waitFor();
  await member.call('offer_place', { path: { pid, id }, body: { to: year.chief.uid } });
  await page.goto('/');
  await offers.getByText('Mia Member is offering you their place').waitFor();
  expect(await given.count()).toBe(0);
  await member.call('offer_place', { path: { pid, id }, body: {} });
  await page.goto('/');
  await given.getByRole('link', { name: 'Registration desk', exact: true }).click();
  const menu = page.getByRole('navigation', { name: `Manage Summer Camp ${pid}` });
  await menu.waitFor();
  await page.getByRole('link', { name: '‹ All shifts' }).click();
  await page
    .getByRole('row', { name: /Registration desk/ })
    .getByText('Place to give up', { exact: true })
    .waitFor();

  await page.goto(`/projects/${pid}/teams/venue/manage?tab=tasks`);
  await page.getByRole('link', { name: 'Registration desk', exact: true }).click();
  await page.getByRole('link', { name: '‹ Shifts of Venue' }).click();
  await page.waitForURL('**/teams/venue/manage?tab=tasks');

  await page.goto(`/projects/${pid}/manage/tasks/planner?day=${pid}-08-08&task=${id}`);
  await page.getByRole('link', { name: 'Shift page' }).click();
  await menu.waitFor();
  await page.getByRole('link', { name: '‹ Planner' }).click();
  await page.getByRole('link', { name: 'Shift page' }).waitFor();

  await page.goto(`/projects/${pid}/manage/tasks/${id}?from=now`);
  await page.getByRole('link', { name: '‹ Who is here' }).click();
  await page.waitForURL('**/now');

  await signInAs(server, page, year.owner);
  await page.goto('/');
  await given.getByRole('link', { name: 'Registration desk', exact: true }).waitFor();
  expect(await offers.count()).toBe(0);
  visitor.expectNoErrors();
});

test('a chief finds missing forms from the team and from the forms, and reads who sees hours', async () => {
  const { pid } = year;
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.chief);
  await page.goto(`/projects/${pid}/teams/venue/manage`);
  await page.getByRole('link', { name: 'Shifts and missing forms' }).click();
  await page.waitForURL(`**/projects/${pid}/people?tid=venue`);
  await page.getByRole('columnheader', { name: 'Missing forms' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Team members' }).waitFor();
  await page.getByRole('link', { name: 'Mia Member' }).click();
  await page.getByText('These are planned hours.').waitFor();
  await page.goto(`/projects/${pid}/forms`);
  await page.getByRole('link', { name: "See who in your team hasn't answered" }).click();
  await page.getByRole('columnheader', { name: 'Missing forms' }).waitFor();

  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/people/${year.member.uid}`);
  await page.getByRole('link', { name: 'Hours worked' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mia Member' }).waitFor();
  expect(await page.getByText('These are planned hours.').count()).toBe(0);
  visitor.expectNoErrors();
});

test('after the event, a chief sees and adds hours of the team, and opens the pages of its people only', async () => {
  const past = await makeFreshYear(server);
  const owner = await clientOf(server, past.owner);
  const days = { starts_on: '2020-08-08', ends_on: '2020-08-09' };
  await owner.call('update_project', { path: { pid: past.pid }, body: days });
  const times = { starts_at: '2020-08-08T08:00:00Z', ends_at: '2020-08-08T09:30:00Z' };
  const work = { title: 'Fetched tables', uid: past.member.uid, tid: 'venue', ...times };
  await owner.call('add_work', { path: { pid: past.pid }, body: work });
  await owner.call('add_work', { path: { pid: past.pid }, body: { ...work, uid: past.owner.uid } });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, past.chief);
  await page.goto(`/projects/${past.pid}/teams/venue/manage`);
  await page.getByRole('main').getByRole('link', { name: 'Team hours' }).last().click();
  await page.getByText(/ hours worked, .* planned$/).waitFor();
  await page.getByRole('columnheader', { name: 'Planned hours' }).waitFor();
  await page.getByRole('row').filter({ hasText: past.member.name }).filter({ hasText: '1.5' }).waitFor();
  await page.getByRole('rowheader', { name: past.owner.name }).waitFor();
  await page.getByRole('link', { name: past.member.name }).waitFor();
  expect(await page.getByRole('link', { name: past.owner.name }).count()).toBe(0);
  await page.getByRole('link', { name: 'Add hours' }).click();
  await page.waitForURL('**/manage/work?tid=venue#add-hours');
  await expect.poll(() => page.getByLabel('Team').inputValue()).toBe('venue');
  await signInAs(server, page, past.owner);
  await page.goto(`/projects/${past.pid}/teams/venue/manage`);
  await openEntry(page, 'Results');
  await page.getByRole('heading', { level: 1, name: 'Hours and certificates' }).waitFor();
  visitor.expectNoErrors();
});

test('home no longer asks a chief for contact details once they are saved', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.chief);
  await page.goto('/');
  await page.getByRole('link', { name: 'Add contact' }).click();
  await page.getByRole('textbox', { name: 'Phone' }).fill('+886 912 345 678');
  await page.getByLabel('Owners, my chiefs and my teams').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectNotification(page, 'Saved.');
  await page.getByRole('banner').locator('a[href="/"]').first().click();
  // The part that would ask is loaded with this one.
  await page.getByRole('link', { name: 'Manage team Venue' }).waitFor();
  expect(await page.getByRole('region', { name: "Your teams can't see how to reach you" }).count()).toBe(0);
  visitor.expectNoErrors();
});

test('a notice shows the time of the reader, and home and the page of an announcement that of the event, with its zone', async () => {
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  const body = { title: 'Bring your own cup', body: 'We have none.' };
  const { id, created_at: created } = await owner.call('create_announcement', { path: { pid }, body });
  const timeIn = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(created));
  const time = timeIn('America/New_York');
  await using visitor = await newVisitor(browser, server.url, { timezoneId: 'America/New_York', locale: 'en-GB' });
  const { page } = visitor;
  await signInAs(server, page, year.member);
  await page.goto('/');
  const line = page
    .getByRole('region', { name: 'Announcements' })
    .getByRole('listitem')
    .filter({ hasText: body.title });
  await line.getByText(timeIn('Asia/Taipei')).waitFor();
  await page.goto(`/projects/${pid}/announcements/${id}`);
  await page.getByRole('article').getByText(timeIn('Asia/Taipei')).waitFor();
  await page.getByText("All times are in the event's time zone: Asia/Taipei.").waitFor();
  await page.goto('/me/notices');
  await page.getByRole('listitem').filter({ hasText: body.title }).getByText(time).waitFor();
  visitor.expectNoErrors();
});

test('a chief searches the list of people who can replace somebody', async () => {
  const { pid } = year;
  const names = Array.from({ length: 22 }, (_, index) => `Helper ${String(index).padStart(2, '0')}`);
  const people = await makePeople(server, names);
  const namesakes = await makePeople(server, ['Ada Okafor', 'Ada Okafor']);
  const owner = await clientOf(server, year.owner);
  await owner.call('update_team', { path: { pid, tid: 'venue' }, body: { headcount: null } });
  await owner.call('add_members', {
    path: { pid, tid: 'venue' },
    body: { people: [...people, ...namesakes].map(({ uid }) => ({ uid })) },
  });
  const now = Date.now();
  const task = await owner.call('create_task', {
    path: { pid },
    body: {
      title: 'Ticket check',
      tid: 'venue',
      capacity: 1,
      starts_at: new Date(now - 60_000).toISOString(),
      ends_at: new Date(now + 3_600_000).toISOString(),
    },
  });
  await owner.call('add_attendee', { path: { pid, id: task.id, uid: year.member.uid } });
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  await signInAs(server, page, year.chief);
  await page.goto(`/projects/${pid}/now`);
  const row = page.getByRole('article', { name: 'Ticket check' });
  await row.getByRole('button', { name: new RegExp(`^${year.member.name}`) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await dialog.getByText(/^\d+ people are free and may do this shift$/).waitFor();
  expect(await dialog.getByRole('listitem').count()).toBe(10);
  for (const { name, email } of namesakes) await dialog.getByRole('button', { name: `${name} (${email})` }).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole('button', { name: /^Show all \d+ people$/ }).click();
  await dialog.getByRole('button', { name: 'Choose: Helper 21' }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const search = dialog.getByRole('searchbox', { name: 'Who gets the place?' });
  await search.fill('nobody of this name');
  await dialog.getByText('Nobody in this project matches "nobody of this name".').waitFor();
  await search.fill('helper 21');
  await dialog.getByText('Free and qualified').waitFor();
  await dialog.getByRole('button', { name: 'Choose: Helper 21' }).click();
  await row.getByText('Helper 21').waitFor();
  await row.getByText('Replaced').waitFor();

  const taker = row.getByRole('button', { name: /^Helper 21/ });
  await row.getByRole('button', { name: 'Check in Helper 21' }).click();
  await expectNotification(page, 'Press "More" to correct it.');
  await taker.filter({ hasText: 'Here' }).click();
  await dialog.getByRole('button', { name: 'Check out early' }).click();
  await expectNotification(page, 'Helper 21 is checked out. You can also undo this later under "More".');
  await taker.filter({ hasText: 'Left early' }).waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await taker.filter({ hasText: 'Here' }).waitFor();
  visitor.expectNoErrors();
});

test('"Who is here" names the time zone of the event to readers in another one', async () => {
  const zoneIn = async (timezoneId: string) => {
    await using visitor = await newVisitor(browser, server.url, { timezoneId });
    const { page } = visitor;
    await signInAs(server, page, year.chief);
    await page.goto(`/projects/${year.pid}/now`);
    await page.getByText(/^As of /).waitFor();
    return await page.getByText("All times are in the event's time zone: Asia/Taipei.").count();
  };
  expect([await zoneIn('America/New_York'), await zoneIn('Asia/Taipei')]).toEqual([1, 0]);
});

test('a full task says what to do before somebody else can be assigned', async () => {
  const { pid, chief, member } = year;
  const owner = await clientOf(server, year.owner);
  const times = { starts_at: `${pid}-08-08T04:00:00Z`, ends_at: `${pid}-08-08T05:00:00Z` };
  const body = { ...times, title: 'Key desk', tid: 'venue', capacity: 1 };
  const { id } = await owner.call('create_task', { path: { pid }, body });
  await owner.call('add_attendee', { path: { pid, id, uid: member.uid } });
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 1280, height: 900 } });
  const { page } = visitor;
  await signInAs(server, page, chief);
  const full = page.getByText("This shift is full. Raise the maximum, or give someone's place to someone else.");
  await page.goto(`/projects/${pid}/teams/venue/manage?tab=tasks`);
  await page.getByRole('navigation', { name: 'Venue' }).getByRole('link', { name: 'Team shifts' }).waitFor();
  const menu = page.getByRole('navigation', { name: `Manage Summer Camp ${pid}` });
  expect(await menu.getByRole('link', { name: 'Shifts', exact: true }).count()).toBe(1);
  await page
    .getByRole('row', { name: /Key desk/ })
    .getByRole('button', { name: 'People' })
    .click();
  await page.getByRole('dialog').and(page.locator(':has-text("This shift is full.")')).waitFor();
  await page.goto(`/projects/${pid}/manage/tasks/planner?task=${id}`);
  await page.getByText('This shift is full. To assign someone else, raise the maximum under "Edit"').waitFor();
  expect(await page.getByRole('button', { name: `Assign ${chief.name}` }).isDisabled()).toBe(true);
  await page.goto(`/projects/${pid}/manage/tasks/${id}`);
  await full.waitFor();
  await page.getByRole('link', { name: 'Raise the maximum' }).click();
  await page.getByLabel('Places (maximum)').fill('2');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectNotification(page, 'Saved.');
  await page.goto(`/projects/${pid}/manage/tasks/${id}`);
  await page.getByRole('searchbox', { name: 'Assign someone' }).waitFor();
  expect(await full.count()).toBe(0);
  visitor.expectNoErrors();
});
