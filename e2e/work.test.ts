import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;
openScene((scene) => ({ server, browser, year } = scene));

test('work without a task names the time zone, and marks an end that cannot be right', async () => {
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  await signInAs(server, page, year.member);
  await page.goto(`/projects/${year.pid}/my-hours`);
  await page.getByRole('link', { name: 'Work without a shift' }).click();
  await page.getByText("All times are in the event's time zone: Asia/Taipei.").waitFor();
  await page.getByLabel('What you did').fill('Fetched the tables');
  const until = page.getByLabel(/^Until/);
  const from = page.getByLabel(/^From/);
  const [start, end] = [await from.inputValue(), await until.inputValue()];
  const add = page.getByRole('button', { name: 'Add hours' });
  const expectWrong = async (problem: string) => {
    await add.click();
    await page.getByText(problem).waitFor();
    expect(await until.getAttribute('aria-invalid')).toBe('true');
  };
  await until.fill('2026-01-01T08:00');
  await expectWrong('Until must be after From.');
  expect(await until.evaluate((input) => input === document.activeElement)).toBe(true);
  await until.fill('2099-01-01T08:00');
  await expectWrong("Until can't be in the future.");
  await until.fill(end);
  await from.fill('2026-01-01T08:00');
  await expectWrong('Enter at most 24 hours at a time.');
  await from.fill(start);
  // A clock that is fast: the server says no.
  await page.clock.setFixedTime(Date.now() + 5 * 3_600_000);
  const later = new Date(Date.parse(`${end}Z`) + 3 * 3_600_000).toISOString().slice(0, 16);
  await until.fill(later);
  visitor.expectError(/400|422/);
  await expectWrong("Until can't be in the future.");
  await until.fill(end);
  await add.click();
  await page.getByText('Fetched the tables', { exact: true }).waitFor();
  await page.goto(`/projects/${year.pid}/my-hours`);
  await page.getByText('Waiting for approval: 2 h', { exact: true }).waitFor();
  visitor.expectNoErrors();
});

test('for the work of others, a team of the chosen person is preselected', async () => {
  await using owner = await newVisitor(browser, server.url);
  const { page } = owner;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/manage/work`);
  const choose = async (name: string) => {
    await page.getByRole('combobox', { name: 'Who did it' }).click();
    await page.getByRole('option', { name }).click();
  };
  const team = page.getByLabel('Team');
  await choose(year.member.name);
  await expect.poll(() => team.inputValue()).toBe('venue');
  await team.selectOption('press');
  await choose(year.chief.name);
  await expect.poll(() => team.inputValue()).toBe('venue');
});
