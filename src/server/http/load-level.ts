import { performance } from 'node:perf_hooks';

/** How busy the process was since the last check. */
export type Sample = {
  elapsedMs: number;
  /** Share of the time that the event loop had nothing to do. */
  idleShare: number;
  /** Requests that wait for a database connection. */
  databaseQueue: number;
  /** Requests rejected since the last check. */
  refused: number;
};

/** Below this the event loop counts as saturated. */
const minIdleShare = 0.03;
/** While the event loop is saturated or the database has a queue for no longer than this, every request is served. */
const burstMs = 400;
/** Up to this many concurrent requests are never treated as overload. */
const maxSlots = 100;
const minSlots = 2;

export type LoadLevel = ReturnType<typeof loadLevel>;

/**
 * Limits how many requests are in progress in the framework, and how many start between two checks. Usually there is no
 * limit. Overload starts with the minimum, to clear the backlog quickly. Then the limit is halved while the event loop is
 * saturated or the database has a queue, and grows otherwise, so that it settles where both keep up.
 */
export function loadLevel() {
  let loopSaturatedMs = 0;
  let databaseQueuedMs = 0;
  let slots = Infinity;

  return {
    slots: () => slots,
    isOverloaded: () => slots !== Infinity,
    /** Called in each turn of the event loop with the number of requests that arrived in it and are in progress. */
    note: (arrived: number, inProgress: number): void => {
      if (slots !== Infinity) return;
      const isLoopOverloaded = loopSaturatedMs > burstMs && arrived > maxSlots;
      const isDatabaseOverloaded = databaseQueuedMs > burstMs && inProgress > maxSlots;
      if (isLoopOverloaded || isDatabaseOverloaded) slots = minSlots;
    },
    check: ({ elapsedMs, idleShare, databaseQueue, refused }: Sample): void => {
      loopSaturatedMs = idleShare < minIdleShare ? loopSaturatedMs + elapsedMs : 0;
      databaseQueuedMs = databaseQueue > 0 ? databaseQueuedMs + elapsedMs : 0;
      if (refused === 0) slots *= 2;
      else slots = loopSaturatedMs + databaseQueuedMs > 0 ? Math.max(minSlots, Math.floor(slots / 2)) : slots + 1;
      if (slots > maxSlots) slots = Infinity;
    },
  };
}

/** Idle share since the last call, by the event loop's own count. */
export function idleMeter(): () => number {
  const { nodeTiming } = performance;
  let last = { at: performance.now(), idle: nodeTiming.idleTime };
  return () => {
    const now = { at: performance.now(), idle: nodeTiming.idleTime };
    const share = (now.idle - last.idle) / (now.at - last.at);
    last = now;
    return share;
  };
}
