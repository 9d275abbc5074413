import { basename } from 'node:path';

type Files = { moduleId: string }[];

/** By name, which begins with the number of the mutant. */
class ByName {
  async shard(files: Files): Promise<Files> {
    return files;
  }
  async sort(files: Files): Promise<Files> {
    return files.toSorted((a, b) => (basename(a.moduleId) < basename(b.moduleId) ? -1 : 1));
  }
}

/** All copies in one process, which loads the server once. */
export default {
  cacheDir: '.cache',
  test: {
    include: ['{src,test}/**/*.mutant.test.ts'],
    env: { TEST_ENGINE: 'sqlite' },
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ['dot'],
    sequence: { sequencer: ByName },
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache' },
  },
};
