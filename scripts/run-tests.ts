/**
 * `node scripts/run-tests.ts usual`: runs a part of the tests. A file in which a test failed is run once more when the
 * others have ended. With TESTS_UNTIL (seconds since 1970), no test begins after that time; the files that were left
 * out are named, as are those that were run again.
 */
import { createVitest } from 'vitest/node';
import type { TestModule } from 'vitest/node';

/** More than these is not chance. */
const mostFiles = 10;

const [part = 'usual', ...names] = process.argv.slice(2);
Object.assign(process.env, { TEST_PART: part, TEST: 'true', VITEST: 'true', NODE_ENV: 'test' });
const vitest = await createVitest({ watch: false });

const testsOf = (module: TestModule) => [...module.children.allTests()].map((test) => test.result().state);
const isLeftOut = (module: TestModule): boolean => module.state() === 'pending' || testsOf(module).includes('pending');
const name = ({ project, relativeModuleId }: TestModule): string => `${relativeModuleId} (${project.name})`;

const until = process.env['TESTS_UNTIL'];
// Ending a run that has not begun has no effect.
const ms = Math.max(60_000, Number(until) * 1000 - Date.now());
const end = until === undefined ? undefined : setTimeout(() => void vitest.cancelCurrentRun('test-failure'), ms);
const first = await vitest.start(names);
// The second run is never cut short: what did not run there would count as passed.
clearTimeout(end);
const leftOut = first.testModules.filter(isLeftOut);
const failed = first.testModules.filter((module) => !module.ok());
const isWorthwhile = first.unhandledErrors.length === 0 && failed.length > 0 && failed.length <= mostFiles;
// The result of the second run has the files of the first one, too.
const last = isWorthwhile
  ? await vitest.runTestSpecifications(failed.map((module) => module.toTestSpecification()))
  : first;
await vitest.close();

if (isWorthwhile) for (const module of failed) console.log(`run again: ${name(module)}`);
for (const module of leftOut) console.log(`left out for lack of time: ${name(module)}`);
const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
for (const state of last.testModules.flatMap(testsOf)) count[state] += 1;
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped`);
const isGood = last.unhandledErrors.length === 0 && last.testModules.every((module) => module.ok());
process.exit(isGood ? 0 : 1);
