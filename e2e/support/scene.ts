import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Clock } from '../../src/server/lib/clock.ts';
import { openBrowser } from './browser.ts';
import { startServer } from './server.ts';
import type { Server } from './server.ts';
import { makeYear } from './year.ts';
import type { Year } from './year.ts';

export type Scene = { server: Server; browser: Browser; year: Year };

/** A server with a year of people, teams and tasks, and a browser, for all tests of a file. */
export function openScene(onOpen: (scene: Scene) => void, env: Record<string, string> = {}, clock?: Clock): void {
  let scene: Scene;
  beforeAll(async () => {
    const [server, browser] = await Promise.all([startServer(env, undefined, clock), openBrowser()]);
    scene = { server, browser, year: await makeYear(server) };
    onOpen(scene);
  });
  afterAll(() => scene.server[Symbol.asyncDispose]());
}

/** Waits for a notification with this text. */
export const expectNotification = (page: Page, text: string | RegExp): Promise<void> =>
  page.locator('.mantine-Notification-root', { hasText: text }).last().waitFor();
