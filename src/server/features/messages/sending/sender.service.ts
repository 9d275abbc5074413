import { setTimeout as sleep } from 'node:timers/promises';
import { addSeconds, timestamp } from '../../../lib/clock.ts';
import type { Mail, Mailer } from '../../../lib/mailer.ts';
import { polling } from '../../../lib/polling.ts';
import { lockPeople } from '../../people/people.service.ts';
import { beginScheduled, finishMessage } from './begin.service.ts';
import { prepareBatch, settleAll, standingOf } from './batches.service.ts';
import type { MailBatch, BatchServices, Outcome } from './batches.service.ts';
import { afterFailure, interruptedAfterSeconds } from './sending.policy.ts';
import {
  claimRecipients,
  hasInterrupted,
  isAnythingDue,
  listFinished,
  listMessagesOf,
  listScheduled,
  markInDoubt,
} from './sending.queries.ts';
import type { Settled } from './sending.queries.ts';

/** The mailer has so many connections: each recipient who is being sent to has one. */
const connections = 10;
/** So many mails share a commit, while the other connections stay busy. */
const perCommit = 5;
const maxWaitMs = 100;
const pollMs = 1000;

type Log = { warn: (fields: object, message: string) => void; error: (fields: object, message: string) => void };
type Options = BatchServices & { mailer: Mailer; log: Log };
type Job = { id: string; mail: Mail };

/**
 * Sends messages, in every process. Each recipient is marked before the mail server is asked and again afterwards, so
 * that nobody gets a message twice: one that a process died over is in doubt, and stays so.
 */
export function messageSender({ mailer, log, ...services }: Options) {
  const { db, clock } = services;
  let draining: Promise<void> | undefined;
  /** What is not recorded yet, and what is being sent. Both survive a database outage. */
  const outcomes: Outcome[] = [];
  const busy = new Set<Promise<void>>();

  /** Records the outcomes and claims the next recipients, in one transaction. */
  const exchange = async (finished: readonly Outcome[], next: readonly Job[], lease: string) => {
    const moment = clock.now();
    const now = timestamp(moment);
    const ids = next.map(({ id }) => id);
    return db.transaction(async (trx) => {
      const messages = ids.length === 0 ? [] : await listMessagesOf(trx, ids);
      const senders = [...new Set(messages.flatMap(({ sender }) => sender ?? []))];
      // A change that takes the right from a sender either comes first, or waits until these are claimed.
      if (senders.length > 0) await lockPeople(trx, senders);
      await settleAll(trx, ['sending', 'in_doubt'], finished, now);
      if (messages.length === 0) return new Map<string, number>();
      const standing = await standingOf(trx, moment, messages);
      return claimRecipients(trx, ids, { lease, standing, now });
    });
  };

  const send = async ({ id, mail }: Job, attempts: number): Promise<Settled> => {
    try {
      await mailer.send(id, mail);
      return { state: 'sent', reason: null };
    } catch (error) {
      const settled = afterFailure(error, attempts, clock.now());
      log.warn({ recipient: id, state: settled.state, reason: settled.reason }, 'a message was not sent');
      return settled;
    }
  };

  const begin = (job: Job, attempts: number): void => {
    const work: Promise<void> = send(job, attempts).then((settled) => {
      outcomes.push({ id: job.id, settled });
      busy.delete(work);
    });
    busy.add(work);
  };

  /** Waits until enough mails are through for a commit. A few that take long do not hold up the others. */
  const untilEnough = async (): Promise<void> => {
    const late = new AbortController();
    const timer = sleep(maxWaitMs, undefined, { ref: false }).then(() => late.abort());
    while (busy.size > 0 && outcomes.length < perCommit && !(late.signal.aborted && outcomes.length > 0))
      await Promise.race(late.signal.aborted ? busy : [...busy, timer]);
  };

  const sendNext = async ({ mails, lease }: MailBatch): Promise<void> => {
    const finished = outcomes.splice(0);
    const next = mails.splice(0, connections - busy.size);
    const claimed = await exchange(finished, next, lease).catch((error: unknown) => {
      outcomes.unshift(...finished);
      throw error;
    });
    for (const job of next) {
      const attempts = claimed.get(job.id);
      if (attempts !== undefined) begin(job, attempts);
    }
  };

  const sendWaiting = async (): Promise<void> => {
    let batch: MailBatch = { mails: [], lease: '', leased: 0 };
    for (;;) {
      if (isStopping()) batch.mails = [];
      else if (batch.mails.length === 0 || batch.lease <= timestamp(clock.now())) batch = await prepareBatch(services);
      await sendNext(batch);
      await untilEnough();
      const isOver = isStopping() || batch.leased === 0;
      if (isOver && busy.size === 0 && outcomes.length === 0) return;
    }
  };

  /** Begins what is due, sends what waits, and ends what is complete. */
  const work = async (): Promise<void> => {
    const now = clock.now();
    const before = timestamp(addSeconds(now, -interruptedAfterSeconds));
    if (await hasInterrupted(db.read, before))
      await db.transaction((trx) => markInDoubt(trx, before, timestamp(clock.now())));
    const isUnderWay = outcomes.length > 0 || busy.size > 0;
    if (!isUnderWay && !(await isAnythingDue(db.read, timestamp(now)))) return;
    for (const message of await listScheduled(db.read, timestamp(now)))
      await db.transaction((trx) => beginScheduled(trx, services.keys, clock.now(), message));
    await sendWaiting();
    for (const id of await listFinished(db.read)) await db.transaction((trx) => finishMessage(trx, clock.now(), id));
  };

  const drain = (): Promise<void> => {
    draining ??= work().finally(() => (draining = undefined));
    return draining;
  };

  const { isStopping, wake, start, stop } = polling(() => drain(), {
    everyMs: pollMs,
    log,
    failure: 'messages cannot be sent',
  });

  return { drain, wake, start, stop };
}
