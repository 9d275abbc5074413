import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser } from './browser.ts';
import { startServer } from './server.ts';
import type { Server } from './server.ts';

type EmptyScene = { server: Server; browser: Browser };

/** A server without any data and with the real limits, and a browser, for all tests of a file. */
export function openEmptyScene(onOpen: (scene: EmptyScene) => void): void {
  let server: Server;
  beforeAll(async () => {
    const [started, browser] = await Promise.all([startServer({ RATE_LIMIT_SCALE: '1' }), openBrowser()]);
    server = started;
    onOpen({ server, browser });
  });
  afterAll(() => server[Symbol.asyncDispose]());
}

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** Asks for a link on the sign-in page, and returns the one that was mailed. */
export async function requestLinkOf(server: Server, page: Page, email: string): Promise<string> {
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: /Email me a link|Create sign-in link/ }).click();
  await heading(page).getByText('Your link is ready').waitFor();
  return server.mailedLink(email);
}
