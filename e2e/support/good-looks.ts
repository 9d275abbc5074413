import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { seriousFindings } from './axe.ts';
import { tooWide } from './looks.ts';

/** The page fits a laptop and a phone, and axe finds nothing serious. Takes pictures into the folder `SHOTS`, if there is one. */
export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  const shots = process.env['SHOTS'];
  for (const [width, height] of [
    [1280, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}-${width}.png`, fullPage: true });
    expect([name, width, ...(await tooWide(page))]).toEqual([name, width]);
  }
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
}
