import type { Browser } from 'playwright-core';
import type { TestPerson } from '../../test/support/factories.ts';
import { repeats } from '../../test/support/effort.ts';
import { newVisitor } from './browser.ts';
import { faultsOf } from './looks.ts';
import { signInAs } from './seed.ts';
import type { Server } from './server.ts';

/** A phone in the dark; `npm run test:long` also looks at a desktop in daylight. Widths are checked at both. */
export const looks = [
  { locale: 'zh-TW', colorScheme: 'dark' as const, viewport: { width: 390, height: 844 } },
  { locale: 'en-GB', colorScheme: 'light' as const, viewport: { width: 1280, height: 800 } },
].slice(0, repeats(1, 2));

type Walk = { browser: Browser; server: Server; look: (typeof looks)[number]; person?: TestPerson };

/** Accessibility and layout problems of these pages, by path. */
export async function faultsAlong({ browser, server, look, person }: Walk, paths: readonly string[]) {
  const faults: Record<string, string[]> = {};
  await using visitor = await newVisitor(browser, server.url, { ...look, reducedMotion: 'reduce' });
  if (person !== undefined) await signInAs(server, visitor.page, person);
  for (const path of paths) {
    const found = await faultsOf(visitor.page, path);
    if (found.length > 0) faults[path] = found;
  }
  visitor.expectNoErrors();
  return faults;
}
