import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { visit } from './support/looks.ts';
import { openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf, makePeople } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

/** The page as it would be printed. */
async function printed(page: Page, path: string) {
  await visit(page, path);
  await page.emulateMedia({ media: 'print' });
  const text = await page.locator('body').innerText();
  // The headers that sort a table are printed as plain text.
  const controls = await page
    .locator('button:not(th button):visible, header:visible, footer:visible, nav a:visible')
    .count();
  const colours = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    return { backgroundColor, color };
  });
  const pdf = await page.pdf({ format: 'A4' });
  await page.emulateMedia({ media: 'screen' });
  return { text, controls, colours, pages: pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length };
}

const onWhite = { backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(0, 0, 0)' };

test('the plan of a day is printed with the names of the attendees and without controls', async () => {
  await using visitor = await newVisitor(browser, server.url, { colorScheme: 'dark' });
  const { page } = visitor;
  const path = `/projects/${year.pid}/tasks?view=day&day=${year.pid}-08-08`;
  await signInAs(server, page, year.owner);
  const plan = await printed(page, path);
  expect(plan).toMatchObject({ controls: 0, colours: onWhite, pages: 1 });
  for (const words of [`Summer Camp ${year.pid}`, 'Registration desk', '09:00–11:00', '1 / 3', 'Mia Member'])
    expect(plan.text).toContain(words);
  // A person who neither plans nor attends sees the number of attendees, not the names.
  const [guest] = await makePeople(server, ['Greta Guest']);
  const owner = await clientOf(server, year.owner);
  await owner.call('add_member', { path: { pid: year.pid, tid: 'press', uid: guest?.uid ?? '' } });
  if (guest !== undefined) await signInAs(server, page, guest);
  const theirs = await printed(page, path);
  expect(theirs.text).toContain('1 / 3');
  expect(theirs.text).not.toContain('Mia Member');
  visitor.expectNoErrors();
});

test('a table that is shown in parts is printed with all its rows', async () => {
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  const emails = Array.from({ length: 50 }, (_, index) => `guest${index}@example.net`);
  await owner.call('invite_to_team', { path: { pid, tid: 'press' }, body: { emails } });
  await owner.call('invite_to_team', { path: { pid, tid: 'press' }, body: { emails: ['guest50@example.net'] } });
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  await visit(page, `/projects/${pid}/teams/press/manage`);
  const rows = page.getByRole('table', { name: '51 open invitations' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(50);
  await page.evaluate(`
    addEventListener('beforeprint', () => (window.printedRows = document.querySelectorAll('[aria-label="51 open invitations"] tbody tr').length));
  `);
  await page.pdf();
  expect(await page.evaluate('window.printedRows')).toBe(51);
  await expect.poll(() => rows.count()).toBe(50);
  visitor.expectNoErrors();
});

test('the contact sheet of a team is printed as a table', async () => {
  await using visitor = await newVisitor(browser, server.url, {
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  });
  const { page } = visitor;
  await signInAs(server, page, year.owner);
  const sheet = await printed(page, `/projects/${year.pid}/teams/venue`);
  expect(sheet).toMatchObject({ controls: 0, colours: onWhite, pages: 1 });
  for (const words of ['Venue', 'Chen Chief', 'Mia Member', year.member.email]) expect(sheet.text).toContain(words);
  expect(sheet.text).not.toMatch(/[↕↑↓]|Sort by/);
  visitor.expectNoErrors();
});
