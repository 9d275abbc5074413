import type { Page } from 'playwright-core';

declare global {
  var layoutShift: { sum: number; moved: string[] };
}

/** Runs in the page before anything else: adds up how far visible elements move while the page loads. */
export function watchLayoutShift(): void {
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
  const found: typeof globalThis.layoutShift = { sum: 0, moved: [] };
  globalThis.layoutShift = found;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      found.sum += value;
      for (const { node } of sources)
        if (node instanceof Element) found.moved.push(`${node.tagName} ${node.textContent.slice(0, 40)}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

const maxShift = 0.05;

/** What moved while the page was loaded, if it was more than a reader would overlook. */
export async function layoutShiftOf(page: Page): Promise<string[]> {
  const { sum, moved } = await page.evaluate(() => globalThis.layoutShift);
  return sum < maxShift ? [] : [`moved by ${sum.toFixed(3)}: ${moved.join(', ')}`];
}
