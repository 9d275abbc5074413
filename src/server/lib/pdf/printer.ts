import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../package.ts';
import type { PdfDocument } from './document.ts';

export type PrintRequest = { document: PdfDocument } | { texts: readonly string[] };
type Answer = { id: number; result: Uint8Array | string[] } | { id: number; error: string };
type Waiting = { resolve: (result: Uint8Array | string[]) => void; reject: (error: Error) => void };

/** A thread with its fonts takes about 50 MB, so it ends when nobody prints. */
const idleMs = 20_000;
const memoryMb = 128;
/** Most of what a document needs is garbage right after it, so little of it needs to pile up. */
const youngMb = 4;
/** Some seconds of work. Later requests would wait too long. */
export const maxWaiting = 100;

const program = new URL('./thread.ts', import.meta.url);
/** Node does not strip types below `node_modules`, where an installed package is. */
const preload = fileURLToPath(new URL('scripts/strip-types.cjs', packageRoot));

export type Printer = ReturnType<typeof createPrinter>;

/**
 * Draws documents in a thread of its own, one after another: one takes about 50 ms of processor time. `onFull`
 * rejects a document when too many wait.
 */
export function createPrinter(onFull: () => never) {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;
  const waiting = new Map<number, Waiting>();

  const end = (ended: Worker, error: Error): void => {
    if (worker === ended) worker = undefined;
    for (const [id, { reject }] of waiting) {
      waiting.delete(id);
      reject(error);
    }
    void ended.terminate();
  };

  const start = (): Worker => {
    const started = new Worker(program, {
      execArgv: ['--require', preload],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
    });
    started.on('message', (answer: Answer) => {
      const request = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('result' in answer) request?.resolve(answer.result);
      else request?.reject(new Error(answer.error));
      if (waiting.size > 0) return;
      started.unref();
      idle = setTimeout(() => end(started, new Error('the printer is idle')), idleMs).unref();
    });
    started.once('error', (error: unknown) => end(started, error instanceof Error ? error : new Error(String(error))));
    return started;
  };

  const ask = (request: PrintRequest): Promise<Uint8Array | string[]> => {
    if (waiting.size >= maxWaiting) onFull();
    clearTimeout(idle);
    worker ??= start();
    worker.ref();
    const id = (last += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | string[]>();
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, request });
    return promise;
  };

  return {
    print: async (document: PdfDocument): Promise<Buffer> => {
      const result = await ask({ document });
      if (Array.isArray(result)) throw new Error('the printer did not answer with a document');
      return Buffer.from(result.buffer, result.byteOffset, result.byteLength);
    },
    /** The characters of each text that cannot be printed; mostly there are none. */
    unprintable: async (texts: readonly string[]): Promise<string[]> => {
      const result = await ask({ texts });
      if (!Array.isArray(result)) throw new Error('the printer did not answer with a list');
      return result;
    },
  };
}
