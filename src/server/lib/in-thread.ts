import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { packageRoot } from './package.ts';

/** Node does not strip types below `node_modules`, where an installed package is. */
const preload = fileURLToPath(new URL('scripts/strip-types.cjs', packageRoot));

type Options = { maxMs: number; signal?: AbortSignal };

/** For what takes seconds of processor time. The program gets `workerData` and posts one text. */
export function runInThread(program: URL, workerData: unknown, { maxMs, signal }: Options): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const worker = new Worker(program, { workerData, execArgv: ['--require', preload] });
  const late = setTimeout(() => reject(new Error('the draft took too long')), maxMs);
  const stop = () => reject(new Error('stopped'));
  signal?.addEventListener('abort', stop);
  worker.once('message', (result: unknown) => resolve(String(result)));
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('the thread ended without a draft')));
  return promise.finally(() => {
    clearTimeout(late);
    signal?.removeEventListener('abort', stop);
    void worker.terminate();
  });
}
