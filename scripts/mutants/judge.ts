import type { Failure, Sandbox } from './sandbox.ts';
import type { Mutant } from './selection.ts';
import type { Stage } from './tests.ts';

/** Test files that passed on the original code. */
export type CachedSoundness = {
  has: (project: string, file: string) => boolean;
  add: (project: string, file: string) => void;
};
type Applied = { file: string; apply: (text: string) => string };
export type Outcome = {
  mutant: Mutant;
  killedBy: string | undefined;
  /** The tests took too long. On a busy machine that says nothing; the mutant has to be judged again alone. */
  timedOut: boolean;
  seconds: number;
};

/**
 * A test file that fails on the original code proves nothing. The first file that fails for a mutant is therefore run once
 * on the original code, and left out if it fails there, as tests that measure time do on a busy machine.
 */
function soundness(cached: CachedSoundness) {
  const checked = new Map<string, Promise<boolean>>();
  const leftOut = new Set<string>();
  const keyOf = (project: string, file: string) => `${project} ${file}`;

  const passes = async (sandbox: Sandbox, { project }: Stage, file: string): Promise<boolean> => {
    if (cached.has(project, file)) return true;
    if ((await sandbox.runTests({ project, files: [file] })) === undefined) {
      cached.add(project, file);
      return true;
    }
    leftOut.add(keyOf(project, file));
    console.warn(`left out: ${file} fails on the original code on ${project}`);
    return false;
  };
  return {
    usable: ({ project, files }: Stage) => files.filter((file) => !leftOut.has(keyOf(project, file))),
    isSound: (sandbox: Sandbox, stage: Stage, file: string): Promise<boolean> => {
      const key = keyOf(stage.project, file);
      const known = checked.get(key) ?? passes(sandbox, stage, file);
      checked.set(key, known);
      return known;
    },
  };
}

export const createJudge = (cached: CachedSoundness) => {
  const { usable, isSound } = soundness(cached);

  async function failureIn(sandbox: Sandbox, { file, apply }: Applied, stage: Stage): Promise<Failure | undefined> {
    const passed = new Set<string>();
    for (;;) {
      const files = usable(stage).filter((test) => !passed.has(test));
      if (files.length === 0) return undefined;
      const run = { project: stage.project, files, ms: stage.ms };
      const failure = await sandbox.withChange(file, apply, () => sandbox.runTests(run));
      // Without a file the run itself failed, for example because the changed code never ends.
      if (failure?.file === undefined || failure.timedOut) return failure;
      if (await isSound(sandbox, stage, failure.file)) return failure;
      for (const test of [failure.file, ...failure.passed]) passed.add(test);
    }
  }

  /** Returns the test or compiler error that noticed the change. */
  return async (
    sandbox: Sandbox,
    mutant: Mutant,
    stages: readonly Stage[],
    { compiles }: { compiles: boolean },
  ): Promise<Outcome> => {
    const started = performance.now();
    const { file, start, end, replacement } = mutant;
    const applied = { file, apply: (text: string) => text.slice(0, start) + replacement + text.slice(end) };
    const ended = (killedBy: string | undefined, timedOut = false): Outcome => ({
      mutant,
      killedBy,
      timedOut,
      seconds: (performance.now() - started) / 1000,
    });
    for (const stage of stages) {
      const failure = await failureIn(sandbox, applied, stage);
      if (failure !== undefined) return ended(`${failure.file ?? stage.name}: ${failure.reason}`, failure.timedOut);
    }
    return ended(compiles ? await sandbox.withChange(file, applied.apply, sandbox.compile) : undefined);
  };
};

/** Every sandbox takes the next item until none is left. After an error no new item is started. */
export async function inParallel<T>(
  sandboxes: readonly Sandbox[],
  items: readonly T[],
  work: (sandbox: Sandbox, item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const workers = sandboxes.map(async (sandbox) => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      await work(sandbox, item).catch((error: unknown) => {
        queue.length = 0;
        throw error;
      });
    }
  });
  const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
