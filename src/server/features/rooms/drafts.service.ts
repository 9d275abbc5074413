import { runInThread } from '../../lib/in-thread.ts';
import type { RoomDraft, RoomProblem } from './solving/solve.policy.ts';

const program = new URL('./solving/thread.service.ts', import.meta.url);
const maxDraftMs = 60_000;
/** Each takes a processor. */
const atOnce = 2;

const solve = async (problem: RoomProblem): Promise<RoomDraft> =>
  JSON.parse(await runInThread(program, problem, { maxMs: maxDraftMs })) as RoomDraft;

export type RoomDrafts = ReturnType<typeof roomDrafts>;

/**
 * Makes drafts in threads: one for each project, which all who ask for it meanwhile get. So no project keeps the drafts of
 * others waiting for more than one of its own.
 */
export function roomDrafts(make = solve) {
  const drafts = new Map<string, Promise<RoomDraft>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  const inTurn = async (load: () => Promise<RoomProblem>): Promise<RoomDraft> => {
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await make(await load());
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };

  return (pid: string, load: () => Promise<RoomProblem>): Promise<RoomDraft> => {
    const known = drafts.get(pid);
    if (known !== undefined) return known;
    const draft = inTurn(load).finally(() => drafts.delete(pid));
    drafts.set(pid, draft);
    return draft;
  };
}
