import type { ServerResponse } from 'node:http';

/** When so many have come to wait for the database, and not all at once, requests get places. */
const longQueue = 100;
const burstMs = 400;
/** How many places there are follows how long requests take: fewer while that is so many times the usual, else more. */
const slow = 2.5;
const fewest = 3;
const most = 100;
const shrink = 0.75;
/** When nobody had to be refused it goes faster, until there is a place for everybody again. */
const grow = 1.5;
/** What a request usually takes is learned while the process rests so much of its time. */
const restful = 0.3;
const learning = 1 / 16;

/** How many requests may be under way at once when the database cannot keep up. Usually: any number. */
export function places(queued: () => number) {
  let count = Infinity;
  let underWay = 0;
  let usualMs = 5;
  let done = { count: 0, ms: 0 };
  let queueEmptyAt = performance.now();

  const isLong = (): boolean => queued() > longQueue && performance.now() - queueEmptyAt > burstMs;

  return {
    areOpen: () => count === Infinity,
    areTaken: (): boolean => {
      if (count === Infinity && isLong()) count = fewest;
      return underWay >= count;
    },
    take: (response: ServerResponse): void => {
      const began = performance.now();
      underWay += 1;
      response.once('close', () => {
        underWay -= 1;
        done.count += 1;
        done.ms += performance.now() - began;
      });
    },
    /** Called now and then, with the part of the time that the process had nothing to do, and whether it refused any. */
    look: (rest: number, refuses: boolean): void => {
      if (queued() === 0) queueEmptyAt = performance.now();
      const meanMs = done.count === 0 ? 0 : done.ms / done.count;
      if (count < Infinity) {
        if (!refuses) count *= grow;
        else count = meanMs > usualMs * slow ? Math.max(fewest, count * shrink) : count + 1;
        if (count > most) count = Infinity;
      } else if (rest > restful && done.count > 0) usualMs += (meanMs - usualMs) * learning;
      done = { count: 0, ms: 0 };
    },
  };
}
