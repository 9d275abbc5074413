import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../src/client/client.ts';
import { createRows } from '../test/support/factories.ts';
import type { TestPerson } from '../test/support/factories.ts';
import { seriousFindings } from './support/axe.ts';
import { newVisitor } from './support/browser.ts';
import { tooWide } from './support/looks.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { seed, signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf, makePeople } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;
let owner: Client;

openScene((scene) => ({ server, browser, year } = scene));

const phone = { viewport: { width: 390, height: 844 } };

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const looksRight = async (page: Page) => expect([await seriousFindings(page), await tooWide(page)]).toEqual([[], []]);

beforeAll(async () => {
  const { pid } = year;
  owner = await clientOf(server, year.owner);
  for (const tid of ['venue', 'press'])
    await owner.call('update_team', { path: { pid, tid }, body: { takes_applications: true, headcount: null } });
  const text = { type: 'text', required: true, max_length: 100 } as const;
  const form = { kind: 'application', enabled: true } as const;
  await owner.call('create_form', {
    path: { pid },
    body: {
      ...form,
      form: 'questions',
      title: 'About you',
      fields: [
        {
          key: 'languages',
          label: 'Which languages do you speak?',
          type: 'choices',
          required: true,
          options: [
            { value: 'en', label: 'English' },
            { value: 'ja', label: 'Japanese' },
          ],
        },
        { key: 'drives', label: 'Do you drive?', type: 'yes_no', required: true },
        { ...text, key: 'van', label: 'Which van?', only_when: { field: 'drives', values: [true] } },
      ],
    },
  });
  await owner.call('create_form', {
    path: { pid },
    body: {
      ...form,
      form: 'writing',
      title: 'Writing',
      tids: ['press'],
      fields: [{ ...text, key: 'sample', label: 'What have you written?' }],
    },
  });
});

/** People who apply to the venue, with a call that is open. */
async function applicants(names: readonly string[], wishes = ['venue']): Promise<TestPerson[]> {
  const people = await makePeople(server, names);
  for (const person of people) {
    const theirs = await clientOf(server, person);
    const answers = {
      questions: { languages: ['en'], drives: false },
      ...(wishes.includes('press') ? { writing: { sample: `Poems of ${person.name}` } } : {}),
    };
    await theirs.call('save_my_application', {
      path: { pid: year.pid },
      body: { wishes, answers, message: `I am ${person.name}` },
    });
  }
  return people;
}

test('an owner opens a call in the settings; a visitor fills it in on a phone before signing in, changes it and withdraws', async () => {
  const { pid } = year;
  const none = { call_opens_at: null, call_closes_at: null, wishes: 1, decisions: 'at_once' } as const;
  await owner.call('update_project', { path: { pid }, body: none });
  await using organiser = await newVisitor(browser, server.url);
  await signInAs(server, organiser.page, year.owner);
  await organiser.page.goto(`/projects/${pid}/manage/settings#call`);
  const card = organiser.page.getByRole('region', { name: 'Call for volunteers' });
  await card.getByLabel('People can apply from').fill(inDays(-1).slice(0, 16));
  await card.getByLabel('People can apply until').fill(inDays(-2).slice(0, 16));
  await card.getByRole('button', { name: 'Save call' }).click();
  await card.getByText('The call has to end after it begins.').first().waitFor();
  await card.getByLabel('People can apply until').fill(inDays(21).slice(0, 16));
  await card.getByLabel('Teams per application').selectOption('2');
  await card.getByRole('radio', { name: 'All together' }).check();
  await card.getByRole('button', { name: 'Save call' }).click();
  await expectNotification(organiser.page, 'Saved');
  await card.getByRole('link', { name: 'Add questions for applicants' }).click();
  await organiser.page.waitForURL('**/forms/new?kind=application');

  await using visitor = await newVisitor(browser, server.url, phone);
  const { page } = visitor;
  const context = page.context();
  const email = `fiona-${Date.now()}@example.org`;
  await page.goto(`/projects/${pid}/teams/press`);
  await page.getByText(/^You can apply until /).waitFor();
  await page.getByRole('link', { name: 'Read the questions and apply' }).click();
  // All questions, also those that depend on a team or on another answer.
  await page.getByText('Only if you apply to: Press').waitFor();
  await page.getByText('Which van?').waitFor();
  await looksRight(page);
  await page.getByRole('button', { name: 'Fill it in first' }).click();
  expect(await page.getByLabel('Choice 1').inputValue()).toBe('press');
  await page.getByLabel('Choice 2').selectOption({ label: 'Venue' });
  await page.getByRole('checkbox', { name: 'Japanese' }).check();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByLabel('Which van?').fill('A white one');
  await page.getByLabel('What have you written?').fill('Two novels');
  await page.getByLabel('What would you like to tell them?').fill('I know the hall.');
  await looksRight(page);
  await page.reload();
  await expect.poll(() => page.getByLabel('Which van?').inputValue()).toBe('A white one');
  // On a shared device, it may be what somebody else wrote.
  await page.getByRole('button', { name: 'Discard' }).waitFor();
  await page.getByRole('button', { name: 'Sign in to apply' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Create sign-in link' }).click();
  await page.goto(await server.mailedLink(email));
  await expect.poll(() => page.getByLabel('Which van?').inputValue()).toBe('A white one');
  expect(await page.getByLabel('Choice 1').inputValue()).toBe('press');
  expect(await page.getByLabel('Choice 2').inputValue()).toBe('venue');
  expect(await page.getByLabel('What have you written?').inputValue()).toBe('Two novels');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Fiona Form');

  // On the train, the connection is lost.
  await context.setOffline(true);
  visitor.expectError(/ERR_INTERNET_DISCONNECTED/);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByRole('alert').first().waitFor();
  await context.setOffline(false);
  expect(await page.getByLabel('What would you like to tell them?').inputValue()).toBe('I know the hall.');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expectNotification(page, 'Application sent.');
  const state = page.getByRole('region', { name: 'Your application' });
  await state.getByText('Sent', { exact: true }).first().waitFor();
  await looksRight(page);
  await page.getByLabel('What would you like to tell them?').fill('I know the hall and the street.');
  await page.getByLabel('Choice 2').selectOption('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expectNotification(page, 'Application updated.');
  await state.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await state.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expectNotification(page, 'Application withdrawn.');
  await state.getByText('Withdrawn', { exact: true }).first().waitFor();
  // A browser that has signed in as somebody else has nothing of it.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('application:')))).toEqual(
    [],
  );
  visitor.expectNoErrors();
  organiser.expectNoErrors();
});

test('an owner writes questions, some for one team or after another answer; who reads them learns when each is asked', async () => {
  const { pid } = year;
  const call = { call_opens_at: inDays(-1), call_closes_at: inDays(20), wishes: 2 };
  await owner.call('update_project', { path: { pid }, body: call });
  await using organiser = await newVisitor(browser, server.url);
  await signInAs(server, organiser.page, year.owner);
  const form = organiser.page;
  const question = (number: number) => form.getByRole('group', { name: `Question ${number}`, exact: true });
  const ask = async (number: number, label: string, type?: string) => {
    await question(number).getByRole('textbox', { name: 'Question', exact: true }).fill(label);
    if (type === undefined) return;
    await question(number).getByRole('combobox', { name: 'Answer type' }).click();
    await form.getByRole('option', { name: type, exact: true }).click();
  };
  const create = async (title: string) => {
    await form.getByRole('button', { name: 'Create form' }).click();
    await form.waitForURL('**/manage/forms');
    await form.getByRole('switch', { name: title }).press('Space');
    await form.getByRole('row', { name: title }).getByText('Open', { exact: true }).waitFor();
  };
  await form.goto(`/projects/${pid}/manage/forms/new?kind=application`);
  await form.getByLabel('Title').fill('About your nights');
  await form.getByLabel('Identifier').fill('nights');
  await ask(1, 'What do you prefer?', 'Single choice');
  await question(1).getByLabel('Choices').fill('Days\nNights');
  await form.getByRole('button', { name: 'Add question' }).click();
  await ask(2, 'How late?');
  await question(2).getByLabel('Ask this question').selectOption({ label: 'After an answer to "What do you prefer?"' });
  await question(2).getByRole('checkbox', { name: 'Nights' }).check();
  await create('About your nights');
  await form.goto(`/projects/${pid}/manage/forms/new?kind=application`);
  await form.getByLabel('Title').fill('For photographers');
  await form.getByLabel('Identifier').fill('photographers');
  await form.getByRole('combobox', { name: 'Only these teams' }).click();
  await form.getByRole('option', { name: 'Press' }).click();
  await form.keyboard.press('Escape');
  await ask(1, 'Which camera?');
  await create('For photographers');

  const [person] = await makePeople(server, ['Nora Night']);
  if (person === undefined) throw new Error('nobody');
  await using visitor = await newVisitor(browser, server.url, phone);
  const { page } = visitor;
  await page.goto(`/projects/${pid}/apply`);
  await page.getByText('Only if you answer "What do you prefer?" with: Nights').waitFor();
  await page.getByText('Which camera?').waitFor();
  await looksRight(page);
  await signInAs(server, page, person);
  await page.goto(`/projects/${pid}/apply?tid=venue`);
  await page.getByRole('checkbox', { name: 'English' }).check();
  await page.getByRole('radio', { name: 'No', exact: true }).check();
  await page.getByRole('radio', { name: 'Nights' }).check();
  await page.getByLabel('How late?').fill('Until three');
  expect(await page.getByLabel('Which camera?').count()).toBe(0);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expectNotification(page, 'Application sent.');
  // The page of the team leads back to what was sent.
  await page.goto(`/projects/${pid}/teams/venue`);
  await page.getByRole('link', { name: 'Your application' }).click();
  await page.waitForURL(`**/projects/${pid}/apply?tid=venue`);
  expect(await page.getByLabel('How late?').inputValue()).toBe('Until three');
  const mine = await clientOf(server, person);
  expect((await mine.call('get_my_application', { path: { pid } })).answers).toMatchObject({
    nights: { what_do_you_prefer: 'Nights', how_late: 'Until three' },
  });
  for (const name of ['nights', 'photographers'])
    await owner.call('change_form', { path: { pid, form: name }, body: { enabled: false } });
  visitor.expectNoErrors();
  organiser.expectNoErrors();
});

test('what somebody typed is still there after they have signed what people sign before they apply', async () => {
  const { pid } = year;
  const call = { call_opens_at: inDays(-1), call_closes_at: inDays(20), wishes: 2 };
  await owner.call('update_project', { path: { pid }, body: call });
  const title = 'Code of conduct';
  const { id } = await owner.call('create_document', {
    path: { pid },
    body: { title, body: 'Be kind.', required_for: 'applying' },
  });
  const [person] = await makePeople(server, ['Sig Signs']);
  if (person === undefined) throw new Error('nobody');
  await using visitor = await newVisitor(browser, server.url, phone);
  const { page } = visitor;
  await page.goto(`/projects/${pid}/apply?tid=venue`);
  await page.getByRole('button', { name: 'Fill it in first' }).click();
  await page.getByLabel('What would you like to tell them?').fill('I am kind.');
  await signInAs(server, page, person);
  await page.goto(`/projects/${pid}/apply?tid=venue`);
  await page.getByRole('link', { name: `Read and sign ${title}` }).click();
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expectNotification(page, 'Signed.');
  await page.waitForURL(`**/projects/${pid}/apply?tid=venue`);
  await expect.poll(() => page.getByLabel('What would you like to tell them?').inputValue()).toBe('I am kind.');
  // Deleting a signed document needs a fresh sign-in.
  await owner.call('change_document', { path: { pid, id }, body: { required_for: 'nothing' } });
  visitor.expectNoErrors();
});

test('a chief reads, notes and decides in the table; the owner publishes once, with a text for each outcome', async () => {
  const { pid } = year;
  await owner.call('update_project', {
    path: { pid },
    body: { call_opens_at: inDays(-1), call_closes_at: inDays(20), wishes: 2, decisions: 'together' },
  });
  await seed(server, ({ db }) => db.transaction((trx) => trx.deleteFrom('applications').execute()));
  await owner.call('update_team', { path: { pid, tid: 'venue' }, body: { headcount: null } });
  const [ann, bea, cem] = await applicants(['Ann Arch', 'Bea Bolt', 'Cem Cord']);
  if (ann === undefined || bea === undefined || cem === undefined) throw new Error('nobody');
  await applicants(['Dan Desk'], ['press', 'venue']);
  // One place besides Chen and Mia.
  await owner.call('update_team', { path: { pid, tid: 'venue' }, body: { headcount: 3 } });

  await using chief = await newVisitor(browser, server.url);
  const { page } = chief;
  await signInAs(server, page, year.chief);
  // The team's page would say that people are in the team now, so it leads to the table.
  await page.goto(`/projects/${pid}/teams/venue/manage?tab=applications`);
  await page.getByRole('link', { name: 'Show applicants' }).click();
  await page.waitForURL('**/manage/applications?tid=venue');
  await page.goto(`/projects/${pid}/manage/applications`);
  const rows = () => page.getByRole('table').locator('tbody th').allTextContents();
  await expect.poll(rows).toEqual(['Ann Arch', 'Bea Bolt', 'Cem Cord', 'Dan Desk']);
  await page.getByLabel('Team').selectOption({ label: 'Venue' });
  await page.getByLabel('Search by name').fill('bo');
  await expect.poll(rows).toEqual(['Bea Bolt']);
  await page.getByLabel('Search by name').fill('');
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect.poll(rows).toEqual(['Dan Desk', 'Cem Cord', 'Bea Bolt', 'Ann Arch']);
  await page.goto(`/projects/${pid}/manage/applications`);
  await expect.poll(rows).toHaveLength(4);
  await looksRight(page);

  // Keys and buttons go through the applications. A note is kept while somebody reads on.
  const reader = page.getByRole('region', { name: /at Venue$/ });
  await page.keyboard.press('j');
  await reader.getByText('I am Ann Arch').waitFor();
  await reader.getByLabel('Note').fill('Built the stage');
  await reader.getByRole('button', { name: 'Next (j)' }).click();
  await reader.getByText('I am Bea Bolt').waitFor();
  expect(await reader.getByLabel('Note').inputValue()).toBe('');
  await reader.getByRole('button', { name: 'Previous (k)' }).click();
  await expect.poll(() => reader.getByLabel('Note').inputValue()).toBe('Built the stage');
  await reader.getByRole('button', { name: 'Save note' }).click();
  await expectNotification(page, 'Note saved.');
  await reader.getByRole('button', { name: 'Save note' }).waitFor({ state: 'detached' });
  await looksRight(page);

  // The owner has written another note meanwhile.
  await owner.call('decide_applications', {
    path: { pid },
    body: { decisions: [{ uid: ann.uid, tid: 'venue', note: 'Asked for nights' }] },
  });
  await reader.getByLabel('Note').fill('Built the stage twice');
  await reader.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByRole('alert').getByText('Ann Arch: somebody else has written another note').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Ann Arch' }).click();
  // What was typed is still there, and now replaces what the chief has seen.
  await expect.poll(() => reader.getByLabel('Note').inputValue()).toBe('Built the stage twice');
  await reader.getByRole('button', { name: 'Accept', exact: true }).click();
  await expectNotification(page, '1 decision saved.');
  // The next one opens.
  await reader.getByText('I am Bea Bolt').waitFor();
  await reader.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByRole('alert').getByText('Bea Bolt: the team is full.').waitFor();
  await page.getByRole('button', { name: 'Put 1 person on the waiting list' }).click();
  await expectNotification(page, '1 decision saved.');
  await page.getByRole('button', { name: 'Cem Cord' }).click();
  await reader.getByText('I am Cem Cord').waitFor();
  await reader.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('checkbox', { name: 'Select Cem Cord' }).check();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('checkbox', { name: 'Select Cem Cord' }).check();
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await expectNotification(page, '1 decision saved.');
  await expect.poll(rows).toEqual(['Dan Desk']);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.split('\r\n').filter((line) => line.startsWith('venue,'))).toHaveLength(4);
  await page.getByLabel('State').selectOption({ label: 'Decided, not published' });
  await expect.poll(rows).toEqual(['Ann Arch', 'Bea Bolt', 'Cem Cord']);
  await page.getByLabel('State').selectOption({ label: 'Waiting list' });
  await page.getByRole('link', { name: 'Write to them' }).click();
  await page.waitForURL('**/messages/new?**');
  chief.expectNoErrors();

  await using publisher = await newVisitor(browser, server.url);
  await signInAs(server, publisher.page, year.owner);
  await publisher.page.goto(`/projects/${pid}/manage/applications`);
  await publisher.page.getByRole('link', { name: 'Publish decisions' }).click();
  await publisher.page.getByLabel('Text for accepted people').fill('Welcome, {{name}}!');
  await publisher.page.getByLabel('Text for the waiting list').fill('Please wait, {{name}}.');
  await publisher.page.getByLabel('Text for declined people').fill('Sorry, {{name}}.');
  await publisher.page.getByRole('button', { name: 'Show counts and previews' }).click();
  for (const text of ['Welcome, Ann Arch!', 'Please wait, Bea Bolt.', 'Sorry, Cem Cord.'])
    await publisher.page.getByText(text).waitFor();
  await looksRight(publisher.page);
  await publisher.page.getByRole('button', { name: 'Publish 3 decisions' }).click();
  await publisher.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await publisher.page.getByRole('button', { name: 'Publish 3 decisions' }).click();
  await publisher.page.getByRole('dialog').getByRole('button', { name: 'Publish 3 decisions' }).dblclick();
  await expectNotification(publisher.page, '3 decisions published.');
  const again = await owner.call('publish_decisions', { path: { pid }, body: {} });
  expect(again).toMatchObject({ accepted: 0, waiting: 0, declined: 0 });
  publisher.expectNoErrors();

  // Ann leaves again, and the chief accepts the next with one click, from the notice.
  const anns = await clientOf(server, ann);
  await anns.call('remove_member', { path: { pid, tid: 'venue', uid: ann.uid } });
  await page.goto('/me/notices');
  await page.getByText('Venue has a free place, and people are waiting for one.').click();
  await page.waitForURL('**/manage/applications?state=waiting&tid=venue');
  await page.getByText('Venue has room again. Bea Bolt has waited longest.').waitFor();
  await looksRight(page);
  await page.goto(`/projects/${pid}/teams/venue/manage`);
  await page.getByRole('button', { name: 'Accept Bea Bolt' }).click();
  await expectNotification(page, 'Bea Bolt is now in Venue.');
  await page.getByText('Venue has room again.').waitFor({ state: 'detached' });
  chief.expectNoErrors();
});

test('a chief sees what became of the applications of the year before', async () => {
  const { pid } = year;
  const earlier = String(Number(pid) - 1);
  const [eva] = await applicants(['Eva Early']);
  if (eva === undefined) throw new Error('nobody');
  const at = new Date().toISOString();
  await seed(server, async (context) => {
    await createRows(context, {
      projects: [{ pid: earlier, name: `Summer Camp ${earlier}`, owners: [year.owner] }],
      teams: [{ pid: earlier, tid: 'venue', name: 'Venue', chiefs: [year.chief] }],
    });
    await context.db.transaction(async (trx) => {
      await trx.updateTable('projects').set({ follows: earlier }).where('pid', '=', pid).execute();
      const application = { pid: earlier, tid: 'venue', uid: eva.uid, message: '', language: 'en', created_at: at };
      const decision = { state: 'declined', note: 'Ask again for the build-up', decided_at: at } as const;
      await trx
        .insertInto('applications')
        .values({ ...application, ...decision, expires_at: at })
        .execute();
    });
  });
  await using chief = await newVisitor(browser, server.url);
  const { page } = chief;
  await signInAs(server, page, year.chief);
  await page.goto(`/projects/${pid}/manage/applications?q=eva`);
  await page.getByRole('button', { name: 'Eva Early' }).click();
  const reader = page.getByRole('region', { name: 'Eva Early at Venue' });
  await reader.getByText(`Venue at Summer Camp ${earlier}`).waitFor();
  await reader.getByText('Ask again for the build-up').waitFor();
  await looksRight(page);
  chief.expectNoErrors();
});
