import type { Browser } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf, makeFreshYear } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));
beforeEach(async () => {
  // People without a team see tasks of the next event, so the one before is over.
  const before = await clientOf(server, year.owner);
  await before.call('update_project', { path: { pid: year.pid }, body: { state: 'archived' } });
  year = await makeFreshYear(server);
});

const phone = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' as const };

test('somebody without a team gets to a task in three clicks, takes, asks for and waits for places', async () => {
  await using visitor = await newVisitor(browser, server.url, phone);
  const { page } = visitor;
  const { pid, volunteer } = year;
  const owner = await clientOf(server, year.owner);
  const create = async (title: string, hour: number, more: object = {}) => {
    const hours = (at: number) => `${pid}-08-08T${String(at).padStart(2, '0')}:00:00Z`;
    const body = {
      title,
      starts_at: hours(hour),
      ends_at: hours(hour + 1),
      capacity: 2,
      visibility: 'signed_in' as const,
    };
    return (await owner.call('create_task', { path: { pid }, body: { ...body, ...more } })).id;
  };
  const { id: skill } = await owner.call('create_skill', { path: { pid }, body: { name: 'First aid' } });
  const { id: kind } = await owner.call('create_task_kind', {
    path: { pid },
    body: { name: 'Aid', requires: [skill] },
  });
  const { id: place } = await owner.call('create_place', { path: { pid }, body: { name: 'Gate' } });
  await create('Badges', 4, { min_people: 2, place });
  await create('Stage', 5, { joining: 'approval', tid: 'venue' });
  const bar = await create('Bar', 3, { capacity: 1 });
  await owner.call('add_attendee', { path: { pid, id: bar, uid: year.chief.uid } });
  await create('Aid post', 7, { kind });
  const radio = await owner.call('create_skill', { path: { pid }, body: { name: 'Radio', granted: true } });
  const { id: crewKind } = await owner.call('create_task_kind', {
    path: { pid },
    body: { name: 'Radio crew', requires: [radio.id], min_age: 18 },
  });
  await create('Radio room', 8, { kind: crewKind });
  await signInAs(server, page, volunteer);
  visitor.expectError(/403/);
  await page.goto(`/projects/${pid}/my-day`);
  await page.getByText('No shifts yet').waitFor();
  await page.locator('main').getByRole('link', { name: 'Shifts I can take' }).last().click();
  await page.getByRole('link', { name: 'Badges' }).waitFor();
  await page.goto('/');
  await page.getByRole('link', { name: 'Shifts I can take' }).click();
  await page.getByRole('link', { name: 'Badges' }).click();
  await page.getByRole('heading', { level: 1, name: 'Badges' }).waitFor();
  await page.getByRole('link', { name: 'Shifts I can take' }).first().click();
  await page.getByText('2 more needed').waitFor();
  // Full tasks come last, whatever is needed most.
  expect(await page.getByRole('main').getByRole('heading').allTextContents()).toEqual([
    'Shifts I can take',
    expect.stringMatching(/ 8 August/),
    'Full shifts',
    expect.stringMatching(/ 8 August/),
  ]);
  const rows = page.getByRole('main').getByRole('listitem').getByRole('link');
  expect(await rows.allTextContents()).toEqual(['Badges', 'Stage', 'Bar']);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Length').selectOption('Over 4 hours');
  await page.getByText('No shifts match these filters.').waitFor();
  await page.getByLabel('Length').selectOption('Any length');
  // The labels of tasks are only for those who plan them.
  await page.goto(`/projects/${pid}/tasks`);
  await page.getByRole('button', { name: 'Join Badges' }).waitFor();
  expect(await page.getByLabel('Label').count()).toBe(0);
  await page.goBack();
  await page.getByRole('button', { name: 'Join: Badges' }).click();
  await expectNotification(page, 'You joined Badges');
  await page.getByRole('link', { name: 'Badges' }).waitFor({ state: 'detached' });
  await page.locator('.mantine-Notification-root').getByRole('button', { name: 'Undo' }).click();
  await expectNotification(page, 'You left Badges.');
  await page.getByRole('button', { name: 'Join: Badges' }).click();
  await page.getByRole('link', { name: 'Badges' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Ask for a place: Stage' }).click();
  await page.getByRole('dialog').getByText('An organiser decides.').waitFor();
  await page.getByRole('textbox', { name: 'Note to the organisers' }).fill('I did this last year.');
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for a place' }).click();
  await page.getByRole('button', { name: 'Withdraw request: Stage' }).click();
  await page.getByRole('button', { name: 'Ask for a place: Stage' }).waitFor();
  await page.getByRole('button', { name: 'Join waiting list: Bar' }).click();
  await expectNotification(page, "You're number 1 on the waiting list for Bar.");
  await page.getByText("You're number 1 on the waiting list", { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Leave waiting list: Bar' }).click();
  await page.getByRole('button', { name: 'Join waiting list: Bar' }).waitFor();
  expect(await page.getByRole('link', { name: 'Aid post' }).count()).toBe(0);
  const impossibleToo = page.getByRole('switch', { name: "Also show shifts I can't take, and why" });
  await impossibleToo.check();
  await page.getByRole('link', { name: 'Aid post' }).waitFor();
  await page
    .getByText("This shift needs a skill that you don't have yet: First aid. Add it under My skills.")
    .waitFor();
  const radioRoom = page.getByRole('listitem').filter({ hasText: 'Radio room' });
  await radioRoom.getByText('a skill that only organisers can give: Radio. Ask them').waitFor();
  await radioRoom.getByText("you haven't entered your birthday").waitFor();
  await impossibleToo.uncheck();
  await page.getByRole('link', { name: 'Aid post' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Team').selectOption('venue');
  await page.getByRole('link', { name: 'Bar' }).waitFor({ state: 'detached' });
  await page.waitForURL('**/open-tasks?tid=venue');
  await page.getByLabel('Day').selectOption(`${pid}-08-09`);
  await page.getByText('No shifts match these filters.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Shift type').selectOption(kind);
  await page.getByLabel('Location').selectOption(place);
  await page.getByText('No shifts match these filters.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();

  // With the skill, the task can be taken.
  await page.getByRole('link', { name: 'My skills' }).first().click();
  await page.getByLabel('First aid').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('navigation', { name: 'Pages of' }).getByRole('link', { name: 'Shifts I can take' }).click();
  await page.getByRole('button', { name: 'Join: Aid post' }).waitFor();
  visitor.expectNoErrors();
});

test('people mark when they cannot help on a phone, and see it beside the tasks', async () => {
  await using visitor = await newVisitor(browser, server.url, phone);
  const { page } = visitor;
  const { pid, member } = year;
  const owner = await clientOf(server, year.owner);
  const kind = await owner.call('create_task_kind', { path: { pid }, body: { name: 'Building' } });
  const times = { starts_at: `${pid}-08-09T02:00:00Z`, ends_at: `${pid}-08-09T03:00:00Z` };
  await owner.call('create_task', { path: { pid }, body: { title: 'Unpacking', capacity: 2, ...times } });
  const sweeping = { title: 'Sweeping', capacity: 2, starts_at: times.ends_at, ends_at: `${pid}-08-09T04:00:00Z` };
  const { id } = await owner.call('create_task', { path: { pid }, body: sweeping });
  await owner.call('add_attendee', { path: { pid, id, uid: member.uid } });
  await signInAs(server, page, member);
  await page.goto('/');
  await page.getByRole('link', { name: 'When I can help' }).click();
  await page.getByRole('heading', { level: 1, name: 'When I can help' }).waitFor();
  const day = page.getByRole('region', { name: /9 August/ });
  await day.getByText('Event', { exact: true }).waitFor();
  await page
    .getByRole('region', { name: /7 August/ })
    .getByText('Before the event')
    .waitFor();
  const morning = day.getByRole('button', { name: 'Morning' });
  const night = day.getByRole('button', { name: /^Overnight to .*10 Aug/ });
  await morning.click();
  await day.getByText("You're still on a shift at a time when you can't help.").waitFor();
  await day.getByRole('link', { name: 'Sweeping' }).waitFor();
  await page.getByRole('status').getByText("You're still on 1 shift at a time when you can't help.").waitFor();
  expect(await morning.getAttribute('aria-pressed')).toBe('false');
  await day.getByRole('button', { name: /^Not this day/ }).click();
  expect(await night.getAttribute('aria-pressed')).toBe('false');
  await day.getByRole('button', { name: /^All day/ }).click();
  expect(await morning.getAttribute('aria-pressed')).toBe('true');
  await day.getByRole('button', { name: /^Not this day/ }).click();
  expect(await night.getAttribute('aria-pressed')).toBe('false');
  await night.click();
  await page.getByLabel('Maximum hours').fill('1');
  await page.getByRole('group', { name: 'Shift types I like' }).getByText('Building').click();
  await page.getByRole('group', { name: "Teams I'd like to help" }).getByText('Press').click();
  await page.reload();
  await page.getByText('We restored what you typed earlier.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectNotification(page, 'Saved. Thank you.');
  await page.getByRole('status').getByText('Your shifts already take ').waitFor();
  // The message does not cover the menu.
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Home' }).click({ trial: true });
  await page.keyboard.press('Escape');
  const hers = await clientOf(server, member);
  expect(await hers.call('get_availability', { path: { pid } })).toEqual({
    // This is from 6 in the morning until midnight in Taipei.
    unavailable: [{ from: `${pid}-08-08T22:00:00.000Z`, to: `${pid}-08-09T16:00:00.000Z` }],
    max_hours: 1,
    preferred_kinds: [kind.id],
    preferred_teams: ['press'],
  });
  await page.getByRole('link', { name: 'Shifts I can take' }).last().click();
  await page.getByRole('link', { name: 'Unpacking' }).waitFor();
  const reminder = page.getByText("You said you can't help at this time.");
  await reminder.waitFor();
  await page.goto(`/projects/${pid}/tasks`);
  await page.getByRole('listitem').filter({ hasText: 'Unpacking' }).filter({ has: reminder }).waitFor();
  await page.getByRole('link', { name: 'Unpacking' }).click();
  await page.getByRole('heading', { level: 1, name: 'Unpacking' }).waitFor();
  await reminder.waitFor();
  await page.goto(`/projects/${pid}/open-tasks`);
  await page.getByRole('button', { name: 'Join: Unpacking' }).click();
  await expectNotification(page, 'You entered 1 as your maximum.');
  visitor.expectNoErrors();
});

test('planners see the coverage of a day hour by hour, in words and colour', async () => {
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  const { page } = visitor;
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  const times = { starts_at: `${pid}-08-09T06:00:00Z`, ends_at: `${pid}-08-09T08:00:00Z` };
  const body = { title: 'Take down', capacity: 6, min_people: 4, tid: 'press', ...times };
  await owner.call('create_task', { path: { pid }, body });
  const buildUp = { starts_at: `${pid}-08-05T06:00:00Z`, ends_at: `${pid}-08-05T08:00:00Z` };
  await owner.call('create_task', { path: { pid }, body: { ...body, ...buildUp, title: 'Build up' } });
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/tasks`);
  await page.getByRole('link', { name: 'Coverage', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Coverage' }).waitFor();
  const coverage = page.locator('main');
  // Days before the event that have tasks are offered, too.
  for (const day of [`${pid}-08-05`, `${pid}-08-09`]) {
    await coverage.getByLabel('Day').selectOption(day);
    await coverage.getByRole('row', { name: /^Press/ }).waitFor();
  }
  await coverage
    .getByRole('row', { name: /^Press/ })
    .getByText('4 more needed')
    .first()
    .waitFor();
  expect(
    await coverage
      .getByRole('row', { name: /^Minimum/ })
      .getByRole('cell')
      .allTextContents(),
  ).toContain('4');
  expect(
    await coverage
      .getByRole('row', { name: /^Missing/ })
      .getByRole('cell')
      .allTextContents(),
  ).toContain('4');
  await coverage.getByText('Assumes 15% no-shows.').waitFor();
  // The heading of an hour and a total lead to its shifts, as a field does.
  const leads = [
    coverage.getByRole('columnheader').last(),
    coverage
      .getByRole('row', { name: /^Missing/ })
      .getByRole('cell')
      .last(),
  ];
  for (const cell of leads) {
    await cell.getByRole('link').click();
    await page.waitForURL(/tasks\?hour=/);
    await page.getByRole('link', { name: 'Take down', exact: true }).waitFor();
    await page.goBack();
  }
  await coverage.getByLabel('Group by').selectOption('kind');
  await coverage.getByRole('row', { name: /^No shift type/ }).waitFor();
  // What was chosen is in the address.
  await page.reload();
  await coverage.getByRole('row', { name: /^No shift type/ }).waitFor();
  visitor.expectNoErrors();
});

test('owners and chiefs decide requests on their home page, where they see the notes', async () => {
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  const { page } = visitor;
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  const times = { starts_at: `${pid}-08-07T06:00:00Z`, ends_at: `${pid}-08-07T08:00:00Z` };
  const body = { title: 'Light check', capacity: 3, tid: 'venue', joining: 'approval' as const, ...times };
  const { id } = await owner.call('create_task', { path: { pid }, body: { ...body, visibility: 'signed_in' } });
  for (const person of [year.member, year.volunteer]) {
    const theirs = await clientOf(server, person);
    await theirs.call('join_task', { path: { pid, id }, body: { note: 'I did this last year.' } });
  }
  await signInAs(server, page, year.chief);
  await page.goto('/');
  await page.getByText('I did this last year.').first().waitFor();
  const requests = page.getByRole('region', { name: 'Requests for a place' });
  await requests.getByText('0 of 3 places taken').first().waitFor();
  await requests.getByRole('link', { name: 'Mia Member' }).waitFor();
  // Not in a team of the chief's, who therefore cannot open their page.
  expect(await requests.getByRole('link', { name: 'Vera Volunteer' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Approve: Mia Member' }).click();
  await expectNotification(page, 'Mia Member has a place: Light check. They will be notified.');
  await page.context().clearCookies();
  await signInAs(server, page, year.owner);
  await page.goto('/');
  const decisions = page.getByRole('region', { name: 'Decisions waiting' });
  await decisions.getByRole('link', { name: '1 request for a place' }).click();
  await page.getByRole('button', { name: 'Decline: Vera Volunteer' }).click();
  await page.getByRole('dialog').getByText('can\'t ask for a place on "Light check" again').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expectNotification(page, "Vera Volunteer's request declined: Light check. They will be notified.");
  await page.getByRole('heading', { name: 'Requests for a place' }).waitFor({ state: 'detached' });
  await page.goto(`/projects/${pid}/people/${year.member.uid}`);
  await page.getByText("Chen Chief approved Mia Member's request for a place on the shift Light check").waitFor();
  visitor.expectNoErrors();
});
