import type { Browser } from 'playwright-core';
import type { TestPerson } from '../../test/support/factories.ts';
import { newVisitor } from './browser.ts';
import { faultsOf } from './looks.ts';
import { signInAs } from './seed.ts';
import type { Server } from './server.ts';

/** Both languages, both colour schemes, desktop and phone. */
export const looks = [
  { locale: 'en-GB', colorScheme: 'light' as const, viewport: { width: 1280, height: 800 } },
  { locale: 'zh-TW', colorScheme: 'dark' as const, viewport: { width: 390, height: 844 } },
];

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
