import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { newVisitor, openBrowser } from './support/browser.ts';
import { follow } from './support/looks.ts';
import { signInAs } from './support/seed.ts';
import { startServer } from './support/server.ts';
import type { Server } from './support/server.ts';
import { clientOf, makeYear } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

const intro = '>'.repeat(2000);
const resume = `The end is shown\n\n${'***'.repeat(6000)}a`;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  year = await makeYear(server);
  const { call } = await clientOf(server, year.member);
  const profile = { name: 'Hostile Member', listing: 'public', resume_public: true, history_public: true } as const;
  await call('put_profile', { body: { ...profile, intro } });
  await call('put_resume', { body: { markdown: resume } });
  const owner = await clientOf(server, year.owner);
  await owner.call('update_team', {
    path: { pid: year.pid, tid: 'venue' },
    body: { description: `${'1. '.repeat(1300)}deep`, public_description: 'We **build** the stage.' },
  });
});

afterAll(() => server[Symbol.asyncDispose]());

const teamPage = (): string => `/projects/${year.pid}/teams/venue`;

test("one person's nested text does not break the page of their team, nor their own", async () => {
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  const { page } = visitor;
  await signInAs(server, page, year.chief);
  await follow(page, teamPage());
  const main = page.getByRole('main');
  await main.getByText('Hostile Member').first().waitFor();
  await main.locator('strong', { hasText: 'build' }).waitFor();
  await follow(page, `/people/${year.member.uid}`);
  await main.getByText('The end is shown').waitFor();
  await main.locator('blockquote').first().waitFor();
  visitor.expectNoErrors();
});

test('text is shown without formatting when the Markdown parser fails', async () => {
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  const { page } = visitor;
  await page.route('**/assets/markdown-body*', (route) => route.abort());
  visitor.expectError(/markdown-body|dynamically imported module/);
  await signInAs(server, page, year.chief);
  await follow(page, teamPage());
  await page.getByRole('main').getByText('We build the stage.').waitFor();
  await page.getByRole('main').getByText('Hostile Member').first().waitFor();
});
