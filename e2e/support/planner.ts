import type { Locator, Page } from 'playwright-core';

/** A task in the timeline of the planner. Its title is at the beginning of its line, and in what screen readers say. */
export const bar = (page: Page, title: string): Locator => page.locator(`[data-task][aria-label*="${title}"]`);

/** How far an hour is from the beginning of the hours that are shown. */
export async function hourInPlan(page: Page, hour: string): Promise<number> {
  const track = await page.locator('[data-row]').first().boundingBox();
  const tick = await page.locator('[data-hour]', { hasText: hour }).first().boundingBox();
  if (track === null || tick === null) throw new Error(`the plan does not show ${hour}`);
  return tick.x - track.x;
}

/** Windows without room for both show the plan alone. */
export const showPeople = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'People', exact: true }).click();
