import type { Failure, Sandbox } from './sandbox.ts';
import type { Mutant } from './selection.ts';
import { stagesFor } from './tests.ts';
import type { Stage } from './tests.ts';

export type Outcome = { mutant: Mutant; killedBy: string | undefined; seconds: number };

/**
 * Tests that fail without any change say nothing about a change. Whatever test file notices the first mutant is run
 * once on the original code, too.
 */
function soundness() {
  const known = new Map<string, Promise<void>>();
  return (sandbox: Sandbox, { project, files }: Stage, { file }: Failure): Promise<void> => {
    const suspects = file === undefined ? files : [file];
    const key = `${project} ${suspects.join(' ')}`;
    const check = async () => {
      const failure = await sandbox.runTests({ project, files: suspects });
      if (failure !== undefined)
        throw new Error(`${failure.file ?? ''} fails without any change on ${project}: ${failure.reason}`);
    };
    const checked = known.get(key) ?? check();
    known.set(key, checked);
    return checked;
  };
}

export const createJudge = () => {
  const requireSound = soundness();

  /** What noticed the change: a test, or the compiler, which is asked before the long stages. */
  return async (sandbox: Sandbox, mutant: Mutant): Promise<Outcome> => {
    const started = performance.now();
    const outcome = (killedBy?: string): Outcome => ({
      mutant,
      killedBy,
      seconds: (performance.now() - started) / 1000,
    });
    const apply = (text: string) => text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end);
    for (const stage of stagesFor(mutant.file)) {
      const complaint = await sandbox.withChange(mutant.file, apply, async () =>
        stage.name === 'whole' ? sandbox.compile() : undefined,
      );
      if (complaint !== undefined) return outcome(`the compiler: ${complaint}`);
      const failure = await sandbox.withChange(mutant.file, apply, () => sandbox.runTests(stage));
      if (failure === undefined) continue;
      await requireSound(sandbox, stage, failure);
      return outcome(`${failure.file ?? stage.name}: ${failure.reason}`);
    }
    return outcome();
  };
};

/** Every sandbox takes the next item until none is left. */
export async function inParallel<T>(
  sandboxes: readonly Sandbox[],
  items: readonly T[],
  work: (sandbox: Sandbox, item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  await Promise.all(
    sandboxes.map(async (sandbox) => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(sandbox, item);
    }),
  );
}
