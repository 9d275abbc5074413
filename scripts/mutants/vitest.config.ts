import { basename } from 'node:path';
import base from '../../vitest.config.ts';

type Files = { moduleId: string }[];

/** In the order of the command line, which begins with the tests that most probably fail. */
class InOrder {
  async shard(files: Files): Promise<Files> {
    return files;
  }
  async sort(files: Files): Promise<Files> {
    const positionOf = ({ moduleId }: { moduleId: string }): number =>
      process.argv.findLastIndex((word) => moduleId.endsWith(word) && word.endsWith(basename(moduleId)));
    return files.toSorted((a, b) => positionOf(a) - positionOf(b));
  }
}

const isRecording = process.env['MUTANTS_RECORD'] !== undefined;

/** The project's own settings, without a PostgreSQL server and templates for each run: one serves all of them. */
export default {
  ...base,
  cacheDir: '.cache',
  test: {
    ...base.test,
    globalSetup: [],
    setupFiles: isRecording ? ['scripts/mutants/record.ts'] : [],
    maxWorkers: isRecording ? 2 : 1,
    bail: isRecording ? 0 : 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ['json'],
    outputFile: 'result.json',
    sequence: { sequencer: InOrder },
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache' },
  },
};
