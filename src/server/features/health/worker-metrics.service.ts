import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';

/** A worker that does not answer in time is left out: metrics matter most when a worker is stuck. */
const answerWithinMs = 3000;
const gatherWithinMs = 4000;

/** A worker sends `wanted` to the parent, which passes it on to the others; `own` and `gathered` come back. */
type Message = { metrics: 'wanted' } | { metrics: 'own'; text: string } | { metrics: 'gathered'; texts: string[] };

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message;

/**
 * In the parent: gives a worker that is scraped the metrics of the others. Each worker is asked once at a time, however
 * many scrapes there are. Workers that are not listening yet are not asked, and ones that die are not waited for.
 */
export function relayWorkerMetrics(): void {
  const listening = new Set<Worker>();
  const pending = new Map<Worker, PromiseWithResolvers<string[]>>();
  const send = (worker: Worker, message: Message): void => void worker.send(message, () => {});
  const settle = (worker: Worker, texts: string[]): void => {
    pending.get(worker)?.resolve(texts);
    pending.delete(worker);
  };
  const ask = (worker: Worker): PromiseWithResolvers<string[]> => {
    const answer = Promise.withResolvers<string[]>();
    const timeout = setTimeout(settle, answerWithinMs, worker, []);
    void answer.promise.then(() => clearTimeout(timeout));
    pending.set(worker, answer);
    send(worker, { metrics: 'wanted' });
    return answer;
  };
  const gather = async (scraped: Worker): Promise<void> => {
    const others = [...listening].filter((worker) => worker !== scraped);
    const texts = await Promise.all(others.map((worker) => (pending.get(worker) ?? ask(worker)).promise));
    send(scraped, { metrics: 'gathered', texts: texts.flat() });
  };

  cluster.on('listening', (worker) => void listening.add(worker));
  cluster.on('exit', (worker) => {
    listening.delete(worker);
    settle(worker, []);
  });
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message)) return;
    if (message.metrics === 'wanted') void gather(worker);
    if (message.metrics === 'own') settle(worker, [message.text]);
  });
}

/** In a worker: sends its own metrics when they are wanted, and gathers those of the others. */
export function workerMetrics(own: () => Promise<string>): { gather: () => Promise<string[]> } {
  if (cluster.worker === undefined) return { gather: async () => [] };
  const send = (message: Message): void => void process.send?.(message, undefined, undefined, () => {});
  let pending: PromiseWithResolvers<string[]> | undefined;
  process.on('message', (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.metrics === 'wanted') void own().then((text) => send({ metrics: 'own', text }));
    if (message.metrics === 'gathered') pending?.resolve(message.texts);
  });
  const ask = (): PromiseWithResolvers<string[]> => {
    const answer = Promise.withResolvers<string[]>();
    const timeout = setTimeout(answer.resolve, gatherWithinMs, []);
    void answer.promise.then(() => {
      clearTimeout(timeout);
      pending = undefined;
    });
    send({ metrics: 'wanted' });
    return answer;
  };
  return { gather: () => (pending ??= ask()).promise };
}

/** Tells the workers of one port apart. Empty for a single process. */
export const ownLabel = (): Record<string, string> =>
  cluster.worker === undefined ? {} : { worker: String(cluster.worker.id) };

/** Merges texts in the Prometheus format: each metric is described once, followed by the values of all. */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, string[]>();
  for (const block of texts.flatMap((text) => text.split(/^(?=# HELP )/m))) {
    const [help = '', type = '', ...values] = block.trim().split('\n');
    if (help === '') continue;
    const head = `${help}\n${type}`;
    const known = families.get(head);
    if (known === undefined) families.set(head, values);
    else known.push(...values);
  }
  return [...families].map(([head, values]) => [head, ...values, ''].join('\n')).join('\n');
}
