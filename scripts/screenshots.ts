/** `npm run screenshots`: takes the pictures of the README and of the guides from the demo. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { chromiumFlags, chromiumPath } from '../test/support/browser.ts';
import { freePort } from '../test/support/servers/postgres-server.ts';
import { planDeskDay, takeDeskPictures } from './screenshots/desk.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'docs/images');
const timeoutMs = 60_000;
/** Keeps the README usable on slow connections. */
const maxBytes = 220_000;
const desktop = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' as const };
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const };

type Shot = { name: string; role?: string; device: typeof desktop | typeof phone; path: (pid: string) => string };

const shots: Shot[] = [
  { name: 'home', device: desktop, path: () => '/' },
  { name: 'dashboard', role: 'volunteer', device: desktop, path: () => '/' },
  { name: 'tasks', role: 'volunteer', device: desktop, path: (pid) => `/projects/${pid}/tasks` },
  { name: 'totals', role: 'owner', device: desktop, path: (pid) => `/projects/${pid}/manage/totals` },
  { name: 'api-access', role: 'volunteer', device: desktop, path: () => '/api-access' },
  { name: 'phone', role: 'volunteer', device: phone, path: () => '/' },
  { name: 'guide-volunteer-home', role: 'volunteer', device: desktop, path: () => '/' },
  { name: 'guide-volunteer-tasks', role: 'volunteer', device: desktop, path: (pid) => `/projects/${pid}/tasks` },
  { name: 'guide-volunteer-notices', role: 'volunteer', device: desktop, path: () => '/me/notice-settings' },
  { name: 'guide-chief-home', role: 'chief', device: desktop, path: () => '/' },
  { name: 'guide-chief-team', role: 'chief', device: desktop, path: (pid) => `/projects/${pid}/teams/venue/manage` },
  {
    name: 'guide-chief-message',
    role: 'chief',
    device: desktop,
    path: (pid) => `/projects/${pid}/manage/messages/new`,
  },
  { name: 'guide-owner-home', role: 'owner', device: desktop, path: () => '/' },
  { name: 'guide-owner-settings', role: 'owner', device: desktop, path: (pid) => `/projects/${pid}/manage/settings` },
  { name: 'guide-owner-people', role: 'owner', device: desktop, path: (pid) => `/projects/${pid}/people` },
  { name: 'guide-owner-forms', role: 'owner', device: desktop, path: (pid) => `/projects/${pid}/manage/forms` },
];

type Demo = { url: string; linkFor: Map<string, string>; [Symbol.asyncDispose]: () => Promise<void> };

/** Starts the demo in a temporary folder and collects the link that it prints for each role. */
async function startDemo(): Promise<Demo> {
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

const contextOptions = {
  locale: 'en-GB',
  // The time zone of the demo event.
  timezoneId: 'Asia/Taipei',
  reducedMotion: 'reduce',
} as const;

/** A link works once, so the cookies of each role are reused. */
async function signIn(page: Page, demo: Demo, role: string, cookies: Map<string, Cookies>): Promise<void> {
  const known = cookies.get(role);
  if (known !== undefined) return page.context().addCookies(known);
  await page.goto(demo.linkFor.get(role) ?? '/');
  // The browser did not ask for the link, so it has to be confirmed.
  await page.getByRole('button', { name: 'Sign in with this account' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
  cookies.set(role, await page.context().cookies());
}

async function newestProject(page: Page): Promise<string> {
  const projects: { data: { pid: string }[] } = await (await page.request.get('/api/projects?limit=1')).json();
  return projects.data[0]?.pid ?? '';
}

async function take(browser: Browser, demo: Demo, shot: Shot, cookies: Map<string, Cookies>): Promise<void> {
  const context = await browser.newContext({ baseURL: demo.url, ...contextOptions, ...shot.device });
  const page = await context.newPage();
  if (shot.role !== undefined) await signIn(page, demo, shot.role, cookies);
  await page.goto(shot.path(await newestProject(page)));
  await page.locator('main h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await save(page, shot.name);
  await context.close();
}

async function save(page: Page, name: string): Promise<void> {
  // Cards outside the screen are drawn once they are in sight.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
  const path = join(target, `${name}.png`);
  await page.screenshot({ path });
  const bytes = statSync(path).size;
  console.log(`${name}.png: ${Math.round(bytes / 1000)} KB`);
  if (bytes > maxBytes) throw new Error(`${name}.png is larger than ${maxBytes / 1000} KB`);
}

/** Last, because the day is planned for them. */
async function takeDesk(browser: Browser, demo: Demo, cookies: Map<string, Cookies>): Promise<void> {
  const context = await browser.newContext({ baseURL: demo.url, ...contextOptions });
  const page = await context.newPage();
  await signIn(page, demo, 'owner', cookies);
  const day = await planDeskDay(page.request, await newestProject(page));
  await takeDeskPictures(browser, demo.url, day, save);
  await context.close();
}

type Cookies = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['cookies']>>;

const executablePath = chromiumPath();
if (executablePath === undefined) throw new Error('Chromium is not installed; `npm test` says how to install it');
mkdirSync(target, { recursive: true });
await using demo = await startDemo();
const browser = await chromium.launch({ executablePath, args: chromiumFlags });
try {
  const cookies = new Map<string, Cookies>();
  for (const shot of shots) await take(browser, demo, shot, cookies);
  await takeDesk(browser, demo, cookies);
} finally {
  await browser.close();
}
