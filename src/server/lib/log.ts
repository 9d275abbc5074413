import pino from 'pino';
import type { DestinationStream } from 'pino';

const flushBytes = 4096;
const flushEveryMs = 100;
const maxBufferedBytes = 1024 * 1024;

/**
 * Standard output for the log. Lines are written together, because a write for each costs more than its request, and
 * asynchronously, so that a reader that is slow or gone does not stop the service. Past the limit, lines are dropped.
 * Version 5 of `sonic-boom` is required (package.json): version 4 never ends if the pipe is broken at exit.
 */
export function logDestination(): DestinationStream {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: flushBytes,
    periodicFlush: flushEveryMs,
    maxLength: maxBufferedBytes,
  });
  const flushSync = output.flushSync.bind(output);
  output.flushSync = () => {
    try {
      flushSync();
    } catch {
      // The reader is gone, so nobody misses the last lines.
    }
  };
  return output;
}
