import type { ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Problem, problemBody } from '../errors.ts';
import { gather } from './turns.ts';
import { places } from './places.ts';
import { newRequestId } from './request-id.ts';

/** So many requests in one turn of the event loop are a crowd; fewer cannot make each other wait for long. */
const crowd = 100;
/**
 * Until then it is a burst, which is waited for. The loop is over it when it has worked so long without a rest, by
 * processor time, because a machine that is busy with other things stretches a burst; or, whatever it did, for so long.
 */
const burst = { workMs: 250, ms: 2000 };
/** How old a turn may be when a request is still taken. Tightened at once, and let out again bit by bit. */
const tightMs = 0.3;
const openMs = 200;
/**
 * What passes the framework costs several times what refusing it does; answers that lie ready hardly cost more than a
 * refusal, so they are the last to be refused.
 */
const lightFactor = 6;
const lookEveryMs = 50;
const tired = 0.03;
const recovered = 0.1;

export type Strain = 'none' | 'some' | 'much';
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
  const turn: ((strain: Strain) => void)[] = [];
  let waiting = 0;
  let arrived = 0;
  let turnBegan = 0;
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

  const soon = gather<(strain: Strain) => void>((all) => {
    for (const work of all) work(strain(0));
  });
  const endTurn = (): void => {
    waiting = 0;
  };

  const strain = (ageMs: number): Strain => {
    if (ageMs > allowedMs * lightFactor) return 'much';
    return ageMs > allowedMs || room.areTaken() ? 'some' : 'none';
  };

  const takeNewest = (): void => {
    const now = performance.now();
    if (turn.length === arrived) turnBegan = now;
    arrived = 0;
    turn.pop()?.(strain(now - turnBegan));
  };

  return {
    /** Called once for each request, when it arrives. */
    admit: (work: (strain: Strain) => void): void => {
      if (waiting === 0) setImmediate(endTurn);
      waiting += 1;
      if (waiting > crowd && allowedMs === openMs && isBeyondBurst()) allowedMs = tightMs;
      if (allowedMs === openMs) return soon(work);
      arrived = turn.push(work);
      setImmediate(takeNewest);
    },
    /** For what is not refused, and takes a while. */
    enter: room.take,
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
