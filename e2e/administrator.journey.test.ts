import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson } from '../test/support/factories.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { expectNotification } from './support/scene.ts';
import { seed, signInAs } from './support/seed.ts';
import { startServer } from './support/server.ts';
import type { Server } from './support/server.ts';
import { expectAbsent } from './support/year-steps.ts';
import { clientOf, makeFreshYear } from './support/year.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
});

afterAll(() => server[Symbol.asyncDispose]());

test('a new installation guides its first administrator to a project, teams, chiefs and the first invitation', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  for (const path of ['/', '/sign-in']) {
    await page.goto(path);
    await page.getByRole('alert', { name: "This service isn't set up yet" }).waitFor();
  }
  await page.goto(server.setUpLink);
  await page.locator('input[name=name]').fill('Ada Lovelace');
  await page.locator('input[name=email]').fill('ada@example.org');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: "Let's set up your event" }).waitFor();
  await page.getByText('0 of 9').waitFor();
  await page.getByRole('link', { name: 'New project' }).click();
  await page.getByLabel('Identifier').fill('Not a slug');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByText('Use only lowercase letters, digits, - and _.').waitFor();
  await page.getByLabel('Identifier').fill('first');
  await page.getByLabel('Name').fill('First Camp');
  await page.getByLabel('First day').fill('2027-08-08');
  await page.getByLabel('Location').fill('Harbour Hall');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('heading', { name: 'Get ready for the event' }).waitFor();
  await page.getByRole('link', { name: 'Go to teams' }).click();
  await page.waitForURL('**/projects/first/manage/teams');
  await page.goto('/projects/first');
  await page.getByText('Harbour Hall').waitFor();
  // The page that everybody sees leads there as well.
  await page.goto('/projects/first/teams');
  await page.getByText('No teams yet').waitFor();
  await page.getByRole('link', { name: 'Create team' }).click();
  await page.waitForURL('**/projects/first/manage/teams');
  await page.getByRole('button', { name: 'New team' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Venue');
  const applications = page.getByRole('dialog').getByRole('switch', { name: 'People can apply' });
  await applications.check();
  await page.getByRole('dialog').getByRole('button', { name: 'Create team' }).click();
  await expectNotification(page, 'Venue created.');
  await page.getByRole('button', { name: 'Edit: Venue' }).click();
  expect(await applications.isChecked()).toBe(true);
  await applications.uncheck();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expectNotification(page, 'Saved.');
  const home = await page.goto('/');
  expect(await home?.text()).toContain('Email addresses');
  await page.getByText(`Ask the people you invite to sign in at ${server.url}/invitations`).waitFor();
  await page.goto('/projects/first/teams/venue');
  await page.getByText('By invitation').waitFor();
  await page.goto('/projects/first/manage/tasks');
  await page.getByText('No shifts yet').waitFor();
  await page.getByRole('link', { name: 'Add series' }).waitFor();
  await expectAbsent(page, ['Copy a day', 'Show past shifts', 'All series']);
  await page.goto('/admin');
  await page.getByText('1 team has no chief yet.').waitFor();
  await page.getByText('3 of 9').waitFor();
  // Each open step leads to the page where it is done, and travel money can be skipped.
  for (const link of [
    'Appoint chiefs',
    'Go to settings',
    'Go to the invitation',
    'Let people apply',
    'Go to shifts',
    'Go to the table',
  ])
    await page.getByRole('link', { name: link }).waitFor();
  expect(await page.getByRole('link', { name: 'Go to settings' }).getAttribute('href')).toMatch(/settings#state$/v);
  await page.getByRole('button', { name: "We don't pay travel money" }).click();
  await page.getByText('Fill in the travel money table · skipped').waitFor();
  await page.getByText('4 of 9').waitFor();
  await page.goto('/projects/first/teams/venue/manage?tab=applications');
  await page.getByRole('switch', { name: 'People can apply' }).press('Space');
  await expectNotification(page, 'Venue now takes applications.');
  await page.goto('/admin');
  await page.getByText('Applications are turned on for Venue.').waitFor();
  expect(await page.getByRole('link', { name: 'Let people apply' }).count()).toBe(0);
  await page.getByRole('textbox', { name: 'Email addresses' }).fill('first@example.org, second@example.org, who?');
  await page.getByText('Not an email address: who?').waitFor();
  await page.getByRole('button', { name: 'Invite 2 people' }).click();
  await expectNotification(page, '2 invitations saved.');
  await page.getByText('Invite your first volunteers · done').waitFor();
  await page.goto('/projects/first/manage/teams');
  await page.getByRole('link', { name: 'Invite a chief: Venue' }).click();
  await page.getByRole('textbox', { name: 'Email addresses' }).fill('chief@example.org');
  await page.getByRole('button', { name: 'Invite 1 person' }).click();
  await expectNotification(page, '1 invitation saved.');
  await page.goto('/projects/first/manage/teams');
  await page.getByText('Invitation as chief not sent yet: chief@example.org').waitFor();
  await page.goto('/admin');
  await page.getByText('Written to files', { exact: true }).waitFor();
  await page.getByText('No failures.').waitFor();
  const at = new Date().toISOString();
  const job = { id: 'lost', key: 'lost', kind: 'mail', payload: '{}', created_at: at, due_at: at, attempts: 30 };
  await seed(server, ({ db }) =>
    db.transaction((trx) =>
      trx
        .insertInto('outbox')
        .values({ ...job, last_error: 'EENVELOPE', dead_at: at })
        .execute(),
    ),
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('row').filter({ hasText: 'EENVELOPE' }).getByRole('cell', { name: '30', exact: true }).waitFor();
  await page.goto('/projects');
  await page.getByRole('link', { name: 'New project' }).click();
  await page.waitForURL('**/projects/new');
  visitor.expectNoErrors();
});

test('a suspended person is signed out, can take their data along, and can return after the suspension is lifted', async () => {
  const year = await makeFreshYear(server);
  await using theirs = await newVisitor(browser, server.url);
  await using ours = await newVisitor(browser, server.url);
  await signInAs(server, theirs.page, year.chief);
  await theirs.page.goto(`/projects/${year.pid}/teams/venue/manage`);
  await theirs.page.getByRole('heading', { level: 1, name: 'Venue' }).waitFor();

  await signInAs(server, ours.page, year.administrator);
  const { page } = ours;
  await page.goto('/admin/people');
  // A complete address finds one person, part of one nobody.
  await page.getByRole('searchbox').fill(year.chief.email);
  await page.getByRole('button', { name: 'Details of Chen Chief' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Details of/ }).count()).toBe(1);
  await page.getByRole('searchbox').fill(`x${year.chief.email}`);
  await page.getByText('Nobody found.').waitFor();
  await page.getByRole('searchbox').fill('chen');
  await page.waitForURL('**/admin/people?q=chen');
  await page.getByRole('button', { name: 'Details of Chen Chief' }).click();
  await page.getByRole('dialog').getByText('Suspending signs this person out everywhere').waitFor();
  await page.getByRole('button', { name: 'Passkeys lost?' }).click();
  await page.getByRole('button', { name: 'Remove passkeys' }).click();
  await expectNotification(page, 'Passkeys of Chen Chief removed.');
  await page.getByRole('dialog').getByLabel('Reason').fill('Lost their laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend account' }).click();
  await page.getByRole('dialog', { name: 'Suspend this account?' }).getByText(year.chief.email).waitFor();
  await page
    .getByRole('dialog', { name: 'Suspend this account?' })
    .getByRole('button', { name: 'Suspend account' })
    .click();
  await expectNotification(page, 'Chen Chief suspended.');

  await theirs.page.getByRole('link', { name: 'Shifts' }).first().click();
  await theirs.page.waitForURL('**/sign-in?**');
  await theirs.page.getByLabel('Email address').fill(year.chief.email);
  await theirs.page.keyboard.press('Enter');
  await theirs.page.goto(await server.mailedLink(year.chief.email));
  await theirs.page.getByRole('heading', { name: 'This account is suspended' }).waitFor();
  expect(new URL(theirs.page.url()).pathname).toBe('/sign-in');
  const [download] = await Promise.all([
    theirs.page.waitForEvent('download'),
    theirs.page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('muster-export.json');
  await theirs.page.getByRole('button', { name: 'Erase my account' }).click();
  await theirs.page.getByRole('dialog').getByText("You can't undo this").waitFor();
  await theirs.page.keyboard.press('Escape');

  await page.reload();
  await page.getByRole('dialog').getByRole('button', { name: 'Lift suspension' }).click();
  await expectNotification(page, 'Chen Chief can sign in again.');
  await signInAs(server, theirs.page, year.chief);
  await theirs.page.goto(`/projects/${year.pid}/teams/venue/manage`);
  await theirs.page.getByRole('heading', { level: 1, name: 'Venue' }).waitFor();

  await page.goto('/admin/audit?kind=person.suspended');
  await page.getByText('Alma Admin suspended Chen Chief.').waitFor();
  await page.getByText('reason: Lost their laptop').waitFor();
  await page.getByRole('button', { name: 'Show only actions by Alma Admin' }).click();
  await page.waitForURL('**actor=**');
  await page.goBack();
  await page.getByRole('button', { name: 'Show only actions by Alma Admin' }).waitFor();
  ours.expectNoErrors();
});

test('the audit log shows the names of people, projects, teams and tasks, and no name for an erased person', async () => {
  const year = await makeFreshYear(server);
  const { pid } = year;
  const name = 'Gone Soon';
  const gone = await seed(server, (context) => createPerson(context, { name }));
  const owner = await clientOf(server, year.owner);
  await owner.call('add_member', { path: { pid, tid: 'press', uid: gone.uid } });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.administrator);
  const shows = async (kind: string, ...sentences: (string | RegExp)[]) => {
    await page.goto(`/admin/audit?kind=${kind}&project=${pid}`);
    for (const sentence of sentences) await page.getByText(sentence, { exact: true }).first().waitFor();
  };
  await shows('project.created', `Alma Admin created the project Summer Camp ${pid}.`);
  await shows(
    'attendance.added',
    new RegExp(`^Olga Owner assigned Mia Member to the shift Registration desk \\(.*${pid}.*\\d:00.*\\)\\.$`),
  );
  await shows(
    'task.created',
    new RegExp(`^Olga Owner created the shift Registration desk \\(.*${pid}.*\\)\\.$`),
    'team: Venue',
  );
  await shows('member.added', `Olga Owner added ${name} to the team Press.`);
  await shows(
    'form.created',
    'Olga Owner created the form Travel.',
    /^kind: Travel money · who is asked: .*bank account/,
  );
  await shows('response.saved', 'Mia Member answered the form Shirts.', /answers: \D*1,490 · shared data/);
  await shows('subsidy.set', 'Olga Owner set the travel money for Taichung.', /^amount: .*700/);
  await owner.call('update_project', { path: { pid }, body: { description: 'Three days.', ends_on: `${pid}-08-10` } });
  await shows('project.changed', 'Olga Owner changed the project: description and last day.');
  await page.goto('/admin/audit?kind=project.changed');
  await page.getByText(`project: Summer Camp ${pid}`, { exact: true }).waitFor();
  await signInAs(server, page, gone);
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(await page.evaluate(async () => (await fetch('/api/me', { method: 'DELETE' })).status)).toBe(204);
  await signInAs(server, page, year.administrator);
  await shows('member.added', 'Olga Owner added An erased account to the team Press.');
  expect(await page.getByText(/erased-/).count()).toBe(0);
  visitor.expectNoErrors();
});

test('administrators are appointed and dismissed in the list of people, after a fresh sign-in', async () => {
  const year = await makeFreshYear(server);
  const bob = await seed(server, (context) => createPerson(context, { name: 'Bob Deputy' }));
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.administrator);
  await seed(server, ({ db }) =>
    db.transaction((trx) =>
      trx
        .updateTable('sessions')
        .set({ created_at: new Date(Date.now() - 3_600_000).toISOString() })
        .where('uid', '=', year.administrator.uid)
        .execute(),
    ),
  );
  await page.goto(`/admin/people?q=bob&uid=${bob.uid}`);
  await page.getByRole('button', { name: 'Make administrator' }).click();
  await page.getByRole('dialog').getByText('and appoint other administrators').waitFor();
  await page.getByRole('button', { name: 'Make administrator' }).nth(1).click();
  // Somebody without a passkey gets a link and a code; the change goes on after either.
  const proof = page.getByRole('dialog', { name: "Confirm it's you" });
  await proof.getByRole('button', { name: 'Create sign-in link' }).click();
  expect(await proof.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0);
  await proof.getByLabel('Code', { exact: true }).fill(await server.mailedCode(year.administrator.email));
  await proof.getByRole('button', { name: 'Sign in with code' }).click();
  await expectNotification(page, 'Bob Deputy is now an administrator.');
  await page.getByText('Administrator', { exact: true }).first().waitFor();
  await page.getByText('and appoint other administrators').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Remove as administrator' }).click();
  await page.getByRole('button', { name: 'Remove as administrator' }).nth(1).click();
  await expectNotification(page, 'Bob Deputy is no longer an administrator.');
  await page.goto('/admin/audit?kind=administrator.dismissed');
  await page.getByText('Alma Admin removed Bob Deputy as an administrator.').waitFor();
});
