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
  expectNoErrors: () => void;
  /** For a test that provokes an error: those that match are not a failure. */
  expectError: (pattern: RegExp) => void;
  /** Errors of scripts so far: uncaught, or written by `console.error`. */
  scriptErrors: () => string[];
  [Symbol.asyncDispose]: () => Promise<void>;
};

/** Chromium logs every 401 as an error, also those that a test provokes. */
const expectedRefusal = (message: ConsoleMessage): boolean =>
  /status of 401/.test(message.text()) &&
  /\/api\/(me|sign-in|sign-in\/link|sign-in\/code|token)$/.test(message.location().url);

/** Chromium reports responses with an error status in the console; these are no errors of the page. */
const isFailedRequest = (message: ConsoleMessage): boolean => message.text().startsWith('Failed to load resource');

/**
 * A browser window with an empty profile, without transitions. An uncaught error or a `console.error` fails the test that opened it;
 * requests that failed do not, because tests provoke them.
 */
export async function newVisitor(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  // A service worker would answer in place of what a test intercepts. Its own tests allow it.
  const context = await browser.newContext({
    baseURL,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(60_000);
  // The first page of a server loads what renders pages.
  context.setDefaultNavigationTimeout(120_000);
  const errors: string[] = [];
  const expected: RegExp[] = [];
  const scriptErrors: string[] = [];
  const unexpected = (found: readonly string[]) =>
    found.filter((text) => !expected.some((pattern) => pattern.test(text)));
  context.on('console', (message) => {
    if (message.type() !== 'error' || expectedRefusal(message)) return;
    const error = `${message.text()} (${message.location().url})`;
    errors.push(error);
    if (!isFailedRequest(message)) scriptErrors.push(error);
  });
  context.on('weberror', (failure) => {
    errors.push(String(failure.error()));
    scriptErrors.push(failure.error().stack ?? String(failure.error()));
  });
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== baseURL && protocol !== 'data:' && protocol !== 'blob:') errors.push(`asked ${request.url()}`);
  });
  return {
    page: await context.newPage(),
    expectNoErrors: () => expect(unexpected(errors)).toEqual([]),
    expectError: (pattern) => void expected.push(pattern),
    scriptErrors: () => unexpected(scriptErrors),
    [Symbol.asyncDispose]: async () => {
      await context.close();
      expect(unexpected(scriptErrors)).toEqual([]);
    },
  };
}
