import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

const phone = '+886912345678';

beforeAll(async () => {
  const owner = await clientOf(server, year.owner);
  await owner.call('add_member', { path: { pid: year.pid, tid: 'venue', uid: year.volunteer.uid } });
});

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').first().waitFor();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
}

test('a volunteer enters how to reach them and chooses who sees it', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.volunteer);
  await page.goto('/me/profile');
  await page.getByRole('link', { name: 'Contact', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor();
  expect(await page.getByLabel('Owners and my chiefs').isChecked()).toBe(true);
  await page.getByLabel('Phone', { exact: true }).fill('0912 345 678');
  for (let i = 0; i < 5; i += 1) await page.getByRole('button', { name: 'Add a service' }).click();
  expect(await page.getByRole('button', { name: 'Add a service' }).count()).toBe(0);
  for (let i = 5; i > 1; i -= 1) await page.getByRole('button', { name: `Remove ${i}` }).click();
  await page.getByLabel('Service').fill('Telegram');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter both the service').waitFor();
  await page.getByLabel('Username').fill('@vera');
  visitor.expectError(/status of 400/);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter the number with its country code').waitFor();
  await page.getByLabel('Phone', { exact: true }).fill('+886 912 345 678');
  await page.getByLabel('Owners, my chiefs and my teams').check();
  await save(page);
  expect(await page.getByLabel('Phone', { exact: true }).inputValue()).toBe(phone);
  await page.getByLabel('Owners and my chiefs').check();
  await save(page);
  await page.reload();
  expect(await page.getByLabel('Username').inputValue()).toBe('@vera');
  expect(await page.getByLabel('Owners and my chiefs').isChecked()).toBe(true);
  visitor.expectNoErrors();
});

test('a chief calls a member from the contact sheet, a member cannot, and the volunteer sees who looked', async () => {
  const sheet = `/projects/${year.pid}/teams/venue`;
  {
    await using visitor = await newVisitor(browser, server.url, { viewport: { width: 390, height: 844 } });
    const { page } = visitor;
    await signInAs(server, page, year.chief);
    await page.goto(sheet);
    const call = page.getByRole('link', { name: phone });
    await call.waitFor();
    expect(await call.getAttribute('href')).toBe(`tel:${phone}`);
    expect(await page.getByRole('link', { name: year.volunteer.email }).getAttribute('href')).toBe(
      `mailto:${year.volunteer.email}`,
    );
    await page.getByText('Telegram: @vera').waitFor();
    await page.reload();
    await call.waitFor();
    visitor.expectNoErrors();
  }
  {
    await using visitor = await newVisitor(browser, server.url);
    const { page } = visitor;
    await signInAs(server, page, year.member);
    await page.goto(sheet);
    await page.getByText('Vera Volunteer').waitFor();
    expect(await page.getByRole('link', { name: phone }).count()).toBe(0);
    visitor.expectNoErrors();
  }
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.volunteer);
  await page.goto(sheet);
  await page.getByText('Only chiefs and owners see your phone number and chat names').waitFor();
  await page.goto('/me/privacy');
  await page.getByRole('link', { name: 'Choose who sees your phone number and chat names' }).waitFor();
  const entries = page.getByText('viewed your phone number or chat names.');
  await entries.first().waitFor();
  expect(await entries.count()).toBe(1);
  visitor.expectNoErrors();
});

test('a chief is asked to share a number, and a member who is ill finds it on the task', async () => {
  const { pid } = year;
  const member = await clientOf(server, year.member);
  const owner = await clientOf(server, year.owner);
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const task = { title: 'Tea', tid: 'venue', capacity: 2, starts_at: inHours(20), ends_at: inHours(21) };
  await owner.call('update_project', { path: { pid }, body: { place: 'Town hall' } });
  const { id } = await owner.call('create_task', { path: { pid }, body: task });
  await member.call('join_task', { path: { pid, id } });
  await using ill = await newVisitor(browser, server.url);
  await signInAs(server, ill.page, year.member);
  await ill.page.goto(`/projects/${pid}/teams/venue`);
  await ill.page.getByText("The chiefs don't share a phone number or chat name with you.").waitFor();
  await ill.page.goto(`/projects/${pid}/my-day`);
  const tea = ill.page.getByRole('article', { name: 'Tea' });
  await tea.getByText('If you leave the shift, its chiefs are notified at once.').waitFor();
  await tea.getByRole('link', { name: "Ill, or can't come?" }).click();
  await ill.page.waitForURL(`**/tasks/${id}#cannot-come`);
  const help = ill.page.getByRole('region', { name: "Ill, or can't come?" });
  await help.getByText('Press Leave. The chiefs will be notified.').waitFor();
  await help.getByText(`The chiefs: ${year.chief.name}. No phone number`).waitFor();
  // The shift has no location of its own.
  await ill.page.getByRole('definition').getByText('Town hall', { exact: true }).waitFor();

  await using leading = await newVisitor(browser, server.url);
  await signInAs(server, leading.page, year.chief);
  await leading.page.goto('/');
  const card = leading.page.getByRole('region', { name: "Your teams can't see how to reach you" });
  await card.getByRole('link', { name: 'Add contact' }).click();
  await leading.page.getByLabel('Phone', { exact: true }).fill('+886 955 555 555');
  await save(leading.page);
  await leading.page.goto('/');
  await card.getByText('only owners or chiefs see your phone number').waitFor();
  await card.getByRole('link', { name: 'Change who sees it' }).click();
  await leading.page.getByLabel('Owners, my chiefs and my teams').check();
  await save(leading.page);
  await leading.page.goto('/');
  await leading.page.getByRole('link', { name: 'Manage team Venue' }).waitFor();
  await leading.page.waitForLoadState('networkidle');
  expect(await card.count()).toBe(0);
  leading.expectNoErrors();

  await owner.call('update_team', { path: { pid, tid: 'venue' }, body: { mailing_list: 'venue@lists.example.org' } });
  await ill.page.reload();
  expect(await help.getByRole('link', { name: '+886955555555' }).getAttribute('href')).toBe('tel:+886955555555');
  await help.getByRole('link', { name: 'venue@lists.example.org' }).waitFor();
  await ill.page.getByRole('button', { name: 'Leave Tea' }).click();
  await ill.page.getByRole('dialog').getByText('The chiefs will be notified.').waitFor();
  await ill.page.getByRole('dialog').getByRole('button', { name: 'Leave shift' }).click();
  await expectNotification(ill.page, 'You left Tea. The chiefs will be notified.');
  ill.expectNoErrors();
  const chief = await clientOf(server, year.chief);
  expect((await chief.call('list_notices', { query: {} })).data.map(({ kind }) => kind)).toContain('task.left');
});

test('somebody for whom it is too late to leave is asked to offer their place, once', async () => {
  const { pid } = year;
  const [owner, member] = [await clientOf(server, year.owner), await clientOf(server, year.member)];
  const kind = (
    await owner.call('create_task_kind', { path: { pid }, body: { name: 'No leaving', leave_until_hours: 24 } })
  ).id;
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const task = { title: 'Gate', tid: 'venue', kind, capacity: 2, starts_at: inHours(5), ends_at: inHours(6) };
  const { id } = await owner.call('create_task', { path: { pid }, body: task });
  await member.call('join_task', { path: { pid, id } });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.member);
  await page.goto(`/projects/${pid}/tasks/${id}`);
  const help = page.getByRole('region', { name: "Ill, or can't come?" });
  await help.getByText('Press Offer or swap my place, and the chiefs will be notified.').waitFor();
  await member.call('offer_place', { path: { pid, id }, body: {} });
  await page.reload();
  await page.getByRole('button', { name: 'Withdraw offer' }).waitFor();
  await help.getByText('Tell the chiefs as soon as you know.').waitFor();
  visitor.expectNoErrors();
});

test('a task says that chiefs see who leaves early only in their plan, and what to do if nobody can be reached', async () => {
  const { pid, volunteer } = year;
  const owner = await clientOf(server, year.owner);
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const times = { starts_at: inHours(72), ends_at: inHours(73), capacity: 2 };
  const bar = { title: 'Bar', tid: 'venue', ...times };
  const { id } = await owner.call('create_task', { path: { pid }, body: bar });
  await owner.call('add_attendee', { path: { pid, id, uid: year.member.uid } });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const help = page.getByRole('region', { name: "Ill, or can't come?" });
  await signInAs(server, page, year.member);
  await page.goto(`/projects/${pid}/tasks/${id}`);
  const early = 'In the last 48 hours, the chiefs are notified.';
  await help.getByText(early).waitFor();
  await page.getByRole('button', { name: 'Leave Bar' }).click();
  await page.getByRole('dialog').getByText('They get a notice only in the last 48 hours before a shift.').waitFor();

  // The task is in another team, and it is too late to leave it.
  const strict = { name: 'Stays', leave_until_hours: 96 };
  const kind = (await owner.call('create_task_kind', { path: { pid }, body: strict })).id;
  const gate = { title: 'Side gate', tid: 'press', kind, ...times };
  const { id: alone } = await owner.call('create_task', { path: { pid }, body: gate });
  await owner.call('add_attendee', { path: { pid, id: alone, uid: volunteer.uid } });
  await signInAs(server, page, volunteer);
  await page.goto(`/projects/${pid}/tasks/${alone}`);
  await help.getByText('Tell the chiefs as soon as you know.').waitFor();
  await help.getByText("If you can't reach anyone, ask someone else on the shift to tell them").waitFor();
  visitor.expectNoErrors();
});
