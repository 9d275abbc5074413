import { execFile, execFileSync, fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { TestResult, TestRun } from './runner.ts';

export type Sandbox = ReturnType<typeof createSandbox>;

/** A change may leave an import unused, which is not an error here. */
const compilerConfig = {
  extends: './tsconfig.json',
  compilerOptions: {
    noUnusedLocals: false,
    noUnusedParameters: false,
    allowUnreachableCode: true,
    tsBuildInfoFile: '.cache/mutants.tsbuildinfo',
  },
  include: ['src/server'],
  exclude: ['src/server/**/*.test.ts'],
};
const minutes = 5;

/** A copy of the working tree in the system's folder for temporary files. Nothing is changed in the tree itself. */
export function createSandbox(env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-mutants-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(name))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  for (const shared of ['node_modules', 'dist'])
    if (existsSync(shared)) symlinkSync(resolve(shared), join(folder, shared));
  writeFileSync(join(folder, 'mutants.tsconfig.json'), JSON.stringify(compilerConfig));

  let runner: ChildProcess | undefined;
  const start = (): ChildProcess =>
    fork('scripts/mutants/runner.ts', { cwd: folder, env: { ...process.env, ...env }, detached: true, silent: true });
  /** Ends the whole group, because test workers in an endless loop do not end with their parent. */
  const end = (): void => {
    if (runner?.pid !== undefined && runner.exitCode === null) process.kill(-runner.pid, 'SIGKILL');
    runner = undefined;
  };

  return {
    /** Returns the test that failed on the code in the copy. */
    runTests: async (run: TestRun): Promise<{ file: string; test: string } | undefined> => {
      runner ??= start();
      runner.send(run);
      try {
        const [result] = await once(runner, 'message', { signal: AbortSignal.timeout(minutes * 60_000) });
        return (result as TestResult).failed;
      } catch {
        end();
        return { file: '', test: `no result within ${minutes} minutes` };
      }
    },
    /** The first compiler error of the server's code in the copy. */
    compile: async (): Promise<string | undefined> => {
      const words = ['node_modules/typescript/bin/tsc', '-p', 'mutants.tsconfig.json'];
      return promisify(execFile)(process.execPath, words, { cwd: folder }).then(
        () => undefined,
        (error: { stdout: string }) => error.stdout.split('\n', 1)[0],
      );
    },
    /** Writes a changed file, does the work, and puts the original back. */
    withChange: async <T>(file: string, change: (text: string) => string, work: () => Promise<T>): Promise<T> => {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, change(text));
      try {
        return await work();
      } finally {
        writeFileSync(path, text);
      }
    },
    remove: () => {
      end();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
