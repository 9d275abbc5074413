import { defineConfig } from 'vitest/config';

const engineSuite = (engine: string) => ({
  extends: true as const,
  test: {
    name: engine,
    include: ['src/server/**/*.test.ts', 'test/**/*.test.ts'],
    env: { TEST_ENGINE: engine },
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
      engineSuite('sqlite'),
      engineSuite('postgres'),
      {
        extends: true,
        test: { name: 'browser', include: ['e2e/**/*.test.ts'], testTimeout: 120_000, fileParallelism: false },
      },
    ],
  },
});
