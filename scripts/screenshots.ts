/** `npm run screenshots`: takes the pictures of the README and of the guides from the demo. */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { contextOptions, launchChromium, signIn, startDemo } from './screenshots/demo.ts';
import type { Cookies, Demo } from './screenshots/demo.ts';
import { planDeskDay, takeDeskPictures } from './screenshots/desk.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'docs/images');
/** Keeps the README usable on slow connections. */
const maxBytes = 220_000;
const desktop = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' as const };
/** Volunteers read their guide on phones. */
const lightPhone = { viewport: { width: 390, height: 844 }, colorScheme: 'light' as const };
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const };

type Project = { pid: string; starts_on: string | null };
type Shot = {
  name: string;
  role?: string;
  device: typeof desktop | typeof phone | typeof lightPhone;
  path: (pid: string) => string;
};

const shots: Shot[] = [
  { name: 'home', device: desktop, path: () => '/' },
  { name: 'dashboard', role: 'volunteer', device: desktop, path: () => '/' },
  { name: 'tasks', role: 'volunteer', device: desktop, path: (pid) => `/projects/${pid}/tasks` },
  { name: 'totals', role: 'owner', device: desktop, path: (pid) => `/projects/${pid}/manage/totals` },
  { name: 'api-access', role: 'volunteer', device: desktop, path: () => '/api-access' },
  { name: 'phone', role: 'volunteer', device: phone, path: () => '/' },
  { name: 'guide-volunteer-home', role: 'volunteer', device: lightPhone, path: () => '/' },
  { name: 'guide-volunteer-tasks', role: 'volunteer', device: lightPhone, path: (pid) => `/projects/${pid}/tasks` },
  { name: 'guide-volunteer-notices', role: 'volunteer', device: lightPhone, path: () => '/me/notice-settings' },
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

/** The last event of the demo; its rehearsal comes before it. */
async function eventOf(page: Page): Promise<string> {
  const { data }: { data: Project[] } = await (await page.request.get('/api/projects?limit=50')).json();
  return data.toSorted((a, b) => (b.starts_on ?? '').localeCompare(a.starts_on ?? ''))[0]?.pid ?? '';
}

async function take(browser: Browser, demo: Demo, shot: Shot, cookies: Map<string, Cookies>): Promise<void> {
  const context = await browser.newContext({ baseURL: demo.url, ...contextOptions, ...shot.device });
  const page = await context.newPage();
  if (shot.role !== undefined) await signIn(page, demo, shot.role, cookies);
  await page.goto(shot.path(await eventOf(page)));
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
  const day = await planDeskDay(page.request, await eventOf(page));
  await takeDeskPictures(browser, demo.url, day, save);
  await context.close();
}

mkdirSync(target, { recursive: true });
await using demo = await startDemo();
const browser = await launchChromium();
try {
  const cookies = new Map<string, Cookies>();
  for (const shot of shots) await take(browser, demo, shot, cookies);
  await takeDesk(browser, demo, cookies);
} finally {
  await browser.close();
}
