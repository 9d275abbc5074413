import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { createPerson } from '../test/support/factories.ts';
import { newVisitor } from './support/browser.ts';
import { openScene, expectNotification } from './support/scene.ts';
import { seed, signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

const saved = 'Saved. The public staff list changes right away.';

test('somebody who was added is asked at home, and the public list follows at once', async () => {
  const person = await seed(server, (context) => createPerson(context, { name: 'Lin Listed' }));
  const owner = await clientOf(server, year.owner);
  await owner.call('add_member', { path: { pid: year.pid, tid: 'venue', uid: person.uid } });
  const staff = async () => {
    const page = await visitor.page.context().newPage();
    await page.goto(`/projects/${year.pid}/staff`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    const count = await page.getByText('Lin Listed').count();
    await page.close();
    return count;
  };
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, person);
  await page.goto('/');
  await page.getByText('Your name is on it now.').waitFor();
  expect(await page.getByText("You're all set").count()).toBe(0);
  expect(await staff()).toBe(1);
  await page.getByRole('button', { name: 'Remove my name' }).click();
  await expectNotification(page, saved);
  await page.getByText('Do you want your name on it?').waitFor({ state: 'detached' });
  expect(await staff()).toBe(0);

  await page.goto('/me/profile');
  // The note on top and the choice itself say the same.
  const hidden = /nly people in your projects, organisers of projects you apply to, and administrators/;
  await expect.poll(() => page.getByText(hidden).count()).toBe(2);
  const list = page.getByRole('region', { name: 'Public staff list of each project' });
  await list.getByText("Your name isn't on it.").waitFor();
  await list.getByRole('switch').press('Space');
  await expectNotification(page, saved);
  await list.getByText('Your name is on it now.').waitFor();
  expect(await staff()).toBe(1);
  await page.goto(`/people/${person.uid}`);
  await page.getByText('This is how signed-in people see you.').waitFor();
  await page.goto('/me/profile');
  await page.getByLabel("Don't show me").check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectNotification(page, 'Saved.');
  await page.goto(`/people/${person.uid}`);
  await page.getByText('Others don\'t, because your profile says "Don\'t show me".').waitFor();
  visitor.expectNoErrors();
});

test('an owner decides who is listed; an invited person sees it and changes it before joining', async () => {
  await using ours = await newVisitor(browser, server.url);
  await signInAs(server, ours.page, year.owner);
  await ours.page.goto(`/projects/${year.pid}/manage/settings?section=visibility`);
  await ours.page
    .getByRole('region', { name: 'Public staff list' })
    .getByText('Saved as soon as you change it.')
    .waitFor();
  for (const name of ['Nobody', 'Everyone in a team', 'Only people who agree']) {
    const response = ours.page.waitForResponse((one) => one.request().method() === 'PATCH');
    await ours.page.getByRole('radio', { name }).click();
    expect((await response).status()).toBe(200);
    await ours.page.getByRole('radio', { name, checked: true, disabled: false }).waitFor();
  }
  ours.expectNoErrors();

  const person = await seed(server, (context) => createPerson(context, { name: 'Ivy Invited' }));
  const owner = await clientOf(server, year.owner);
  const path = { pid: year.pid, tid: 'venue' };
  await owner.call('invite_to_team', { path, body: { emails: [person.email] } });
  await using theirs = await newVisitor(browser, server.url);
  const { page } = theirs;
  await signInAs(server, page, person);
  await page.goto('/');
  await page.getByText("Your name won't appear").waitFor();
  await page.getByRole('switch', { name: 'Show my name on the public staff list' }).press('Space');
  await expectNotification(page, 'Saved.');
  await page.getByText('everyone can see your name').waitFor();
  theirs.expectNoErrors();
});

test('somebody who joins with the switch as it is shown is not asked again', async () => {
  const person = await seed(server, (context) => createPerson(context, { name: 'Joy Joined' }));
  const owner = await clientOf(server, year.owner);
  const path = { pid: year.pid, tid: 'venue' };
  await owner.call('update_team', { path, body: { headcount: null } });
  await owner.call('invite_to_team', { path, body: { emails: [person.email] } });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, person);
  await page.goto('/');
  await page.getByRole('switch', { name: 'Show my name on the public staff list' }).waitFor();
  await page.getByRole('button', { name: 'Join Venue' }).click();
  await expectNotification(page, 'Welcome to Venue.');
  const hers = await clientOf(server, person);
  const own = await hers.call('get_own_listing', { path: { pid: year.pid } });
  expect(own.listed).toBe(own.shown);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Your teams' }).waitFor();
  expect(await page.getByText('Do you want your name on it?').count()).toBe(0);
  visitor.expectNoErrors();
});
