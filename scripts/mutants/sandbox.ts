import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

export type Engine = 'sqlite' | 'postgres';

/** The test file that failed, if it got that far, the test or error, and the files that had passed before. */
export type Failure = { file: string | undefined; reason: string; passed: string[]; timedOut: boolean };

/** Test files in their order, and how long they usually take. */
type Run = { project: Engine; files: readonly string[]; ms?: number };

export type Sandbox = {
  /** Runs tests on the code in the copy until one fails. */
  runTests: (run: Run) => Promise<Failure | undefined>;
  /** Runs all of the tests and returns how long those took that passed, in milliseconds. */
  timesOf: (run: Run, env: Record<string, string>) => Promise<Map<string, number>>;
  /** The first compiler error of the server's code in the copy. */
  compile: () => Promise<string | undefined>;
  /** Writes a changed file, does the work, and puts the original back. */
  withChange: <T>(file: string, change: (text: string) => string, work: () => Promise<T>) => Promise<T>;
  /** Runs the copies of test files that `together.ts` has written, until they end or are stuck. */
  runCopies: (env: Record<string, string>, isStuck: () => boolean) => Promise<void>;
  folder: string;
  remove: () => void;
};

/** A run that takes longer than this and than eight times its usual time counts as hanging. */
const minMinutes = 2;
const recordMinutes = 60;
const minutesFor = (ms: number): number => minMinutes + (8 * ms) / 60_000;

/** A change may leave an import unused, which is not an error here. */
const compilerConfig = {
  extends: './tsconfig.json',
  compilerOptions: {
    noUnusedLocals: false,
    noUnusedParameters: false,
    allowUnreachableCode: true,
    // A mutant changes one file, so the rest need not be checked again.
    incremental: true,
    tsBuildInfoFile: '.cache/mutants.tsbuildinfo',
  },
  include: ['src/server'],
  exclude: ['src/server/**/*.test.ts'],
};

/** A copy of the working tree in the system's folder for temporary files. Nothing is ever changed in the tree itself. */
export function createSandbox(env: Record<string, string>, signal: AbortSignal): Sandbox {
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
  writeFileSync(join(folder, 'mutants.tsconfig.json'), JSON.stringify(compilerConfig));
  const run = (
    words: readonly string[],
    minutes: number,
    more: Record<string, string> = {},
    isStuck: () => boolean = () => false,
  ) => runIn(folder, words, { ...env, ...more }, { minutes, isStuck, signal });
  const vitest = ({ project, files }: Run, minutes: number, more?: Record<string, string>) => {
    rmSync(join(folder, 'result.json'), { force: true });
    const config = ['--root', '.', '--config', 'scripts/mutants/vitest.config.ts', '--project', project];
    return run(['node_modules/vitest/vitest.mjs', 'run', ...config, ...files], minutes, more);
  };
  return {
    runTests: async (tests) => {
      const ended = await vitest(tests, minutesFor(tests.ms ?? 0));
      if (ended.code === 0) return undefined;
      const failed = ended.timedOut ? undefined : failedTest(folder);
      return failed ?? { file: undefined, reason: lastLine(ended.output), passed: [], timedOut: ended.timedOut };
    },
    timesOf: async (tests, more) => {
      await vitest({ ...tests, files: ['--bail=0', ...tests.files] }, recordMinutes, more);
      const passed = resultsIn(folder).filter(hasPassed);
      return new Map(passed.map(({ name, startTime, endTime }) => [relative(folder, name), endTime - startTime + 1]));
    },
    compile: async () => {
      const ended = await run(['node_modules/typescript/lib/tsc.js', '-p', 'mutants.tsconfig.json'], minMinutes * 2);
      // On a busy machine it may not end in time, which says nothing about the change.
      return ended.code === 0 || ended.timedOut ? undefined : `compiler: ${ended.output.split('\n', 1)[0]}`;
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
    runCopies: async (more, isStuck) => {
      const config = ['--root', '.', '--config', 'scripts/mutants/together.config.ts'];
      await run(['node_modules/vitest/vitest.mjs', 'run', ...config], recordMinutes, more, isStuck);
    },
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

type Limits = { minutes: number; isStuck: () => boolean; signal: AbortSignal };
type Ended = { code: number | null; output: string; timedOut: boolean };

function runIn(
  cwd: string,
  words: readonly string[],
  env: Record<string, string>,
  { minutes, isStuck, signal }: Limits,
): Promise<Ended> {
  return new Promise((done, reject) => {
    // With its own process group: test workers in an endless loop do not end with their parent.
    const child = spawn(process.execPath, words, {
      cwd,
      env: { ...process.env, ...env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    let timedOut = false;
    const end = () => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    };
    const stop = () => {
      timedOut = true;
      output = `did not end within ${minutes.toFixed(0)} minutes`;
      end();
    };
    const timer = setTimeout(stop, minutes * 60_000);
    const watch = setInterval(() => {
      if (isStuck()) stop();
    }, 1000);
    signal.addEventListener('abort', end, { once: true });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        if (!timedOut) output = `${output}${text}`.slice(-20_000);
      });
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      clearInterval(watch);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason);
      else done({ code, output, timedOut });
    });
  });
}

const lastLine = (output: string): string => output.trim().split('\n').at(-1)?.slice(0, 200) ?? 'failed';

type FileResult = {
  name: string;
  status: string;
  startTime: number;
  endTime: number;
  message?: string;
  assertionResults: { status: string; title: string; failureMessages?: string[] }[];
};

const hasPassed = ({ assertionResults: tests }: FileResult): boolean =>
  tests.length > 0 && tests.every(({ status }) => status !== 'failed');

function resultsIn(folder: string): FileResult[] {
  const path = join(folder, 'result.json');
  if (!existsSync(path)) return [];
  const result: { testResults?: FileResult[] } = JSON.parse(readFileSync(path, 'utf8'));
  return result.testResults ?? [];
}

/** The first test that failed, or the file that could not be loaded. */
function failedTest(folder: string): Failure | undefined {
  const results = resultsIn(folder);
  const failed = results.find(({ status }) => status === 'failed');
  if (failed === undefined) return undefined;
  const test = failed.assertionResults.find(({ status }) => status === 'failed');
  const messages = [failed.message ?? '', ...(test?.failureMessages ?? [])].join('\n');
  return {
    file: relative(folder, failed.name),
    reason: test?.title ?? 'could not be loaded',
    passed: results.filter(hasPassed).map(({ name }) => relative(folder, name)),
    timedOut: /(?:Test|Hook) timed out in \d+ms/.test(messages),
  };
}
