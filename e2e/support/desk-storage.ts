import type { Page } from 'playwright-core';

/** How much the device has stored. */
export const stored = (page: Page) =>
  page.evaluate(async () => {
    const opened = indexedDB.open('muster-desk');
    await new Promise((resolve) => opened.addEventListener('success', resolve));
    const counts = [...opened.result.objectStoreNames].map(async (name) => {
      const request = opened.result.transaction(name).objectStore(name).count();
      await new Promise((resolve) => request.addEventListener('success', resolve));
      return [name, request.result] as const;
    });
    return Object.fromEntries(await Promise.all(counts));
  });
