/**
 * `npm run page-sheets -- [--out=FOLDER] [--only=TEXT]`: every page of the demo in every language, width and colour scheme, for
 * people who look at them. Follows the links of each role, and puts the languages of a page side by side on one sheet for each device and scheme.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { offeredLanguages as languages } from '../src/locales/catalogues.ts';
import { contextOptions, launchChromium, signIn, startDemo } from './screenshots/demo.ts';
import type { Cookies, Demo } from './screenshots/demo.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(tmpdir(), 'muster-page-sheets') },
    only: { type: 'string', default: '' },
  },
});

const roles = ['visitor', 'volunteer', 'chief', 'owner', 'administrator'];
const schemes = ['light', 'dark'] as const;
/** What is further down than `most` repeats: rows of tables, days of plans. `shown`: the width on a sheet. */
const devices = {
  laptop: { width: 1280, height: 800, most: 1500, shown: 400 },
  phone: { width: 390, height: 844, most: 1700, shown: 236 },
};

/** One page of each kind: ids and names in the path stand for each other. */
const kindOf = (path: string): string =>
  path
    .replace(/\/projects\/[^/?]+/, '/projects/:pid')
    .replace(/\/teams\/(?!new\b)[^/?]+/, '/teams/:tid')
    .replace(/\/forms\/(?!new\b)[^/?]+/, '/forms/:form')
    .replace(/\/people\/[^/?]+/, '/people/:uid')
    .replaceAll(/\/[0-9a-f]{8}-?[0-9a-f-]{20,}/g, '/:id')
    .replaceAll(/\/[0-9A-Z]{20,}/gi, '/:id')
    .replace(/\?.*/, '');

async function settled(page: Page): Promise<void> {
  await page.locator('main h1, main h2').first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** The paths of all pages that one gets to by links, one of each kind. */
async function pagesOf(context: BrowserContext): Promise<string[]> {
  const page = await context.newPage();
  const found = new Map([['/', '/']]);
  for (const path of found.values()) {
    await page.goto(path);
    await settled(page).catch(() => undefined);
    const links = await page
      .locator('a[href^="/"]:not([download])')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    for (const link of links.filter((one) => !/^\/(?:api|calendar|feeds)\b/.test(one)))
      if (!found.has(kindOf(link))) found.set(kindOf(link), link.replace(/#.*/, ''));
  }
  await page.close();
  return [...found.values()];
}

type Device = keyof typeof devices;
type Picture = { file: string; device: Device; colorScheme: (typeof schemes)[number]; caption: string };

/** The same page in all languages; width and scheme change without loading it again. */
async function picturesOf(page: Page, path: string, name: string): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const language of languages) {
    await page.context().addCookies([{ name: 'muster_language', value: language, url: new URL(page.url()).origin }]);
    await page.goto(path);
    await settled(page);
    for (const device of ['laptop', 'phone'] as const) {
      const { width, height, most } = devices[device];
      await page.setViewportSize({ width, height });
      const full = await page.evaluate(() => document.documentElement.scrollHeight);
      // In a window as high as the page everything is in sight, and drawn.
      await page.setViewportSize({ width, height: Math.min(Math.max(full, height), most) });
      for (const colorScheme of schemes) {
        // As if the page had been loaded with it.
        await page.emulateMedia({ colorScheme });
        await page.evaluate(
          (scheme) => document.documentElement.setAttribute('data-mantine-color-scheme', scheme),
          colorScheme,
        );
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 60))));
        await page.waitForFunction(() =>
          document.getAnimations().every(({ effect }) => effect?.getComputedTiming().endTime === Infinity),
        );
        const file = `${name}-${device}-${language}-${colorScheme}.jpg`;
        await page.screenshot({ path: join(values.out, 'pictures', file), quality: 80, type: 'jpeg' });
        pictures.push({ file: `pictures/${file}`, device, colorScheme, caption: language });
      }
    }
    await page.setViewportSize({ width: devices.laptop.width, height: devices.laptop.height });
  }
  return pictures;
}

async function writeSheet(browser: Browser, name: string, title: string, device: Device, pictures: readonly Picture[]) {
  const { shown } = devices[device];
  const figures = pictures.map(
    ({ file, caption }) => `<figure><figcaption>${caption}</figcaption><img src="${file}" width="${shown}"></figure>`,
  );
  const style = 'body{margin:0;font:14px sans-serif}section{display:flex;flex-wrap:wrap;gap:4px}figure{margin:0}';
  const html = `<!doctype html><meta charset="utf-8"><style>${style}</style>${title}<section>${figures.join('')}</section>`;
  const file = join(values.out, `${name}.html`);
  writeFileSync(file, html);
  const page = await browser.newPage({ viewport: { width: 1212, height: 600 } });
  await page.goto(`file://${file}`);
  await page.screenshot({ path: join(values.out, `${name}.png`), fullPage: true });
  await page.close();
}

async function lookAs(browser: Browser, demo: Demo, role: string, seen: Set<string>): Promise<void> {
  const context = await browser.newContext({ baseURL: demo.url, ...contextOptions, locale: 'en-GB' });
  const page = await context.newPage();
  if (role === 'visitor') await page.goto('/');
  else await signIn(page, demo, role, new Map<string, Cookies>());
  for (const path of await pagesOf(context)) {
    const kind = kindOf(path);
    // Home and pages with rights look different to each role; what somebody has about themselves does not.
    const isSame = kind.startsWith('/me') || kind.startsWith('/help') || kind.startsWith('/people');
    if (seen.has(isSame ? kind : `${role} ${kind}`) || !path.includes(values.only)) continue;
    seen.add(isSame ? kind : `${role} ${kind}`);
    const name = `${String(seen.size).padStart(3, '0')}-${role}${kind.replaceAll(/[/:]+/g, '-')}`;
    const pictures = await picturesOf(page, path, name).catch((error: unknown) => {
      console.error(`${role} ${path}: ${String(error)}`);
      process.exitCode = 1;
    });
    if (pictures === undefined) continue;
    for (const device of ['laptop', 'phone'] as const)
      for (const scheme of schemes) {
        const shown = pictures.filter((one) => one.device === device && one.colorScheme === scheme);
        await writeSheet(browser, `${name}-${device}-${scheme}`, `${role} ${path}`, device, shown);
      }
    console.log(`${name}  ${path}`);
  }
  await context.close();
}

mkdirSync(join(values.out, 'pictures'), { recursive: true });
await using demo = await startDemo();
const browser = await launchChromium();
try {
  const seen = new Set<string>();
  for (const role of roles) await lookAs(browser, demo, role, seen);
  console.log(`${seen.size} pages in ${languages.length} languages: ${values.out}`);
} finally {
  await browser.close();
}
