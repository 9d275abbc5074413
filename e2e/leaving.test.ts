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

openScene((scene) => ({ server, browser, year } = scene));

const lost = "They'll lose their place in these shifts, which haven't started:";

test('everybody who ends a part in a project sees first which places in tasks are lost', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid, owner, administrator, chief, member, task } = await makeFreshYear(server);
  const dialog = page.getByRole('dialog');
  const cancel = () => dialog.getByRole('button', { name: 'Cancel' }).click();

  await signInAs(server, page, owner);
  await page.goto(`/projects/${pid}/manage/teams`);
  await page.getByRole('button', { name: 'Disable: Venue' }).click();
  await dialog.getByText(/^\d+ (person has|people have) no other team\. They leave the project/).waitFor();
  await dialog.getByText('People with no other team in the project will lose their place').waitFor();
  await dialog.getByText(/Registration desk · /).waitFor();
  await cancel();

  const own = await clientOf(server, owner);
  await own.call('add_attendee', { path: { pid, id: task, uid: chief.uid } });
  await page.goto(`/projects/${pid}/teams/venue/manage`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Remove 2 people' }).click();
  await dialog.getByText('People with no other team in the project will lose their place').waitFor();
  await dialog.getByText(/Registration desk · .* · 2 people$/).waitFor();
  await cancel();

  await signInAs(server, page, administrator);
  await page.goto(`/admin/people?uid=${member.uid}`);
  await dialog.getByText(lost).waitFor();
  await dialog.getByText(/Registration desk · /).waitFor();

  await signInAs(server, page, member);
  await page.goto('/me/privacy');
  await page.getByRole('button', { name: 'Erase my account' }).click();
  await dialog.getByText("You'll lose your place in these shifts:").waitFor();
  await dialog.getByText(/Registration desk · /).waitFor();
});

test('a removed member loses the place, disappears from totals, and home links to nothing they may not open', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid, owner, chief, member, task } = await makeFreshYear(server);
  await signInAs(server, page, member);
  await page.goto('/');
  await page.getByRole('link', { name: 'Registration desk' }).waitFor();

  await signInAs(server, page, chief);
  await page.goto(`/projects/${pid}/teams/venue/manage`);
  await page.getByRole('button', { name: 'Remove Mia Member' }).click();
  await page.getByRole('dialog').getByText('This is their last team in the project.').waitFor();
  await page.getByRole('dialog').getByText('settle any travel money first').waitFor();
  await page
    .getByRole('dialog')
    .getByText(/Registration desk · /)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expectNotification(page, 'Mia Member is no longer in the team.');
  await page.goto(`/projects/${pid}/tasks/${task}`);
  await page.getByText('Nobody has joined yet.').waitFor();

  await signInAs(server, page, owner);
  await page.goto(`/projects/${pid}/manage/totals`);
  await page.getByRole('region', { name: 'Shirts' }).getByText('Not counted: one answer').waitFor();

  await signInAs(server, page, member);
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page
    .locator('main')
    .getByRole('link', { name: `Summer Camp ${pid}` })
    .waitFor({ state: 'detached' });
  expect(await page.getByRole('link', { name: 'Registration desk' }).count()).toBe(0);
  await page.goto(`/projects/${pid}/forms/shirts`);
  await page.getByText('This form no longer asks you').waitFor();
});

test('somebody who left during a task still sees it, and can leave it', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid, owner, member } = await makeFreshYear(server);
  const own = await clientOf(server, owner);
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const body = { title: 'Night watch', tid: 'venue', starts_at: at(-1), ends_at: at(5), capacity: 3 };
  const { id } = await own.call('create_task', { path: { pid }, body });
  await own.call('add_attendee', { path: { pid, id, uid: member.uid } });
  await own.call('remove_member', { path: { pid, tid: 'venue', uid: member.uid } });
  await signInAs(server, page, member);
  await page.goto('/');
  await page.getByRole('link', { name: 'Night watch' }).click();
  await page.getByRole('heading', { level: 1, name: 'Night watch' }).waitFor();
  expect(await page.getByRole('link', { name: /All shifts/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Leave Night watch' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave shift' }).click();
  await page.getByRole('button', { name: 'Leave Night watch' }).waitFor({ state: 'detached' });
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('link', { name: 'Night watch' }).count()).toBe(0);
});

test('somebody who left their team gets from home to the answers they gave', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid, owner } = await makeFreshYear(server);
  const own = await clientOf(server, owner);
  const [vera] = await makePeople(server, ['Vera Visitor']);
  if (vera === undefined) throw new Error('expected a person');
  const hers = await clientOf(server, vera);
  await own.call('add_member', { path: { pid, tid: 'press', uid: vera.uid } });
  const form = { form: 'thanks', kind: 'appreciation' as const, title: 'Thanks', enabled: true };
  await own.call('create_form', { path: { pid }, body: form });
  await hers.call('save_own_response', { path: { pid, form: 'thanks' }, body: { answers: { wanted: false } } });
  await hers.call('remove_member', { path: { pid, tid: 'press', uid: vera.uid } });
  await signInAs(server, page, vera);
  await page.goto('/');
  await page.getByRole('link', { name: 'Your history' }).click();
  await page.getByRole('region', { name: 'Events without a team' }).waitFor();
  expect(await page.getByText('No history yet').count()).toBe(0);
  await page.getByRole('link', { name: 'Your answer: Thanks' }).click();
  await page.getByText('You answered on').waitFor();
  visitor.expectNoErrors();
});

test('somebody who left their team finds their work and hours, and home does not call them done', async () => {
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 390, height: 800 } });
  const { page } = visitor;
  const { pid, owner, volunteer } = year;
  const [own, hers] = [await clientOf(server, owner), await clientOf(server, volunteer)];
  const last = await makeFreshYear(server);
  const lastOwner = await clientOf(server, last.owner);
  await lastOwner.call('add_member', { path: { pid: last.pid, tid: 'press', uid: volunteer.uid } });
  for (const [client, project] of [
    [own, pid],
    [lastOwner, last.pid],
  ] as const)
    for (const form of ['shirts', 'travel'])
      await client.call('delete_form', { path: { pid: project, form }, query: { force: true } });
  await own.call('add_member', { path: { pid, tid: 'press', uid: volunteer.uid } });
  for (const path of [{ pid }, { pid: last.pid }])
    await hers.call('set_own_listing', { path, body: { listed: false } });
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const approved = { uid: volunteer.uid, tid: 'press', title: 'Shopping', starts_at: at(-3), ends_at: at(-1) };
  await own.call('add_work', { path: { pid }, body: approved });
  const claimed = { tid: 'press', title: 'Painting', starts_at: at(-7), ends_at: at(-5) };
  await hers.call('add_work', { path: { pid }, body: claimed });
  await signInAs(server, page, volunteer);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Your teams' }).waitFor();
  await page.getByText("You're all set").waitFor();
  await hers.call('remove_member', { path: { pid, tid: 'press', uid: volunteer.uid } });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Your teams' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.getByText("You're all set").count()).toBe(0);
  await page.goto('/me/history');
  await page.getByRole('link', { name: `My hours in Summer Camp ${pid}` }).click();
  await page.getByText('Shopping').waitFor();
  await page.goto('/me/history');
  await page.getByRole('link', { name: `Work without a shift in Summer Camp ${pid}` }).click();
  const work = page.getByRole('region', { name: 'Your work' });
  await work.getByText('Painting').waitFor();
  await work.getByText('Waiting for approval').waitFor();
  await work.getByText('Shopping').waitFor();
  visitor.expectNoErrors();
});

test.each([
  ['en-GB', 'Only you can see this list. Change this in your profile'],
  ['zh-TW', '只有您看得到這份紀錄。在個人檔案中變更'],
])('in %s, the link after a sentence has the space that the language wants', async (locale, text) => {
  await using visitor = await newVisitor(browser, server.url, { locale });
  const { page } = visitor;
  await signInAs(server, page, year.member);
  await page.goto('/me/history');
  await expect.poll(() => page.locator('.muster-seen').textContent()).toContain(text);
  visitor.expectNoErrors();
});
