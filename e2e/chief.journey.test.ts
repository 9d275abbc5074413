import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { openScene, expectNotification } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf, makePeople, makeFreshYear } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

// An unreachable mail server, so that the pages show the texts of an installation that sends mail.
openScene((scene) => ({ server, browser, year } = scene), { SMTP_URL: 'smtp://127.0.0.1:1' });

test('a chief adds people by name and by a list of addresses until the team is full', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  // Its own project, because a member leaves the team in this test.
  const own = await makeFreshYear(server);
  const [ada, grace] = await makePeople(server, ['Ada Lovelace', 'Grace Hopper']);
  if (!ada || !grace) throw new Error('expected two people');
  await signInAs(server, page, own.chief);
  await page.goto(`/projects/${own.pid}/teams/venue`);
  await page.getByRole('link', { name: 'Manage' }).click();
  await page.getByRole('heading', { level: 1, name: 'Venue' }).waitFor();
  await page.getByText('2 of 3 people').waitFor();

  await page.getByRole('button', { name: 'Remove Mia Member' }).click();
  await page.getByRole('dialog').getByText('They leave Venue immediately').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expectNotification(page, 'Mia Member is no longer in the team.');
  await page.getByText('1 of 3 people').waitFor();

  await page.getByRole('searchbox').fill('lovel');
  await page.getByRole('button', { name: 'Add: Ada Lovelace' }).click();
  await expectNotification(page, 'Ada Lovelace added to Venue.');
  await page.getByRole('link', { name: 'Message 1 person (without you)' }).waitFor();

  await page.goto(`/projects/${own.pid}/teams/venue/manage?add=invite`);
  await page.getByText('They get an email, sign in with their address').waitFor();
  await page.getByLabel('People who have an account join at once').check();
  const list = page.getByRole('textbox', { name: 'Email addresses' });
  await list.fill(`Name\tE-mail\tPhone\nAda\t${ada.email}\t1\nGrace\t${grace.email}\t2\nSam\tstranger@example.org\t`);
  await page.getByText('Only names and email addresses are used. Ignored: Phone.').waitFor();
  await page.reload();
  expect(await list.inputValue()).toContain('stranger@example.org');
  await page.getByLabel('People who have an account join at once').check();
  await page.getByRole('button', { name: 'Add or invite 3 people' }).click();
  await page.getByText('1 person added').waitFor();
  await page.getByText('Already in the team').waitFor();
  await expectNotification(page, '1 invitation sent.');
  await page.getByText('Invited', { exact: true }).waitFor();
  await page.getByRole('heading', { name: '1 open invitation' }).waitFor();
  await page.getByRole('row', { name: 'Sam · stranger@example.org' }).waitFor();
  await page.getByText('The team is full').waitFor();
  await page.getByText('ask an owner to raise the maximum size').waitFor();

  await list.fill(own.volunteer.email);
  await page.getByRole('button', { name: 'Add or invite 1 person' }).click();
  await page.getByText('No place left').waitFor();
});

test('a chief creates and duplicates a task, and must confirm before attendees are removed', async () => {
  await using visitor = await newVisitor(browser, server.url, { timezoneId: 'America/New_York' });
  const { page } = visitor;
  const { pid } = year;
  await signInAs(server, page, year.chief);
  // An unknown tab is the first one.
  await page.goto(`/projects/${pid}/teams/venue/manage?tab=unknown`);
  await page.getByText('Mia Member').first().waitFor();
  await page.goto(`/projects/${pid}/teams/venue/manage?tab=tasks`);
  await page.getByRole('rowheader', { name: 'Registration desk' }).waitFor();
  // Shown in the time zone of the event, not of the browser.
  await page.getByText(/9:00.*11:00/).waitFor();
  await page.getByRole('button', { name: 'People on Registration desk' }).click();
  await page.getByRole('button', { name: 'Actions: Mia Member' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Mia Member?' });
  await question.getByText('They lose their place on "Registration desk" and will be notified.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Actions: Registration desk' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByLabel('Title').fill('Evening desk');
  await page.getByLabel('Starts').fill(`${pid}-08-08T18:00`);
  // The end moves with the start.
  expect(await page.getByLabel('Ends').inputValue()).toBe(`${pid}-08-08T20:00`);
  await page.getByLabel('Ends').fill(`${pid}-08-08T17:00`);
  await page.getByRole('button', { name: 'Create shift' }).click();
  await page.getByText('The end must be after the start.').waitFor();
  await page.reload();
  expect(await page.getByLabel('Title').inputValue()).toBe('Evening desk');
  await page.getByLabel('Ends').fill(`${pid}-08-08T20:00`);
  await page.getByRole('button', { name: 'Create shift' }).click();
  await page.getByRole('rowheader', { name: 'Evening desk' }).waitFor();

  const chief = await clientOf(server, year.chief);
  const { data } = await chief.call('list_tasks', { path: { pid }, query: { tid: 'venue' } });
  const evening = data.find(({ title }) => title === 'Evening desk');
  expect(evening).toMatchObject({ starts_at: `${pid}-08-08T10:00:00.000Z`, ends_at: `${pid}-08-08T12:00:00.000Z` });
  // What was saved can be undone.
  await page.goto(`/projects/${pid}/tasks/${evening?.id}/edit`);
  await page.getByLabel('Title').fill('Late desk');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.mantine-Notification-root').getByRole('button', { name: 'Undo' }).click();
  await expectNotification(page, 'Undone.');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  const undone = await chief.call('get_task', { path: { pid, id: evening?.id ?? '' } });
  expect(undone.title).toBe('Evening desk');
  await chief.call('add_attendee', { path: { pid, id: evening?.id ?? '', uid: year.member.uid } });

  await page.goto(`/projects/${pid}/tasks/${evening?.id}/edit`);
  await page.getByText('1 person is on this shift. They are notified if you change').waitFor();
  await page.getByLabel('Starts').fill(`${pid}-08-08T10:00`);
  await page.getByLabel('Ends').fill(`${pid}-08-08T12:00`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Some people on this shift have another one at that time').waitFor();
  await page.getByText('Mia Member: Registration desk').waitFor();
  await page.getByRole('button', { name: 'Move and remove them' }).click();
  await expectNotification(page, 'Saved. The people on this shift are notified.');
  await page.getByRole('heading', { level: 1, name: 'Venue' }).waitFor();
  const moved = await chief.call('get_task', { path: { pid, id: evening?.id ?? '' } });
  expect(moved).toMatchObject({ starts_at: `${pid}-08-08T02:00:00.000Z`, attendee_count: 0 });

  // The home of a chief lists the first tasks with free places, and leads to all of them.
  const times = { starts_at: `${pid}-08-07T08:00:00Z`, ends_at: `${pid}-08-07T10:00:00Z` };
  for (const title of ['Tent 1', 'Tent 2', 'Tent 3', 'Tent 4', 'Tent 5', 'Tent 6'])
    await chief.call('create_task', { path: { pid }, body: { ...times, title, tid: 'venue', capacity: 1 } });
  await page.goto('/');
  await page.getByRole('link', { name: 'Tent 5' }).waitFor();
  expect(await page.getByRole('link', { name: 'Tent 6' }).count()).toBe(0);
  await page.getByRole('link', { name: 'All shifts with free places' }).click();
  await page.getByRole('rowheader', { name: 'Tent 6' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Only shifts with free places' }).isChecked()).toBe(true);
});

test('when two chiefs edit the same text, the second sees the other version and loses nothing', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid } = year;
  await signInAs(server, page, year.chief);
  await page.goto(`/projects/${pid}/teams/venue/manage?tab=texts`);
  const text = page.getByRole('textbox', { name: 'Who the team is looking for' });
  await text.fill('Mine');
  const owner = await clientOf(server, year.owner);
  await owner.call('update_team', { path: { pid, tid: 'venue' }, body: { public_description: 'Theirs' } });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This was changed elsewhere').waitFor();
  await page.getByRole('button', { name: 'Show the other version' }).click();
  await page.getByText('Theirs').waitFor();
  expect(await text.inputValue()).toBe('Mine');
  await page.getByRole('button', { name: 'Save my version' }).click();
  await expectNotification(page, 'Saved.');
  const saved = await owner.call('get_team', { path: { pid, tid: 'venue' } });
  expect(saved.public_description).toBe('Mine');
});

test('a member finds their disabled team and leaves it', async () => {
  const { pid, volunteer } = year;
  const owner = await clientOf(server, year.owner);
  const path = { pid, tid: 'lost' };
  await owner.call('create_team', { path: { pid }, body: { tid: 'lost', name: 'Lost and Found' } });
  await owner.call('add_member', { path: { ...path, uid: volunteer.uid } });
  await owner.call('disable_team', { path });
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  const { page } = visitor;
  await signInAs(server, page, volunteer);
  await page.goto('/me/history');
  const teams = page.getByRole('region', { name: 'Disabled teams' });
  await teams.getByText('Lost and Found at').waitFor();
  await teams.getByRole('button', { name: 'Leave team' }).click();
  await page.getByRole('dialog').getByText("even if it's enabled again").waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave team' }).click();
  await expectNotification(page, 'You left Lost and Found.');
  await teams.waitFor({ state: 'detached' });
  expect((await owner.call('list_team_members', { path })).data).toEqual([]);
  visitor.expectNoErrors();
});
