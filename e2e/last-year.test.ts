import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { browserClientOf, clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

let copies = 0;

/** The year after, without chiefs. */
async function copyYear(state: 'draft' | 'public') {
  copies += 1;
  const next = Number(year.pid) + 20 + copies;
  const pid = String(next);
  const days = { starts_on: `${next}-08-08`, ends_on: `${next}-08-09` };
  const admin = await browserClientOf(server, year.administrator);
  await admin.call('create_project', {
    body: {
      pid,
      name: `Summer Camp ${pid}`,
      timezone: 'Asia/Taipei',
      ...days,
      state,
      owners: [year.owner.uid],
      copy_from: year.pid,
    },
  });
  return pid;
}

test("an owner invites last year's members to their teams, except those who are there already", async () => {
  const pid = await copyYear('draft');
  const own = await clientOf(server, year.owner);
  await own.call('add_member', { path: { pid: year.pid, tid: 'press', uid: year.volunteer.uid } });
  await own.call('add_member', { path: { pid, tid: 'venue', uid: year.member.uid } });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage`);
  const card = page.getByRole('region', { name: 'Invite people' });
  await card.getByText("Last year's members").click();
  await card.getByText('This project is a draft.').waitFor();
  await card.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: `Summer Camp ${year.pid}` }).click();
  await card.getByRole('row', { name: /Mia Member.*Already in the team/ }).waitFor();
  expect(await card.getByRole('checkbox', { name: 'Select Mia Member' }).count()).toBe(0);
  await card.getByRole('row', { name: /Chen Chief.*Venue.*Chief/ }).waitFor();
  expect(await card.getByRole('checkbox', { name: 'Select Chen Chief' }).isChecked()).toBe(true);
  await card.getByRole('checkbox', { name: 'Select Vera Volunteer' }).uncheck();
  await card.getByRole('button', { name: 'Invite 1 person' }).click();
  await expectNotification(page, '1 invitation saved.');
  await card.getByRole('row', { name: /Chen Chief.*Already invited/ }).waitFor();
  // People who were left out stay left out.
  expect(await card.getByRole('button', { name: 'Invite', exact: true }).isDisabled()).toBe(true);
  await card.getByRole('checkbox', { name: 'Select Vera Volunteer' }).check();
  await card.getByRole('button', { name: 'Invite 1 person' }).click();
  await card.getByRole('row', { name: /Vera Volunteer.*Already invited/ }).waitFor();
  const { data } = await own.call('list_project_invitations', { path: { pid }, query: {} });
  expect(Object.fromEntries(data.map(({ email, tid, role }) => [email, `${tid} ${role}`]))).toEqual({
    [year.chief.email]: 'venue chief',
    [year.volunteer.email]: 'press member',
  });
  await signInAs(server, page, year.volunteer);
  await page.goto('/invitations');
  await page.getByText('No invitations').waitFor();
  for (const state of ['public', 'draft'] as const)
    await own.call('update_project', { path: { pid }, body: { state } });
  await page.reload();
  await page.getByText(`You can accept once Summer Camp ${pid} is public.`).waitFor();
  await page.getByText('Valid until').waitFor();
  visitor.expectNoErrors();
});

test('when the invitations to one team fail, those to the team before are reported', async () => {
  const pid = await copyYear('public');
  const own = await clientOf(server, year.owner);
  await own.call('add_member', { path: { pid: year.pid, tid: 'press', uid: year.volunteer.uid } });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  const returning = `**/api/projects/${pid}/returning-people*`;
  await page.route(returning, (route) => route.fulfill({ status: 500 }));
  visitor.expectError(/500/);
  await page.goto(`/projects/${pid}/manage`);
  const card = page.getByRole('region', { name: 'Invite people' });
  await page.getByRole('link', { name: "Invite last year's members" }).click();
  await card.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: `Summer Camp ${year.pid}` }).click();
  await card.getByRole('alert').waitFor();
  await page.unroute(returning);
  await card.getByRole('button', { name: 'Try again' }).click();
  await card.getByRole('checkbox', { name: 'Select Mia Member' }).uncheck();
  await page.route('**/teams/venue/invitations', (route) => route.fulfill({ status: 500 }));
  await card.getByRole('button', { name: 'Invite 2 people' }).click();
  await expectNotification(page, '1 invitation created.');
  await card.getByRole('alert').waitFor();
  await card.getByRole('row', { name: /Vera Volunteer.*Already invited/ }).waitFor();
  expect(await card.getByRole('checkbox', { name: 'Select Chen Chief' }).isChecked()).toBe(true);
  expect(await card.getByRole('checkbox', { name: 'Select Mia Member' }).isChecked()).toBe(false);
  visitor.expectNoErrors();
});

test("a chief invites last year's members to the team", async () => {
  const pid = await copyYear('public');
  const own = await clientOf(server, year.owner);
  await own.call('add_chief', { path: { pid, tid: 'venue', uid: year.chief.uid } });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.chief);
  await page.goto(`/projects/${pid}/teams/venue/manage`);
  const card = page.getByRole('region', { name: 'Add people' });
  await card.getByText("Last year's members").click();
  await card.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: `Summer Camp ${year.pid}` }).click();
  await card.getByRole('checkbox', { name: 'Select Mia Member' }).waitFor();
  await card.getByRole('button', { name: 'Invite 1 person' }).click();
  await expectNotification(page, '1 invitation created.');
  await page.getByRole('heading', { name: '1 open invitation' }).waitFor();
  await card.getByText("There's nobody left to invite.").waitFor();

  // Why nobody is listed, by team.
  await own.call('create_team', { path: { pid }, body: { tid: 'lounge', name: 'Lounge' } });
  for (const tid of ['lounge', 'press']) await own.call('add_chief', { path: { pid, tid, uid: year.chief.uid } });
  const reasonFor = async (tid: string, reason: string) => {
    await page.goto(`/projects/${pid}/teams/${tid}/manage?add=last-year`);
    await card.getByRole('combobox', { name: 'Project' }).click();
    await page.getByRole('option', { name: `Summer Camp ${year.pid}` }).click();
    await card.getByText(reason).waitFor();
  };
  await reasonFor('lounge', `There was no team Lounge in Summer Camp ${year.pid}.`);
  await reasonFor('press', `You didn't lead Press in Summer Camp ${year.pid}`);
  await own.call('create_team', { path: { pid: year.pid }, body: { tid: 'lounge', name: 'Lounge' } });
  await own.call('add_chief', { path: { pid: year.pid, tid: 'lounge', uid: year.chief.uid } });
  await reasonFor('lounge', `Nobody else was in Lounge in Summer Camp ${year.pid}.`);
  visitor.expectNoErrors();
});

test('an administrator who copies a project is offered its owners', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.administrator);
  await page.goto(`/projects/new?from=${year.pid}`);
  await page.getByRole('button', { name: 'Make Olga Owner an owner' }).click();
  await page.getByRole('button', { name: 'Remove Olga Owner' }).waitFor();
  expect(await page.getByText(`Owners of Summer Camp ${year.pid}:`).count()).toBe(0);
  visitor.expectNoErrors();
});
