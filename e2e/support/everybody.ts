import type { Browser, Page } from 'playwright-core';
import type { TestPerson } from '../../test/support/factories.ts';
import { repeats } from '../../test/support/effort.ts';
import { newVisitor } from './browser.ts';
import { faultsOf } from './looks.ts';
import { signInAs } from './seed.ts';
import type { Server } from './server.ts';

/** Walks begin on a phone in the dark; in `npm run test:long` also on a desktop in daylight. Widths are checked at both. */
export const looks = [
  { locale: 'zh-TW', colorScheme: 'dark' as const, viewport: { width: 390, height: 844 } },
  { locale: 'en-GB', colorScheme: 'light' as const, viewport: { width: 1280, height: 800 } },
].slice(0, repeats(1, 2));

type Look = (typeof looks)[number];

const languages = ['zh-TW', 'en', 'ja', 'de', 'zh-CN'];
const screens = [
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'light', width: 1280 },
] as const;
const pagesPerTurn = 5;

/** Before each page of a walk. Every few pages it goes on in the next language and the other scheme, which it returns. */
export function takeTurns(page: Page, look: Look): () => Promise<string> {
  let seen = 0;
  const start = screens.findIndex(({ colorScheme }) => colorScheme === look.colorScheme);
  return async () => {
    const turn = start + Math.floor(seen / pagesPerTurn);
    const isNext = seen > 0 && seen % pagesPerTurn === 0;
    seen += 1;
    const language = languages[turn % languages.length] ?? '';
    const { colorScheme, width } = screens[turn % screens.length] ?? screens[0];
    if (isNext) {
      await page.context().addCookies([{ name: 'muster_language', value: language, url: new URL(page.url()).origin }]);
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: look.viewport.height });
      // The next page is loaded, in this language.
      await page.goto('about:blank');
    }
    return `${language}, ${colorScheme}`;
  };
}

type Walk = { browser: Browser; server: Server; look: Look; person?: TestPerson };

/** Accessibility and layout problems of these pages, by path, language and scheme. */
export async function faultsAlong({ browser, server, look, person }: Walk, paths: readonly string[]) {
  const faults: Record<string, string[]> = {};
  await using visitor = await newVisitor(browser, server.url, { ...look, reducedMotion: 'reduce' });
  if (person !== undefined) await signInAs(server, visitor.page, person);
  const nextTurn = takeTurns(visitor.page, look);
  for (const path of paths) {
    const turn = await nextTurn();
    const found = await faultsOf(visitor.page, path);
    if (found.length > 0) faults[`${path} (${turn})`] = found;
  }
  visitor.expectNoErrors();
  return faults;
}
