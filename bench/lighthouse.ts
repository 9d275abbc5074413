import { once } from 'node:events';
import { createServer } from 'node:net';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { chromiumFlags, chromiumPath } from '../test/support/browser.ts';
import { median } from './compare.ts';
import { small } from './data.ts';
import { cookiesOf, prepareData, timeZone, visitsTo } from './pages.ts';
import type { Visit } from './pages.ts';
import type { Row, Rows, Stage } from './stage.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** What the score is computed from. */
const metrics = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  SI: 'speed-index',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
};

type Score = { score: number; notes: string };

/** The performance score of a page from 0 to 100, in a browser that has never been there. */
async function scoreOf(base: string, visit: Visit): Promise<Score> {
  const port = await freePort();
  // An empty folder: a temporary one, which is deleted at the end.
  const context = await chromium.launchPersistentContext('', {
    executablePath: chromiumPath() ?? '',
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
    env: { TZ: timeZone },
  });
  try {
    await context.addCookies(cookiesOf(base, visit));
    // The usual settings are those of a phone. A reset of the storage would delete the session.
    const result = await lighthouse(base + visit.path, {
      port,
      onlyCategories: ['performance'],
      disableStorageReset: true,
      logLevel: 'error',
    });
    const { runtimeError, categories, audits } = result?.lhr ?? {};
    if (runtimeError !== undefined) throw new Error(`Lighthouse: ${runtimeError.message}`);
    return {
      score: Math.round((categories?.['performance']?.score ?? Number.NaN) * 100),
      notes: Object.entries(metrics)
        .map(([name, id]) => `${name} ${audits?.[id]?.displayValue}`)
        .join(', '),
    };
  } finally {
    await context.close();
  }
}

/** Only pages of signed-in people: they load the application, those of visitors do not. */
async function scores(stage: Stage): Promise<Row[]> {
  const server = await stage.muster(small);
  const base = `http://localhost:${server.port}`;
  const visits = visitsTo(await prepareData()).filter(({ signedIn, warm }) => signedIn === true && warm !== true);
  const rows: Row[] = [];
  for (const visit of visits) {
    // The server runs already when somebody comes; only the browser is cold.
    await fetch(base + visit.path, {
      headers: {
        cookie: cookiesOf(base, visit)
          .map(({ name, value }) => `${name}=${value}`)
          .join('; '),
      },
    });
    const rounds: Score[] = [];
    for (let round = 0; round < Math.min(stage.rounds, 5); round += 1) rounds.push(await scoreOf(base, visit));
    const found = rounds.map(({ score }) => score);
    const goal = visit.path === '/' ? 85 : 70;
    rows.push({
      what: `${visit.name}: Lighthouse (mobile), performance`,
      goal: `>= ${goal}`,
      measured: String(median(found)),
      spread: `${Math.min(...found)}-${Math.max(...found)}`,
      ok: median(found) >= goal,
      notes: rounds.at(-1)?.notes ?? '',
    });
  }
  return rows;
}

/** Optional: it needs Chromium. */
export const lighthouseRows: Rows = { lighthouse: { optional: true, run: scores } };
