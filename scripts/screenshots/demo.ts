/** What pictures of the demo need: the demo itself, a browser, and somebody signed in. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { chromiumFlags, chromiumPath } from '../../test/support/browser.ts';
import { freePort } from '../../test/support/servers/postgres-server.ts';

const root = join(import.meta.dirname, '../..');
const timeoutMs = 60_000;

export type Demo = { url: string; linkFor: Map<string, string>; [Symbol.asyncDispose]: () => Promise<void> };

/** Starts the demo in a temporary folder and collects the link that it prints for each role. */
export async function startDemo(): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-screenshots-'));
  const port = String(await freePort());
  const child = spawn(process.execPath, ['scripts/demo.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const printed = await new Promise<string>((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error(`the demo did not start:\n${text}`)), timeoutMs);
    child.stdout.on('data', (part: Buffer) => {
      text += part.toString();
      if (!text.includes('Each link works once')) return;
      clearTimeout(timer);
      resolve(text);
    });
  });
  const links = printed.matchAll(/Sign in as (\w+)[^\n]*\n\s*(https?:\S+)/g);
  return {
    url: `http://localhost:${port}`,
    linkFor: new Map(Array.from(links, ([, role = '', link = '']) => [role, link])),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function launchChromium(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('Chromium is not installed; `npm test` says how to install it');
  return chromium.launch({ executablePath, args: chromiumFlags });
}

export const contextOptions = {
  locale: 'en-GB',
  // The time zone of the demo event.
  timezoneId: 'Asia/Taipei',
  reducedMotion: 'reduce',
} as const;

export type Cookies = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['cookies']>>;

/** A link works once, so the cookies of each role are reused. */
export async function signIn(page: Page, demo: Demo, role: string, cookies: Map<string, Cookies>): Promise<void> {
  const known = cookies.get(role);
  if (known !== undefined) return page.context().addCookies(known);
  await page.goto(demo.linkFor.get(role) ?? '/');
  // The browser did not ask for the link, so it has to be confirmed.
  await page.getByRole('button', { name: 'Sign in with this account' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
  cookies.set(role, await page.context().cookies());
}
