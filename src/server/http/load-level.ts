import { performance } from 'node:perf_hooks';

/** How busy the process was since the last check. Measured by `loadMeter`; tests pass their own numbers. */
export type Sample = {
  /** Share of the time that the event loop had nothing to do. */
  idleShare: number;
  /** Requests that wait for a database connection. */
  databaseQueue: number;
  /** Requests refused since the last check. */
  refused: number;
};

/** Below this the event loop counts as saturated. */
export const minIdleShare = 0.03;
/**
 * Saturated for fewer checks in a row than this is a burst, and every request is served. Counted in checks, not in time:
 * one long turn of the event loop that works off a burst is one check.
 */
export const burstChecks = 8;
/** Under overload at most this many requests are under way in the framework, and at least this many. */
export const maxSlots = 100;
export const minSlots = 3;

export type LoadLevel = ReturnType<typeof loadLevel>;

/**
 * How many requests may be under way at once. Usually any number; under overload the limit is halved while the process
 * stays saturated and grows by one when it is not, so that it settles where the event loop and the database keep up.
 */
export function loadLevel() {
  let saturatedChecks = 0;
  let slots = Infinity;

  return {
    slots: () => slots,
    isOverloaded: () => slots !== Infinity,
    check: ({ idleShare, databaseQueue, refused }: Sample): void => {
      const isSaturated = idleShare < minIdleShare || databaseQueue > 0;
      saturatedChecks = isSaturated ? saturatedChecks + 1 : 0;
      if (slots === Infinity || refused === 0) slots = saturatedChecks > burstChecks ? maxSlots : Infinity;
      else if (isSaturated) slots = Math.max(minSlots, Math.floor(slots / 2));
      else slots = Math.min(maxSlots, slots + 1);
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
