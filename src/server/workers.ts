import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { join } from 'node:path';
import { relayWorkerMetrics } from './features/health/worker-metrics.service.ts';

type Log = { info: (fields: object, message: string) => void; error: (fields: object, message: string) => void };

const quickDeathMs = 2000;
const restartAfterMs = 1000;

/**
 * The parent of several workers on one port. It serves no requests itself: it restarts workers that die, passes on the
 * signal to stop, and on SIGHUP replaces the workers one at a time, so that the service stays up.
 */
export async function superviseWorkers(count: number, log: Log): Promise<string | undefined> {
  // Workers accept connections themselves. With round-robin the parent hands them out, and a connection given to a
  // worker that dies at that moment is neither answered nor closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Not the program that was started: `npm start` also builds the web app.
  cluster.setupPrimary({ exec: join(import.meta.dirname, 'main.ts') });
  relayWorkerMetrics();
  let stopping = false;
  const startedAt = new Map<number, number>();
  const spares = new Set<Worker>();

  const fork = (): Worker => {
    const worker = cluster.fork();
    startedAt.set(worker.id, Date.now());
    return worker;
  };

  cluster.on('exit', (worker, code, signal) => {
    if (stopping || worker.exitedAfterDisconnect || spares.delete(worker)) return;
    const quick = Date.now() - (startedAt.get(worker.id) ?? 0) < quickDeathMs;
    log.error({ worker: worker.id, code, signal }, 'a worker died; starting another');
    setTimeout(() => void (stopping ? undefined : fork()), quick ? restartAfterMs : 0);
  });

  const stop = (signal: NodeJS.Signals): void => {
    stopping = true;
    const workers = Object.values(cluster.workers ?? {});
    let left = workers.length;
    for (const worker of workers) {
      worker?.once('exit', () => {
        left -= 1;
        if (left === 0) process.exit(0);
      });
      worker?.process.kill(signal);
    }
    if (left === 0) process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // One round at a time: two at once would replace the same worker twice.
  let replacing = Promise.resolve();
  const round = () => replaceAll({ fork, spares, isStopping: () => stopping, log });
  process.on('SIGHUP', () => void (replacing = replacing.then(round)));

  // The first worker starts alone, so that a mistake in the configuration is reported once.
  const first = await listening(fork());
  if (!first) return 'the first worker did not start; the reason is above';
  await Promise.all(Array.from({ length: count - 1 }, () => listening(fork())));
  log.info({ workers: count }, 'all workers are ready');
  return undefined;
}

const listening = (worker: Worker): Promise<boolean> =>
  new Promise((resolve) => {
    worker.once('listening', () => resolve(true));
    worker.once('exit', () => resolve(false));
  });

type Replacing = { fork: () => Worker; spares: Set<Worker>; isStopping: () => boolean; log: Log };

/** A new worker must listen before the old one is stopped. Until then it is a spare, which is not restarted if it dies. */
async function replaceAll({ fork, spares, isStopping, log }: Replacing): Promise<void> {
  for (const old of Object.values(cluster.workers ?? {})) {
    if (isStopping()) return;
    if (old === undefined || old.isDead()) continue;
    const fresh = fork();
    spares.add(fresh);
    if (!(await listening(fresh))) return log.error({}, 'a new worker did not start; the old ones keep running');
    if (isStopping()) return;
    spares.delete(fresh);
    // An old worker that died meanwhile has been restarted already, so one is too many.
    await finish(old.isDead() ? fresh : old);
  }
  log.info({}, 'all workers have been replaced');
}

function finish(worker: Worker): Promise<unknown> {
  const exited = new Promise((resolve) => void worker.once('exit', resolve));
  // Marks the exit as intended. The worker finishes its requests on the signal.
  worker.exitedAfterDisconnect = true;
  worker.process.kill('SIGTERM');
  return exited;
}

/** True in one process, which logs what should be logged once. */
export const isFirstWorker = (): boolean => cluster.isPrimary || cluster.worker?.id === 1;
export const isSupervisor = (workers: number): boolean => workers > 1 && cluster.isPrimary;
