import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with one plain machine-readable line. Vitest needs the reporter as a default export. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state] += 1;
    }
    process.on('exit', () => {
      console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped`);
    });
  }
}
