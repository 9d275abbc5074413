import { writeSync } from 'node:fs';
import pino from 'pino';
import type { DestinationStream } from 'pino';

const delayMs = 100;
const enough = 4096;
const mostWaiting = 1024 * 1024;
const infoLevel = 30;

type Log = { level: string };

/**
 * Lines go out some dozens at a time, at the latest after a moment: a write for each would cost more than its request.
 * Nobody reading them must not hold the service up: lines that find no room wait, up to a bound, and lines whose reader
 * has gone are dropped. The logger's own buffer would try for ever.
 */
export function bufferedOutput(descriptor = 1): DestinationStream {
  let lines: string[] = [];
  let length = 0;
  let rest = Buffer.alloc(0);
  const flush = (): void => {
    if (length === 0 && rest.length === 0) return;
    const bytes = Buffer.concat([rest, Buffer.from(lines.join(''))]);
    const left = bytes.subarray(writeSome(descriptor, bytes));
    rest = left.length > mostWaiting ? Buffer.alloc(0) : left;
    lines = [];
    length = 0;
  };
  setInterval(flush, delayMs).unref();
  process.on('exit', flush);
  return {
    write: (line) => {
      lines.push(line);
      length += line.length;
      if (length >= enough) flush();
    },
  };
}

/** How many bytes need not be written again. */
function writeSome(descriptor: number, bytes: Buffer): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    const full = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
    return full ? 0 : bytes.length;
  }
}

/**
 * Writes lines of level info whose fields are already JSON, in the form that the logger gives its own.
 * For the one line that every request leaves: half of what the logger takes to look at each field.
 */
export function lineWriter(log: Log): (fields: string, message: string) => void {
  const own = log as unknown as Record<symbol, unknown>;
  const stream = own[pino.symbols.streamSym] as DestinationStream | undefined;
  const bindings = (own[pino.symbols.chindingsSym] as string | undefined) ?? '';
  if (stream === undefined || (pino.levels.values[log.level] ?? Infinity) > infoLevel) return () => {};
  return (fields, message) => {
    stream.write(`{"level":${infoLevel},"time":${Date.now()}${bindings},${fields},"msg":"${message}"}\n`);
  };
}
