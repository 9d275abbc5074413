/**
 * `node scripts/run-tests.ts usual`: runs a part of the tests. A file in which a test failed is run once more, when the
 * machine has nothing else to do, and is named at the end.
 */
import { createVitest } from 'vitest/node';

/** More than these is not chance. */
const mostFiles = 10;

const [part = 'usual', ...names] = process.argv.slice(2);
Object.assign(process.env, { TEST_PART: part, TEST: 'true', VITEST: 'true', NODE_ENV: 'test' });
const vitest = await createVitest({ watch: false });

const first = await vitest.start(names);
const failed = first.testModules.filter((module) => !module.ok());
const isWorthwhile = first.unhandledErrors.length === 0 && failed.length > 0 && failed.length <= mostFiles;
// The result of the second run has the files of the first one, too.
const last = isWorthwhile
  ? await vitest.runTestSpecifications(failed.map((module) => module.toTestSpecification()))
  : first;
await vitest.close();

if (isWorthwhile) for (const module of failed) console.log(`run again: ${module.relativeModuleId}`);
const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
for (const module of last.testModules) for (const test of module.children.allTests()) count[test.result().state] += 1;
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped`);
const isGood = last.unhandledErrors.length === 0 && last.testModules.every((module) => module.ok());
process.exit(isGood ? 0 : 1);
