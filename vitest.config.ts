import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { localesPlugin } from './src/locales/vite-plugin.ts';

/** `npm test` runs the usual part and `npm run test:rest` what it leaves out; without either, any file can be run. */
const part = process.env['TEST_PART'];

type Files = { include: string[]; exclude?: string[] };

/** Test files of the server whose names end like this. */
const named = (...endings: string[]): string[] =>
  ['src/server', 'test'].flatMap((folder) => endings.map((ending) => `${folder}/**/*${ending}`));

/**
 * The name of a file says where it runs. Plain files run on both engines, but only on SQLite in `npm test`;
 * `*.both.test.ts` run on both there, too, because they are about locks, races or SQL that differs; `*.sqlite.test.ts`
 * and `*.postgres.test.ts` run on one engine. What ends in `.slow.test.ts` is left out of `npm test`.
 */
const onSqlite = (): Files => {
  if (part === 'rest') return { include: named('.slow.test.ts'), exclude: named('.postgres.slow.test.ts') };
  const elsewhere = ['.postgres.test.ts', part === 'usual' ? '.slow.test.ts' : '.postgres.slow.test.ts'];
  return { include: named('.test.ts'), exclude: named(...elsewhere) };
};
const needPostgres = named('.both.test.ts', '.postgres.test.ts');
const onPostgres = (): Files => {
  if (part === 'usual') return { include: needPostgres };
  const elsewhere = named('.sqlite.test.ts', '.sqlite.slow.test.ts');
  return { include: named('.test.ts'), exclude: [...elsewhere, ...(part === 'rest' ? needPostgres : [])] };
};

/** One journey of each role and all pages are enough to see that the web app works. */
const journeys = ['e2e/*.journey.test.ts'];
const inBrowser = (): Files => {
  if (part === 'usual') return { include: journeys };
  return { include: ['e2e/*.test.ts'], exclude: part === 'rest' ? journeys : [] };
};

const engineSuite = (engine: string, files: Files) => ({
  extends: true as const,
  test: {
    name: engine,
    ...files,
    env: { TEST_ENGINE: engine },
    // Files of one worker share modules, not data. Loading the server again for each file took a quarter of the run.
    isolate: false,
  },
});

/** Only what hangs takes this long. A journey takes half a minute, and far more where the processor is shared. */
const patience = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    globalSetup: ['test/support/runner/global-setup.ts'],
    pool: 'forks',
    // More than there are cores: a worker often waits for a browser, a database or another process.
    maxWorkers: availableParallelism() + 1,
    ...patience,
    teardownTimeout: 60_000,
    projects: [
      engineSuite('sqlite', onSqlite()),
      engineSuite('postgres', onPostgres()),
      // Modules of the web application and of its texts that need neither a browser nor a database.
      {
        plugins: [localesPlugin()],
        test: {
          ...patience,
          name: 'web',
          include:
            part === 'rest' ? [] : ['src/{web,locales,markdown,shared}/**/*.test.ts', 'scripts/locales/*.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          ...inBrowser(),
          isolate: false,
        },
      },
    ],
  },
});
