import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newVisitor, openBrowser } from './support/browser.ts';
import { createEvent } from './support/event.ts';
import { faultsAlong, looks } from './support/everybody.ts';
import { startServer } from './support/server.ts';
import type { Server } from './support/server.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ RATE_LIMIT_SCALE: '100' }), openBrowser()]);
  await createEvent(server);
});

afterAll(() => server[Symbol.asyncDispose]());

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

test('a visitor reads the project page, a team and the staff list without an account', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.goto('/');
  await page.getByRole('heading', { name: 'Coming up: Summer Camp 2030' }).waitFor();
  const venue = page.getByRole('listitem').filter({ hasText: 'Venue' });
  await venue.getByText('4 open places').waitFor();
  await venue.getByText('up and down').waitFor();

  await page.getByRole('link', { name: 'All about Summer Camp 2030' }).click();
  await heading(page, 'Summer Camp 2030');
  const sections = page.getByRole('navigation', { name: 'Pages of Summer Camp 2030' });
  expect(await sections.getByRole('link').allTextContents()).toEqual(['Overview', 'Teams', 'Staff list']);

  await sections.getByRole('link', { name: 'Staff list' }).click();
  await heading(page, 'Staff list');
  await page.getByText('Ada Lovelace').waitFor();
  expect(await page.content()).not.toContain('@example.org');

  await page.goBack();
  await heading(page, 'Summer Camp 2030');
  await page.goto('/projects');
  await page.getByRole('link', { name: 'Summer Camp 2030' }).click();
  await sections.getByRole('link', { name: 'Teams' }).click();
  await page.getByRole('link', { name: 'Venue' }).click();
  await heading(page, 'Venue');
  await page.getByRole('cell', { name: '陳小華' }).waitFor();
  expect(await page.getByText('We meet at six').count()).toBe(0);
  visitor.expectNoComplaints();
});

test('internal pages of a project ask a visitor to sign in, and an unknown path says so', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.goto('/projects/2030/tasks?open=true');
  await page.getByText('Sign in to continue to the page you asked for.').waitFor();
  expect(page.url()).toContain(encodeURIComponent('/projects/2030/tasks?open=true'));
  await page.goto('/projects/1999');
  await heading(page, 'Nothing here');
});

test.each(looks)('the pages for visitors are accessible and fit the screen in $locale, $colorScheme', async (look) => {
  const paths = ['/', '/projects', '/projects/2030', '/projects/2030/staff', '/projects/2030/teams/venue'];
  expect(await faultsAlong({ browser, server, look }, paths)).toEqual({});
});
