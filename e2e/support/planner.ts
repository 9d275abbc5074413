import type { Locator, Page } from 'playwright-core';

/** A task in the timeline of the planner. */
export const bar = (page: Page, title: string): Locator => page.locator('[data-task]', { hasText: title });
