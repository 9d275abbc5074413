import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { seriousFindings } from './support/axe.ts';
import { newVisitor } from './support/browser.ts';
import { tooWide } from './support/looks.ts';
import { openEntry } from './support/menu.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

test('an owner publishes rules, somebody who wants to join is led to them and signs on a phone, and a new version asks again', async () => {
  await using owner = await newVisitor(browser, server.url);
  const { page } = owner;
  const title = `Safety rules ${Date.now()}`;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${year.pid}/manage`);
  await openEntry(page, 'People', 'Documents');
  await page.getByRole('link', { name: 'New document' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Enter a title.').waitFor();
  await page.getByLabel('Title').fill(title);
  await page.getByRole('textbox', { name: 'Text' }).fill('**Wear a helmet.**');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expectNotification(page, 'Document published.');
  await page.getByRole('link', { name: title }).click();
  await page.getByText('No one has signed yet.').waitFor();

  await using phone = await newVisitor(browser, server.url, { viewport: { width: 390, height: 844 } });
  await signInAs(server, phone.page, year.chief);
  // What is missing for all shifts is said once, above them.
  await phone.page.goto(`/projects/${year.pid}/open-tasks`);
  await phone.page
    .locator('.muster-notice')
    .getByRole('link', { name: `Read and sign ${title}` })
    .waitFor();
  await phone.page.goto(`/projects/${year.pid}/tasks/${year.task}`);
  await phone.page.getByRole('link', { name: `Read and sign ${title}` }).click();
  await phone.page.getByText('Wear a helmet.').waitFor();
  await phone.page.getByText('I have read this and agree.').waitFor();
  await phone.page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expectNotification(phone.page, 'Signed.');
  // Back where it was missing.
  await phone.page.getByRole('heading', { level: 1, name: 'Registration desk' }).waitFor();
  expect(await phone.page.getByRole('link', { name: `Read and sign ${title}` }).count()).toBe(0);

  await page.reload();
  await page.getByRole('table', { name: 'Signatures' }).getByText('Yes').waitFor();
  await page.getByRole('textbox', { name: 'Text' }).fill('Wear a helmet and gloves.');
  await page.getByLabel('What has changed').fill('Gloves, too.');
  await page.getByRole('button', { name: 'Publish new version' }).click();
  await expectNotification(page, 'New version published.');
  await page.getByText('Version 1,').click();
  await page.locator('strong', { hasText: 'Wear a helmet.' }).waitFor();
  await page.getByText('Not signed yet').click();
  await page.getByRole('table', { name: 'Signatures' }).waitFor();

  await phone.page.goto(`/projects/${year.pid}/forms`);
  await phone.page.getByRole('link', { name: title }).click();
  await phone.page.getByText('What has changed: Gloves, too.').waitFor();
  phone.expectNoErrors();

  await page.getByRole('button', { name: 'Delete document' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete document' }).click();
  await expectNotification(page, 'Document deleted.');
  owner.expectNoErrors();
});

const phone = { viewport: { width: 390, height: 844 } };

test('a rule for one kind of tasks gives a skill and ends; its settings are changed, and signatures are printed', async () => {
  const { pid } = year;
  const own = await clientOf(server, year.owner);
  const stamp = Date.now();
  const kind = await own.call('create_task_kind', { path: { pid }, body: { name: `Build-up ${stamp}` } });
  await own.call('create_skill', { path: { pid }, body: { name: `Ladders ${stamp}` } });
  const create = (title: string, more: object) =>
    own.call('create_task', {
      path: { pid },
      body: {
        title,
        tid: 'venue',
        starts_at: `${pid}-08-08T05:00:00Z`,
        ends_at: `${pid}-08-08T06:00:00Z`,
        capacity: 5,
        ...more,
      },
    });
  const [built, other] = [await create('Build the tower', { kind: kind.id }), await create('Greet guests', {})];
  await using owner = await newVisitor(browser, server.url);
  const { page } = owner;
  const title = `Ladder rules ${stamp}`;
  await signInAs(server, page, year.owner);
  await page.goto(`/projects/${pid}/manage/documents/new`);
  await page.getByLabel('Title').fill(title);
  await page.getByRole('radio', { name: 'Nothing, only for reading' }).check();
  await page.getByRole('radio', { name: 'Shifts', exact: true }).check();
  await page.getByRole('combobox', { name: 'Only for these shift types' }).press('ArrowDown');
  await page.getByRole('option', { name: `Build-up ${stamp}` }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Skill for signing' }).click();
  await page.getByRole('option', { name: `Ladders ${stamp}` }).click();
  await page.getByLabel('Valid for (months)').fill('12');
  await page.getByRole('textbox', { name: 'Text' }).fill('One person on a ladder.');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expectNotification(page, 'Document published.');

  await using member = await newVisitor(browser, server.url, phone);
  await signInAs(server, member.page, year.member);
  await member.page.goto(`/projects/${pid}/tasks/${other.id}`);
  await member.page.getByRole('heading', { level: 1, name: 'Greet guests' }).waitFor();
  expect(await member.page.getByRole('link', { name: `Read and sign ${title}` }).count()).toBe(0);
  await member.page.goto(`/projects/${pid}/tasks/${built.id}`);
  await member.page.getByRole('link', { name: `Read and sign ${title}` }).click();
  expect([await seriousFindings(member.page), await tooWide(member.page)]).toEqual([[], []]);
  await member.page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expectNotification(member.page, 'Signed.');
  await member.page.getByRole('heading', { level: 1, name: 'Build the tower' }).waitFor();
  await member.page.goto(`/projects/${pid}/documents`);
  await member.page.getByRole('listitem').filter({ hasText: title }).getByText('Signed', { exact: true }).waitFor();
  await member.page.getByRole('link', { name: title }).click();
  await member.page.getByText(/^You signed this on .+ It is valid until /).waitFor();
  member.expectNoErrors();

  await page.getByRole('link', { name: title }).click();
  const signatures = page.getByRole('table', { name: 'Signatures' });
  await signatures.getByText('Mia Member').waitFor();
  await page.evaluate(() => {
    Object.assign(window, { print: () => document.body.setAttribute('data-printed', 'yes') });
  });
  const card = page.getByRole('region', { name: 'Signatures' });
  await card.getByRole('button', { name: 'Print' }).click();
  await page.locator('body[data-printed]').waitFor();
  const settings = page.getByRole('region', { name: 'Settings' });
  await settings.getByLabel('Title').fill(`${title}, new`);
  await settings.getByLabel('Valid for (months)').fill('');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expectNotification(page, 'Saved.');
  await page.getByRole('link', { name: 'View', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: `${title}, new` }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Delete document' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { level: 1, name: `${title}, new` }).waitFor();
  owner.expectNoErrors();
});

test('a newer version that comes while somebody reads is not signed unread', async () => {
  const { pid } = year;
  const own = await clientOf(server, year.owner);
  const stamp = Date.now();
  const rules = await own.call('create_document', {
    path: { pid },
    body: { title: `House rules ${stamp}`, body: 'No smoking.', required_for: 'tasks' },
  });
  await using member = await newVisitor(browser, server.url, phone);
  const { page } = member;
  await signInAs(server, page, year.member);
  await page.goto(`/projects/${pid}/documents/${rules.id}`);
  await page.getByText('No smoking.').waitFor();
  await own.call('publish_document_version', {
    path: { pid, id: rules.id },
    body: { body: 'No smoking, no candles.', changes: 'Candles.' },
  });
  member.expectError(/409/);
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await page.getByRole('alert').getByText('There is a newer version of this document.').waitFor();
  await page.getByRole('button', { name: 'Show the newer version' }).click();
  await page.getByText('What has changed: Candles.').waitFor();
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expectNotification(page, 'Signed.');
});

test('a handbook is read on a phone without a connection', async () => {
  const { pid } = year;
  const own = await clientOf(server, year.owner);
  const title = `Handbook ${Date.now()}`;
  const body = { title, body: 'The key is **behind the bar**.', required_for: 'nothing' } as const;
  const { id } = await own.call('create_document', { path: { pid }, body });
  await using member = await newVisitor(browser, server.url, { ...phone, serviceWorkers: 'allow' });
  const { page } = member;
  await signInAs(server, page, year.member);
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.getByRole('link', { name: 'My day' }).first().click();
  await page.getByText(title).waitFor();
  const isSaved = (paths: string[]) =>
    Promise.all(paths.map((one) => caches.match(one))).then((found) => found.every((one) => one !== undefined));
  const path = `/api/projects/${pid}`;
  await page.waitForFunction(isSaved, ['/api/me', path, `${path}/documents`, `${path}/documents/${id}`]);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText(title).click();
  await page.locator('strong', { hasText: 'behind the bar' }).waitFor();
  expect(await tooWide(page)).toEqual([]);
  await page.context().setOffline(false);
});

test('a visitor reads what applying needs, signs in and signs', async () => {
  const { pid } = year;
  const own = await clientOf(server, year.owner);
  const title = `Code of conduct ${Date.now()}`;
  await own.call('create_document', { path: { pid }, body: { title, body: 'Be kind.', required_for: 'applying' } });
  await own.call('update_team', { path: { pid, tid: 'press' }, body: { takes_applications: true } });
  await using visitor = await newVisitor(browser, server.url, phone);
  const { page } = visitor;
  await page.goto(`/projects/${pid}/documents`);
  await page.getByRole('link', { name: title }).click();
  await page.getByText('Be kind.').waitFor();
  await page.getByRole('link', { name: 'Sign in to sign' }).waitFor();
  expect([await seriousFindings(page), await tooWide(page)]).toEqual([[], []]);
  await signInAs(server, page, year.volunteer);
  await page.goto(`/projects/${pid}/teams/press`);
  await page.getByText('Before you can apply, please sign:').waitFor();
  await page.getByRole('link', { name: `Read and sign ${title}` }).click();
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expectNotification(page, 'Signed.');
  await page.goto(`/projects/${pid}/teams/press`);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expectNotification(page, 'Application to Press sent.');
  visitor.expectNoErrors();
});
