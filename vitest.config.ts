import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { localesPlugin } from './src/locales/vite-plugin.ts';

const isLong = process.env['TEST_LONG'] === '1';

/** Slow, and about parts that seldom change: only in `npm run test:long`, so that `npm test` stays below 20 minutes. */
const longOnly = isLong
  ? []
  : [
      'test/attack-identifiers.sqlite.test.ts',
      'test/attack-input.postgres.test.ts',
      'test/attack-outgoing.sqlite.test.ts',
      'test/attack-sites.sqlite.test.ts',
      'test/balanced.postgres.test.ts',
      'test/failover.postgres.test.ts',
      'test/messages-killed.test.ts',
      'test/workers.test.ts',
      'test/workers-supervised.sqlite.test.ts',
      'test/disk.sqlite.test.ts',
      'test/overload.sqlite.test.ts',
      'test/slow.sqlite.test.ts',
      'e2e/passkeys.test.ts',
      'e2e/planting.test.ts',
      'e2e/push.test.ts',
      'e2e/resilience.test.ts',
      'e2e/widths.test.ts',
    ];

/** About processes, files, rights and computing rather than the database, so SQLite is enough for `npm test`. */
const usuallyOnSqlite = isLong
  ? []
  : [
      'test/attack-rights.test.ts',
      'test/cli.test.ts',
      'test/killed.test.ts',
      'test/rights.test.ts',
      'test/scheduled-backups.test.ts',
      'test/stopping.test.ts',
      'src/server/features/allocations/allocations.test.ts',
      'src/server/features/private-data/rotation.test.ts',
    ];

/** A test file runs on both engines, one named `*.sqlite.test.ts` or `*.postgres.test.ts` only on that one. */
const engineSuite = (engine: string, other: string) => ({
  extends: true as const,
  test: {
    name: engine,
    include: ['src/server/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [`**/*.${other}.test.ts`, ...longOnly, ...(engine === 'postgres' ? usuallyOnSqlite : [])],
    env: { TEST_ENGINE: engine },
    // Files of one worker share modules, not data. Loading the server again for each file took a quarter of the run.
    isolate: false,
  },
});

export default defineConfig({
  test: {
    globalSetup: ['test/support/runner/global-setup.ts'],
    reporters: ['default', './test/support/runner/closing-line.ts'],
    pool: 'forks',
    // One more than there are cores: a worker often waits for a browser, a database or another process.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      engineSuite('sqlite', 'postgres'),
      engineSuite('postgres', 'sqlite'),
      // Modules of the web application and of its texts that need neither a browser nor a database.
      {
        plugins: [localesPlugin()],
        test: {
          name: 'web',
          include: ['src/{web,locales,markdown}/**/*.test.ts', 'scripts/locales/*.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        // A browser on a busy machine is late now and then: what fails is tried once more.
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          exclude: longOnly,
          testTimeout: 120_000,
          // As long as a page is given: one second is too short on a busy machine.
          expect: { poll: { timeout: 20_000 } },
          isolate: false,
          retry: 1,
        },
      },
    ],
  },
});
