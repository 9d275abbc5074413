import { expect, test } from 'vitest';
import { newVisitor, openBrowser } from './support/browser.ts';
import { follow } from './support/looks.ts';
import { openMailboxes } from './support/mailbox.ts';
import { expectNotification } from './support/scene.ts';
import { startServerProcess } from './support/server.ts';
import {
  answer,
  answerForms,
  attendees,
  createTask,
  emails,
  expectAbsent,
  expectTotals,
  heading,
  inProject,
  invite,
  name,
  nextName,
  open,
  openForms,
  press,
  setUp,
  signInByCode,
  testMessage,
  year,
} from './support/year-steps.ts';

test('a year of an event, from the set-up to the project of the next year', async () => {
  await using mail = await openMailboxes();
  await using server = await startServerProcess({ SMTP_URL: mail.url });
  const browser = await openBrowser();
  await using ada = await newVisitor(browser, server.url, { timezoneId: 'Asia/Taipei' });
  await using chen = await newVisitor(browser, server.url);
  await using mia = await newVisitor(browser, server.url);
  await using vera = await newVisitor(browser, server.url);
  await using guest = await newVisitor(browser, server.url);
  const visitors = [ada, chen, mia, vera, guest];
  const staff = async (shown: readonly string[], hidden: readonly string[]) => {
    await guest.page.goto(inProject('staff'));
    await heading(guest.page, 'Staff list');
    for (const person of shown) await guest.page.getByText(person).waitFor();
    await expectAbsent(guest.page, hidden);
  };

  // Nobody else sees the project until it is public.
  await setUp(ada.page, server.setUpLink);
  await guest.page.goto('/projects');
  await guest.page.getByText('No projects yet').waitFor();
  await follow(ada.page, inProject('manage/settings?section=visibility'));
  await ada.page.getByText('only its owners and administrators can see it').waitFor();
  await press(ada.page, 'Make public');
  await answer(ada.page).getByRole('button', { name: 'Make public' }).click();
  await expectNotification(ada.page, 'The project is now public.');
  await guest.page.goto('/');
  await heading(guest.page, name);

  await invite(ada.page, chen.page, mail, { email: emails.chen, name: 'Chen Chief', role: 'Chief' });
  await invite(ada.page, mia.page, mail, { email: emails.mia, name: 'Mia Member', role: 'Member' });

  // Vera finds the team on the front page, applies, and does not want to be in the public list.
  await chen.page.goto(inProject('teams/venue/manage?tab=applications'));
  await chen.page.getByRole('switch', { name: 'People can apply' }).press('Space');
  await expectNotification(chen.page, 'Venue now takes applications.');
  await vera.page.goto('/');
  await open(vera.page, 'Venue');
  await open(vera.page, 'Sign in to apply');
  await signInByCode(vera.page, mail, emails.vera);
  await heading(vera.page, 'Apply to Venue', 2);
  await vera.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Vera Volunteer');
  await vera.page.getByLabel('What would you like to tell them?').fill('I own a ladder.');
  await vera.page.getByRole('switch', { name: 'Show my name on the public staff list' }).press('Space');
  await vera.page.getByText(`Your name won't appear on the public staff list of ${name}.`).waitFor();
  await press(vera.page, 'Apply');
  await expectNotification(vera.page, 'Application to Venue sent.');
  // The emails follow two minutes later; the pages say it at once.
  await chen.page.goto('/');
  await open(chen.page, 'Venue: 1 application');
  await chen.page.getByText('I own a ladder.').waitFor();
  await press(chen.page, 'Accept Vera Volunteer');
  await expectNotification(chen.page, 'Vera Volunteer is now in Venue.');
  await vera.page.goto('/me/notices');
  await vera.page.getByText('Welcome to Venue. Your application was accepted.').waitFor();
  await vera.page.goto(inProject('teams/venue'));
  await heading(vera.page, 'Contact sheet', 2);
  await staff(['Chen Chief', 'Mia Member'], ['Vera Volunteer']);

  // The chief can reach her, the other members cannot.
  await follow(vera.page, '/me/contact');
  await vera.page.getByLabel('Phone', { exact: true }).fill('+886 912 345 678');
  await press(vera.page, 'Save');
  await expectNotification(vera.page, 'Saved.');
  await chen.page.goto(inProject('teams/venue'));
  expect(await chen.page.getByRole('link', { name: '+886912345678' }).getAttribute('href')).toBe('tel:+886912345678');
  await mia.page.goto(inProject('teams/venue'));
  await mia.page.getByText('Vera Volunteer').waitFor();
  await expectAbsent(mia.page, ['+886912345678', emails.vera]);

  // Both join a task. The chief sees who comes.
  await createTask(chen.page, 'Registration desk', 10);
  await createTask(chen.page, 'Clean up', 18);
  for (const [{ page }, tasks] of [
    [mia, ['Registration desk']],
    [vera, ['Registration desk', 'Clean up']],
  ] as const) {
    await page.goto(inProject('tasks'));
    for (const task of tasks) {
      await press(page, `Join ${task}`);
      await expectNotification(page, `You joined ${task}, `);
    }
  }
  await chen.page.goto(inProject('tasks'));
  await chen.page.getByText('2 of 3 places taken').waitFor();
  await open(chen.page, 'Registration desk');
  await attendees(chen.page).getByText('Mia Member', { exact: true }).waitFor();
  await attendees(chen.page).getByText('Vera Volunteer', { exact: true }).waitFor();

  await testMessage(ada.page, mail);

  // Everybody in the project is asked. The owner pays one of two who applied for travel money.
  await openForms(ada.page);
  await answerForms(mia.page);
  await answerForms(vera.page);
  await expectTotals(ada.page, { answered: '2 of 4', size: '2' });
  await ada.page.goto(inProject('manage/travel-money'));
  await open(ada.page, 'Travel money: payments');
  await ada.page.getByText('2 people to pay: NT$2,980.').waitFor();
  await ada.page.getByRole('checkbox', { name: 'Vera Volunteer' }).check();
  await press(ada.page, 'Mark 1 person as paid: NT$1,490');
  await answer(ada.page).getByRole('button', { name: /paid/i }).click();
  await expectNotification(ada.page, '1 person marked as paid.');
  await ada.page.getByText('1 person to pay: NT$1,490.').waitFor();

  // Mia leaves: she sees what she loses, and nobody counts on her any more.
  await mia.page.goto(inProject('teams/venue'));
  await press(mia.page, 'Leave team');
  await answer(mia.page).getByText('This is your last team in the project.').waitFor();
  await answer(mia.page)
    .getByText(/^Registration desk · /)
    .waitFor();
  await answer(mia.page).getByRole('button', { name: 'Leave team' }).click();
  await expectNotification(mia.page, 'You left Venue.');
  await mia.page.goto('/');
  await mia.page.getByText('No team yet').waitFor();
  await expectAbsent(mia.page, ['Registration desk', 'Travel money']);
  await chen.page.reload();
  await attendees(chen.page).getByText('Vera Volunteer', { exact: true }).waitFor();
  await expectAbsent(chen.page, ['Mia Member']);
  await expectTotals(ada.page, { answered: '1 of 3', size: '1' });
  await ada.page.getByRole('region', { name: 'Shirts' }).getByText('Not counted: one answer').waitFor();
  await follow(ada.page, inProject('manage/travel-money/travel_money'));
  await ada.page.getByRole('region', { name: 'People this form no longer asks' }).getByText('Mia Member').waitFor();
  await staff(['Chen Chief'], ['Mia Member', 'Vera Volunteer']);

  // Vera is suspended, and erases her account.
  await follow(ada.page, `/admin/people?q=${emails.vera}`);
  await press(ada.page, 'Details of Vera Volunteer');
  await answer(ada.page)
    .getByText(/^Clean up · /)
    .waitFor();
  await press(ada.page, 'Suspend account');
  await ada.page
    .getByRole('dialog', { name: 'Suspend this account?' })
    .getByRole('button', { name: 'Suspend account' })
    .click();
  await expectNotification(ada.page, 'Vera Volunteer suspended.');
  await chen.page.reload();
  await attendees(chen.page)
    .getByText(/^Nobody/)
    .waitFor();
  await vera.page.goto('/');
  await open(vera.page, 'Sign in');
  await vera.page.getByLabel('Email address').fill(emails.vera);
  await press(vera.page, 'Email me a link');
  await vera.page.goto((await mail.read(emails.vera, 'this account is suspended')).link);
  await heading(vera.page, 'This account is suspended');
  await press(vera.page, 'Erase my account');
  await answer(vera.page).getByRole('button', { name: 'Erase my account' }).click();
  await expectNotification(vera.page, 'Your account is erased.');
  await expectTotals(ada.page, { answered: '0 of 2', size: '0' });

  // The next year begins with the same teams, chiefs and forms. Visitors see it when it is public.
  await follow(ada.page, '/admin/projects');
  await ada.page.getByRole('link', { name: 'Copy for next year' }).click();
  await ada.page.getByRole('switch', { name: 'Keep the chiefs' }).check();
  await press(ada.page, 'Create project');
  await heading(ada.page, 'Overview');
  await guest.page.goto('/');
  await heading(guest.page, name);
  await expectAbsent(guest.page, [nextName]);
  await follow(ada.page, inProject('manage/settings?section=visibility'));
  await press(ada.page, 'Archive');
  await answer(ada.page).getByRole('button', { name: 'Archive' }).click();
  await expectNotification(ada.page, 'The project is now archived.');
  await staff(['Chen Chief'], ['Mia Member']);
  // An event that is over offers the same copy on its own page.
  await follow(ada.page, inProject('manage'));
  await open(ada.page, 'Copy for next year');
  await ada.page.waitForURL(/\/projects\/new\?from=/);
  expect(await ada.page.getByLabel('Name').inputValue()).toBe(nextName);
  await follow(ada.page, `/projects/${year + 1}/manage/settings?section=visibility`);
  await press(ada.page, 'Make public');
  await answer(ada.page).getByRole('button', { name: 'Make public' }).click();
  await expectNotification(ada.page, 'The project is now public.');
  await guest.page.goto('/');
  await heading(guest.page, nextName);
  await chen.page.goto('/');
  await open(chen.page, nextName);
  await open(chen.page, 'Venue');
  await expectAbsent(chen.page, ['Mia Member', 'Vera Volunteer']);
  await follow(ada.page, `/projects/${year + 1}/manage/forms`);
  await ada.page.getByText('Travel money').first().waitFor();
  await expectAbsent(ada.page, ['1 answer', '2 answers']);

  for (const visitor of visitors) visitor.expectNoErrors();
});
