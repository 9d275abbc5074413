import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { sha256 } from '../src/server/lib/secrets.ts';
import { chromiumFlags, chromiumPath } from '../test/support/browser.ts';
import { median } from './compare.ts';
import { personId, projectId, sqliteFolder } from './data.ts';
import type { Size } from './data.ts';
import { processorSeconds } from './processes.ts';
import type { Row, Rows, Stage } from './stage.ts';

const alone = { otherProjects: 0, otherPeople: 0 };
const few: Size = {
  name: 'few',
  teams: 14,
  people: 160,
  ...alone,
  event: { tasks: 100, answers: 160, days: 3, teams: 14 },
};
const many: Size = {
  name: 'many',
  teams: 200,
  people: 20_000,
  ...alone,
  event: { tasks: 10_000, answers: 20_000, days: 30, teams: 200 },
};

type Role = 'owner' | 'chief' | 'volunteer';

/** The first person owns the project, the eighth leads a team in both sizes, the last one is a member. */
const personOf = (role: Role, { people }: Size): string =>
  personId({ owner: 0, chief: 7, volunteer: people - 1 }[role]);
const secretOf = (role: Role): string => `bench-session-${role}`;

const project = `/projects/${projectId(0)}`;
const pages: readonly [Role, string, string][] = [
  ['owner', 'home', '/'],
  ['owner', 'overview', `${project}/manage`],
  ['owner', 'teams', `${project}/manage/teams`],
  ['owner', 'people', `${project}/people`],
  ['owner', 'tasks', `${project}/manage/tasks`],
  ['owner', 'planner', `${project}/manage/tasks/planner?day=2030-01-02`],
  ['owner', 'hours', `${project}/manage/hours`],
  ['owner', 'statistics', `${project}/manage/statistics`],
  ['chief', 'home', '/'],
  ['chief', 'team', `${project}/teams/team-7/manage`],
  ['chief', 'people', `${project}/people`],
  ['chief', 'tasks', `${project}/manage/tasks`],
  ['volunteer', 'home', '/'],
  ['volunteer', 'project', project],
  ['volunteer', 'team', `${project}/teams/team-7`],
  ['volunteer', 'tasks', `${project}/tasks`],
  ['volunteer', 'open tasks', `${project}/open-tasks`],
];

async function openSessions(size: Size): Promise<void> {
  const database = new DatabaseSync(join(await sqliteFolder(size), 'muster.db'), { timeout: 5000 });
  const at = new Date().toISOString();
  const session = database.prepare(
    `insert or replace into sessions (id, token_hash, uid, device, created_at, last_seen_at, expires_at)
     values (?, ?, ?, 'Bench', ?, ?, '2099-01-01T00:00:00.000Z')`,
  );
  for (const role of ['owner', 'chief', 'volunteer'] as const)
    session.run(role, sha256(secretOf(role)), personOf(role, size), at, at);
  database.prepare(`update projects set state = 'public', starts_on = '2030-01-01', ends_on = '2030-01-30'`).run();
  database
    .prepare(
      `update teams set member_count =
        (select count(*) from memberships where memberships.pid = teams.pid and memberships.tid = teams.tid)`,
    )
    .run();
  database.close();
}

declare global {
  var changedMs: number;
}

/** Runs in the page before anything else: when the page last changed. */
function observeChanges(): void {
  globalThis.changedMs = 0;
  new MutationObserver(() => {
    globalThis.changedMs = performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** No request and no change of the page for so long means that it is complete. */
const quietMs = 600;

/** Time from the start of the navigation until the page is complete. */
export async function completeMs(page: Page, url: string): Promise<number> {
  await page.goto('about:blank');
  const network = { open: 0, lastAt: performance.now() };
  const count = (change: number) => () => {
    network.open += change;
    network.lastAt = performance.now();
  };
  const [more, less] = [count(1), count(-1)];
  page.on('request', more).on('requestfinished', less).on('requestfailed', less);
  await page.goto(url, { waitUntil: 'load' });
  await page.locator('main h1').first().waitFor();
  while (network.open > 0 || performance.now() - network.lastAt < quietMs) await page.waitForTimeout(100);
  page.off('request', more).off('requestfinished', less).off('requestfailed', less);
  return page.evaluate(() => globalThis.changedMs);
}

export async function openAs(browser: Browser, base: string, role: Role): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' });
  await context.addInitScript(observeChanges);
  const cookies = { muster_session: secretOf(role), muster_time_zone: 'Europe/London' };
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: base })));
  return context;
}

const two = (value: number): string => value.toFixed(2);

async function largeProject(stage: Stage): Promise<Row[]> {
  const servers = [await stage.muster(few), await stage.muster(many)];
  for (const size of [few, many]) await openSessions(size);
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: chromiumFlags });
  const rounds = Math.min(stage.rounds, 5);
  try {
    const rows: Row[] = [];
    for (const [role, name, path] of pages) {
      const sides = await Promise.all(
        servers.map(async ({ port }) => {
          const base = `http://localhost:${port}`;
          const page = await (await openAs(browser, base, role)).newPage();
          // The scripts are in the cache by then, and both servers are warm.
          await completeMs(page, base + path);
          return { page, url: base + path, times: [] as number[] };
        }),
      );
      for (let round = 0; round < rounds; round += 1)
        for (const side of sides) side.times.push(await completeMs(side.page, side.url));
      await Promise.all(sides.map(({ page }) => page.context().close()));
      const [small = [], large = []] = sides.map(({ times }) => times);
      const ratios = large.map((time, index) => time / (small[index] ?? Number.NaN));
      rows.push({
        what: `${role}: ${name}, with 20,000 people, 200 teams and 10,000 tasks against 160, 14 and 100`,
        goal: '<= 2',
        measured: two(median(ratios)),
        spread: `${two(Math.min(...ratios))}-${two(Math.max(...ratios))}`,
        ok: median(ratios) <= 2,
        notes: `${Math.round(median(large))} ms against ${Math.round(median(small))} ms`,
      });
    }
    return rows;
  } finally {
    await browser.close();
  }
}

/** One letter finds thousands, a family name some, and the last one nobody. */
const searches = ['a', 'ok', 'okafor', 'team 7', 'zzzz'];
const searchGoalMs = 50;
const searchRounds = 50;

/** The processor time that the server spends on the slowest of the searches: other work on the machine hardly affects it. */
async function searching(stage: Stage): Promise<Row[]> {
  const { port, pid } = await stage.muster(many);
  await openSessions(many);
  const headers = { cookie: `muster_session=${secretOf('owner')}` };
  const ask = async (q: string) => {
    const answer = await fetch(`http://localhost:${port}/api${project}/search?q=${encodeURIComponent(q)}`, { headers });
    if (!answer.ok) throw new Error(`search: ${answer.status}`);
    await answer.arrayBuffer();
  };
  const times = new Map<string, number>();
  for (const q of searches) {
    await ask(q);
    const before = processorSeconds(pid);
    for (let round = 0; round < searchRounds; round += 1) await ask(q);
    times.set(q, ((processorSeconds(pid) - before) * 1000) / searchRounds);
  }
  const all = [...times.values()];
  return [
    {
      what: 'search among 20,000 people, 200 teams and 10,000 tasks, processor time',
      goal: `<= ${searchGoalMs} ms`,
      measured: `${Math.round(Math.max(...all))} ms`,
      spread: `${Math.round(Math.min(...all))}-${Math.round(Math.max(...all))}`,
      ok: Math.max(...all) <= searchGoalMs,
      notes: [...times].map(([q, time]) => `${q}: ${Math.round(time)} ms`).join(', '),
    },
  ];
}

/** Optional: the first needs Chromium, and both a large database. */
export const largeProjectRows: Rows = {
  'large-project': { optional: true, run: largeProject },
  search: { optional: true, run: searching },
};
