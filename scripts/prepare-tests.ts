/**
 * Installs what the tests need besides npm packages: PostgreSQL and Chromium from the distribution. With
 * `--other-browsers`, those for `npm run test:rest`; without them, its tests in these browsers are skipped.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { hasFirefox } from '../e2e/support/engines/firefox.ts';
import { hasWebKit } from '../e2e/support/engines/webkit.ts';
import { chromiumPath, hasWholeChromium } from '../test/support/browser.ts';
import { postgresFolder } from '../test/support/servers/postgres-server.ts';

const needed = [
  ...(postgresFolder() === undefined ? ['postgresql'] : []),
  ...(chromiumPath() === undefined ? ['chromium-headless-shell', 'fonts-noto-cjk'] : []),
];
const others = [
  ...(hasFirefox() ? [] : ['firefox-esr']),
  ...(hasWebKit() ? [] : ['webkit2gtk-driver', 'xvfb']),
  ...(hasWholeChromium() ? [] : ['chromium']),
];

/** The tests in other browsers are not worth a longer wait. */
const othersMs = 4 * 60_000;

if (process.argv.includes('--other-browsers')) installOthers(others);
else if (needed.length > 0) installNeeded(needed);

function installNeeded(packages: string[]): void {
  if (mayInstall()) return install(packages);
  console.error(
    `The tests need these packages of your distribution: ${packages.join(', ')}. Please install them and try again.`,
  );
  process.exit(1);
}

function installOthers(packages: string[]): void {
  if (packages.length === 0) return;
  try {
    if (mayInstall()) return install(packages, othersMs);
  } catch {
    // A distribution without these packages, or a connection that is slow or missing: apt-get has said so.
  }
  console.log(`Tests in other browsers are skipped, because these packages are missing: ${packages.join(', ')}`);
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

function install(packages: string[], timeout?: number): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...words: string[]) =>
    execFileSync('apt-get', ['-qq', ...words], { env, timeout, stdio: ['ignore', 'ignore', 'inherit'] });
  console.log(`installing ${packages.join(', ')}`);
  apt('update');
  apt('install', '--yes', '--no-install-recommends', ...packages);
}
