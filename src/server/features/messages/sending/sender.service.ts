import type { MailboxLimits } from '../../../auth/mailbox-limits.ts';
import type { Config } from '../../../config.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { addSeconds, minutes, timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { isDbUnavailable } from '../../../lib/db-unavailable.ts';
import { errorFields } from '../../../lib/error-fields.ts';
import type { Mail, Mailer } from '../../../lib/mailer.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { unsubscribeLink } from '../../notices/settings/unsubscribe.service.ts';
import { beginScheduled, finishMessage } from './begin.service.ts';
import { contents } from './contents.service.ts';
import { messageMail } from './message.mail.ts';
import { afterFailure, decide, interruptedAfterSeconds, tryAgain } from './sending.policy.ts';
import {
  claimRecipients,
  hasInterrupted,
  isAnythingDue,
  listFinished,
  listScheduled,
  loadClaimed,
  markInDoubt,
  settle,
} from './sending.queries.ts';
import type { ClaimedRow, Settled } from './sending.queries.ts';
import { valuesOf } from './values.service.ts';

/** As many as the mailer has connections: each recipient who is being sent to has one. */
const connections = 10;
const pollMs = 1000;
/** When a mailbox has had as many mails as it may. */
const fullMailboxSeconds = minutes(15);

type Log = { warn: (fields: object, message: string) => void; error: (fields: object, message: string) => void };
type Options = {
  db: Db;
  clock: Clock;
  config: Config;
  keys: Keyring;
  mailboxes: MailboxLimits;
  mailer: Mailer;
  log: Log;
};
/** A recipient with an address, who is to get the mail now. */
type Ready = ClaimedRow & { uid: string; email: string };
type Outcome = { id: string; settled: Settled };

export type MessageSender = ReturnType<typeof messageSender>;

/**
 * Sends messages, in every process. Each recipient is marked before the mail server is asked and again afterwards, so
 * that nobody gets a message twice: one that a process died over is in doubt, and stays so.
 */
export function messageSender({ db, clock, config, keys, mailboxes, mailer, log }: Options) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = true;
  /** What is not recorded yet, and what is being sent. Both outlast a database that is away. */
  const outcomes: Outcome[] = [];
  const busy = new Set<Promise<void>>();

  /** Records the outcomes and claims the next recipients, in one transaction. */
  const exchange = async (finished: readonly Outcome[], wanted: number) => {
    const now = clock.now();
    return db.transaction(async (trx) => {
      await settleAll(trx, finished, timestamp(now));
      const ids = wanted === 0 ? [] : await claimRecipients(trx, timestamp(now), wanted);
      const ready = ids.length === 0 ? [] : await admit(trx, now, await loadClaimed(trx, ids));
      return { ready, claimed: ids.length };
    });
  };

  /** Those of the claimed recipients who get the mail now. */
  const admit = async (trx: Trx, now: Date, rows: readonly ClaimedRow[]): Promise<Ready[]> => {
    const at = timestamp(now);
    const others: Outcome[] = [];
    const wanted: Ready[] = [];
    for (const row of rows) {
      const settled = decide(row, at);
      if (settled !== undefined) others.push({ id: row.id, settled });
      else if (row.uid !== null && row.email !== null) wanted.push({ ...row, uid: row.uid, email: row.email });
    }
    // An attempt that failed was counted.
    const counted = wanted.filter(({ attempts }) => attempts === 1);
    const admitted = await mailboxes.admit(
      trx,
      counted.map(({ email }) => email),
    );
    const isAdmitted = ({ email, attempts }: Ready) => attempts > 1 || admitted.has(email);
    const due = timestamp(addSeconds(now, fullMailboxSeconds));
    const full = wanted.filter((row) => !isAdmitted(row));
    others.push(...full.map(({ id }) => ({ id, settled: { state: 'waiting' as const, reason: 'mailbox_full', due } })));
    await settleAll(trx, others, at);
    return wanted.filter(isAdmitted);
  };

  /** The mails of recipients, with a fixed number of queries for each message. */
  const compose = async (load: ReturnType<typeof contents>, ready: readonly Ready[]) => {
    const mails = new Map<string, Mail>();
    const now = timestamp(clock.now());
    for (const [id, rows] of Map.groupBy(ready, ({ message_id }) => message_id)) {
      const { message, body, occasion } = await load(id);
      const people = rows.map(({ uid, name, language }) => ({ uid, name: name ?? '', language }));
      const values = await valuesOf(db.read, people, { ...occasion, now });
      for (const row of rows) {
        const own = values.get(row.uid);
        const links = {
          baseUrl: config.baseUrl,
          unsubscribe: unsubscribeLink(keys, config.baseUrl, row.uid, ['message']),
        };
        if (own !== undefined) mails.set(row.id, messageMail(message, body(own), row, links));
      }
    }
    return mails;
  };

  const send = async (row: Ready, mail: Mail): Promise<Settled> => {
    try {
      await mailer.send(row.id, mail);
      return { state: 'sent', reason: null };
    } catch (error) {
      const settled = afterFailure(error, row.attempts, clock.now());
      log.warn({ recipient: row.id, state: settled.state, reason: settled.reason }, 'a message was not sent');
      return settled;
    }
  };

  const begin = (row: Ready, mail: Mail): void => {
    const work: Promise<void> = send(row, mail).then((settled) => {
      outcomes.push({ id: row.id, settled });
      busy.delete(work);
    });
    busy.add(work);
  };

  /** Mails that could not be written are not sent, and are tried again later. */
  const sendAll = async (load: ReturnType<typeof contents>, ready: readonly Ready[]): Promise<void> => {
    try {
      const mails = await compose(load, ready);
      for (const row of ready) {
        const mail = mails.get(row.id);
        if (mail !== undefined) begin(row, mail);
      }
    } catch (error) {
      const now = clock.now();
      outcomes.push(...ready.map(({ id, attempts }) => ({ id, settled: tryAgain('unknown', attempts, now) })));
      throw error;
    }
  };

  /**
   * Keeps all connections busy. While one transaction runs, the outcomes of other mails gather for the next, so that
   * many mails share a commit.
   */
  const sendWaiting = async (): Promise<void> => {
    const load = contents(db.read, config);
    for (;;) {
      const isStopping = stopped && running !== undefined;
      const finished = outcomes.splice(0);
      const { ready, claimed } = await exchange(finished, isStopping ? 0 : connections - busy.size).catch(
        (error: unknown) => {
          outcomes.unshift(...finished);
          throw error;
        },
      );
      await sendAll(load, ready);
      if (busy.size === 0 && outcomes.length === 0 && claimed === 0) return;
      if (outcomes.length === 0 && busy.size > 0) await Promise.race(busy);
    }
  };

  /** Begins what is due, sends what waits, and ends what is complete. */
  const drain = async (): Promise<void> => {
    const now = clock.now();
    const before = timestamp(addSeconds(now, -interruptedAfterSeconds));
    if (await hasInterrupted(db.read, before))
      await db.transaction((trx) => markInDoubt(trx, before, timestamp(clock.now())));
    const isUnderWay = outcomes.length > 0 || busy.size > 0;
    if (!isUnderWay && !(await isAnythingDue(db.read, timestamp(now)))) return;
    for (const message of await listScheduled(db.read, timestamp(now)))
      await db.transaction((trx) => beginScheduled(trx, clock.now(), message));
    await sendWaiting();
    for (const id of await listFinished(db.read)) await db.transaction((trx) => finishMessage(trx, clock.now(), id));
  };

  const turn = (): void => {
    if (stopped || running !== undefined) return;
    clearTimeout(timer);
    running = drain()
      .catch((error: unknown) => {
        if (!isDbUnavailable(error)) log.error({ err: errorFields(error) }, 'messages cannot be sent');
      })
      .finally(() => {
        running = undefined;
        if (!stopped) timer = setTimeout(turn, pollMs);
      });
  };

  return {
    drain,
    wake: (): void => void setImmediate(turn),
    start: (): void => {
      stopped = false;
      turn();
    },
    /** Waits for mails that are under way. */
    stop: async (): Promise<void> => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** One statement for all that have the same outcome. */
async function settleAll(trx: Trx, outcomes: readonly Outcome[], now: string): Promise<void> {
  const groups = Map.groupBy(outcomes, ({ settled }) => `${settled.state} ${settled.reason} ${settled.due}`);
  for (const group of groups.values()) {
    const [first] = group;
    if (first !== undefined)
      await settle(
        trx,
        group.map(({ id }) => id),
        first.settled,
        now,
      );
  }
}
