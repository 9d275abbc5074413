import { defineConfig } from 'vitest/config';

/** Every test runs on both engines; a file named `*.sqlite.test.ts` or `*.postgres.test.ts` is about that one only. */
const engineSuite = (engine: string, other: string) => ({
  extends: true as const,
  test: {
    name: engine,
    include: ['src/server/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [`**/*.${other}.test.ts`],
    env: { TEST_ENGINE: engine },
    // Files share the modules of their worker, not their data: loading the server anew for each was a quarter of the run.
    isolate: false,
  },
});

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', './test/support/closing-line.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      engineSuite('sqlite', 'postgres'),
      engineSuite('postgres', 'sqlite'),
      {
        extends: true,
        test: { name: 'browser', include: ['e2e/**/*.test.ts'], testTimeout: 120_000, isolate: false },
      },
    ],
  },
});
