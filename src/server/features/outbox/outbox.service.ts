import { afterCommit } from '../../db/db.ts';
import type { Db, Trx } from '../../db/db.ts';
import type { Clock } from '../../lib/clock.ts';
import { addSeconds, days, hours, minutes, timestamp } from '../../lib/clock.ts';
import { polling } from '../../lib/polling.ts';
import { newId, newIds } from '../../lib/secrets.ts';
import { seal, sign, unseal } from '../../lib/seal.ts';
import type { Keyring } from '../../lib/seal.ts';
import * as queries from './outbox.queries.ts';
import {
  markJobDead,
  claimJob,
  discardJob,
  dueJobs,
  finishJob,
  deleteDoneJobs,
  insertJobs,
  postponeJob,
} from './outbox.queries.ts';
import type { Job } from './outbox.queries.ts';

const leaseSeconds = minutes(2);
const maxAttempts = 30;
const pollMs = 1000;
const batchSize = 50;
/** A recipient whose server is slow keeps one of these busy, and the others go on. */
const maxAtOnce = 10;
/** A job with the key of a finished job is ignored for this long. */
const rememberSeconds = days(30);

type Log = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;
type OutboxOptions = { db: Db; clock: Clock; keys: Keyring; log: Log; handlers: JobHandlers };

export type JobHandler = {
  /** Carries out a job. It is called again later if it throws, so it may see the same id more than once. */
  run: (id: string, payload: unknown) => Promise<void>;
  /** Jobs of one lane run one after another, those of different lanes at the same time. */
  laneOf: (payload: unknown) => string;
  /** How many of this kind may run at the same time; without it, as many as the outbox runs. */
  maxAtOnce?: number;
};
/** The keys are the kinds of jobs. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;
/** Adding a second job with the same key does nothing. */
export type NewJob = { key: string; kind: string; payload: unknown };

/** Thrown by a handler when trying again is pointless. The reason is stored, so it must not contain addresses. */
export class FinalFailure extends Error {}

/** Which of these keys have been used. */
export const knownKeys = (trx: Trx, keys: readonly string[]): Promise<ReadonlySet<string>> =>
  queries.knownKeys(trx, keys);

type Running = { kind: string; work: Promise<void> };

export type Outbox = ReturnType<typeof outbox>;

const contextOf = (id: string): string => `outbox:${id}`;

const maxWaitSeconds = hours(1);

/** Waits for 5 s, 10 s, 20 s ... at most an hour, so that mail survives a mail server that is down for a day. */
const backOffSeconds = (attempts: number): number => Math.min(maxWaitSeconds, 5 * 2 ** (attempts - 1));

/**
 * Jobs that follow from a change. They are stored in its transaction and run after the commit, at least once, by any
 * process.
 */
export function outbox({ db, clock, keys, log, handlers }: OutboxOptions) {
  /** Kinds whose last attempt failed, so that the log also says when they work again. */
  const failing = new Set<string>();

  const add = async (trx: Trx, jobs: readonly NewJob[]): Promise<void> => {
    if (jobs.length === 0) return;
    const now = clock.now();
    const at = timestamp(now);
    const ids = newIds(now, jobs.length);
    const rows = jobs.map(({ key, kind, payload }, index) => {
      const id = ids[index] ?? newId(now);
      const sealed = seal(keys, contextOf(id), JSON.stringify(payload));
      // A lane can be an address.
      const lane = sign(keys, 'lane', handlerOf(kind)?.laneOf(payload) ?? id);
      return { id, key, kind, lane, payload: sealed, created_at: at, due_at: at };
    });
    await insertJobs(trx, rows);
    afterCommit(trx, wake);
  };

  const handlerOf = (kind: string): JobHandler | undefined =>
    Object.hasOwn(handlers, kind) ? handlers[kind] : undefined;
  const payloadOf = (job: Job): unknown => JSON.parse(unseal(keys, contextOf(job.id), job.payload));

  const perform = async (job: Job): Promise<void> => {
    const leaseEnds = timestamp(addSeconds(clock.now(), leaseSeconds));
    if (!(await db.transaction((trx) => claimJob(trx, job, leaseEnds)))) return;
    const handler = handlerOf(job.kind);
    if (handler === undefined) return giveUp(job, `no handler for jobs of kind ${job.kind}`);
    try {
      await handler.run(job.id, payloadOf(job));
    } catch (error) {
      await (error instanceof FinalFailure ? discard(job, error.message) : postpone(job, error));
      return;
    }
    if (failing.delete(job.kind)) log.info({ kind: job.kind }, 'outbox jobs of this kind work again');
    await db.transaction((trx) => finishJob(trx, job.id, timestamp(clock.now())));
  };

  const giveUp = async (job: Job, reason: string): Promise<void> => {
    log.error({ job: job.id, kind: job.kind, reason }, 'outbox job abandoned after the last attempt');
    await db.transaction((trx) => markJobDead(trx, job.id, timestamp(clock.now()), reason));
  };

  const discard = async (job: Job, reason: string): Promise<void> => {
    log.warn({ job: job.id, kind: job.kind, reason }, 'outbox job failed for good');
    await db.transaction((trx) => discardJob(trx, job.id, timestamp(clock.now()), reason));
  };

  /** Stores only the error's code: messages of mail servers contain addresses. */
  const postpone = async (job: Job, error: unknown): Promise<void> => {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const attempts = job.attempts + 1;
    const now = clock.now();
    failing.add(job.kind);
    log.warn({ job: job.id, kind: job.kind, attempts, reason }, 'outbox job failed');
    await db.transaction((trx) =>
      attempts >= maxAttempts
        ? markJobDead(trx, job.id, timestamp(now), reason)
        : postponeJob(trx, job.id, timestamp(addSeconds(now, backOffSeconds(attempts))), reason),
    );
  };

  /**
   * Without kinds that run as many as they may, and without lanes that are busy: the jobs that wait for them would fill the
   * batch, and hold up all others.
   */
  const findDue = (busy: ReadonlyMap<string, Running>): Promise<Job[]> => {
    const withoutKinds = Object.keys(handlers).filter((kind) => isFull(kind, busy));
    const now = clock.now();
    // Doubled, because clocks of several machines differ slightly.
    const latest = timestamp(addSeconds(now, 2 * maxWaitSeconds));
    return dueJobs(db.read, { now: timestamp(now), latest, withoutKinds, withoutLanes: [...busy.keys()] }, batchSize);
  };

  const isFull = (kind: string, busy: ReadonlyMap<string, Running>): boolean => {
    const max = handlerOf(kind)?.maxAtOnce ?? maxAtOnce;
    return [...busy.values()].filter((running) => running.kind === kind).length >= max;
  };

  /** Runs all jobs that are due, several at once. */
  const drain = async (): Promise<void> => {
    const busy = new Map<string, Running>();
    const failures: unknown[] = [];
    let ended = 0;
    // A job from before there were lanes has one of its own.
    const laneOf = ({ lane, id }: Job): string => lane ?? id;
    const begin = (job: Job): void => {
      const work = perform(job)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          busy.delete(laneOf(job));
          ended += 1;
        });
      busy.set(laneOf(job), { kind: job.kind, work });
    };
    const works = () => [...busy.values()].map(({ work }) => work);
    let read: Job[] = [];
    const beginWhatFits = (): number => {
      const before = read.length;
      read = read.filter((job) => {
        const fits = busy.size < maxAtOnce && !busy.has(laneOf(job)) && !isFull(job.kind, busy);
        if (fits) begin(job);
        return !fits;
      });
      return before - read.length;
    };
    while (failures.length === 0) {
      beginWhatFits();
      if (busy.size < maxAtOnce) {
        const before = ended;
        read = await findDue(busy);
        // There may be more: behind those of lanes that are busy now, or of lanes that were when this was read.
        if (beginWhatFits() > 0 || ended > before) continue;
      }
      if (busy.size === 0) return;
      await Promise.race(works());
    }
    await Promise.all(works());
    throw failures[0];
  };

  const { wake, start, stop } = polling(() => drain(), { everyMs: pollMs, log, failure: 'cannot read the outbox' });

  return { add, knownKeys, drain, start, stop };
}

export const deleteOldJobs = (trx: Trx, now: string): Promise<void> =>
  deleteDoneJobs(trx, timestamp(addSeconds(new Date(now), -rememberSeconds)));
