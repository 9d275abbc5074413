/**
 * Installs what the tests need besides npm packages: PostgreSQL and Chromium from the distribution. With `--rest`, the
 * other browsers and the proxies for `npm run test:rest`; without them, its tests of these are skipped.
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
const isMissing = (path: string): boolean => !existsSync(path);
const browsers = [
  ...(hasFirefox() ? [] : ['firefox-esr']),
  ...(hasWebKit() ? [] : ['webkit2gtk-driver', 'xvfb']),
  ...(hasWholeChromium() ? [] : ['chromium']),
];

const proxies = [...(isMissing('/usr/sbin/nginx') ? ['nginx'] : []), ...(isMissing('/usr/bin/caddy') ? ['caddy'] : [])];

/** These tests are not worth a longer wait. */
const restMs = 4 * 60_000;

if (process.argv.includes('--rest')) for (const packages of [browsers, proxies]) installRest(packages);
else if (needed.length > 0) installNeeded(needed);

function installNeeded(packages: string[]): void {
  if (mayInstall()) return install(packages);
  console.error(
    `The tests need these packages of your distribution: ${packages.join(', ')}. Please install them and try again.`,
  );
  process.exit(1);
}

function installRest(packages: string[]): void {
  if (packages.length === 0) return;
  try {
    if (mayInstall()) return install(packages, restMs);
  } catch {
    // A distribution without these packages, or a connection that is slow or missing: apt-get has said so.
  }
  console.log(`Some tests are skipped, because these packages are missing: ${packages.join(', ')}`);
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
