import { afterCommit } from '../../db/db.ts';
import type { Db, Trx } from '../../db/db.ts';
import { isDbUnavailable } from '../../lib/db-unavailable.ts';
import type { Clock } from '../../lib/clock.ts';
import { addSeconds, days, hours, minutes, timestamp } from '../../lib/clock.ts';
import { errorFields } from '../../lib/error-fields.ts';
import type { Mail, Mailer } from '../../lib/mailer.ts';
import { newId, newIds } from '../../lib/secrets.ts';
import { seal, unseal } from '../../lib/seal.ts';
import type { Keyring } from '../../lib/seal.ts';
import { buryJob, claimJob, dueJobs, finishJob, forgetJobs, insertJobs, postponeJob } from './outbox.queries.ts';
import type { Job } from './outbox.queries.ts';

const leaseSeconds = minutes(2);
const mostAttempts = 30;
const pollMs = 1000;
const batchSize = 20;
// As long as this a key that was posted once is remembered.
const rememberSeconds = days(30);

type Log = { warn: (fields: object, message: string) => void; error: (fields: object, message: string) => void };
type OutboxOptions = { db: Db; mailer: Mailer; clock: Clock; keys: Keyring; log: Log };

export type Outbox = ReturnType<typeof outbox>;

const contextOf = (id: string): string => `outbox:${id}`;

const longestWaitSeconds = hours(1);

/** 5 s, 10 s, 20 s ... at most an hour: a mail server that is away for a day gets its mail afterwards. */
const backOffSeconds = (attempts: number): number => Math.min(longestWaitSeconds, 5 * 2 ** (attempts - 1));

/** Work that follows a change: written with it, carried out after it, at least once, by whichever process is first. */
export function outbox({ db, mailer, clock, keys, log }: OutboxOptions) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = true;

  const post = (trx: Trx, key: string, mail: Mail): Promise<void> => postAll(trx, [{ key, mail }]);

  /** Many mails in one statement. */
  const postAll = async (trx: Trx, mails: readonly { key: string; mail: Mail }[]): Promise<void> => {
    const now = clock.now();
    const at = timestamp(now);
    const ids = newIds(now, mails.length);
    const jobs = mails.map(({ key, mail }, index) => {
      const id = ids[index] ?? newId(now);
      const payload = seal(keys, contextOf(id), JSON.stringify(mail));
      return { id, key, kind: 'mail', payload, created_at: at, due_at: at };
    });
    await insertJobs(trx, jobs);
    afterCommit(trx, wake);
  };

  const perform = async (job: Job): Promise<void> => {
    const leaseEnds = timestamp(addSeconds(clock.now(), leaseSeconds));
    if (!(await db.transaction((trx) => claimJob(trx, job, leaseEnds)))) return;
    try {
      await mailer.send(job.id, JSON.parse(unseal(keys, contextOf(job.id), job.payload)) as Mail);
    } catch (error) {
      await setBack(job, error);
      return;
    }
    await db.transaction((trx) => finishJob(trx, job.id, timestamp(clock.now())));
  };

  /** Only the error's code is kept: mail servers quote addresses in their messages. */
  const setBack = async (job: Job, error: unknown): Promise<void> => {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const attempts = job.attempts + 1;
    const now = clock.now();
    log.warn({ job: job.id, kind: job.kind, attempts, reason }, 'job failed');
    await db.transaction((trx) =>
      attempts >= mostAttempts
        ? buryJob(trx, job.id, timestamp(now), reason)
        : postponeJob(trx, job.id, timestamp(addSeconds(now, backOffSeconds(attempts))), reason),
    );
  };

  /** Everything that is due now. */
  const drain = async (): Promise<void> => {
    for (;;) {
      const now = clock.now();
      // Twice as long, because the clocks of several machines differ a little.
      const latest = timestamp(addSeconds(now, 2 * longestWaitSeconds));
      const jobs = await dueJobs(db.read, { now: timestamp(now), latest }, batchSize);
      for (const job of jobs) await perform(job);
      if (jobs.length < batchSize) return;
    }
  };

  const turn = (): void => {
    if (stopped || running !== undefined) return;
    clearTimeout(timer);
    running = drain()
      .catch((error: unknown) => {
        if (!isDbUnavailable(error)) log.error({ err: errorFields(error) }, 'outbox cannot be read');
      })
      .finally(() => {
        running = undefined;
        if (!stopped) timer = setTimeout(turn, pollMs);
      });
  };

  const wake = (): void => void setImmediate(turn);

  return {
    post,
    postAll,
    drain,
    /** Done jobs are kept for a while, so that their keys are known; then they go. */
    forget: () => db.transaction((trx) => forgetJobs(trx, timestamp(addSeconds(clock.now(), -rememberSeconds)))),
    start: () => {
      stopped = false;
      turn();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
