import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { openEntry } from './support/menu.ts';
import { openScene, expectNotification } from './support/scene.ts';
import { seed, signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { browserClientOf, clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

test('a person without an account is invited by mail, signs in and joins the team', async () => {
  const email = 'newcomer@example.org';
  await using ours = await newVisitor(browser, server.url);
  await signInAs(server, ours.page, year.chief);
  await ours.page.goto(`/projects/${year.pid}/teams/venue/manage?add=invite`);
  await ours.page.getByText(`Ask the people you invite to sign in at ${server.url}/invitations`).waitFor();
  await ours.page.getByRole('textbox', { name: 'Email addresses' }).fill(`Nora <${email}>`);
  await ours.page.getByRole('button', { name: 'Invite 1 person' }).click();
  await expectNotification(ours.page, "1 invitation created. This server can't send email");
  await ours.page.getByRole('row', { name: email }).getByRole('cell', { name: 'Chen Chief' }).waitFor();

  await using theirs = await newVisitor(browser, server.url);
  const { page } = theirs;
  // The page that the mail links to.
  await page.goto('/invitations');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Create sign-in link' }).click();
  await page.goto(await server.mailedLink(email));
  await page.getByRole('heading', { level: 1, name: 'Invitations' }).waitFor();
  await page.getByText('Chen Chief invites you to join.').waitFor();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Invitations' }).waitFor();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  // The name under which she was invited.
  await expect.poll(() => name.inputValue()).toBe('Nora');
  await name.fill('');
  await page.getByRole('button', { name: 'Join Venue' }).click();
  await page.getByText('Enter your name.').waitFor();
  await name.fill(' Nora Newcomer ');
  await page.getByRole('button', { name: 'Join Venue' }).click();
  await expectNotification(page, 'Welcome to Venue.');
  await page.getByRole('heading', { level: 1, name: 'Venue' }).waitFor();
  await page.getByRole('heading', { name: 'Contact sheet' }).waitFor();
  await page.goto('/invitations');
  await page.getByText(`You're signed in as ${email}.`).waitFor();
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Hello, Nora Newcomer' }).waitFor();
  theirs.expectNoErrors();
  ours.expectNoErrors();
});

test('a full team keeps the invitation; declining asks for confirmation; a chief revokes an invitation', async () => {
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  await owner.call('update_team', { path: { pid, tid: 'venue' }, body: { headcount: 3 } });
  const emails = [year.volunteer.email, 'other@example.org'];
  await owner.call('invite_to_team', { path: { pid, tid: 'venue' }, body: { emails } });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.volunteer);
  await page.goto('/invitations');
  await page.getByRole('button', { name: 'Join Venue' }).click();
  await page.getByText('The team is full right now.').waitFor();
  await page.getByRole('button', { name: 'Decline the invitation to Venue' }).click();
  await page
    .getByRole('dialog')
    .getByText('The person who invited you is notified. They can invite you again.')
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expectNotification(page, 'Invitation declined.');
  await page.getByText('No invitations').waitFor();

  await signInAs(server, page, year.chief);
  await page.goto(`/projects/${pid}/teams/venue/manage`);
  await page.getByRole('button', { name: 'Invite again: other@example.org' }).click();
  await expectNotification(page, '1 address was already invited a few minutes ago.');
  await page.getByRole('button', { name: 'Revoke the invitation to other@example.org' }).click();
  await expectNotification(page, 'Invitation to other@example.org revoked.');
  expect((await owner.call('list_project_invitations', { path: { pid } })).data).toEqual([]);
});

test('an owner invites another owner, who accepts and joins no team', async () => {
  const { pid, volunteer } = year;
  await using ours = await newVisitor(browser, server.url);
  await signInAs(server, ours.page, year.owner);
  await ours.page.goto(`/projects/${pid}/teams/press/manage?add=invite`);
  const role = ours.page.getByRole('combobox', { name: 'Invite as' });
  for (const [option, hint] of [
    ['Chief', 'Joins the team and leads it.'],
    ['Member', 'Joins the team.'],
    ['Project owner', "Runs the whole project, like you. Doesn't join a team."],
  ] as const) {
    await role.click();
    await ours.page.getByRole('option', { name: option }).click();
    await ours.page.getByText(hint, { exact: true }).waitFor();
  }
  await ours.page.getByRole('textbox', { name: 'Email addresses' }).fill(volunteer.email);
  await ours.page.getByRole('button', { name: 'Invite 1 person' }).click();
  const row = ours.page.getByRole('row', { name: volunteer.email });
  await row.getByRole('cell', { name: 'Project owner' }).waitFor();
  await row.getByRole('cell', { name: 'Olga Owner' }).waitFor();
  await ours.page.getByRole('button', { name: `Invite again: ${volunteer.email}` }).click();
  await expectNotification(ours.page, '1 address was already invited a few minutes ago.');
  await row.getByRole('cell', { name: 'Olga Owner' }).waitFor();
  ours.expectNoErrors();

  await using theirs = await newVisitor(browser, server.url);
  const { page } = theirs;
  await signInAs(server, page, volunteer);
  await page.goto('/invitations');
  await page.getByText('Olga Owner invites you to run this project as an owner.').waitFor();
  await page.getByText('the other owners see your email address').waitFor();
  expect(await page.getByText('public staff list').count()).toBe(0);
  await page.getByRole('button', { name: `Become an owner of Summer Camp ${pid}` }).click();
  await expectNotification(page, `You're now an owner of Summer Camp ${pid}.`);
  await openEntry(page, 'People', 'Owners');
  await page.getByText('Vera Volunteer (you)').waitFor();
  theirs.expectNoErrors();
});

test('somebody without an account is invited as owner by email', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const email = 'greta@example.org';
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/manage/owners`);
  await page.getByRole('button', { name: 'Add an owner' }).click();
  await page.getByRole('searchbox').fill(email);
  await page.getByRole('button', { name: 'Invite as owner' }).click();
  await expectNotification(page, '1 invitation created.');
  await page.getByText(/^Invited, can accept until/).waitFor();
  const owner = await clientOf(server, year.owner);
  const open = await owner.call('list_project_invitations', { path: { pid: year.pid } });
  expect(open.data.filter((one) => one.email === email).map(({ role }) => role)).toEqual(['owner']);
  await page.getByRole('button', { name: `Revoke the invitation to ${email}` }).click();
  await expectNotification(page, `Invitation to ${email} revoked.`);

  await signInAs(server, page, year.administrator);
  await page.goto('/projects/new');
  await page.getByRole('searchbox').fill(email);
  await page.getByText(`Ask ${email} to sign in at ${server.url}`).waitFor();
  await page.getByRole('button', { name: 'Copy Sign-in address' }).waitFor();
  visitor.expectNoErrors();
});

test('only invalid addresses stay in the field, as typed, and are listed as errors', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  const list = page.getByRole('textbox', { name: 'Email addresses' });
  // The third one passes the check in the browser, but not on the server.
  const typed = 'Gina Good <Gina@Example.org>; just-a-word\nOdd One <odd(one)@example.org>, rita@example.org';
  const bad = 'just-a-word\nOdd One <odd(one)@example.org>';

  await page.goto(`/projects/${year.pid}/teams/press/manage?add=invite`);
  await list.fill(typed);
  await page.getByText('Not an email address: just-a-word', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Invite 3 people' }).click();
  await expectNotification(page, "2 invitations created. This server can't send email");
  await page.getByText('Not an email address: just-a-word and odd(one)@example.org', { exact: true }).waitFor();
  expect(await list.inputValue()).toBe(bad);
  expect(await list.getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByRole('button', { name: 'Invite', exact: true }).isDisabled()).toBe(true);

  // Adding by address is the same form.
  await page.goto(`/projects/${year.pid}/teams/press/manage?add=paste`);
  await list.fill(typed);
  await page.getByLabel('People who have an account join at once').check();
  await page.getByRole('button', { name: 'Add or invite 3 people' }).click();
  await page.getByText('Not an email address: just-a-word and odd(one)@example.org', { exact: true }).waitFor();
  expect(await list.inputValue()).toBe(bad);
  await list.fill('Ada Lovelace\tada@example.org\nGrace Hopper\tgrace.example.org');
  await page.getByText('Not an email address: grace.example.org (line 2)', { exact: true }).waitFor();
  await list.fill('odd@example.org');
  await page.getByRole('button', { name: 'Add or invite 1 person' }).waitFor();
  expect(await page.getByText('Not an email address').count()).toBe(0);

  await page.goto(`/projects/${year.pid}/manage/invitations?q=gina`);
  const row = page.getByRole('row', { name: 'Gina Good · gina@example.org' });
  await row.getByText('Press').waitFor();
  expect(await page.getByRole('row', { name: 'rita@example.org' }).count()).toBe(0);
  await row.getByRole('button', { name: 'Revoke the invitation to gina@example.org' }).click();
  await expectNotification(page, 'Invitation to gina@example.org revoked.');
});

test('people who are already in the team are listed, and the others are invited', async () => {
  const { member, chief } = year;
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, chief);
  await page.goto(`/projects/${year.pid}/teams/venue/manage?add=invite`);
  const list = page.getByRole('textbox', { name: 'Email addresses' });
  await list.fill(`${member.email}, second@example.org, ${chief.email}`);
  await page.getByRole('button', { name: 'Invite 3 people' }).click();
  await expectNotification(page, `Already in the team, or your own address: ${member.email} and ${chief.email}.`);
  await page.getByText('second@example.org').waitFor();
  expect(await list.inputValue()).toBe('');
});

test('unsent invitations say why, and people who may invite can send them', async () => {
  const { pid } = year;
  const path = { pid, tid: 'press' };
  const owner = await clientOf(server, year.owner);
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await owner.call('update_project', { path: { pid }, body: { state: 'draft' } });
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/teams/press/manage?add=invite`);
  await page.getByRole('textbox', { name: 'Email addresses' }).fill('early@example.org, late@example.org');
  await page.getByRole('button', { name: 'Invite 2 people' }).click();
  await expectNotification(page, "2 invitations saved. This server can't send email: once the project is public");
  const row = (email: string) => page.getByRole('row', { name: email });
  await row('early@example.org').getByText('Sent when the project is public.').waitFor();
  expect(await page.getByRole('button', { name: 'Send now: early@example.org' }).count()).toBe(0);

  await owner.call('disable_team', { path });
  await owner.call('update_project', { path: { pid }, body: { state: 'public' } });
  await page.reload();
  await row('early@example.org').getByText('Sent when the team is enabled again.').waitFor();
  expect(await page.getByRole('button', { name: 'Send now: early@example.org' }).count()).toBe(0);
  await owner.call('enable_team', { path });
  // As if the mailbox had been full.
  await seed(server, ({ db }) =>
    db.transaction((trx) =>
      trx.updateTable('invitations').set({ held: 1 }).where('email', '=', 'late@example.org').execute(),
    ),
  );
  await page.reload();
  await row('late@example.org').getByText('This mailbox had received too many emails.').waitFor();
  expect(await page.getByRole('button', { name: 'Send now: early@example.org' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Send now: late@example.org' }).click();
  await page.getByRole('button', { name: 'Invite again: late@example.org' }).waitFor();
  for (const email of ['early@example.org', 'late@example.org']) {
    await page.getByRole('button', { name: `Revoke the invitation to ${email}` }).click();
    await expectNotification(page, `Invitation to ${email} revoked.`);
  }
  visitor.expectNoErrors();
});

test('many invitations are shown in parts, searched, sorted, selected and sent again', async () => {
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  const emails = Array.from({ length: 120 }, (_, index) => `guest${String(index).padStart(3, '0')}@example.net`);
  for (const batch of [emails.slice(0, 50), emails.slice(50, 100), emails.slice(100)])
    await owner.call('invite_to_team', { path: { pid, tid: 'press' }, body: { emails: batch } });
  // Chiefs can be selected as well.
  const chief = { emails: ['guest015@example.net'], role: 'chief' as const };
  const inBrowser = await browserClientOf(server, year.owner);
  await inBrowser.call('invite_to_team', { path: { pid, tid: 'press' }, body: chief });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/teams/press/manage`);
  const table = page.getByRole('table', { name: /open invitations/ });
  const shown = () => table.locator('tbody th').filter({ hasText: 'example.net' }).allTextContents();
  await table.waitFor();
  expect(await table.locator('tbody tr').count()).toBe(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(shown).toEqual(emails);
  await table.getByRole('button', { name: 'Email address' }).click();
  await expect.poll(shown).toEqual(emails.toReversed());

  await page.getByRole('searchbox', { name: 'Search by email address' }).fill('GUEST01');
  await expect.poll(shown).toEqual(emails.slice(10, 20).toReversed());
  await page.reload();
  await expect.poll(shown).toEqual(emails.slice(10, 20).toReversed());
  await table.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByText('10 selected').waitFor();
  await table.getByRole('checkbox', { name: 'Select guest010@example.net' }).uncheck();
  await page.getByText('9 selected').waitFor();
  await page.getByRole('button', { name: 'Invite again', exact: true }).click();
  await expectNotification(page, '9 addresses were already invited a few minutes ago.');
  await page.getByText('9 selected').waitFor({ state: 'detached' });
  await table.getByRole('checkbox', { name: 'Select guest011@example.net' }).check();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  expect(await table.getByRole('checkbox', { name: 'Select guest011@example.net' }).isChecked()).toBe(false);
  await page.getByRole('searchbox', { name: 'Search by email address' }).fill('nobody');
  await page.getByText('No matches.').waitFor();
  visitor.expectNoErrors();
});
