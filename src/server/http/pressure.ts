import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Problem, problemBody } from '../errors.ts';
import { places } from './places.ts';
import { newRequestId } from './request-id.ts';
import { byTurn } from '../lib/event-loop.ts';

/** So many requests in one turn of the event loop are a crowd; fewer cannot make each other wait for long. */
const crowd = 100;
/**
 * Until then it is a burst, which is waited for. The loop is over it when it has worked so long without a rest, by
 * processor time, because a machine that is busy with other things stretches a burst; or, whatever it did, for so long.
 */
const burst = { workMs: 250, ms: 2000 };
/**
 * How long a turn goes on with taking requests. Answers that lie ready are taken until it is so many times as old, from
 * when its first request arrived: they hardly cost more than a refusal. Tightened at once, and let out again bit by bit.
 */
const tightMs = 0.3;
const openMs = 200;
const lightFactor = 6;
/**
 * What passes the framework may take so long, with a write to disk: of these only so many are begun as fit, and as many
 * as take this part of the time that the others of a turn took. Whoever does not come in a crowd is always taken.
 */
const heavyMs = 1;
const heavyPart = 0.1;
const few = 3;
const lookEveryMs = 50;
const tired = 0.03;
const recovered = 0.1;

export type Strain = 'none' | 'some' | 'much';
type Work = (strain: Strain) => void;
type Log = { warn: (fields: object, message: string) => void };
export type Pressure = ReturnType<typeof pressure>;

/**
 * Whether more is asked of the process than it can do. Requests that have arrived wait for their turn of the event loop.
 * When the loop never rests and a crowd waits, the newest of each turn are answered, because they have waited least, and
 * the others refused, before anything is done for them. The queue before the database is kept short by places.
 */
export function pressure(log: Log, queued: () => number) {
  const { nodeTiming } = performance;
  const room = places(queued);
  let firstArrived: number | undefined;
  let turnMs = 0;
  let free = 0;
  let allowedMs = openMs;
  let refused = 0;
  let told = 0;
  let seen = { at: performance.now(), idle: nodeTiming.idleTime };
  let rested = { at: seen.at, work: workMs() };
  let refusedBefore = 0;

  const look = (): void => {
    const now = { at: performance.now(), idle: nodeTiming.idleTime };
    const rest = (now.idle - seen.idle) / (now.at - seen.at);
    seen = now;
    room.look(rest, refused > refusedBefore);
    refusedBefore = refused;
    if (rest > tired) rested = { at: now.at, work: workMs() };
    if (allowedMs < openMs && rest > recovered) allowedMs = Math.min(openMs, allowedMs * 2);
    else if (allowedMs < openMs && rest < tired) allowedMs = Math.max(tightMs, allowedMs / 2);
    if (allowedMs === openMs && room.areOpen() && refused > told) tell();
  };
  const tell = (): void => {
    log.warn({ refused: refused - told }, 'overloaded for a while; what could not be done in time was refused');
    told = refused;
  };
  const timer = setInterval(look, lookEveryMs).unref();

  const isBeyondBurst = (): boolean =>
    workMs() - rested.work > burst.workMs || performance.now() - rested.at > burst.ms;

  const strain = (together: number, spentMs: number, ageMs: number): Strain => {
    const isTight = allowedMs < openMs;
    const isFull = isTight && together > few && free <= 0;
    if (!isFull && !room.areTaken()) return 'none';
    return isTight && spentMs > allowedMs && ageMs > allowedMs * lightFactor ? 'much' : 'some';
  };

  const takeTurn = byTurn<Work>((works) => {
    const began = performance.now();
    const arrived = firstArrived ?? began;
    firstArrived = undefined;
    if (works.length > crowd && allowedMs === openMs && isBeyondBurst()) allowedMs = tightMs;
    const more = Math.max(allowedMs, turnMs * heavyPart) / heavyMs;
    // What was let in before is not held against those who come now.
    free = Math.min(Math.max(free, -1) + more, Math.max(1, more));
    for (const work of allowedMs === openMs ? works : works.toReversed()) {
      const now = performance.now();
      work(strain(works.length, now - began, now - arrived));
    }
    turnMs = performance.now() - began;
  });

  return {
    /** Called once for each request, when it arrives. */
    admit: (work: Work): void => {
      firstArrived ??= performance.now();
      takeTurn(work);
    },
    /** For what is not refused, and takes a while. */
    enter: (request: IncomingMessage, response: ServerResponse): void => {
      free -= 1;
      room.take(request, response);
    },
    leave: room.leave,
    refuse: (response: ServerResponse): void => {
      refused += 1;
      const id = newRequestId();
      response.writeHead(503, [...fields, 'x-request-id', id]).end(`${bodyStart}${id}"}`);
    },
    refusedSoFar: () => refused,
    stop: () => clearInterval(timer),
  };
}

/** Processor time of this thread so far. */
function workMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Whole but for the request's id. */
const bodyStart = JSON.stringify(problemBody(new Problem('overloaded'), '')).slice(0, -2);

/** Few fields: this must cost less than what it refuses. Open for reading to all pages; there is nothing in it. */
const fields = Object.entries({
  'content-type': 'application/problem+json',
  'content-length': String(bodyStart.length + newRequestId().length + 2),
  'retry-after': '2',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
}).flat();
