import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { seriousFindings } from './axe.ts';

const widths = [1280, 390, 360];

/** At which widths the page would have to be scrolled sideways. */
export async function tooWide(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (excess > 0) found.push(`${excess} px too wide for ${width} px`);
  }
  if (before !== null) await page.setViewportSize(before);
  return found;
}

const quietMs = 60;

/** Counts what is on its way. The browser's own idea of a quiet network takes half a second for every page. */
function watchTraffic(page: Page): void {
  let underWay = 0;
  let quietSince = Date.now();
  const ended = () => {
    underWay -= 1;
    quietSince = Date.now();
  };
  page.on('request', () => void (underWay += 1));
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  quiet.set(page, () => underWay <= 0 && Date.now() - quietSince > quietMs);
}

const quiet = new WeakMap<Page, () => boolean>();

/** Goes to a page and waits until nothing is on its way any more. */
export async function visit(page: Page, path: string): Promise<void> {
  if (!quiet.has(page)) watchTraffic(page);
  await page.goto(path);
  await settle(page);
}

/** Waits until the page has its heading and nothing is on its way any more. */
export async function settle(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  do {
    while (quiet.get(page)?.() === false) await sleep(20);
    // What has arrived is still to be run: it may ask for more.
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1000 })).then(() => null));
  } while (quiet.get(page)?.() === false);
}

/** What keeps a page from being usable by all, at any width. */
export async function faultsOf(page: Page, path: string): Promise<string[]> {
  await visit(page, path);
  const title = await page.title();
  return [
    ...(await seriousFindings(page)),
    ...(await tooWide(page)),
    ...(title.endsWith(' · Muster') ? [] : [`title "${title}"`]),
  ];
}
