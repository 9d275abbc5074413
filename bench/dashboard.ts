import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import { sha256 } from '../src/server/lib/secrets.ts';
import { chromiumFlags, chromiumPath } from '../test/support/browser.ts';
import { median } from './compare.ts';
import { personId, small, sqliteFolder } from './data.ts';
import type { Row, Rows, Stage } from './stage.ts';

const secret = 'bench-session';

/** Inserts a browser session of a person with a team into the database. */
async function openSession(): Promise<void> {
  const database = new DatabaseSync(join(await sqliteFolder(small), 'muster.db'), { timeout: 5000 });
  const at = new Date().toISOString();
  database
    .prepare(
      `insert or replace into sessions (id, token_hash, uid, device, created_at, last_seen_at, expires_at)
       values ('bench', ?, ?, 'Bench', ?, ?, '2099-01-01T00:00:00.000Z')`,
    )
    .run(sha256(secret), personId(7), at, at);
  database.close();
}

/** Time from the start of the navigation until the browser has drawn the selected element. */
async function drawnMs(page: Page, url: string, selector: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(selector).first().waitFor();
  return page.evaluate(() => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now()))));
}

/** Measures with an empty cache and with the cache of a second visit. */
async function dashboard(stage: Stage): Promise<Row[]> {
  const server = await stage.muster(small);
  await openSession();
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: chromiumFlags });
  try {
    const base = `http://localhost:${server.port}`;
    const open = async () => {
      const context = await browser.newContext();
      await context.addCookies([{ name: 'muster_session', value: secret, url: base }]);
      return context;
    };
    const kept = await open();
    const keptPage = await kept.newPage();
    await drawnMs(keptPage, base, 'main h1');
    const times = { first: [] as number[], again: [] as number[], empty: [] as number[] };
    for (let round = 0; round < stage.rounds; round += 1) {
      const context = await open();
      times.first.push(await drawnMs(await context.newPage(), base, 'main h1'));
      await context.close();
      times.again.push(await drawnMs(keptPage, base, 'main h1'));
      times.empty.push(await drawnMs(keptPage, `${base}/healthz`, 'pre'));
    }
    const empty = median(times.empty);
    const row = (what: string, values: number[]): Row => ({
      what: `dashboard drawn in Chromium, ${what}, against an almost empty page`,
      goal: '',
      measured: `${(median(values) / empty).toFixed(1)} x`,
      spread: `${Math.round(Math.min(...values))}-${Math.round(Math.max(...values))} ms`,
      ok: null,
      notes: `${Math.round(median(values))} ms against ${Math.round(empty)} ms`,
    });
    return [row('empty cache', times.first), row('cache of a second visit', times.again)];
  } finally {
    await browser.close();
  }
}

/** Optional: it needs Chromium. */
export const dashboardRows: Rows = { dashboard: { optional: true, run: dashboard } };
