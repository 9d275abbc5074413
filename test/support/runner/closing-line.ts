import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with the tests that needed a second try, and one plain machine-readable line. Vitest needs a default export. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const test of tests) count[test.result().state] += 1;
    const retried = tests.filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0);
    process.on('exit', () => {
      for (const { module, fullName } of retried) console.log(`tried again: ${module.relativeModuleId} > ${fullName}`);
      console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped`);
    });
  }
}
