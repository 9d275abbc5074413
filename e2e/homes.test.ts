import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { appIsReady, visit } from './support/looks.ts';
import { openFromSheet } from './support/menu.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf, makeFreshYear, makePeople } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

const heading = (page: Page, name: string, level = 1) => page.getByRole('heading', { level, name }).waitFor();
/** One pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

test('owners decide how the front page looks, and visitors see the event', async () => {
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  const { page } = visitor;
  const { pid } = year;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/settings?section=look`);
  const card = page.getByRole('region', { name: 'Front page' });
  await card.getByLabel('Location').fill('Harbour Hall');
  await card.getByLabel('Use a colour of your own').check();
  await card.getByRole('textbox', { name: 'Colour' }).fill('#ffcc00');
  await card.getByLabel('Description of the picture').fill('A ten');
  await page.reload();
  await card.getByText('We restored what you typed earlier.').waitFor();
  expect(await card.getByLabel('Location').inputValue()).toBe('Harbour Hall');
  expect(await card.getByLabel('Description of the picture').inputValue()).toBe('A ten');
  await card.getByRole('button', { name: 'Save front page' }).click();
  await expectNotification(page, 'Front page saved.');
  await card.getByText('Shown as #').waitFor();
  // The other sections go on with what this one has saved, and this one with theirs.
  await page.getByRole('link', { name: 'Event', exact: true }).last().click();
  const dates = page.locator('form', { has: page.getByLabel('Last day') });
  await dates.getByLabel('Last day').fill(`${pid}-08-10`);
  await dates.getByRole('button', { name: 'Save', exact: true }).click();
  await expectNotification(page, 'Saved.');
  await page.getByRole('link', { name: 'Front page', exact: true }).click();
  await card.getByLabel('Description of the picture').fill('A tent');
  const choose = async (name: string, buffer: Buffer) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      card.getByRole('button', { name: /^(Choose|Replace) picture$/ }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'image/png', buffer });
  };
  await choose('text.png', Buffer.from('no picture'));
  await card.getByText("This file can't be read as a picture.").waitFor();
  await card.getByLabel('Location').fill('Harbour');
  await choose('tent.png', Buffer.from(png, 'base64'));
  await expectNotification(page, "Picture saved. Location and colour aren't saved yet.");
  await card.getByLabel('Location').fill('Harbour Hall');
  await card.getByRole('img', { name: 'A tent' }).waitFor();
  await card.getByLabel('Description of the picture').fill('A green tent');
  await card.getByRole('button', { name: 'Save description' }).click();
  await card.getByRole('img', { name: 'A green tent' }).waitFor();

  await using guest = await newVisitor(browser, server.url, { colorScheme: 'dark', reducedMotion: 'reduce' });
  await visit(guest.page, '/');
  await heading(guest.page, `Summer Camp ${pid}`);
  await guest.page.getByText('Harbour Hall').waitFor();
  const picture = guest.page.getByRole('img', { name: 'A green tent' });
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  const signIn = guest.page.locator('main').getByRole('link', { name: 'Sign in with your email' });
  // The colour as it is, with dark text, because it is readable on a dark page.
  for (const link of [signIn, guest.page.locator('header').getByRole('link', { name: 'Sign in' })])
    expect(await link.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(255, 204, 0)');
  expect(
    await guest.page
      .locator('main')
      .getByText(/API|Muster/)
      .count(),
  ).toBe(0);
  // With text that was typed and not saved, the browser renders the page anew, also with the colour.
  await guest.page.evaluate(() => localStorage.setItem('muster-draft:visitor:note', '{"values":"Typed"}'));
  await visit(guest.page, '/');
  await guest.page.keyboard.press('Tab');
  await appIsReady(guest.page);
  await expect.poll(() => signIn.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(255, 204, 0)');
  guest.expectNoErrors();

  await card.getByRole('button', { name: 'Remove picture' }).click();
  await expectNotification(page, 'Picture removed.');
  visitor.expectNoErrors();
});

test('an owner sees what waits, goes to Manage in one click, and finds all its pages in one menu on a phone', async () => {
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  await owner.call('create_team', { path: { pid }, body: { tid: 'sound', name: 'Sound' } });
  await owner.call('invite_to_team', { path: { pid, tid: 'venue' }, body: { emails: ['new@example.org'] } });
  await signInAs(server, page, year.owner);
  await page.goto('/');
  const gaps = page.getByRole('region', { name: 'Gaps' });
  await gaps.getByRole('link', { name: 'Sound has no chief' }).waitFor();
  await gaps.getByRole('link', { name: 'Registration desk' }).waitFor();
  const answers = page.getByRole('region', { name: 'Missing answers' });
  await answers.getByText("haven't answered").first().waitFor();
  await answers.getByRole('link', { name: '1 invitation not answered yet' }).waitFor();
  await page.getByRole('region', { name: 'Since yesterday' }).getByText('Sound').first().waitFor();
  await page
    .getByRole('link', { name: `Manage Summer Camp ${pid}` })
    .first()
    .click();
  await openFromSheet(page, 'Overview', 'Shifts');
  await page.getByRole('navigation', { name: 'Shifts' }).getByRole('link', { name: 'List' }).click();
  await heading(page, 'Shifts');
  await page.goto(`/projects/${pid}/teams/venue/manage`);
  await page.getByRole('navigation', { name: 'Venue' }).getByRole('link', { name: 'Descriptions' }).click();
  await page.getByRole('textbox', { name: 'Who the team is looking for' }).waitFor();
  await openFromSheet(page, 'People', 'Help');
  await page.locator('[aria-current=page]').getByText('For owners').waitFor();
  visitor.expectNoErrors();
});

test('somebody in two events finds on a phone what is theirs in each, and the pages about themselves', async () => {
  const { pid } = year;
  const other = await makeFreshYear(server);
  const [person = year.member] = await makePeople(server, ['Dora Double']);
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const body = { title: 'Stage', tid: 'press', capacity: 1, starts_at: inHours(-1), ends_at: inHours(1) };
  const owner = await clientOf(server, year.owner);
  await owner.call('add_member', { path: { pid, tid: 'press', uid: person.uid } });
  const { id } = await owner.call('create_task', { path: { pid }, body });
  await owner.call('add_attendee', { path: { pid, id, uid: person.uid } });
  const owners = await clientOf(server, other.owner);
  await owners.call('add_member', { path: { pid: other.pid, tid: 'press', uid: person.uid } });
  await owners.call('add_attendee', { path: { pid: other.pid, id: other.task, uid: person.uid } });

  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  await signInAs(server, page, person);
  await visit(page, '/');
  const next = page.getByRole('region', { name: 'Your upcoming shifts' });
  await next.getByRole('listitem').filter({ hasText: 'Stage' }).getByText('Now', { exact: true }).first().waitFor();
  await next
    .getByRole('region', { name: `Summer Camp ${pid}` })
    .getByRole('link', { name: 'My day' })
    .waitFor();
  await next
    .getByRole('region', { name: `Summer Camp ${other.pid}` })
    .getByRole('link', { name: 'My day' })
    .click();
  await page.waitForURL(`**/projects/${other.pid}/my-day`);
  await visit(page, '/');
  await page.getByRole('link', { name: `Forms in Summer Camp ${other.pid}` }).click();
  await page.waitForURL(`**/projects/${other.pid}/forms`);

  await visit(page, `/projects/${pid}`);
  const press = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Press' }) });
  await press.getByText('Your team').waitFor();
  expect(await page.getByText('Interested?').count()).toBe(0);

  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'You', exact: true }).click();
  await heading(page, 'You');
  await page.getByRole('main').getByRole('link', { name: 'Contact', exact: true }).click();
  await heading(page, 'Contact');
  await page.getByRole('link', { name: '‹ You' }).click();
  await heading(page, 'You');
  visitor.expectNoErrors();
});

test('planners sort and filter tasks in the address, and delete a selection', async () => {
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  const { page } = visitor;
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  const task = { starts_at: `${pid}-08-08T14:00:00Z`, ends_at: `${pid}-08-08T22:00:00Z`, capacity: 5, tid: 'venue' };
  for (const title of ['Night watch', 'Night bar']) {
    await owner.call('create_task', { path: { pid }, body: { ...task, title, category: 'take-down' } });
  }
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/tasks`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Draft plan' }).waitFor();
  await page.keyboard.press('Escape');
  const menu = page.getByRole('navigation', { name: `Manage Summer Camp ${pid}` });
  await page.getByRole('link', { name: 'Night bar', exact: true }).click();
  await heading(page, 'Night bar');
  await menu.getByRole('link', { name: 'Settings' }).waitFor();
  await page.getByRole('link', { name: '‹ ' }).click();
  await page.getByRole('link', { name: 'New shift' }).click();
  // Without people it shows up as a task that needs some.
  expect(await page.getByLabel('People needed (minimum)').inputValue()).toBe('1');
  await page.getByLabel('Title').fill('Cook');
  await page.getByRole('button', { name: 'Create shift' }).click();
  await page.getByRole('row', { name: /Cook/ }).getByText('1 more needed').waitFor();
  await page.getByText('"More needed" counts up to its minimum.').waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: /upcoming shifts? · \d+ more needed$/ })
    .waitFor();
  const label = page.getByRole('row', { name: /Night bar/ }).getByText('take-down');
  expect(await label.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
  await menu.getByRole('link', { name: 'Settings' }).waitFor();
  await page.getByRole('button', { name: 'People', exact: true }).click();
  await page.waitForURL('**/manage/tasks?sort=people');
  await page.getByRole('searchbox', { name: 'Search' }).fill('night');
  await page.getByText('2 upcoming shifts', { exact: true }).waitFor();
  // A copy leads back to the same list.
  await page.getByRole('button', { name: 'Actions: Night bar' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByLabel('Title').fill('Night kitchen');
  await page.getByRole('button', { name: 'Create shift' }).click();
  await page.getByText('3 upcoming shifts', { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('?q=night&sort=people');
  await page.reload();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Delete shifts' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete shifts' }).click();
  await expectNotification(page, '3 shifts deleted.');
  await page.getByText('No shifts match.').waitFor();
  visitor.expectNoErrors();
});
