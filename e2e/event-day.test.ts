import { beforeEach, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { newVisitor } from './support/browser.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { forgetEventDay, seed, signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;
openScene((scene) => ({ server, browser, year } = scene));
beforeEach(() => forgetEventDay(server));

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
const phone = { viewport: { width: 390, height: 844 } };

async function createTask(title: string, from: number, to: number, people: readonly { uid: string }[]) {
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  const times = { starts_at: inMinutes(from), ends_at: inMinutes(to) };
  const capacity = Math.max(1, people.length);
  const task = await owner.call('create_task', {
    path: { pid },
    body: { title, description: `About ${title}.`, tid: 'venue', capacity, min_people: capacity, ...times },
  });
  for (const { uid } of people) await owner.call('add_attendee', { path: { pid, id: task.id, uid } });
  // They were assigned before the day, so they are missing and not just added.
  await seed(server, ({ db }) =>
    db.transaction((trx) =>
      trx
        .updateTable('attendances')
        .set({ created_at: inMinutes(-1440) })
        .where('task_id', '=', task.id)
        .execute(),
    ),
  );
  return task.id;
}

test('a chief sees who is missing, marks people, calls, and replaces somebody in three taps', async () => {
  const member = await clientOf(server, year.member);
  await member.call('put_contact', { body: { phone: '+886912345678', handles: [], visible_to: 'chiefs' } });
  // Chiefs see only people of their own team among those who can take over.
  const { pid } = year;
  await (await clientOf(server, year.owner)).call('add_member', { path: { pid, tid: 'venue', uid: year.owner.uid } });
  await createTask('Door', -30, 90, [year.member]);
  await createTask('Cloakroom', 60, 120, []);
  await using chief = await newVisitor(browser, server.url, phone);
  const { page } = chief;
  await signInAs(server, page, year.chief);
  await page.goto(`/projects/${year.pid}/now`);
  await page.getByText('1 missing').first().waitFor();
  const door = page.getByRole('article', { name: 'Door' });
  await door.getByRole('button', { name: `Check in ${year.member.name}` }).click();
  await page.getByText('0 missing').waitFor();
  await page.getByText('Missing', { exact: true }).first().click();
  await door.getByText('Nobody is missing.').waitFor();
  await page.getByText('Everyone', { exact: true }).click();
  await page.getByRole('article', { name: 'Cloakroom' }).getByRole('link', { name: 'Ask for help' }).click();
  await page.getByRole('button', { name: 'Ask for help' }).waitFor();
  await page.goto(`/projects/${year.pid}/tasks`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Plan shifts' }).click();
  await page.getByRole('navigation', { name: `Manage Summer Camp ${year.pid}` }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Who is here now' }).click();

  const person = door.getByRole('button', { name: new RegExp(`^${year.member.name}`) });
  const dialog = page.getByRole('dialog');
  await person.click();
  expect(await dialog.getByRole('link', { name: 'Call +886912345678' }).getAttribute('href')).toBe('tel:+886912345678');
  expect(await dialog.getByRole('link', { name: 'Send message' }).getAttribute('href')).toContain(year.member.uid);
  await dialog.getByRole('button', { name: 'What they were sent' }).click();
  await page.getByRole('dialog', { name: `What ${year.member.name} was sent` }).waitFor();
  await dialog.getByText("No email (This server can't send email)").first().waitFor();
  await page.keyboard.press('Escape');
  await person.click();
  await dialog.getByRole('button', { name: 'Undo check-in' }).click();
  await expectNotification(page, `Check-in undone. ${year.member.name} is expected again.`);
  await page.getByText('1 missing').first().waitFor();
  expect(await page.getByRole('link', { name: 'Message those missing' }).getAttribute('href')).toContain('uids');
  await person.click();
  await dialog.getByRole('button', { name: 'Mark as no-show' }).click();
  await expectNotification(page, `${year.member.name} is marked as a no-show. They will be notified.`);
  await door.getByText('No-show').waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expectNotification(page, `No-show undone. ${year.member.name} is expected again and was not notified.`);
  await page.getByText('1 missing').first().waitFor();
  expect((await member.call('list_notices', { query: {} })).data.map(({ kind }) => kind)).not.toContain(
    'hours.changed',
  );
  await person.click();
  await dialog.getByRole('button', { name: 'Mark as no-show' }).click();
  await door.getByText('No-show').waitFor();

  await person.click();
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await dialog.getByRole('button', { name: `Choose: ${year.owner.name}` }).click();
  await expectNotification(page, `${year.owner.name} takes over and is notified.`);
  await door.getByText(year.owner.name).waitFor();
  await door.getByText('No-show · Replaced').waitFor();
  await person.click();
  await dialog.getByRole('button', { name: 'Undo no-show' }).waitFor();
  // Somebody has the place already.
  expect(await dialog.getByRole('button', { name: 'Replace' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await door.getByText('Just added').waitFor();
  const owner = await clientOf(server, year.owner);
  const { data } = await owner.call('list_notices', { query: {} });
  expect(data.map(({ kind }) => kind)).toContain('task.added');

  await door.getByRole('button', { name: new RegExp(`^${year.owner.name}`) }).click();
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await door.getByText('Here', { exact: true }).waitFor();
  await door.getByRole('button', { name: new RegExp(`^${year.owner.name}`) }).click();
  await dialog.getByRole('button', { name: 'Check out early' }).click();
  await door.getByText('Left early').waitFor();
  await door.getByRole('button', { name: new RegExp(`^${year.owner.name}`) }).click();
  await dialog.getByRole('button', { name: 'Replace' }).click();
  // Everybody else is on the task or busy, so nobody can be asked.
  await dialog.getByText('Nobody else is free and qualified right now.').waitFor();
  await dialog.getByRole('button', { name: 'Open the place' }).click();
  await expectNotification(page, `The place of ${year.owner.name} is open to others.`);
  await door.getByText('Left early · Place open').waitFor();
  await door.getByRole('button', { name: new RegExp(`^${year.owner.name}`) }).click();
  await dialog.getByText(`${year.owner.name} gets the place back.`).waitFor();
  await dialog.getByRole('button', { name: 'Undo check-out' }).click();
  await expectNotification(page, `${year.owner.name} is no longer marked as having left early.`);
  await door.getByText('Here', { exact: true }).waitFor();
});

test('owners are led to who is here while tasks are on, and to what is left after the event', async () => {
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  const { starts_on: from, ends_on: to, name } = await owner.call('get_project', { path: { pid } });
  await createTask('Door', -30, 90, []);
  // A task of building up.
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await owner.call('update_project', { path: { pid }, body: { starts_on: soon, ends_on: soon } });
  await using visitor = await newVisitor(browser, server.url, phone);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  for (const path of ['/', `/projects/${pid}/manage`]) {
    await page.goto(path);
    const today = page.getByRole('region', { name: `Now at ${name}` });
    await today.getByRole('listitem').filter({ hasText: 'Door' }).getByText('1 more needed').waitFor();
    await today.getByRole('link', { name: 'Who is here now' }).click();
    await page.waitForURL(`**/projects/${pid}/now`);
  }
  await owner.call('update_project', { path: { pid }, body: { starts_on: '2025-05-01', ends_on: '2025-05-02' } });
  await page.goto(`/projects/${pid}/manage`);
  const after = page.getByRole('region', { name: 'After the event' });
  await after.getByRole('link', { name: 'Thank everyone' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Gaps' }).count()).toBe(0);
  for (const [link, heading] of [
    ['Check hours and issue certificates', 'Hours and certificates'],
    ['Thank everyone', 'New message'],
    ['Plan next year', 'Next year'],
    ['Archive the project', 'Settings'],
  ] as const) {
    await page.goto(`/projects/${pid}/manage`);
    await after.getByRole('link', { name: link }).click();
    await page.getByRole('heading', { name: heading }).first().waitFor();
  }
  await owner.call('update_project', { path: { pid }, body: { starts_on: from, ends_on: to } });
});

test('owners put up a screen, which shows no names and ends when it is revoked', async () => {
  await createTask('Kitchen', -10, 50, [year.chief]);
  await using owner = await newVisitor(browser, server.url);
  const { page } = owner;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/manage/desk`);
  await page.getByLabel('Name of the screen').fill('Crew room');
  await page.getByRole('button', { name: 'Add screen' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Crew room', { exact: true }).waitFor();

  await using monitor = await newVisitor(browser, server.url);
  await monitor.page.goto(new URL(link).pathname);
  await monitor.page.getByRole('region', { name: 'Now' }).getByText('Kitchen').waitFor();
  await monitor.page.getByText('1 missing').first().waitFor();
  expect(await monitor.page.locator('body').innerText()).not.toContain(year.chief.name);
  await monitor.page.setViewportSize(phone.viewport);

  await page.getByRole('button', { name: 'Remove access: Crew room' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click();
  await expectNotification(page, 'Screen access removed.');
  monitor.expectError(/404/);
  await monitor.page.reload();
  await monitor.page.getByText('This screen no longer works.').waitFor();
});

test('a volunteer has the day offline after opening it once, until they sign out', async () => {
  await createTask('Stage', 180, 240, [year.member, year.chief]);
  await using volunteer = await newVisitor(browser, server.url, { ...phone, serviceWorkers: 'allow' });
  const { page } = volunteer;
  await signInAs(server, page, year.member);
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.getByRole('link', { name: 'My day' }).click();
  const stage = page.getByRole('article', { name: 'Stage' });
  await stage.getByText(`No contact shared. At the event, ask for ${year.chief.name} at the desk.`).waitFor();
  await page.getByRole('img', { name: 'Your code' }).waitFor();
  const path = `/api/projects/${year.pid}`;
  const isSaved = (paths: string[]) =>
    Promise.all(paths.map((one) => caches.match(one))).then((found) => found.every((one) => one !== undefined));
  await page.waitForFunction(isSaved, ['/api/me', path, `${path}/my-day`]);
  await page.context().setOffline(true);
  await page.reload();
  await stage.getByText('Who to call').waitFor();
  await stage.getByText('About Stage.').waitFor();
  await page.getByRole('img', { name: 'Your code' }).waitFor();
  await page.context().setOffline(false);
  await page.evaluate(() => fetch('/api/sign-out', { method: 'POST' }));
  expect(await page.evaluate(isSaved, [`${path}/my-day`])).toBe(false);
});

/** The times in the form. */
async function moveEarlier(page: Page, hours: number): Promise<void> {
  for (const label of ['From', 'Until']) {
    const field = page.getByLabel(new RegExp(`^${label}`));
    const time = Date.parse(`${await field.inputValue()}Z`) - hours * 3_600_000;
    await field.fill(new Date(time).toISOString().slice(0, 16));
  }
}

test('people enter work without a task, and a chief approves or declines it', async () => {
  await using member = await newVisitor(browser, server.url, phone);
  await signInAs(server, member.page, year.member);
  await member.page.goto(`/projects/${year.pid}/work`);
  // Nobody does two things at once, so the second is three hours earlier.
  for (const [title, hoursEarlier] of Object.entries({ 'Fetched the tables': 0, Slept: 3 })) {
    await moveEarlier(member.page, hoursEarlier);
    await member.page.getByLabel('What you did').fill(title);
    await member.page.getByLabel('Team').selectOption('venue');
    await member.page.getByRole('button', { name: 'Add hours' }).click();
    await expectNotification(member.page, 'Work added. The organisers are notified and approve it.');
    await member.page.getByText(title, { exact: true }).waitFor();
  }
  await using chief = await newVisitor(browser, server.url, phone);
  const { page } = chief;
  await signInAs(server, page, year.owner);
  await page.goto('/');
  const decisions = page.getByRole('region', { name: 'Decisions waiting' });
  await decisions.getByRole('link', { name: 'Work without a shift: 2 to approve' }).waitFor();
  await signInAs(server, page, year.chief);
  await page.goto('/');
  await decisions.getByRole('link', { name: 'Work without a shift: 2 to approve' }).click();
  await page.getByRole('button', { name: 'About this page' }).click();
  await page.getByText('Another chief or an owner approves your own work.').waitFor();
  await page.keyboard.press('Escape');
  // What waits for the chief comes before the form, and the menu of the organisers stays.
  const order = page.locator('main').getByRole('heading', { name: /^(To approve|Add hours)$/ });
  expect(await order.allInnerTexts()).toEqual(['To approve', 'Add hours']);
  await page
    .getByRole('navigation', { name: 'Event day' })
    .getByRole('link', { name: 'Work without a shift 2' })
    .waitFor();
  const bell = page.getByRole('banner').getByRole('link', { name: /^Notices/ });
  const unread = Number.parseInt((await bell.getAttribute('aria-label'))?.replace(/\D+/, '') ?? '', 10);
  await page.getByRole('button', { name: `Approve Fetched the tables by ${year.member.name}` }).click();
  await expectNotification(page, `Work approved. ${year.member.name} is notified.`);
  // The notice of the approved work ends, also in the number at the bell.
  await page.getByRole('link', { name: `Notices, ${unread - 1} unread` }).waitFor();
  await page.getByRole('button', { name: `Decline Slept by ${year.member.name}` }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('That was no work.');
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expectNotification(page, `Work declined. ${year.member.name} is notified.`);
  await page.getByText('Nothing to approve.').waitFor();
  await page.getByRole('button', { name: `Approve Slept by ${year.member.name}` }).click();
  await expectNotification(page, `Work approved. ${year.member.name} is notified.`);
  const others = page.getByRole('region', { name: "Other people's work" });
  await others.getByText('Approved', { exact: true }).nth(1).waitFor();
  await page.getByRole('combobox', { name: 'Who did it' }).click();
  await page.getByRole('option', { name: year.member.name }).click();
  await moveEarlier(page, 6);
  await page.getByLabel('What they did').fill('Built the stage');
  await page.getByRole('button', { name: 'Add hours' }).click();
  await expectNotification(page, `Work added. ${year.member.name} is notified.`);
  await others.getByText(`${year.member.name} · Venue · `).first().waitFor();
  await page.getByRole('button', { name: 'Delete Slept' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectNotification(page, 'Work deleted.');
  await member.page.reload();
  await member.page.getByText('Built the stage').waitFor();
  const own = await (await member.page.request.get(`/api/projects/${year.pid}/work`)).json();
  expect(own.data.map(({ title, state }: { title: string; state: string }) => [title, state])).toEqual([
    ['Fetched the tables', 'approved'],
    ['Built the stage', 'approved'],
  ]);
  await member.page.goto('/me/notices');
  await member.page.getByText('Reason: That was no work.').waitFor();
});
