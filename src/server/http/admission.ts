import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem, problemBody } from '../errors.ts';
import { byTurn } from '../lib/event-loop.ts';
import { idleMeter, loadLevel } from './load-level.ts';
import { newRequestId } from './request-id.ts';

declare module 'node:http' {
  interface ServerResponse {
    /** Whether the response has a slot. A property is cheaper for the garbage collector than a WeakMap. */
    holdsSlot?: boolean;
  }
}

/** How often the load is measured. */
const checkEveryMs = 25;
/** Under overload, each turn of the event loop sends prepared responses for at most this long and rejects the rest. */
const maxTurnMs = 1;

/**
 * How a request may be handled: normally, from prepared bytes only ('slots taken'), or not at all, because this turn of the
 * event loop has taken too long already ('too late').
 */
export type Load = 'normal' | 'slots taken' | 'too late';
type Job = (load: Load) => void;
type Log = { warn: (fields: object, message: string) => void };
type Options = {
  log: Log;
  databaseQueue: () => number;
  idleShare?: () => number;
  now?: () => number;
};

export type Admission = ReturnType<typeof admissionControl>;

/**
 * Decides which requests are served. The requests that arrive in one turn of the event loop are started together, which
 * costs less than one by one. When the process has been saturated for longer than a burst, each turn starts with the
 * newest requests, because they have waited least, and rejects those for which it has no slot or no time.
 */
export function admissionControl({ log, databaseQueue, idleShare = idleMeter(), now = defaultNow }: Options) {
  const level = loadLevel();
  let inProgress = 0;
  let started = 0;
  let refused = 0;
  let checkedAt = now();
  let refusedAtLastCheck = 0;
  let refusedAtLastLine = 0;

  const check = (): void => {
    level.check({
      elapsedMs: now() - checkedAt,
      idleShare: idleShare(),
      databaseQueue: databaseQueue(),
      refused: refused - refusedAtLastCheck,
    });
    checkedAt = now();
    refusedAtLastCheck = refused;
    started = 0;
    if (level.isOverloaded() || refused === refusedAtLastLine) return;
    log.warn({ refused: refused - refusedAtLastLine }, 'overload is over; some requests were rejected');
    refusedAtLastLine = refused;
  };
  const timer = setInterval(check, checkEveryMs).unref();

  const submit = byTurn<Job>((jobs) => {
    level.note(jobs.length, inProgress);
    if (!level.isOverloaded()) {
      for (const job of jobs) job('normal');
      return;
    }
    const endsAt = now() + maxTurnMs;
    for (const job of jobs.toReversed()) {
      if (Math.max(inProgress, started) < level.slots()) job('normal');
      else job(now() > endsAt ? 'too late' : 'slots taken');
    }
  });

  const holdSlot = (response: ServerResponse): void => {
    if (response.headersSent || response.closed) return;
    inProgress += 1;
    response.holdsSlot = true;
    response.once('close', () => releaseSlot(response));
  };
  const releaseSlot = (response: ServerResponse): void => {
    if (response.holdsSlot !== true) return;
    response.holdsSlot = false;
    inProgress -= 1;
  };

  return {
    /** Runs the job at the end of this turn of the event loop. */
    submit,
    check,
    /** A slot is taken when the whole request has arrived, so that slow senders have none. */
    takeSlot: (request: IncomingMessage, response: ServerResponse): void => {
      started += 1;
      if (request.complete) holdSlot(response);
      else request.once('end', () => holdSlot(response));
    },
    /** Called when the response is ready to be sent, so that slow readers hold no slot. */
    releaseSlot,
    refuse: (response: ServerResponse): void => {
      refused += 1;
      const id = newRequestId();
      response.writeHead(503, [...refusalHeaders, 'x-request-id', id]).end(`${refusalStart}${id}"}`);
    },
    rejectedCount: () => refused,
    requestsInProgress: () => inProgress,
    stop: () => clearInterval(timer),
  };
}

const defaultNow = (): number => performance.now();

/** The problem document up to the request's id, which is its last field. */
const refusalStart = JSON.stringify(problemBody(new Problem('overloaded'), '')).slice(0, -2);

/** Few header fields: rejecting must be cheaper than serving. Any site may read it, because nothing in it is private. */
const refusalHeaders = Object.entries({
  'content-type': 'application/problem+json',
  'content-length': String(refusalStart.length + newRequestId().length + 2),
  'retry-after': '2',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
}).flat();
