import pino from 'pino';
import type { DestinationStream } from 'pino';

const flushBytes = 4096;
const flushEveryMs = 100;
const maxBufferedBytes = 1024 * 1024;

/**
 * Standard output for the log. Lines are written together, because a write for each costs more than its request, and
 * asynchronously, so that a reader that is slow or gone does not stop the service. Past the limit, lines are dropped.
 */
export const logDestination = (): DestinationStream =>
  pino.destination({
    dest: 1,
    sync: false,
    minLength: flushBytes,
    periodicFlush: flushEveryMs,
    maxLength: maxBufferedBytes,
  });
