import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
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

test('undoing a no-show later says what the person is notified of, and its older notification goes', async () => {
  const { pid, member } = year;
  const owner = await clientOf(server, year.owner);
  const now = Date.now();
  const times = {
    starts_at: new Date(now - 1_800_000).toISOString(),
    ends_at: new Date(now + 5_400_000).toISOString(),
  };
  const body = { title: 'Door', tid: 'venue', capacity: 4, ...times };
  const { id } = await owner.call('create_task', { path: { pid }, body });
  await owner.call('add_attendee', { path: { pid, id, uid: member.uid } });
  await using chief = await newVisitor(browser, server.url);
  const { page } = chief;
  await signInAs(server, page, year.chief);
  await page.goto(`/projects/${pid}/now`);
  const person = page
    .getByRole('article', { name: 'Door' })
    .getByRole('button', { name: new RegExp(`^${member.name}`) });
  const dialog = page.getByRole('dialog');
  const marked = page.getByRole('alert').filter({ hasText: `${member.name} is marked as a no-show.` });
  await person.click();
  await dialog.getByRole('button', { name: 'Mark as no-show' }).click();
  await marked.waitFor();
  await person.click();
  await dialog.getByRole('button', { name: 'Undo no-show' }).click();
  await expectNotification(page, "If they were already notified of the no-show, they'll be notified of this too.");
  await marked.waitFor({ state: 'detached' });
  await person.click();
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await dialog.getByText(`${member.name} is marked as a no-show and notified`).waitFor();
  await dialog.getByRole('link', { name: "the shift's page" }).click();
  await page.getByRole('dialog', { name: `Who replaces ${member.name}?` }).waitFor();
  chief.expectNoErrors();
});

test('the page of a shift says the same as "Who is here" to planners, to who was replaced and to the others', async () => {
  const { pid, member, chief, owner: person } = await makeFreshYear(server);
  const owner = await clientOf(server, person);
  const now = Date.now();
  const times = {
    starts_at: new Date(now - 1_800_000).toISOString(),
    ends_at: new Date(now + 5_400_000).toISOString(),
  };
  const body = { title: 'Gate', tid: 'venue', capacity: 4, min_people: 1, visibility: 'project' as const, ...times };
  const { id } = await owner.call('create_task', { path: { pid }, body });
  const place = { path: { pid, id, uid: member.uid } };
  await owner.call('add_attendee', place);
  await owner.call('replace_attendee', { ...place, body: { by: chief.uid } });
  await using planners = await newVisitor(browser, server.url);
  await signInAs(server, planners.page, person);
  await planners.page.goto(`/projects/${pid}/tasks/${id}`);
  await planners.page.getByText('No-show · Replaced').waitFor();
  await planners.page.getByRole('link', { name: 'Message this person' }).waitFor();
  await using members = await newVisitor(browser, server.url, { viewport: { width: 390, height: 844 } });
  const { page } = members;
  await signInAs(server, page, member);
  await page.goto(`/projects/${pid}/tasks/${id}`);
  await page.getByText(/^You're no longer on this shift.* Can you come after all\?/).waitFor();
  await page.getByRole('main').getByRole('link', { name: chief.name }).waitFor();
  expect(await page.getByRole('main').getByRole('link', { name: member.name }).count()).toBe(0);
  expect(await page.getByText('Joined', { exact: true }).count()).toBe(0);
  await page.goto(`/projects/${pid}/tasks`);
  await page.getByText("You're no longer on this shift").waitFor();
  expect(await page.getByRole('button', { name: /^(Join|Leave).* Gate$/ }).count()).toBe(0);
  planners.expectNoErrors();
  members.expectNoErrors();
});
