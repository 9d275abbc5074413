import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../src/client/client.ts';
import { browserOf } from '../test/support/factories.ts';
import type { TestPerson } from '../test/support/factories.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { looks, takeTurns } from './support/everybody.ts';
import { faultsOf, follow } from './support/looks.ts';
import { adminPages, chiefPages, memberPages, ownerPages } from './support/pages.ts';
import { seed, signInAs } from './support/seed.ts';
import { startServer } from './support/server.ts';
import type { Server } from './support/server.ts';
import { clientOf, makeYear } from './support/year.ts';
import type { Year } from './support/year.ts';

/** Short enough for every field, with both common ways of script injection. */
const planted = '<img src=x onerror=planted()><script>planted()</script>';
const markdown = `${planted}\n\n[a link](javascript:planted()) <a href="javascript:planted()">another</a>\n\n![](x)`;
const eraseAfter = '2099-12-31';

let server: Server;
let browser: Browser;
let year: Year;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  year = await makeYear(server);
  await plantInProject(await clientOf(server, year.owner));
  for (const person of [year.owner, year.chief, year.member, year.administrator])
    await plantInPerson(await clientOf(server, person));
  const admin = await clientOf(server, year.administrator);
  await admin.call('apply_to_team', { path: { pid: year.pid, tid: 'venue' }, body: { message: markdown } });
  const hers = await clientOf(server, year.member);
  await hers.call('apply_to_team', { path: { pid: year.pid, tid: 'press' }, body: { message: markdown } });
  // Suspension needs a browser.
  const headers = await seed(server, (context) => browserOf(context, year.administrator));
  await fetch(`${server.url}/api/users/${year.volunteer.uid}/suspension`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: planted }),
  });
});

afterAll(() => server[Symbol.asyncDispose]());

async function plantInProject({ call }: Client): Promise<void> {
  const { pid, task } = year;
  const path = { pid };
  await call('update_project', { path, body: { name: planted, description: markdown } });
  const texts = { description: markdown, public_description: markdown, mailing_list: planted };
  await call('update_team', {
    path: { pid, tid: 'venue' },
    body: { name: planted, takes_applications: true, ...texts },
  });
  await call('change_task', {
    path: { pid, id: task },
    body: { title: planted, description: markdown, category: planted },
  });
  await call('replace_traffic_subsidies', {
    path,
    body: {
      currency: 'TWD',
      data: [
        { location: 'Kaohsiung', amount: 1 },
        { location: planted, amount: 2 },
      ],
    },
  });
  await call('update_team', { path: { pid, tid: 'press' }, body: { name: planted, takes_applications: true } });
  await call('invite_to_team', { path: { pid, tid: 'press' }, body: { emails: [year.member.email] } });
  await call('change_form', { path: { pid, form: 'travel' }, body: { title: planted, description: markdown } });
  const options = [{ value: planted, label: planted }];
  await call('create_form', {
    path,
    body: {
      form: 'own',
      kind: 'custom',
      title: planted,
      description: markdown,
      enabled: true,
      fields: [
        { key: 'pick', label: planted, help: planted, type: 'choice', options },
        { key: 'picks', label: planted, help: planted, type: 'choices', options },
        { key: 'say', label: planted, type: 'text', private: true, purpose: planted, erase_after: eraseAfter },
      ],
    },
  });
}

/** Fills every text that people write about themselves, and their answers. */
async function plantInPerson({ call }: Client): Promise<void> {
  const { pid } = year;
  await call('put_profile', {
    body: { name: planted, intro: markdown, listing: 'public', resume_public: true, history_public: true },
  });
  await call('put_resume', { body: { markdown } });
  await call('put_bank', { body: { code: '004', number: '123456', branch: planted, holder: planted } });
  await call('put_address', { body: { country: 'TW', postal_code: '100', receiver: planted, address: planted } });
  await call('put_dietary_habits', { body: { selected: [], note: planted } });
  await call('put_real_profile', {
    body: { name: planted, phone: '', national_id: '', company: planted, birthday: null },
  });
  const answers = { pick: planted, picks: [planted], say: planted };
  // The form does not ask people without a team.
  await call('save_own_response', { path: { pid, form: 'own' }, body: { answers } }).catch(() => undefined);
}

const inProject = (path: string): string => `/projects/${year.pid}${path}`;

/** The pages per person. The member also visits pages without access. */
const pagesByPerson = (): [TestPerson, string[]][] => [
  [year.chief, chiefPages(year)],
  [year.owner, [...ownerPages(year), inProject('/manage/forms/own')]],
  [year.administrator, adminPages(year)],
  [year.member, [inProject('/manage/totals'), inProject('/teams/venue/manage')]],
];

/** The places where the planted text became markup or ran as script. */
async function injectedScript(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => [
    ...('ran' in window ? ['it ran'] : []),
    ...[...document.querySelectorAll('[onerror], main img[src="x"], main script, a[href^="javascript:" i]')].map(
      (element) => element.outerHTML,
    ),
  ]);
  return found;
}

const showsPlanted = async (page: Page): Promise<boolean> =>
  (await page.locator('body').innerText()).includes('<img src=x');

/** Defines the function that the planted text calls. */
const detectScript = (page: Page) => page.addInitScript('window.planted = () => { window.ran = true; };');

test('script typed into any field does not run on the pages of visitors and members', async () => {
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  const { page } = visitor;
  await detectScript(page);
  await signInAs(server, page, year.member);
  const faults: Record<string, string[]> = {};
  let shown = 0;
  for (const path of [...memberPages(year), inProject('/forms/own')]) {
    await follow(page, path);
    const ran = await injectedScript(page);
    if (ran.length > 0) faults[path] = ran;
    if (await showsPlanted(page)) shown += 1;
  }
  expect(faults).toEqual({});
  // Checks that the planted text is shown at all.
  expect(shown).toBeGreaterThan(12);
  visitor.expectNoErrors();
});

test.each(looks)(
  'the organisers’ pages are accessible, fit the screen and run no script in all languages, first in $locale, $colorScheme',
  async (look) => {
    const faults: Record<string, string[]> = {};
    let shown = 0;
    for (const [person, paths] of pagesByPerson()) {
      await using visitor = await newVisitor(browser, server.url, { ...look, reducedMotion: 'reduce' });
      const { page } = visitor;
      await detectScript(page);
      await signInAs(server, page, person);
      const nextTurn = takeTurns(page, look);
      for (const path of paths) {
        const turn = await nextTurn();
        const found = [...(await faultsOf(page, path)), ...(await injectedScript(page))];
        if (found.length > 0) faults[`${path} (${turn})`] = found;
        if (await showsPlanted(page)) shown += 1;
      }
      visitor.expectNoErrors();
    }
    expect(faults).toEqual({});
    expect(shown).toBeGreaterThan(20);
  },
  240_000,
);
