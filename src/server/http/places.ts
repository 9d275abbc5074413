import type { IncomingMessage, ServerResponse } from 'node:http';

declare module 'node:http' {
  interface ServerResponse {
    /** Since when it takes a place. On the answer itself: a map of them all would be work for the garbage collector. */
    placedAt?: number | undefined;
  }
}

/** When so many requests are under way, and some have waited for the database all this time, they get places. */
const crowd = 100;
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

  const isTooLong = (): boolean => underWay > crowd && queued() > 0 && performance.now() - queueEmptyAt > burstMs;

  const leave = (response: ServerResponse): void => {
    if (response.placedAt === undefined) return;
    underWay -= 1;
    done.count += 1;
    done.ms += performance.now() - response.placedAt;
    response.placedAt = undefined;
  };
  const begin = (response: ServerResponse): void => {
    if (response.headersSent || response.closed) return;
    underWay += 1;
    response.placedAt = performance.now();
    response.once('close', () => leave(response));
  };

  return {
    areOpen: () => count === Infinity,
    areTaken: (): boolean => {
      if (count === Infinity && isTooLong()) count = fewest;
      return underWay >= count;
    },
    /** Whoever sends their request slowly takes no place until it is there. */
    take: (request: IncomingMessage, response: ServerResponse): void => {
      if (request.complete) begin(response);
      else request.once('end', () => begin(response));
    },
    /** Called when the answer is there: whoever reads it slowly takes no place either. */
    leave,
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
