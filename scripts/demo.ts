/** `npm run demo`: the real server with a made-up event in its own data directory, and sign-in links for each role. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';
import { readConfig } from '../src/server/config.ts';
import type { Config } from '../src/server/config.ts';
import { openDb } from '../src/server/db/open.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { createLink } from '../src/server/features/sign-in/sign-in.service.ts';
import { hours, systemClock, timestamp } from '../src/server/lib/clock.ts';
import { keyring } from '../src/server/lib/seal.ts';
import { start } from '../src/server/start.ts';
import { demoCallers, fillDemo } from './demo/data.ts';

const linkSeconds = hours(24);
const logDelayMs = 200;

/** Ignores the shell's database and mail settings: demo people must not end up in a real database or get mail. */
function demoConfig(): Config {
  const { DATABASE_URL: _database, SMTP_URL: _smtp, WORKERS: _workers, ...env } = process.env;
  return readConfig({ ...env, DATA_DIR: env['DATA_DIR'] ?? './data/demo' });
}

/** Fills the database and returns the text to print once the server is running. */
async function prepare(config: Config): Promise<string> {
  const db = openDb({ sqlitePath: join(config.dataDir, 'muster.db'), onError: () => {} });
  try {
    await migrate(db, timestamp(systemClock.now()));
    await fillDemo(db, systemClock.now(), keyring(config.secrets));
    const lines = [`The demo runs at ${config.baseUrl} on ${config.dataDir}`, ''];
    for (const { role, email, name } of demoCallers()) {
      const link = await db.transaction((trx) =>
        createLink(trx, config, systemClock, { purpose: 'sign_in', email, seconds: linkSeconds }),
      );
      lines.push(`  Sign in as ${role} (${name}):`, `  ${link}`, '');
    }
    lines.push('  Each link works once, within 24 hours; the next start prints new ones.');
    return lines.join('\n');
  } finally {
    await db.close();
  }
}

async function run(): Promise<string | undefined> {
  try {
    const config = demoConfig();
    const text = await prepare(config);
    const failure = await start(config);
    if (failure !== undefined) return failure;
    // Print after the server's own start-up log.
    await sleep(logDelayMs);
    console.log(`\n${text}\n`);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const failure = await run();
if (failure !== undefined) {
  console.error(styleText('red', `The demo cannot start: ${failure}`, { stream: process.stderr }));
  process.exit(1);
}
