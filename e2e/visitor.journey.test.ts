import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { openScene } from './support/scene.ts';
import type { Server } from './support/server.ts';
import { clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

beforeAll(async () => {
  const { call } = await clientOf(server, year.owner);
  const { pid } = year;
  const description = 'Two days of **talks and tents**.\n\n- Bring a friend\n- [Where it is](https://example.org)';
  await call('update_project', { path: { pid }, body: { description } });
  const team = {
    headcount: 6,
    public_description: 'We build the halls **up and down** again.',
    description: 'We meet at six, behind the stage.',
    mailing_list: 'venue@lists.example.org',
  };
  await call('update_team', { path: { pid, tid: 'venue' }, body: team });
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

test('a visitor reads the project page, a team and the staff list without an account', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const camp = `Summer Camp ${year.pid}`;
  await page.goto('/');
  await heading(page, camp);
  const venue = page.getByRole('listitem').filter({ hasText: 'Venue' });
  await venue.getByText('By invitation').waitFor();
  await venue.getByText('up and down').waitFor();

  await page.getByRole('link', { name: 'More about the event' }).click();
  await heading(page, camp);
  const sections = page.getByRole('navigation', { name: `Pages of ${camp}` });
  expect(await sections.getByRole('link').allTextContents()).toEqual(['Overview', 'Teams', 'Staff list']);

  await sections.getByRole('link', { name: 'Staff list' }).click();
  await heading(page, 'Staff list');
  await page.getByText('Mia Member').waitFor();
  expect(await page.content()).not.toContain('@example.org');

  await page.goBack();
  await heading(page, camp);
  await page.goto('/projects');
  await page.locator('main').getByRole('link', { name: camp }).click();
  await sections.getByRole('link', { name: 'Teams' }).click();
  await page.getByRole('link', { name: 'Venue' }).click();
  await heading(page, 'Venue');
  await page.getByRole('rowheader', { name: 'Chen Chief' }).waitFor();
  expect(await page.getByText('We meet at six').count()).toBe(0);
  visitor.expectNoErrors();
});

test('internal pages of a project ask a visitor to sign in, and an unknown path says so', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const tasks = `/projects/${year.pid}/tasks?open=true`;
  await page.goto(tasks);
  await page.getByText('Sign in to continue.').waitFor();
  expect(page.url()).toContain(encodeURIComponent(tasks));
  await page.goto(`/projects/${year.pid}/open-tasks`);
  await page.getByText('Sign in to see open shifts.').waitFor();
  await page.goto('/projects/1999');
  await heading(page, 'Not found');
});
