import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { openScene, expectNotification } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf } from './support/year.ts';
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
  await ours.page.getByText(`Ask people to sign in at ${server.url}/invitations`).waitFor();
  await ours.page.getByRole('textbox', { name: 'Email addresses' }).fill(`Nora <${email}>`);
  await ours.page.getByRole('button', { name: 'Invite 1 person' }).click();
  await expectNotification(ours.page, '1 invitation created, but no email was sent');
  await ours.page.getByText('by Chen Chief').waitFor();

  await using theirs = await newVisitor(browser, server.url);
  const { page } = theirs;
  // The page that the mail links to.
  await page.goto('/invitations');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.goto(await server.mailedLink(email));
  await page.getByRole('heading', { level: 1, name: 'Invitations' }).waitFor();
  await page.getByText('Chen Chief invites you to join.').waitFor();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Invitations' }).waitFor();
  await page.getByRole('button', { name: 'Join Venue' }).click();
  await page.getByText('Enter your name.').waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(' Nora Newcomer ');
  await page.getByRole('button', { name: 'Join Venue' }).click();
  await expectNotification(page, 'Welcome to Venue!');
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
  await page.getByRole('dialog').getByText('The chiefs can invite you again.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expectNotification(page, 'Invitation declined.');
  await page.getByText('No invitations').waitFor();

  await signInAs(server, page, year.chief);
  await page.goto(`/projects/${pid}/teams/venue/manage`);
  await page.getByRole('button', { name: 'Invite other@example.org again' }).click();
  await expectNotification(page, '1 address was already invited a few minutes ago.');
  await page.getByRole('button', { name: 'Revoke the invitation to other@example.org' }).click();
  await expectNotification(page, 'Revoked the invitation to other@example.org.');
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
  await ours.page.getByText('Owner of the project · by Olga Owner').waitFor();
  await ours.page.getByRole('button', { name: `Invite ${volunteer.email} again` }).click();
  await expectNotification(ours.page, '1 address was already invited a few minutes ago.');
  await ours.page.getByText('Owner of the project · by Olga Owner').waitFor();
  ours.expectNoErrors();

  await using theirs = await newVisitor(browser, server.url);
  const { page } = theirs;
  await signInAs(server, page, volunteer);
  await page.goto('/invitations');
  await page.getByText('Olga Owner would like you to run this project as one of its owners.').waitFor();
  await page.getByText('the other owners see your address').waitFor();
  expect(await page.getByText('public staff list').count()).toBe(0);
  await page.getByRole('button', { name: `Become an owner of Summer Camp ${pid}` }).click();
  await expectNotification(page, `You are an owner of Summer Camp ${pid} now.`);
  await page.getByRole('link', { name: 'Owners', exact: true }).click();
  await page.getByText('Vera Volunteer (you)').waitFor();
  theirs.expectNoErrors();
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
  await expectNotification(page, '2 invitations created, but no emails were sent');
  await page.getByText('Not an email address: just-a-word, odd(one)@example.org', { exact: true }).waitFor();
  expect(await list.inputValue()).toBe(bad);
  expect(await list.getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByRole('button', { name: 'Invite', exact: true }).isDisabled()).toBe(true);

  await page.goto(`/projects/${year.pid}/teams/press/manage?add=paste`);
  await list.fill(typed);
  await page.getByRole('button', { name: 'Add 3 people' }).click();
  await page.getByText('2 addresses have no account here').waitFor();
  await page.getByText('Not an email address: just-a-word, odd(one)@example.org', { exact: true }).waitFor();
  expect(await list.inputValue()).toBe(bad);
  await list.fill('odd@example.org');
  await page.getByRole('button', { name: 'Add 1 person' }).waitFor();
  expect(await page.getByText('Not an email address').count()).toBe(0);
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
  await expectNotification(page, `Already in the team, or your own address: ${member.email}, ${chief.email}.`);
  await page.getByText('second@example.org').waitFor();
  expect(await list.inputValue()).toBe('');
});
