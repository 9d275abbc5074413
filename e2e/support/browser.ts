import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';
import { expect } from 'vitest';
import { chromiumFlags, chromiumPath } from '../../test/support/browser.ts';

export async function openBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('no Chromium on this machine; `npm test` says how to get it');
  return chromium.launch({ executablePath, args: chromiumFlags });
}

export type Visitor = {
  page: Page;
  /** Fails on anything that the browser complained about or that left this service. */
  expectNoComplaints: () => void;
  [Symbol.asyncDispose]: () => Promise<void>;
};

/** A refusal that a test provokes is an answer, not a fault; Chromium writes a line for each all the same. */
const expectedRefusal = (message: ConsoleMessage): boolean =>
  /status of 401/.test(message.text()) && /\/api\/(me|sign-in|token)$/.test(message.location().url);

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
