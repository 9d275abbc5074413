import { beforeEach, expect, test } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { newVisitor } from './support/browser.ts';
import { openEntry } from './support/menu.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { forgetEventDay, seed, signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;
openScene((scene) => ({ server, browser, year } = scene));
beforeEach(() => forgetEventDay(server));

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const phone = { viewport: { width: 390, height: 844 } };

async function nameOfDownload(page: Page, button: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(await download.failure()).toBeNull();
  return download.suggestedFilename();
}

test('owners issue certificates, a volunteer downloads theirs, and anybody checks its number', async () => {
  const { pid, member } = year;
  const client = await clientOf(server, year.owner);
  const times = { starts_at: minutesAgo(200), ends_at: minutesAgo(80) };
  for (const { uid } of [member, year.chief])
    await client.call('add_work', { path: { pid }, body: { title: 'Built the stage', uid, tid: 'venue', ...times } });

  await using owner = await newVisitor(browser, server.url);
  const { page } = owner;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage`);
  await openEntry(page, 'Results', 'Hours and certificates');
  await page.getByRole('textbox', { name: 'Your own text' }).fill('You built our stage.');
  await page.getByRole('textbox', { name: 'Maximum hours' }).fill('1');
  await page.getByRole('combobox', { name: 'Languages' }).press('ArrowDown');
  for (const name of ['日本語', 'English']) await page.getByRole('option', { name }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectNotification(page, 'Saved.');
  await page.getByRole('button', { name: `Issue: ${member.name}` }).click();
  const issuing = page.getByRole('dialog', { name: 'Issue this certificate?' });
  await issuing.getByText(/^The event isn't over yet\..* until you replace it\.$/).waitFor();
  await issuing.getByRole('button', { name: 'Issue certificate' }).click();
  await expectNotification(page, 'Certificate issued.');
  await page.getByRole('textbox', { name: 'Maximum hours' }).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: `Replace: ${member.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Issue missing certificates' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue missing certificates' }).click();
  await page.getByText('1 certificate issued.', { exact: true }).waitFor();
  const row = page.getByRole('row', { name: member.name });
  expect(await nameOfDownload(page, row.getByRole('link', { name: `PDF: ${member.name}` }))).toMatch(/\.pdf$/);
  expect(await nameOfDownload(page, page.getByRole('link', { name: 'Download CSV' }))).toBe(`${pid}-hours.csv`);
  expect(await nameOfDownload(page, page.getByRole('link', { name: 'Download all certificates' }))).toMatch(/\.zip$/);
  const names = () => page.getByRole('table').locator('tbody th').allTextContents();
  const byName = [year.chief.name, member.name];
  await expect.poll(names).toEqual(byName);
  for (const column of ['Name', 'Hours', 'Shifts and other work', 'No-shows', 'Certificate']) {
    await page.getByRole('button', { name: column, exact: true }).click();
    await page.waitForURL('**sort=**');
  }
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.waitForURL('**sort=-name**');
  await page.reload();
  await expect.poll(names).toEqual(byName.toReversed());
  await page.getByRole('link', { name: 'Statistics' }).click();
  await page.getByRole('heading', { level: 1, name: 'Statistics' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Write thank-you message' }).click();
  await page.getByText('2 people').first().waitFor();
  await page.getByRole('button', { name: 'Save and check' }).click();
  await page.getByRole('checkbox', { name: 'Has hours and not thanked yet' }).waitFor();
  await page.goto(`/projects/${pid}/manage/hours`);

  await using volunteer = await newVisitor(browser, server.url, phone);
  await signInAs(server, volunteer.page, member);
  await volunteer.page.goto('/me/history');
  await volunteer.page
    .getByRole('link', { name: /^My hours/ })
    .first()
    .click();
  await volunteer.page.getByText('Hours in total: 2', { exact: true }).waitFor();
  for (const name of ['Download certificate', 'Download list of hours (PDF)', 'Download list of hours (CSV)'])
    await nameOfDownload(volunteer.page, volunteer.page.getByRole('link', { name }));
  const check = volunteer.page.getByRole('link', { name: 'Check number' });
  const address = (await check.getAttribute('href')) ?? '';
  await check.click();
  await volunteer.page.getByText('This certificate is valid.').waitFor();

  await using anybody = await newVisitor(browser, server.url, phone);
  await anybody.page.goto('/verify');
  const number = address.slice('/verify/'.length);
  const typed = `${number.slice(0, 4).toUpperCase()}-${number.slice(4, 8)} ${number.slice(8)}`;
  await anybody.page.getByLabel('Number of the certificate').fill(typed);
  await anybody.page.getByRole('button', { name: 'Check number' }).click();
  await anybody.page.getByText(member.name, { exact: true }).waitFor();

  await page.getByRole('button', { name: `Revoke: ${member.name}` }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Wrong hours');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expectNotification(page, 'Certificate revoked.');
  await volunteer.page.goto('/me/notices');
  await volunteer.page.getByText('Reason: Wrong hours').waitFor();
  await anybody.page.reload();
  await anybody.page.getByText('This certificate was revoked.').waitFor();
  expect(await anybody.page.locator('main').innerText()).not.toContain(member.name);
  await anybody.page.goto(`${address.slice(0, -1)}u`);
  await anybody.page.getByText('No certificate has this number.').waitFor();
  await anybody.page.getByRole('link', { name: 'Check another number' }).click();
  await anybody.page.getByLabel('Number of the certificate').waitFor();
  for (const visitor of [owner, volunteer, anybody]) visitor.expectNoErrors();
});

test('owners are warned before the event is over, and replace certificates whose hours have changed', async () => {
  const { pid, member } = year;
  const client = await clientOf(server, year.owner);
  const addWork = (title: string, from: number, to: number) =>
    client.call('add_work', {
      path: { pid },
      body: { title, uid: member.uid, tid: 'venue', starts_at: minutesAgo(from), ends_at: minutesAgo(to) },
    });
  await addWork('Built the stage', 600, 360);

  await using owner = await newVisitor(browser, server.url);
  const { page } = owner;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/hours`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Issue missing certificates' }).click();
  await dialog.getByText(/^The event isn't over yet\..* until you replace them\.$/).waitFor();
  await dialog.getByRole('button', { name: 'Issue missing certificates' }).click();
  await page.getByText('Everyone with hours has a certificate.').waitFor();
  expect(await page.getByText('Certificate says').count()).toBe(0);

  await using volunteer = await newVisitor(browser, server.url, phone);
  await signInAs(server, volunteer.page, member);
  await volunteer.page.goto(`/projects/${pid}/my-hours`);
  await volunteer.page.getByRole('link', { name: 'Download certificate' }).waitFor();
  expect(await volunteer.page.getByText('Your certificate says').count()).toBe(0);

  await addWork('Cleaned up', 300, 180);
  await page.reload();
  await page.getByRole('row', { name: member.name }).getByText('Certificate says 4 h').waitFor();
  await page.getByText('1 certificate no longer shows the right hours.').waitFor();
  await page.setViewportSize(phone.viewport);
  await volunteer.page.reload();
  await volunteer.page.getByText('Your certificate says 4 h and was issued on').waitFor();
  // With a maximum, a new certificate would say the same.
  const setMaximum = (max_hours: number | null) =>
    client.call('set_certificate_settings', { path: { pid }, body: { text: '', max_hours, languages: [] } });
  await setMaximum(4);
  await volunteer.page.reload();
  await volunteer.page.getByText('Hours in total: 6').waitFor();
  expect(await volunteer.page.getByText('Your certificate says').count()).toBe(0);
  await setMaximum(null);

  await page.getByRole('button', { name: 'Replace outdated certificates' }).click();
  await dialog.getByText('1 person gets a new certificate').waitFor();
  await dialog.getByRole('button', { name: 'Replace outdated certificates' }).click();
  await expectNotification(page, '1 certificate issued.');
  await page.getByText('Certificate says 4 h').waitFor({ state: 'detached' });
  await volunteer.page.reload();
  await volunteer.page.getByText('Hours in total: 6').waitFor();
  expect(await volunteer.page.getByText('Your certificate says').count()).toBe(0);
  for (const visitor of [owner, volunteer]) visitor.expectNoErrors();
});

test('an owner sees why a done task counts 0 hours, and corrects when the person came', async () => {
  const { pid, member } = year;
  const client = await clientOf(server, year.owner);
  const times = { starts_at: minutesAgo(60), ends_at: minutesAgo(-5) };
  const { id } = await client.call('create_task', {
    path: { pid },
    body: { title: 'Door', tid: 'venue', capacity: 1, ...times },
  });
  await client.call('add_attendee', { path: { pid, id, uid: member.uid } });
  await client.call('change_task', { path: { pid, id }, body: { ends_at: minutesAgo(8) } });

  await using owner = await newVisitor(browser, server.url);
  const { page } = owner;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/now`);
  const door = page.getByRole('article', { name: 'Door' });
  await door.getByRole('button', { name: `Check in ${member.name}` }).click();
  await expectNotification(page, 'after the shift ended, so no hours count');
  await door.getByText('1 here').waitFor();

  await using volunteer = await newVisitor(browser, server.url, phone);
  await signInAs(server, volunteer.page, member);
  await volunteer.page.goto(`/projects/${pid}/my-hours`);
  await volunteer.page
    .getByText('No hours yet. Hours appear automatically about 2 hours after the shift ends')
    .waitFor();

  const dialog = page.getByRole('dialog');
  await door.getByRole('button', { name: new RegExp(`^${member.name}`) }).click();
  await dialog.getByText(/^Door · Here · Arrived /).waitFor();
  await dialog.getByRole('button', { name: 'Check out' }).click();
  await door.getByText('0 here').waitFor();

  await page.goto(`/projects/${pid}/manage/hours`);
  await page.getByText('No certificates to issue. People with 0 hours get none.').waitFor();
  await page.getByRole('link', { name: `Why?: ${member.name}` }).click();
  await page.getByText('after the end: nothing counts.').waitFor();
  await page.getByRole('button', { name: 'Correct times: Door' }).click();
  await dialog.getByLabel('Left', { exact: true }).fill('2020-01-01T10:00');
  await dialog.getByText('Must be after the arrival.').waitFor();
  await dialog.getByLabel('Left', { exact: true }).fill('');
  await dialog.getByLabel('Arrived', { exact: true }).fill('');
  await dialog.getByRole('button', { name: 'Save times' }).click();
  await expectNotification(page, 'Times saved. Hours that count: 0.75');
  await page.getByText('Hours in total: 0.75').waitFor();
  await page.getByRole('button', { name: 'Correct times: Door' }).click();
  await dialog.getByLabel('Status').selectOption('No-show');
  await dialog.getByLabel('Arrived', { exact: true }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');

  await volunteer.page.reload();
  await volunteer.page.getByText('Hours in total: 0.75').waitFor();
  await volunteer.page.goto('/me/notices');
  await volunteer.page.getByText('Door').first().waitFor();
  for (const visitor of [owner, volunteer]) visitor.expectNoErrors();
});

test('on the page of an ended task, a chief sees and corrects who came, and removes somebody', async () => {
  const { pid, member } = year;
  const owner = await clientOf(server, year.owner);
  const times = { starts_at: minutesAgo(60), ends_at: minutesAgo(-60) };
  const body = { title: 'Build the stage', tid: 'venue', capacity: 2, ...times };
  const { id } = await owner.call('create_task', { path: { pid }, body });
  await owner.call('add_attendee', { path: { pid, id, uid: member.uid } });
  // As it is some hours later.
  const [over, presumed] = [{ starts_at: minutesAgo(300), ends_at: minutesAgo(180) }, { presumed_at: minutesAgo(60) }];
  await seed(server, ({ db }) =>
    db.transaction(async (trx) => {
      await trx.updateTable('tasks').set(over).where('id', '=', id).execute();
      await trx
        .updateTable('attendances')
        .set({ state: 'done', ...presumed })
        .where('task_id', '=', id)
        .execute();
    }),
  );
  await using chief = await newVisitor(browser, server.url, phone);
  const { page } = chief;
  await signInAs(server, page, year.chief);
  await page.goto(`/projects/${pid}/tasks/${id}`);
  await page.getByText('Planned time, not checked in').waitFor();
  const menu = page.getByRole('button', { name: `Actions: ${member.name}` });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Correct times' }).click();
  await page.getByLabel('Arrived').fill('');
  await page.getByRole('button', { name: 'Save times' }).click();
  await expectNotification(page, 'Times saved. Hours that count: 2');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const question = page.getByRole('dialog', { name: `Remove ${member.name}?` });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expectNotification(page, `${member.name} removed.`);
  expect((await owner.call('list_attendees', { path: { pid, id } })).data).toEqual([]);
});
