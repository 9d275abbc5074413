/** Installs what the tests need besides npm packages: PostgreSQL and Chromium from the distribution. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromiumPath } from '../test/support/browser.ts';
import { postgresFolder } from '../test/support/servers/postgres-server.ts';

const wanted = [
  ...(postgresFolder() === undefined ? ['postgresql'] : []),
  ...(chromiumPath() === undefined ? ['chromium-headless-shell', 'fonts-noto-cjk'] : []),
];

if (wanted.length > 0) install(wanted);

function install(packages: string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(
      `The tests need these packages of your distribution: ${packages.join(', ')}. Please install them and try again.`,
    );
    process.exit(1);
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...words: string[]) =>
    execFileSync('apt-get', ['-qq', ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  console.log(`installing ${packages.join(', ')}`);
  apt('update');
  apt('install', '--yes', '--no-install-recommends', ...packages);
}
