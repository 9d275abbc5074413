import type { Locator, Page } from 'playwright-core';

type DragOptions = { from?: number; to?: number; cancelled?: true };

/** Drags with the mouse from the middle of an element, or from a point in it, to a point of another. */
export async function drag(page: Page, from: Locator, to: Locator, at: DragOptions = {}): Promise<void> {
  await to.scrollIntoViewIfNeeded();
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (start === null || end === null) throw new Error('nothing to drag');
  const y = (box: { y: number; height: number }) => box.y + Math.min(box.height / 2, 30);
  await page.mouse.move(start.x + (at.from ?? start.width / 2), y(start));
  await page.mouse.down();
  await page.mouse.move(start.x + (at.from ?? start.width / 2) + 6, y(start) + 2);
  await page.mouse.move(end.x + (at.to ?? end.width / 2), y(end), { steps: 5 });
  if (at.cancelled === true) await page.keyboard.press('Escape');
  await page.mouse.up();
}
