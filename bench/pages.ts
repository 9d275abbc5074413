import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { sha256 } from '../src/server/lib/secrets.ts';
import { chromiumFlags, chromiumPath } from '../test/support/browser.ts';
import { median } from './compare.ts';
import { personId, projectId, small, sqliteFolder } from './data.ts';
import type { Reference } from './processes.ts';
import type { Row, Rows, Stage } from './stage.ts';

export const timeZone = 'Europe/London';

/** A cheap phone on a bad connection. */
const phone = {
  locale: 'en-GB',
  timezoneId: timeZone,
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const network = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
const cpuSlowdown = 4;

const secret = 'bench-session';
const team = `/projects/${projectId(0)}/teams/team-7`;
const paragraph =
  'We are looking for people who like to work with others, can carry a box or two, and stay calm when the queue gets ' +
  'long. You get a shirt, a warm meal on every day that you help, and a thank-you evening in autumn. ';

/** Gives the measured project a text and a person a browser session. Returns a task of the project. */
export async function prepareData(): Promise<string> {
  const database = new DatabaseSync(join(await sqliteFolder(small), 'muster.db'), { timeout: 5000 });
  const at = new Date().toISOString();
  database
    .prepare(
      `insert or replace into sessions (id, token_hash, uid, device, created_at, last_seen_at, expires_at)
       values ('bench', ?, ?, 'Bench', ?, ?, '2099-01-01T00:00:00.000Z')`,
    )
    .run(sha256(secret), personId(7), at, at);
  database.prepare('update projects set description = ?').run(`${paragraph}\n\n**${paragraph}**\n\n${paragraph}`);
  database
    .prepare('update teams set public_description = ?')
    .run(`${paragraph}\n\n- by day\n- by night\n\n${paragraph}`);
  const task = database.prepare('select id from tasks where pid = ? order by starts_at').get(projectId(0));
  database.close();
  return String(task?.['id']);
}

type Load = { lcpMs: number; cls: number; blockedMs: number; requests: number; scriptBytes: number };

/** Loads a page as the phone does, until nothing has been requested for a second; with the application if it has one. */
async function load(page: Page, url: string, hasApp: boolean): Promise<Load> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  const scripts = new Set<string>();
  let [requests, scriptBytes] = [0, 0];
  session.on('Network.requestWillBeSent', () => void (requests += 1));
  session.on('Network.responseReceived', ({ requestId, type }) => void (type === 'Script' && scripts.add(requestId)));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  if (hasApp) await page.locator('html[data-app=ready]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1000);
  const vitals = await page.evaluate(() => globalThis.vitals);
  await session.detach();
  return { ...vitals, requests, scriptBytes };
}

declare global {
  var vitals: { lcpMs: number; cls: number; blockedMs: number };
}

/**
 * Runs in the page before anything else. The layout shift is the largest sum of a window of shifts, the blocking time what
 * tasks take beyond 50 ms.
 */
function observeVitals(): void {
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  const found = { lcpMs: Number.NaN, cls: 0, blockedMs: 0 };
  globalThis.vitals = found;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) found.lcpMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) found.blockedMs += duration - 50;
  }).observe({ type: 'longtask', buffered: true });
  let [sum, first, last] = [0, -Infinity, -Infinity];
  new PerformanceObserver((list) => {
    for (const { startTime, value, hadRecentInput } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      if (startTime - last > 1000 || startTime - first > 5000) [sum, first] = [0, startTime];
      last = startTime;
      sum += value;
      found.cls = Math.max(found.cls, sum);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page: every text of it, in plain elements. */
function plainText(): string {
  const lines: string[] = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('script, style, noscript, template') !== null) continue;
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const text = own
      .map((node) => node.textContent)
      .join(' ')
      .trim();
    const tag = /^H[1-6]$/.test(element.tagName) ? element.tagName.toLowerCase() : 'p';
    if (text !== '') lines.push(`<${tag}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${tag}>`);
  }
  return lines.join('\n');
}

async function publishStatic(reference: Reference, text: string): Promise<void> {
  const style = 'body { font: 1rem/1.5 sans-serif; max-width: 60rem; margin: 1rem auto; padding: 0 1rem }';
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>${style}</style>`;
  const body = gzipSync(
    `<!doctype html><html lang="en"><head>${head}<title>Static</title></head><body>${text}</body></html>`,
  );
  const headers: [string, string][] = [
    ['content-type', 'text/html; charset=utf-8'],
    ['content-encoding', 'gzip'],
    ['content-length', String(body.length)],
  ];
  await reference.answerWith({ status: 200, headers, body: body.toString('base64') });
}

export type Visit = { name: string; path: string; signedIn?: true; warm?: true; zone?: 'unknown'; goal: number };

const inProject = `/projects/${projectId(0)}`;
const opened = (name: string, path: string): Visit => ({ name: `${name}, cold`, path, signedIn: true, goal: 2.5 });

/** What volunteers open from a mail or a bookmark. */
const ownPages = (task: string): Visit[] => [
  opened('tasks', `${inProject}/tasks`),
  opened('a task', `${inProject}/tasks/${task}`),
  opened('tasks I can take', `${inProject}/open-tasks`),
  opened('My day', `${inProject}/my-day`),
  opened('notices', '/me/notices'),
  opened('forms', `${inProject}/forms`),
  opened('claims', `${inProject}/claims`),
  opened('documents', `${inProject}/documents`),
  opened('invitations', '/invitations'),
];

export const visitsTo = (task: string): Visit[] => [
  { name: 'front page, cold', path: '/', goal: 2 },
  { name: "a team's public page, cold", path: team, goal: 2 },
  opened('signed-in home', '/'),
  { ...opened('signed-in home, first visit', '/'), zone: 'unknown' },
  { name: 'signed-in home, warm cache', path: '/', signedIn: true, warm: true, goal: 2 },
  ...ownPages(task),
];

export function cookiesOf(url: string, { signedIn, zone }: Visit): { name: string; value: string; url: string }[] {
  const cookies = { muster_session: secret, ...(zone !== 'unknown' && { muster_time_zone: timeZone }) };
  return signedIn === true ? Object.entries(cookies).map(([name, value]) => ({ name, value, url })) : [];
}

async function newPage(browser: Browser, base: string, visit: Visit): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext(phone);
  await context.addInitScript(observeVitals);
  await context.addCookies(cookiesOf(base, visit));
  return [context, await context.newPage()];
}

async function measure(browser: Browser, base: string, visit: Visit): Promise<[Load, string]> {
  const { path, warm } = visit;
  const [context, page] = await newPage(browser, base, visit);
  try {
    if (warm === true) {
      await page.goto(base + path, { waitUntil: 'networkidle' });
      await page.goto('about:blank');
    }
    return [await load(page, base + path, visit.signedIn === true), await page.evaluate(plainText)];
  } finally {
    await context.close();
  }
}

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number };

/**
 * What tasks would take beyond 50 ms on the phone if the machine had nothing else to do: by the processor time of the page's
 * thread, without the slowdown, times the slowdown. Other work on the machine changes the clock, and this hardly.
 */
async function blockedByProcessor(browser: Browser, base: string, visit: Visit): Promise<number> {
  const [context, page] = await newPage(browser, base, visit);
  try {
    // A page of the same site, so that the process of the page exists.
    await page.goto(`${base}/healthz`);
    await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
    await page.goto(base + visit.path, { waitUntil: 'networkidle' });
    await page.locator('html[data-app=ready]').waitFor({ state: 'attached' });
    await page.waitForTimeout(1000);
    const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
    const tasks = trace.traceEvents.filter(({ name, tdur }) => name === 'RunTask' && tdur !== undefined);
    const threads = [...Map.groupBy(tasks, ({ pid, tid }) => `${pid} ${tid}`).values()];
    // The thread of the page is the busiest of all.
    const sums = threads.map((some) => some.map(({ tdur = 0 }) => (tdur / 1000) * cpuSlowdown));
    const busiest = sums.toSorted((a, b) => total(b) - total(a))[0] ?? [];
    return total(busiest.map((ms) => Math.max(0, ms - 50)));
  } finally {
    await context.close();
  }
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const two = (value: number): string => value.toFixed(2);
const range = (values: number[], digits: number): string =>
  `${Math.min(...values).toFixed(digits)}-${Math.max(...values).toFixed(digits)}`;

function limitRow(what: string, values: number[], goal: string, limit: number, digits: number): Row {
  const most = Math.max(...values);
  const measured = median(values).toFixed(digits);
  return { what, goal, measured, spread: range(values, digits), ok: most <= limit, notes: '' };
}

async function pages(stage: Stage): Promise<Row[]> {
  const [server, reference] = [await stage.muster(small), await stage.reference()];
  const visits = visitsTo(await prepareData());
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: chromiumFlags });
  const [base, staticBase] = [`http://localhost:${server.port}`, `http://localhost:${reference.port}`];
  const rounds = Math.min(stage.rounds, 7);
  const rows: Row[] = [];
  try {
    // The server runs already when somebody comes; only the browser is cold.
    for (const visit of visits) await measure(browser, base, visit);
    for (const visit of visits) {
      const { goal } = visit;
      const loads: Load[] = [];
      const statics: Load[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const [found, text] = await measure(browser, base, visit);
        await publishStatic(reference, text);
        loads.push(found);
        const still = { name: 'static', path: '/', goal, ...(visit.warm === true && { warm: visit.warm }) };
        statics.push((await measure(browser, staticBase, still))[0]);
      }
      const ratios = loads.map(({ lcpMs }, i) => lcpMs / (statics[i]?.lcpMs ?? Number.NaN));
      const times = `${Math.round(median(loads.map(({ lcpMs }) => lcpMs)))} ms against ${Math.round(median(statics.map(({ lcpMs }) => lcpMs)))} ms`;
      rows.push({
        what: `${visit.name}: LCP against a static page with the same text`,
        goal: `<= ${goal}`,
        measured: two(median(ratios)),
        spread: range(ratios, 2),
        ok: median(ratios) <= goal,
        notes: times,
      });
      const blocked = loads.map(({ blockedMs }) => blockedMs);
      if (visit.signedIn === true)
        rows.push({
          what: `${visit.name}: blocking time, ms`,
          goal: '<= 600',
          measured: median(blocked).toFixed(0),
          spread: range(blocked, 0),
          ok: median(blocked) <= 600,
          notes: `${Math.round(await blockedByProcessor(browser, base, visit))} ms by processor time`,
        });
      rows.push(
        limitRow(
          `${visit.name}: layout shift`,
          loads.map(({ cls }) => cls),
          '< 0.05',
          0.05,
          3,
        ),
      );
      if (visit.warm === true) continue;
      rows.push(
        limitRow(
          `${visit.name}: requests`,
          loads.map(({ requests }) => requests),
          '<= 20',
          20,
          0,
        ),
      );
      const kilobytes = loads.map(({ scriptBytes }) => scriptBytes / 1000);
      rows.push(limitRow(`${visit.name}: JavaScript, compressed KB`, kilobytes, '<= 120', 120, 0));
    }
  } finally {
    await browser.close();
  }
  return rows;
}

/** Optional: it needs Chromium. */
export const pageRows: Rows = { pages: { optional: true, run: pages } };
