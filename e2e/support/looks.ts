import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const widths = [1280, 390, 360];

/** The widths at which the page has to be scrolled sideways, beginning with the one that it has. */
export async function tooWide(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const width of new Set([before?.width ?? 1280, ...widths])) {
    if (width !== before?.width) await page.setViewportSize({ width, height: before?.height ?? 800 });
    const excess = await lastingExcess(page);
    if (excess > 0) found.push(`${excess} px too wide for ${width} px`);
  }
  if (before !== null) await page.setViewportSize(before);
  return found;
}

const patienceMs = 1000;

/** How far the page goes beyond the window, once it has adapted to its width: parts of it change a moment later. */
async function lastingExcess(page: Page): Promise<number> {
  for (const deadline = Date.now() + patienceMs; ; await sleep(50)) {
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (excess <= 0 || Date.now() > deadline) return excess;
  }
}

const quietMs = 60;

/** Counts requests in progress. Playwright's `networkidle` waits half a second for every page. */
function watchTraffic(page: Page): void {
  let inProgress = 0;
  let quietSince = Date.now();
  const ended = () => {
    inProgress -= 1;
    quietSince = Date.now();
  };
  page.on('request', () => void (inProgress += 1));
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  quiet.set(page, () => inProgress <= 0 && Date.now() - quietSince > quietMs);
}

const quiet = new WeakMap<Page, () => boolean>();

/** Pages for visitors load the application when they are touched. */
export const appIsReady = (page: Page): Promise<void> => page.locator('html[data-app=ready]').waitFor();

/** Loads a page and waits until it is complete. */
export async function visit(page: Page, path: string): Promise<void> {
  if (!quiet.has(page)) watchTraffic(page);
  await page.goto(path);
  await page.locator('html[data-app=ready], script[data-when=touched]').first().waitFor({ state: 'attached' });
  await settle(page);
}

/**
 * Goes to a page as a link within the application does; the first one is loaded.
 * Loading takes several times as long, and navigation.test.ts does it for every page.
 */
export async function follow(page: Page, path: string): Promise<void> {
  const isLoaded = await page.evaluate(() => document.documentElement.dataset['app'] === 'ready');
  if (!isLoaded) return visit(page, path);
  await page.evaluate(`window.__TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`);
  await settle(page);
}

/** Waits until the page has its heading and no request is in progress. */
export async function settle(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  do {
    while (quiet.get(page)?.() === false) await sleep(20);
    // A response may still have to render and start more requests. `requestIdleCallback` waits for a frame, which after a
    // change of the window's size takes a second.
    await page.evaluate(() => scheduler.postTask(() => null, { priority: 'background' }));
  } while (quiet.get(page)?.() === false);
}
