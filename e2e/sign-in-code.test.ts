import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createProject, createTeam } from '../test/support/factories.ts';
import { newVisitor } from './support/browser.ts';
import { seed } from './support/seed.ts';
import { heading, openEmptyScene, requestLinkOf } from './support/sign-in.ts';
import type { Server } from './support/server.ts';

let server: Server;
let browser: Browser;

openEmptyScene((scene) => ({ server, browser } = scene));

const requestLink = (page: Page, email: string): Promise<string> => requestLinkOf(server, page, email);

test('the first tab goes on by itself when the link was opened in another tab', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.goto('/api-access');
  const link = await requestLink(page, 'first-tab@example.org');
  const tab = await page.context().newPage();
  await tab.goto(link);
  await heading(tab).getByText('API access').waitFor();
  await heading(page).getByText('API access').waitFor();
  expect(page.url()).toBe(`${server.url}/api-access`);
  visitor.expectNoErrors();
});

test('an application survives the mail app: its browser gets the destination, and the first tab says so', async () => {
  const [pid, tid] = ['mail-app', 'venue'];
  await seed(server, async (context) => {
    await createProject(context, { pid });
    await createTeam(context, pid, { tid, name: 'Venue' });
    await context.db.transaction((trx) =>
      trx
        .updateTable('teams')
        .set({ applications_open_at: '2026-01-01T00:00:00.000Z' })
        .where('pid', '=', pid)
        .execute(),
    );
  });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.goto(`/projects/${pid}/teams/${tid}`);
  await page.getByRole('link', { name: 'Sign in to apply' }).click();
  const link = await requestLink(page, 'applicant@example.org');

  await using mailApp = await newVisitor(browser, server.url);
  await mailApp.page.goto(link);
  await mailApp.page.getByRole('button', { name: 'Sign in with this account' }).click();
  await mailApp.page.getByRole('heading', { name: 'Apply to Venue' }).waitFor();
  expect(mailApp.page.url()).toBe(`${server.url}/projects/${pid}/teams/${tid}`);
  mailApp.expectNoErrors();

  await heading(page).getByText('You signed in somewhere else').waitFor();
  await page.getByRole('button', { name: 'Sign in here too' }).click();
  await page.getByLabel('Email address').fill('applicant@example.org');
  await page.getByRole('button', { name: 'Create sign-in link' }).click();
  await page.getByLabel('Code', { exact: true }).fill(await server.mailedCode('applicant@example.org'));
  await page.getByRole('button', { name: 'Sign in with code' }).click();
  await page.getByRole('heading', { name: 'Apply to Venue' }).waitFor();
  expect(page.url()).toBe(`${server.url}/projects/${pid}/teams/${tid}`);
  visitor.expectNoErrors();
});

test('a code can be typed, also with spaces; a wrong one says what to do', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await page.goto('/sign-in?next=/me/profile');
  await page.getByLabel('Email address').fill('code@example.org');
  await page.getByRole('button', { name: 'Create sign-in link' }).click();
  const code = await server.mailedCode('code@example.org');
  const field = page.getByLabel('Code', { exact: true });
  const submit = page.getByRole('button', { name: 'Sign in with code' });
  await submit.click();
  await page.getByText('Enter the 6 digits.').waitFor();
  await field.fill(code === '000000' ? '000001' : '000000');
  await submit.click();
  await page.getByText("This code doesn't work.").waitFor();
  await page.locator('[name=code]:focus').waitFor();
  await field.fill(` ${code.slice(0, 3)} ${code.slice(3)}`);
  await submit.click();
  await page.waitForURL(`${server.url}/me/profile`);
  visitor.expectNoErrors();
});
