import type { Page } from 'playwright-core';

/** Opens a page of organisers by the menu at the side: an entry, and then one of its tabs. */
export async function openEntry(page: Page, entry: string, tab?: string): Promise<void> {
  await page
    .getByRole('navigation', { name: /^Manage / })
    .getByRole('link', { name: entry })
    .click();
  if (tab === undefined) return;
  await page.getByRole('navigation', { name: entry, exact: true }).getByRole('link', { name: tab }).click();
}

/** The same on a phone, where a button with the name of the open entry opens the menu. */
export async function openFromSheet(page: Page, shown: string, entry: string): Promise<void> {
  await page
    .getByRole('navigation', { name: /^Manage / })
    .getByRole('button', { name: shown })
    .click();
  await page.getByRole('dialog').getByRole('link', { name: entry }).click();
}
