import { makersRole } from '../../auth/makers.ts';
import type { Db } from '../../db/db.ts';
import { addSeconds, timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { isDbUnavailable } from '../../lib/db-unavailable.ts';
import { errorFields } from '../../lib/error-fields.ts';
import { runInThread } from '../../lib/in-thread.ts';
import type { Keyring } from '../../lib/seal.ts';
import { maySeeDraft } from './allocations.policy.ts';
import { claimAllocation, endAllocation, listRunning, renewClaim } from './allocations.queries.ts';
import type { RunningRow } from './allocations.queries.ts';
import { resultOf, draftRequestOf } from './allocations.service.ts';
import { loadProblem } from './problem.service.ts';
import type { Problem } from './solving/problem.policy.ts';

const leaseSeconds = 60;
const renewMs = 10_000;
const pollMs = 5000;
/** The exact solver gets a part of the time of the whole draft. */
const exactSeconds = 7;
const maxDurationMs = 240_000;
/** A project has one draft in the making at most, so a large one does not hold up those of other projects. */
const maxAtOnce = 3;
/** Every claim raises the revision, which begins with 1. */
const maxClaims = 3;

type Log = { info: (fields: object, message: string) => void; error: (fields: object, message: string) => void };
type Options = { db: Db; clock: Clock; keys: Keyring; log: Log };

/**
 * Makes drafts, in every process. The claim is in the database and expires, so that one process works on a draft, and
 * another takes over if that one dies. A draft that was given up three times has failed.
 */
export function draftRunner({ db, clock, keys, log }: Options) {
  let timer: NodeJS.Timeout | undefined;
  const running = new Set<Promise<void>>();
  let stopping = new AbortController();

  const fail = async (row: Pick<RunningRow, 'id' | 'revision'>): Promise<void> => {
    const values = { state: 'failed', finished_at: timestamp(clock.now()) } as const;
    await db.transaction((trx) => endAllocation(trx, row, ['running'], values));
  };

  const make = async (row: RunningRow, signal: AbortSignal): Promise<string | undefined> => {
    const { created_by: uid, made_with } = row;
    const role = await makersRole(db.read, clock.now(), row.pid, { uid, made_with });
    const request = draftRequestOf(row);
    if (role === undefined || !maySeeDraft(role, request)) return undefined;
    const asking = { scope: role.scope, roles: role, request, now: row.created_at };
    return solveInThread(await loadProblem(db.read, keys, asking), signal);
  };

  const perform = async (seen: RunningRow): Promise<void> => {
    if (seen.revision > maxClaims) return fail(seen);
    const lease = (): string => timestamp(addSeconds(clock.now(), leaseSeconds));
    if (!(await db.transaction((trx) => claimAllocation(trx, seen, lease())))) return;
    const row = { ...seen, revision: seen.revision + 1 };
    const lost = new AbortController();
    const renew = async () => {
      if (!(await db.transaction((trx) => renewClaim(trx, row.id, row.revision, lease())))) lost.abort();
    };
    const renewing = setInterval(() => void renew().catch(() => {}), renewMs);
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    try {
      const result = await make(row, signal);
      if (result === undefined) return await fail(row);
      const summary = JSON.stringify(resultOf({ result })?.summary ?? null);
      const values = { state: 'ready', result, summary, finished_at: timestamp(clock.now()) } as const;
      await db.transaction((trx) => endAllocation(trx, row, ['running'], values));
      log.info({ allocation: row.id }, 'draft plan made');
    } catch (error) {
      if (lost.signal.aborted) return;
      if (stopping.signal.aborted)
        return void (await db.transaction((trx) => renewClaim(trx, row.id, row.revision, null)));
      log.error({ allocation: row.id, err: errorFields(error) }, 'draft plan failed');
      await fail(row);
    } finally {
      clearInterval(renewing);
    }
  };

  /** Makes drafts as long as some wait, one after another. */
  const makeWaiting = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const [row] = await listRunning(db.read, timestamp(clock.now()));
      if (row === undefined) return;
      await perform(row);
    }
  };

  const turn = (): void => {
    if (stopping.signal.aborted) return;
    clearTimeout(timer);
    timer = setTimeout(turn, pollMs);
    if (running.size >= maxAtOnce) return;
    const one = makeWaiting()
      .catch((error: unknown) => {
        if (!isDbUnavailable(error)) log.error({ err: errorFields(error) }, 'draft plan worker failed');
      })
      .finally(() => running.delete(one));
    running.add(one);
  };
  let started = false;

  return {
    /** Makes all drafts that wait. */
    drain: async (): Promise<void> => void (await Promise.all(Array.from({ length: maxAtOnce }, makeWaiting))),
    wake: (): void => void (started && setImmediate(turn)),
    start: (): void => {
      stopping = new AbortController();
      started = true;
      turn();
    },
    /** Another process makes the draft that is in progress. */
    stop: async (): Promise<void> => {
      stopping.abort();
      clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

const program = new URL('./solving/thread.service.ts', import.meta.url);
/** A thread of its own, because solving takes seconds of processor time. */
const solveInThread = (problem: Problem, signal: AbortSignal): Promise<string> =>
  runInThread(program, { problem, seconds: exactSeconds }, { maxMs: maxDurationMs, signal });
