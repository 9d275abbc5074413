import type { Sandbox } from './sandbox.ts';
import type { Mutant } from './selection.ts';
import { stagesFor } from './tests.ts';
import type { Stage } from './tests.ts';

export type Outcome = { mutant: Mutant; killedBy: string | undefined; seconds: number };

/**
 * Test files that fail without any change say nothing about a change. Whatever file notices a mutant first is run once
 * on the original code, too, and set aside if it fails there: on a busy machine those that measure time do.
 */
function soundness() {
  const checked = new Map<string, Promise<boolean>>();
  const setAside = new Set<string>();
  const keyOf = (project: string, file: string) => `${project} ${file}`;

  const passes = async (sandbox: Sandbox, { project }: Stage, file: string): Promise<boolean> => {
    if ((await sandbox.runTests({ project, files: [file] })) === undefined) return true;
    setAside.add(keyOf(project, file));
    console.warn(`set aside: ${file} fails without any change on ${project}`);
    return false;
  };
  return {
    usable: ({ project, files }: Stage) => files.filter((file) => !setAside.has(keyOf(project, file))),
    isSound: (sandbox: Sandbox, stage: Stage, file: string): Promise<boolean> => {
      const key = keyOf(stage.project, file);
      const known = checked.get(key) ?? passes(sandbox, stage, file);
      checked.set(key, known);
      return known;
    },
  };
}

export const createJudge = () => {
  const { usable, isSound } = soundness();

  async function failureIn(sandbox: Sandbox, mutant: Mutant, stage: Stage): Promise<string | undefined> {
    const apply = (text: string) => text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end);
    for (;;) {
      const files = usable(stage);
      if (files.length === 0) return undefined;
      const { project } = stage;
      const complaint = stage.name === 'whole' ? sandbox.compile : () => Promise.resolve(undefined);
      const failure = await sandbox.withChange(mutant.file, apply, async () => {
        const refused = await complaint();
        return refused === undefined ? sandbox.runTests({ project, files }) : { file: 'compiler', reason: refused };
      });
      if (failure === undefined) return undefined;
      // Without a file the run itself broke down, as when the changed code never ends.
      if (failure.file === undefined) return `${stage.name}: ${failure.reason}`;
      if (failure.file === 'compiler' || (await isSound(sandbox, stage, failure.file)))
        return `${failure.file}: ${failure.reason}`;
    }
  }

  /** What noticed the change: a test, or the compiler, which is asked before the long stages. */
  return async (sandbox: Sandbox, mutant: Mutant): Promise<Outcome> => {
    const started = performance.now();
    let killedBy: string | undefined;
    for (const stage of stagesFor(mutant)) killedBy ??= await failureIn(sandbox, mutant, stage);
    return { mutant, killedBy, seconds: (performance.now() - started) / 1000 };
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
