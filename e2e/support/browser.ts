import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';
import { expect } from 'vitest';
import { chromiumFlags, chromiumPath } from '../../test/support/browser.ts';

let shared: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('no Chromium on this machine; `npm test` says how to get it');
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  browser.once('disconnected', () => (shared = undefined));
  return browser;
}

/** One browser for all files of a test worker; it ends with the worker. Visitors have separate profiles. */
export const openBrowser = (): Promise<Browser> => (shared ??= launch());

export type Visitor = {
  page: Page;
  /** Fails on any error in the console, and on any request to another origin. */
  expectNoComplaints: () => void;
  [Symbol.asyncDispose]: () => Promise<void>;
};

/** Chromium logs every 401 as an error, also those that a test provokes. */
const expectedRefusal = (message: ConsoleMessage): boolean =>
  /status of 401/.test(message.text()) && /\/api\/(me|sign-in|sign-in\/link|token)$/.test(message.location().url);

/** A browser window with an empty profile. */
export async function newVisitor(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ baseURL, locale: 'en-GB', ...options });
  context.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && !expectedRefusal(message))
      complaints.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (failure) => complaints.push(String(failure.error())));
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== baseURL && protocol !== 'data:' && protocol !== 'blob:') complaints.push(`asked ${request.url()}`);
  });
  return {
    page: await context.newPage(),
    expectNoComplaints: () => expect(complaints).toEqual([]),
    [Symbol.asyncDispose]: () => context.close(),
  };
}
