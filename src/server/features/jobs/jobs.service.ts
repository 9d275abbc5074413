import type { Db, Reader } from '../../db/db.ts';
import { addSeconds, timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { errorFields } from '../../lib/error-fields.ts';
import type { Schedule } from '../../lib/schedule.ts';
import { dueAt, isClaimed, leaseSeconds } from './jobs.policy.ts';
import * as queries from './jobs.queries.ts';
import { claimScheduledJob, insertScheduledJobs, updateClaim } from './jobs.queries.ts';
import type { JobRow } from './jobs.queries.ts';

/** `run` returns what to log; undefined if there was nothing to do. The signal asks it to stop. */
export type ScheduledJob = {
  name: string;
  schedule: Schedule;
  run: (signal: AbortSignal) => Promise<object | undefined>;
};

type Log = { info: (fields: object, message: string) => void; error: (fields: object, message: string) => void };
type Options = { db: Db; clock: Clock; log: Log; list: readonly ScheduledJob[] };

const pollMs = 5000;
const renewMs = 30_000;
const maxReasonLength = 200;

/**
 * Runs jobs on a schedule, each in one process for all. The claim is in the database and expires, so that another
 * process takes over if this one dies.
 */
export function scheduler({ db, clock, log, list }: Options) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopping = new AbortController();

  const claim = async (seen: JobRow): Promise<string | undefined> => {
    const until = timestamp(addSeconds(clock.now(), leaseSeconds));
    return (await db.transaction((trx) => claimScheduledJob(trx, seen, until))) ? until : undefined;
  };

  const perform = async ({ name, run }: ScheduledJob, claimed: string): Promise<void> => {
    let claimedUntil = claimed;
    const lost = new AbortController();
    const renew = async () => {
      const until = timestamp(addSeconds(clock.now(), leaseSeconds));
      if (await db.transaction((trx) => updateClaim(trx, name, claimedUntil, { claimed_until: until })))
        claimedUntil = until;
      else lost.abort();
    };
    // A failed renewal does not stop the job; a claim that another process has taken over does.
    const renewing = setInterval(() => void renew().catch(() => {}), renewMs);
    const end = (outcome: Omit<Parameters<typeof updateClaim>[3], 'claimed_until'>) =>
      db.transaction((trx) => updateClaim(trx, name, claimedUntil, { claimed_until: null, ...outcome }));
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    try {
      const done = await run(signal);
      await end({ good_at: timestamp(clock.now()), last_error: null });
      if (done !== undefined) log.info({ job: name, ...done }, 'scheduled job done');
    } catch (error) {
      if (signal.aborted) return void (await end({}));
      log.error({ job: name, err: errorFields(error) }, 'scheduled job failed');
      await end({ failed_at: timestamp(clock.now()), last_error: reasonOf(error) });
    } finally {
      clearInterval(renewing);
    }
  };

  /** Runs all jobs that are due and not claimed. */
  const check = async (): Promise<void> => {
    if (list.length === 0) return;
    let rows = await listScheduledJobs(db.read);
    const missing = list.map(({ name }) => name).filter((name) => !rows.some((row) => row.name === name));
    if (missing.length > 0) {
      await db.transaction((trx) => insertScheduledJobs(trx, missing));
      rows = await listScheduledJobs(db.read);
    }
    for (const job of list) {
      const seen = rows.find((row) => row.name === job.name);
      const now = clock.now();
      if (stopping.signal.aborted || seen === undefined || isClaimed(seen, now)) continue;
      if (dueAt(job.schedule, seen, now) > now) continue;
      const claimed = await claim(seen);
      if (claimed !== undefined) await perform(job, claimed);
    }
  };

  const turn = (): void => {
    running = check()
      .catch((error: unknown) => log.error({ err: errorFields(error) }, 'cannot read scheduled jobs'))
      .finally(() => {
        if (!stopping.signal.aborted) timer = setTimeout(turn, pollMs);
      });
  };

  return {
    check,
    start: () => {
      stopping = new AbortController();
      turn();
    },
    /** Aborts the running job. Another process can claim it. */
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** When each job last succeeded or failed. */
export const listScheduledJobs = (read: Reader): Promise<JobRow[]> => queries.listScheduledJobs(read);

/** The same with the next run, for jobs of this list. */
export async function jobStates(read: Reader, list: readonly ScheduledJob[], now: Date) {
  const rows = new Map((await listScheduledJobs(read)).map((row) => [row.name, row]));
  return list.map(({ name, schedule }) => {
    const { claimed_until, good_at, failed_at, failures, last_error } = rows.get(name) ?? neverDone;
    return {
      name,
      running: isClaimed({ claimed_until }, now),
      good_at,
      failed_at,
      reason: last_error,
      failures,
      next_at: timestamp(dueAt(schedule, { good_at, failed_at }, now)),
    };
  });
}

const neverDone = { claimed_until: null, good_at: null, failed_at: null, failures: 0, last_error: null };

function reasonOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return line.slice(0, maxReasonLength).toWellFormed();
}
