/** A process in a copy of the project: runs the test files that it is asked for, until one fails. */
import { join } from 'node:path';
import { createVitest } from 'vitest/node';

export type TestRun = { changed: string; project: 'sqlite' | 'postgres'; tests: readonly string[] };
/** The first test that failed. */
export type TestResult = { failed: { file: string; test: string } | undefined };

const folder = process.cwd();
const vitest = await createVitest('test', { config: 'scripts/mutants/vitest.config.ts', watch: false });

let last = '';

async function run({ changed, project, tests }: TestRun): Promise<TestResult> {
  // The file that was changed before has its original text again.
  for (const file of [last, changed]) vitest.invalidateFile(join(folder, file));
  last = changed;
  const found = await vitest.globTestSpecifications([...tests]);
  const specifications = tests.flatMap((test) =>
    found.filter((one) => one.moduleId === join(folder, test) && one.project.name === project),
  );
  const { testModules } = await vitest.runTestSpecifications(specifications);
  // The result also has the files of earlier runs, as they ended then, and those of the other engine.
  const asked = new Set(specifications.map((one) => one.moduleId));
  const module = testModules.find((one) => one.project.name === project && asked.has(one.moduleId) && !one.ok());
  if (module === undefined) return { failed: undefined };
  const [test] = module.children.allTests('failed');
  return { failed: { file: module.relativeModuleId, test: test?.name ?? 'could not be loaded' } };
}

process.on('message', (message: TestRun) => {
  void run(message).then((result) => process.send?.(result));
});
