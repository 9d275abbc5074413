import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { noticeMail } from '../src/server/features/notices/sending/notice.mail.ts';
import { unsubscribeLink } from '../src/server/features/notices/settings/unsubscribe.service.ts';
import { readConfig } from '../src/server/config.ts';
import { keyring } from '../src/server/lib/seal.ts';
import { seriousFindings } from './support/axe.ts';
import { newVisitor } from './support/browser.ts';
import { tooWide } from './support/looks.ts';
import { openScene } from './support/scene.ts';
import { seed, signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;
const secret = '22'.repeat(32);

openScene((scene) => ({ server, browser, year } = scene), {
  MUSTER_KEY: secret,
  SMTP_URL: 'smtp://127.0.0.1:1',
});

/** Long after the notices that the year itself caused, so that nothing is merged with them. */
const earlier = '2026-01-01T00:00:00.000Z';

beforeAll(async () => {
  await seed(server, ({ db }) =>
    db.transaction(async (trx) => {
      await trx.deleteFrom('notices').execute();
    }),
  );
  const owner = await clientOf(server, year.owner);
  const path = { pid: year.pid, id: year.task };
  await owner.call('change_task', { path, body: { starts_at: `${year.pid}-08-08T02:00:00Z`, title: 'Info desk' } });
  await owner.call('add_chief', { path: { pid: year.pid, tid: 'venue', uid: year.member.uid } });
});

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notices/ });

test('the bell shows how many notices are unread, and opening the page marks them as read', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.member);
  await page.goto('/');
  expect(await bell(page).getAttribute('aria-label')).toBe('Notices, 2 unread');
  await bell(page).click();
  await page.getByRole('heading', { level: 1, name: 'Notices' }).waitFor();
  await page.getByText(/^Your shift "Info desk" moved: .+ → .+/).waitFor();
  await page.getByText('Your shift has a new name: "Registration desk" → "Info desk"').waitFor();
  await page.getByRole('link', { name: 'You now lead Venue' }).waitFor();
  expect(await page.getByText('New', { exact: true }).count()).toBe(2);
  await page.getByRole('banner').getByRole('link', { name: 'Notices', exact: true }).waitFor();
  await page.getByRole('link', { name: /^Your shift "Info desk" moved/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Info desk' }).waitFor();
  await bell(page).click();
  await page.getByRole('link', { name: 'You now lead Venue' }).waitFor();
  await page.getByText('New', { exact: true }).first().waitFor({ state: 'detached' });
  visitor.expectNoErrors();
});

test('older notices come page by page', async () => {
  await seed(server, ({ db }) =>
    db.transaction(async (trx) => {
      const rows = Array.from({ length: 35 }, (_, index) => ({
        id: `00000000000000000000000${String(index).padStart(3, '0')}`,
        uid: year.volunteer.uid,
        kind: 'team.removed',
        pid: year.pid,
        subject: 'venue',
        detail: JSON.stringify({ team: `Team ${index}` }),
        created_at: earlier,
      }));
      await trx.insertInto('notices').values(rows).execute();
    }),
  );
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  await signInAs(server, page, year.volunteer);
  await page.goto('/me/notices');
  await page.getByText("You're no longer in Team 34").waitFor();
  expect(await page.getByText("You're no longer in Team 0").count()).toBe(0);
  await page.getByRole('button', { name: 'Show older notices' }).click();
  await page.getByText("You're no longer in Team 0").waitFor();
  await page.getByRole('button', { name: 'Show older notices' }).waitFor({ state: 'detached' });
  visitor.expectNoErrors();
});

test('somebody without notices reads what will be there', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.administrator);
  await page.goto('/me/notices');
  await page.getByText('Nothing new.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Choose how you get notices' }).click();
  await page.getByRole('heading', { level: 1, name: 'Emails and notifications' }).waitFor();
  visitor.expectNoErrors();
});

test('people choose which emails they get, how often the summary comes, and quiet hours', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, year.member);
  await page.goto('/me/notice-settings');
  const reminder = page.getByLabel(/^A shift of mine is coming up/);
  expect(await page.getByRole('checkbox').count()).toBeLessThan(10);
  const shifts = page.getByRole('group', { name: 'Shifts and hours' });
  await shifts.getByText('Choose one by one').click();
  expect([await reminder.isChecked(), await page.getByLabel('Every day').isChecked()]).toEqual([true, true]);
  await reminder.uncheck();
  const forms = page.getByRole('group', { name: 'Forms' });
  await forms.getByLabel('By email (8 of 8)').uncheck();
  await page.getByLabel('Every Monday').check();
  expect(await page.getByLabel('From', { exact: true }).isDisabled()).toBe(true);
  await page.getByLabel('No emails during these hours').check();
  await page.getByLabel('From', { exact: true }).selectOption('23:00');
  await page.getByLabel('To', { exact: true }).selectOption('23:00');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The hours must differ.').waitFor();
  await page.getByLabel('To', { exact: true }).selectOption('06:00');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').first().waitFor();
  await page.reload();
  expect([await reminder.isChecked(), await page.getByLabel('Every Monday').isChecked()]).toEqual([false, true]);
  await forms.getByLabel('By email (0 of 8)').check();
  await forms.getByLabel('By email (8 of 8)').uncheck();
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('23:00');
  const stored = await (await clientOf(server, year.member)).call('get_notice_settings', {});
  expect(stored).toMatchObject({
    mail: { 'task.reminder': false, 'task.added': true, 'form.opened': false, 'form.closing': false },
    digest: 'weekly',
    quiet_hours: { from: '23:00', to: '06:00' },
  });
  visitor.expectNoErrors();
});

test('the link at the foot of an email stops such emails without signing in', async () => {
  const { secrets } = readConfig({ DATA_DIR: '/nowhere', MUSTER_KEY: secret });
  const link = unsubscribeLink(keyring(secrets), '', year.chief.uid, ['task.changed']);
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  for (const path of ['/unsubscribe', '/unsubscribe?code=x', `/unsubscribe?code=${btoa('uid toString\n')}`]) {
    await page.goto(path);
    await page.getByText('This link is incomplete.').waitFor();
  }
  await page.goto(link.replace('/api/unsubscribe', '/unsubscribe'));
  const kinds = () => page.getByRole('main').getByRole('listitem').allTextContents();
  await page.getByText('If you press the button, you will no longer get emails about:').waitFor();
  expect(await kinds()).toEqual(['A shift of mine moves or changes']);
  await page.getByRole('button', { name: 'Stop these emails' }).click();
  await page.getByText('You no longer get emails about:', { exact: true }).waitFor();
  expect(await kinds()).toEqual(['A shift of mine moves or changes']);
  await page.getByRole('link', { name: 'Choose which emails you get' }).waitFor();
  const { mail } = await (await clientOf(server, year.chief)).call('get_notice_settings', {});
  expect([mail['task.changed'], mail['task.added']]).toEqual([false, true]);
  visitor.expectNoErrors();
});

const mailed = {
  kind: 'task.changed' as const,
  pid: '2026',
  subject: 'task',
  project: 'Summer Camp 2026',
  timezone: 'Asia/Taipei',
  actor: 'Chen Chief',
  previous: { title: 'Desk', starts_at: '2026-08-08T01:00:00Z', ends_at: '2026-08-08T03:00:00Z' },
  values: { title: 'Desk', starts_at: '2026-08-08T03:00:00Z', ends_at: '2026-08-08T05:00:00Z' },
  revision: 2,
  place: 'Hall 2',
  created_at: '2026-06-01T09:00:00.000Z',
};

test.each(['light', 'dark'] as const)(
  'an email is readable in a %s mail program, and loads nothing',
  async (scheme) => {
    await using visitor = await newVisitor(browser, server.url, { viewport: { width: 390, height: 844 } });
    const { page } = visitor;
    await page.emulateMedia({ colorScheme: scheme });
    const requests: string[] = [];
    page.on('request', (request) => void requests.push(request.url()));
    const recipient = { email: 'mia@example.org', name: 'Mia', language: 'en' };
    const links = { baseUrl: 'https://muster.test', unsubscribe: 'https://muster.test/api/unsubscribe?code=x' };
    const { html = '' } = noticeMail(recipient, [mailed, { ...mailed, kind: 'task.cancelled' }], links);
    await page.setContent(html);
    await page.getByRole('heading', { name: /^Your shift "Desk" moved/ }).waitFor();
    expect([await seriousFindings(page), await tooWide(page), requests]).toEqual([[], [], []]);
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/mail-${scheme}.png` });
    visitor.expectNoErrors();
  },
);
