import base from '../../vitest.config.ts';

type Files = { moduleId: string }[];

/** In the given order, which begins with the tests that most probably fail. */
class AsGiven {
  async shard(files: Files): Promise<Files> {
    return files;
  }
  async sort(files: Files): Promise<Files> {
    return files;
  }
}

/** The project's own settings, without a PostgreSQL server and templates for each run: one serves all of them. */
export default {
  ...base,
  cacheDir: '.cache',
  test: {
    ...base.test,
    globalSetup: [],
    maxWorkers: 1,
    bail: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: [{}],
    sequence: { sequencer: AsGiven },
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache' },
  },
};
