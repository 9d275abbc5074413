import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { relayWorkerMetrics } from './features/health/worker-metrics.service.ts';

type Log = { info: (fields: object, message: string) => void; error: (fields: object, message: string) => void };

const quickDeathMs = 2000;
const restartAfterMs = 1000;

/**
 * The parent of several processes on one port. It serves nothing itself: it starts another for one that dies,
 * passes the signal to stop on, and on SIGHUP replaces them one after the other, so that somebody always answers.
 */
export async function superviseWorkers(count: number, log: Log): Promise<string | undefined> {
  // They take connections from one queue of the kernel's. Handed out by the parent instead, a connection given to one
  // that dies at that moment would be answered by nobody, and never closed either.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
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
  // One round after the other: two at once would each put a new one in the place of the same old one.
  let replacing = Promise.resolve();
  const round = () => replaceAll({ fork, spares, isStopping: () => stopping, log });
  process.on('SIGHUP', () => void (replacing = replacing.then(round)));

  // The first alone: what is wrong with the configuration or the database is said once, and the rest need not try.
  const first = await listening(fork());
  if (!first) return 'the first worker did not start; it said why above';
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

/** The new one answers before the old one is asked to finish. Until then it is a spare, and not replaced if it dies. */
async function replaceAll({ fork, spares, isStopping, log }: Replacing): Promise<void> {
  for (const old of Object.values(cluster.workers ?? {})) {
    if (isStopping()) return;
    if (old === undefined || old.isDead()) continue;
    const fresh = fork();
    spares.add(fresh);
    if (!(await listening(fresh))) return log.error({}, 'a new worker did not start; the old ones go on');
    if (isStopping()) return;
    spares.delete(fresh);
    // One that died meanwhile has been replaced already, and will not end again.
    await finish(old.isDead() ? fresh : old);
  }
  log.info({}, 'all workers have been replaced');
}

function finish(worker: Worker): Promise<unknown> {
  const gone = new Promise((resolve) => void worker.once('exit', resolve));
  // Marks the end as wanted; the process itself finishes its requests on the signal.
  worker.exitedAfterDisconnect = true;
  worker.process.kill('SIGTERM');
  return gone;
}

/** What must be said once is said by the first process of the lot. */
export const isFirstWorker = (): boolean => cluster.isPrimary || cluster.worker?.id === 1;
export const isSupervisor = (workers: number): boolean => workers > 1 && cluster.isPrimary;
