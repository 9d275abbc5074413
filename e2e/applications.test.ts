import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { openScene, expectNotification } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf, makePeople } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

const manage = (tab = '') => `/projects/${year.pid}/teams/venue/manage${tab}`;

test('a chief opens the team for applications; a new person signs in, applies and is accepted', async () => {
  const email = 'newcomer@example.org';
  await using ours = await newVisitor(browser, server.url);
  await signInAs(server, ours.page, year.chief);
  await ours.page.goto(manage());
  await ours.page.getByRole('link', { name: 'Applications' }).click();
  await ours.page.getByText('Turn on applications').waitFor();
  await ours.page.getByRole('switch', { name: 'People can apply' }).press('Space');
  await expectNotification(ours.page, 'Venue now takes applications.');

  await using theirs = await newVisitor(browser, server.url);
  const { page } = theirs;
  await page.goto(`/projects/${year.pid}`);
  await page.getByText('Open for applications').waitFor();
  await page.getByRole('link', { name: 'Venue' }).click();
  await page.getByRole('link', { name: 'Sign in to apply' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Create sign-in link' }).click();
  await page.goto(await server.mailedLink(email));
  await page.getByRole('heading', { name: 'Apply to Venue' }).waitFor();
  await page.getByText(`your name, ${email} and this message`).waitFor();
  // The form asks for the name, so nothing else does.
  expect(await page.getByText("You haven't added your name yet.").count()).toBe(0);
  await page.getByLabel('What would you like to tell them?').fill('I own a ladder.\nAnd a drill.');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Enter your name.').waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(' Nora Newcomer ');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expectNotification(page, 'Application to Venue sent.');
  await page.getByRole('heading', { name: 'Your application', exact: true }).waitFor();
  await page.getByText('If nobody answers, your application ends on').waitFor();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Your applications' }).waitFor();
  await page.getByText('Waiting for an answer since').waitFor();

  await using owners = await newVisitor(browser, server.url);
  await signInAs(server, owners.page, year.owner);
  await owners.page.goto(`/projects/${year.pid}/manage/teams`);
  await owners.page.getByRole('link', { name: '1 application' }).click();
  await owners.page.getByText('I own a ladder.').waitFor();

  // The page that the mail links to is also linked from the home page.
  await ours.page.goto('/');
  await ours.page.getByRole('heading', { name: 'Applications to decide' }).waitFor();
  await ours.page.getByRole('link', { name: 'Venue: 1 application' }).click();
  await ours.page.getByRole('link', { name: 'Applications 1' }).waitFor();
  await ours.page.getByText('I own a ladder.\nAnd a drill.').waitFor();
  await ours.page.getByRole('link', { name: email }).waitFor();
  await ours.page.getByRole('button', { name: 'Accept Nora Newcomer' }).click();
  await ours.page.getByText("This server can't send email.").waitFor();
  await expectNotification(ours.page, 'Nora Newcomer is now in Venue.');
  await ours.page.getByText('No open applications').waitFor();
  await ours.page.getByRole('link', { name: 'Home' }).click();
  await ours.page.getByRole('heading', { name: 'Your teams', exact: true }).waitFor();
  expect(await ours.page.getByRole('heading', { name: 'Applications to decide' }).count()).toBe(0);

  // The team appears when the application goes, without loading the page again.
  await page.getByRole('link', { name: 'Venue' }).click();
  await page.getByRole('heading', { level: 1, name: 'Venue' }).waitFor();
  await page.clock.setFixedTime(Date.now() + 11_000);
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByText('No team yet').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Your applications' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Venue' }).click();
  await page.getByRole('heading', { name: 'Contact sheet' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Your application' }).count()).toBe(0);
  theirs.expectNoErrors();
  ours.expectNoErrors();
});

test('an application is kept as a draft, changed and withdrawn; a full team cannot accept; declining asks for confirmation', async () => {
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  for (const tid of ['venue', 'press'])
    await owner.call('update_team', { path: { pid, tid }, body: { takes_applications: true } });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.volunteer);
  await page.goto(`/projects/${pid}/teams`);
  await page.getByRole('link', { name: 'Apply to Venue' }).click();
  await page.getByText('The team is full right now.').waitFor();
  const words = page.getByLabel('What would you like to tell them?');
  await words.fill('Draft');
  await page.reload();
  await page.getByText('Draft').waitFor();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expectNotification(page, 'Application to Venue sent.');

  // Concurrent change from another device.
  const hers = await clientOf(server, year.volunteer);
  await hers.call('apply_to_team', { path: { pid, tid: 'venue' }, body: { message: 'From my phone' } });
  await words.fill('Changed');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Show the other version' }).click();
  await page.getByText('From my phone').waitFor();
  await page.getByRole('button', { name: 'Save my version' }).click();
  await expectNotification(page, 'Application updated.');
  await page.goto(`/projects/${pid}/teams`);
  await page.getByText('Applied', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Venue', exact: true }).click();
  await page.getByRole('button', { name: 'Withdraw application to Venue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expectNotification(page, 'Application to Venue withdrawn.');
  await page.getByRole('heading', { name: 'Apply to Venue' }).waitFor();
  expect(await words.inputValue()).toBe('');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expectNotification(page, 'Application to Venue sent.');

  await signInAs(server, page, year.chief);
  await page.goto(manage('?tab=applications'));
  await page.getByRole('button', { name: 'Accept Vera Volunteer' }).click();
  await page.getByRole('alert').getByText('The team is full.').waitFor();
  await page.getByRole('button', { name: 'Decline Vera Volunteer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expectNotification(page, 'Declined the application from Vera Volunteer.');
  await page.getByRole('switch', { name: 'People can apply' }).click();
  await expectNotification(page, 'Venue no longer takes applications.');
  expect((await owner.call('list_project_applications', { path: { pid } })).data).toEqual([]);
});

test('several applications are accepted at once until the team is full, and the rest is declined', async () => {
  const { pid } = year;
  // Another one for each try.
  const tid = `stage-${Date.now()}`;
  const path = { pid, tid };
  const owner = await clientOf(server, year.owner);
  await owner.call('create_team', { path: { pid }, body: { tid, name: 'Stage', headcount: 2 } });
  await owner.call('update_team', { path, body: { takes_applications: true } });
  for (const person of await makePeople(server, ['Ann Amp', 'Bo Bass', 'Cy Cymbal'])) {
    const theirs = await clientOf(server, person);
    await theirs.call('apply_to_team', { path, body: { message: `I am ${person.name}` } });
  }
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/teams/${tid}/manage?tab=applications&q=bass`);
  const names = () => page.getByRole('table').locator('tbody th').allTextContents();
  await expect.poll(names).toEqual(['Bo Bass']);
  await page.getByRole('searchbox', { name: 'Search by name, email address or message' }).fill('');
  await expect.poll(names).toEqual(['Ann Amp', 'Bo Bass', 'Cy Cymbal']);
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.waitForURL('**sort=-name**');
  await page.reload();
  await expect.poll(names).toEqual(['Cy Cymbal', 'Bo Bass', 'Ann Amp']);

  await page.getByRole('checkbox', { name: 'Select Ann Amp' }).check();
  await page.getByText('1 selected').waitFor();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  visitor.expectError(/409/);
  await page.getByRole('button', { name: 'Accept 3 applications' }).click();
  await expectNotification(page, '2 people are now in Stage.');
  const result = page.getByRole('alert');
  await result.getByText('2 of 3 applications accepted').waitFor();
  await result.getByText(/^\S+ \S+: The team is full\./).waitFor();
  const { data } = await owner.call('list_team_members', { path });
  expect(data).toHaveLength(2);
  expect(await names()).toHaveLength(1);

  await page.getByText('1 selected').waitFor();
  await page.getByRole('button', { name: 'Decline 1 application' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decline 1 application?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Decline 1 application' }).click();
  await dialog.getByRole('button', { name: 'Decline 1 application' }).click();
  await expectNotification(page, '1 application declined.');
  await page.getByText('No open applications').waitFor();
  expect(await page.getByText('2 of 3 applications accepted').count()).toBe(0);
  expect((await owner.call('list_applications', { path })).data).toEqual([]);
  visitor.expectNoErrors();
});

test('a call with questions: read by visitors, answered on a phone, decided in the table and published together', async () => {
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  await owner.call('update_project', {
    path: { pid },
    body: { call_opens_at: inDays(-1), call_closes_at: inDays(20), wishes: 2, decisions: 'together' },
  });
  for (const tid of ['venue', 'press'])
    await owner.call('update_team', { path: { pid, tid }, body: { takes_applications: true, headcount: null } });
  const { data: forms } = await owner.call('list_forms', { path: { pid } });
  if (!forms.some(({ form }) => form === 'questions'))
    await owner.call('create_form', {
      path: { pid },
      body: {
        form: 'questions',
        kind: 'application',
        title: 'About you',
        enabled: true,
        fields: [
          { key: 'drives', label: 'Do you drive?', type: 'yes_no', required: true },
          {
            key: 'van',
            label: 'Which van?',
            type: 'text',
            required: true,
            max_length: 100,
            only_when: { field: 'drives', values: [true] },
          },
        ],
      },
    });
  const [person] = await makePeople(server, [`Vic Van ${Date.now()}`]);
  if (person === undefined) throw new Error('nobody');

  await using theirs = await newVisitor(browser, server.url, { viewport: { width: 390, height: 800 } });
  const { page } = theirs;
  await page.goto(`/projects/${pid}`);
  await page.getByText(/^You can apply until /).waitFor();
  await page.getByRole('link', { name: 'Read the questions and apply' }).click();
  await page.getByText('Do you drive?', { exact: true }).waitFor();
  await page.getByText('Which van?').waitFor();
  await signInAs(server, page, person);
  await page.goto(`/projects/${pid}/apply?tid=venue`);
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByLabel('Which van?').fill('A white one');
  await page.reload();
  await expect.poll(() => page.getByLabel('Which van?').inputValue()).toBe('A white one');
  await page.getByLabel('Choice 2').selectOption({ label: 'Press' });
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expectNotification(page, 'Application sent.');
  await page.getByRole('heading', { name: 'Your application' }).waitFor();

  await using ours = await newVisitor(browser, server.url);
  await signInAs(server, ours.page, year.owner);
  await ours.page.goto(`/projects/${pid}/manage/applications`);
  await ours.page.getByLabel('Search by name').fill('Vic');
  await ours.page.getByRole('columnheader', { name: 'Which van?' }).waitFor();
  await ours.page.getByRole('button', { name: person.name }).first().click();
  await ours.page.getByRole('button', { name: 'Next (j)' }).click();
  await ours.page.getByLabel('Note').fill('Knows the way');
  await ours.page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expectNotification(ours.page, '1 decision saved.');
  await page.reload();
  await page.getByText('Sent', { exact: true }).first().waitFor();
  await ours.page.goto(`/projects/${pid}/manage/applications/publish`);
  await ours.page.getByLabel('Text for accepted people').fill('See you, {{name}}!');
  await ours.page.getByRole('button', { name: 'Show counts and previews' }).click();
  await ours.page.getByText(`See you, ${person.name}!`).waitFor();
  await ours.page.getByRole('button', { name: 'Publish 1 decision' }).click();
  await ours.page.getByRole('dialog').getByRole('button', { name: 'Publish 1 decision' }).click();
  await expectNotification(ours.page, '1 decision published.');
  await page.reload();
  await page.getByText('Accepted', { exact: true }).waitFor();
  theirs.expectNoErrors();
  ours.expectNoErrors();
});
