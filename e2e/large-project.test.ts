import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { insertRows } from '../src/server/db/transfer.ts';
import { insertWords } from '../src/server/db/words.ts';
import { createPerson } from '../test/support/factories.ts';
import type { TestPerson } from '../test/support/factories.ts';
import { showPeople } from './support/planner.ts';
import { newVisitor } from './support/browser.ts';
import { openScene } from './support/scene.ts';
import { seed, signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';

let server: Server;
let browser: Browser;

openScene((scene) => ({ server, browser } = scene));

const people = 6000;
const teams = 60;
const teamsWithoutChief = 12;
/** As many of the next days have tasks, none of which anybody has joined. */
const days = 10;
const tasks = 5300;
const pid = 'large';
const dayMs = 86_400_000;
const today = new Date().toISOString().slice(0, 10);
const at = new Date(Date.now() - 30 * dayMs).toISOString();
const dayAfter = (count: number): string => new Date(Date.parse(today) + count * dayMs).toISOString().slice(0, 10);
const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);
const digits = (index: number): string => String(index).padStart(5, '0');
const idOf = (kind: string, index: number): string => `${kind}${digits(index)}`;

/** Straight into the tables: people in teams, tasks ahead, and a task of last week that everybody was on. */
const makeLargeProject = (): Promise<TestPerson> =>
  seed(server, async (context) => {
    const owner = await createPerson(context, { name: 'Leo Large' });
    const everyone = numbered(people).map((index) => ({
      uid: idOf('person', index),
      name: `Person ${digits(index)}`,
      email: `large-${index}@example.org`,
      sort_key: `person ${digits(index)}`,
      listing: 'public',
      created_at: at,
    }));
    const timesOf = (index: number) => {
      const start = Date.parse(dayAfter(1 + (index % days))) + 10 * 3_600_000;
      return { starts_at: new Date(start).toISOString(), ends_at: new Date(start + 3_600_000).toISOString() };
    };
    await context.db.transaction(async (trx) => {
      await insertRows(trx, 'people', everyone);
      await insertWords(trx, everyone);
      const project = { pid, name: 'Large', timezone: 'UTC', state: 'public', created_at: at };
      await insertRows(trx, 'projects', [{ ...project, starts_on: dayAfter(1), ends_on: dayAfter(days) }]);
      await insertRows(trx, 'project_owners', [{ pid, uid: owner.uid, created_at: at }]);
      const team = (index: number) => ({ pid, tid: idOf('team', index), name: `Team ${digits(index)}` });
      await insertRows(
        trx,
        'teams',
        numbered(teams).map((index) => ({
          ...team(index),
          sort_key: `team ${digits(index)}`,
          created_at: at,
          // The services count them as they are added.
          member_count: people / teams,
        })),
      );
      const roleOf = (index: number) => (index < teams - teamsWithoutChief ? 'chief' : 'member');
      await insertRows(
        trx,
        'memberships',
        everyone.map(({ uid }, index) => ({
          pid,
          tid: idOf('team', index % teams),
          uid,
          role: roleOf(index),
          created_at: at,
        })),
      );
      const task = { pid, capacity: 2, created_at: at };
      await insertRows(
        trx,
        'tasks',
        numbered(tasks).map((index) => ({
          ...task,
          id: idOf('task', index),
          tid: idOf('team', index % teams),
          title: `Shift ${digits(index)}`,
          ...timesOf(index),
        })),
      );
      const past = { starts_at: `${dayAfter(-7)}T10:00:00.000Z`, ends_at: `${dayAfter(-7)}T12:00:00.000Z` };
      const build = { ...task, id: 'build', tid: null, title: 'Build-up', capacity: people, ...past };
      await insertRows(trx, 'tasks', [build]);
      await insertRows(
        trx,
        'attendances',
        everyone.map(({ uid }) => ({
          task_id: 'build',
          uid,
          created_at: at,
          state: 'done',
          arrived_at: past.starts_at,
          left_at: past.ends_at,
        })),
      );
    });
    return owner;
  });

let owner: TestPerson;
beforeAll(async () => {
  owner = await makeLargeProject();
});

const manage = (path: string): string => `/projects/${pid}/manage${path}`;
const shows = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();

test('the pages of a project with more than 5,000 people and tasks show the true numbers', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  await signInAs(server, page, owner);

  await page.goto(manage(''));
  // The places taken are as many.
  const people6000 = page.locator('main').getByText('6,000', { exact: true }).first();
  await people6000.waitFor();
  await shows(page, `${teamsWithoutChief} teams have no chief yet.`);
  await shows(page, '2 more teams have no chief');
  await shows(page, `${tasks} upcoming shifts have free places`);

  await page.goto(manage('/teams'));
  const cards = page.locator('main').getByRole('listitem');
  await cards.filter({ hasText: 'Led by' }).first().waitFor();
  expect(await cards.filter({ hasText: 'Led by' }).count()).toBe(teams - teamsWithoutChief);
  expect(await cards.getByText(`${people / teams} people`, { exact: true }).count()).toBe(teams);

  await page.goto(`/projects/${pid}`);
  await page.getByRole('link', { name: 'All teams' }).click();
  await page.getByRole('heading', { name: `Team ${digits(teams - 1)}` }).waitFor();
  expect(await page.getByRole('link', { name: /^Team \d+$/ }).count()).toBe(teams);

  await page.goto(`/projects/${pid}/people`);
  await shows(page, `${people + 1} people`);
  await page.getByLabel('Name or email address').fill('05999');
  await shows(page, '1 person');
  await shows(page, 'Person 05999');

  await page.goto(manage('/tasks'));
  await shows(page, `${tasks} upcoming shifts`);

  await page.goto(manage(`/tasks/planner?day=${dayAfter(1)}`));
  await showPeople(page);
  await shows(page, `${people + 1} people`);

  await page.goto(manage('/hours'));
  await page.getByRole('button', { name: 'Issue missing certificates' }).click();
  await shows(page, `${people} people with hours have no certificate yet.`);

  await page.goto(manage('/statistics'));
  await page.getByRole('row', { name: new RegExp(`^${dayAfter(1).slice(0, 4)} 6,001 6,001 0`) }).waitFor();
  visitor.expectNoErrors();
});
