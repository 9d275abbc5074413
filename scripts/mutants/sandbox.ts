import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import type { Stage } from './tests.ts';

/** The test file that failed, if it got that far, the test or error, and the files that had passed before. */
export type Failure = { file: string | undefined; reason: string; passed: string[] };

export type Sandbox = {
  /** Runs the tests of a stage on the code in the copy. */
  runTests: (stage: Pick<Stage, 'project' | 'files'>) => Promise<Failure | undefined>;
  /** The first compiler error of the server's code in the copy. */
  compile: () => Promise<string | undefined>;
  /** Writes a changed file, does the work, and puts the original back. */
  withChange: <T>(file: string, change: (text: string) => string, work: () => Promise<T>) => Promise<T>;
  remove: () => void;
};

const testMinutes = 20;

/** The project's own settings, without a PostgreSQL server for each run: one serves all of them. */
const vitestConfig = `import base from './vitest.config.ts';
export default {
  ...base,
  cacheDir: '.cache',
  test: {
    ...base.test,
    globalSetup: [],
    maxWorkers: 1,
    bail: 1,
    reporters: ['json'],
    outputFile: 'result.json',
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache' },
  },
};
`;

/** A change may leave an import unused, which is not an error here. */
const compilerConfig = {
  extends: './tsconfig.json',
  compilerOptions: { noUnusedLocals: false, noUnusedParameters: false, allowUnreachableCode: true },
  include: ['src/server'],
  exclude: ['src/server/**/*.test.ts'],
};

/** A copy of the working tree in the system's folder for temporary files. Nothing is ever changed in the tree itself. */
export function createSandbox(postgresUrl: string, signal: AbortSignal): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), 'muster-mutants-'));
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of list.split('\0').filter((name) => name !== '' && existsSync(name))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  for (const shared of ['node_modules', 'dist'])
    if (existsSync(shared)) symlinkSync(resolve(shared), join(folder, shared));
  writeFileSync(join(folder, 'mutants.vitest.config.ts'), vitestConfig);
  writeFileSync(join(folder, 'mutants.tsconfig.json'), JSON.stringify(compilerConfig));
  const run = (words: readonly string[]) => runIn(folder, words, { TEST_POSTGRES_URL: postgresUrl }, signal);
  return {
    runTests: async ({ project, files }) => {
      rmSync(join(folder, 'result.json'), { force: true });
      const config = ['--config', 'mutants.vitest.config.ts', '--project', project];
      const ended = await run(['node_modules/vitest/vitest.mjs', 'run', ...config, ...files]);
      return ended.code === 0
        ? undefined
        : (failedTest(folder) ?? { file: undefined, reason: lastLine(ended.output), passed: [] });
    },
    compile: async () => {
      const ended = await run(['node_modules/typescript/lib/tsc.js', '-p', 'mutants.tsconfig.json']);
      return ended.code === 0 ? undefined : `compiler: ${ended.output.split('\n', 1)[0]}`;
    },
    withChange: async (file, change, work) => {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, change(text));
      try {
        return await work();
      } finally {
        writeFileSync(path, text);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

type Ended = { code: number | null; output: string };

function runIn(
  cwd: string,
  words: readonly string[],
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<Ended> {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, words, {
      cwd,
      env: { ...process.env, ...env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: testMinutes * 60_000,
      signal,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output = `${output}${text}`.slice(-20_000)));
    // After an abort, wait for the process to end before its folder is removed.
    child.once('error', (error) => signal.aborted || reject(error));
    child.once('close', (code, by) =>
      signal.aborted ? reject(signal.reason) : done({ code, output: by === null ? output : `ended by ${by}` }),
    );
  });
}

const lastLine = (output: string): string => output.trim().split('\n').at(-1)?.slice(0, 200) ?? 'failed';

type Result = {
  testResults?: { name: string; status: string; assertionResults: { status: string; title: string }[] }[];
};

/** The first test that failed, or the file that could not be loaded. */
function failedTest(folder: string): Failure | undefined {
  const path = join(folder, 'result.json');
  if (!existsSync(path)) return undefined;
  const result: Result = JSON.parse(readFileSync(path, 'utf8'));
  const failed = result.testResults?.find(({ status }) => status === 'failed');
  if (failed === undefined) return undefined;
  const test = failed.assertionResults.find(({ status }) => status === 'failed');
  const passed = (result.testResults ?? []).filter(
    ({ assertionResults: tests }) => tests.length > 0 && tests.every(({ status }) => status === 'passed'),
  );
  return {
    file: relative(folder, failed.name),
    reason: test?.title ?? 'could not be loaded',
    passed: passed.map(({ name }) => relative(folder, name)),
  };
}
