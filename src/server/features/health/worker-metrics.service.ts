import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';

/** Who does not tell in time is left out: those who ask want to know most when something is stuck. */
const tellWithinMs = 3000;
const gatherWithinMs = 4000;

/** Between processes on one port: `wanted` from one to the parent and on to the others, `told` and `gathered` back. */
type Message = { figures: 'wanted' } | { figures: 'told'; text: string } | { figures: 'gathered'; texts: string[] };

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'figures' in message;

/**
 * In the parent. Whichever process is asked for figures, it gets those of the others from here. Each of them is asked
 * once at a time, however many want to know; one that has not begun to serve is not asked, one that dies not waited for.
 */
export function relayWorkerMetrics(): void {
  const serving = new Set<Worker>();
  const asked = new Map<Worker, PromiseWithResolvers<string[]>>();
  const send = (worker: Worker, message: Message): void => void worker.send(message, () => {});
  const settle = (worker: Worker, texts: string[]): void => {
    asked.get(worker)?.resolve(texts);
    asked.delete(worker);
  };
  const ask = (worker: Worker): PromiseWithResolvers<string[]> => {
    const answer = Promise.withResolvers<string[]>();
    const late = setTimeout(settle, tellWithinMs, worker, []);
    void answer.promise.then(() => clearTimeout(late));
    asked.set(worker, answer);
    send(worker, { figures: 'wanted' });
    return answer;
  };
  const gather = async (actor: Worker): Promise<void> => {
    const others = [...serving].filter((worker) => worker !== actor);
    const texts = await Promise.all(others.map((worker) => (asked.get(worker) ?? ask(worker)).promise));
    send(actor, { figures: 'gathered', texts: texts.flat() });
  };

  cluster.on('listening', (worker) => void serving.add(worker));
  cluster.on('exit', (worker) => {
    serving.delete(worker);
    settle(worker, []);
  });
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message)) return;
    if (message.figures === 'wanted') void gather(worker);
    if (message.figures === 'told') settle(worker, [message.text]);
  });
}

/** In one of several processes: tells its own figures to whoever wants them, and gets those of the others. */
export function workerMetrics(own: () => Promise<string>): { gather: () => Promise<string[]> } {
  if (cluster.worker === undefined) return { gather: async () => [] };
  const send = (message: Message): void => void process.send?.(message, undefined, undefined, () => {});
  let underWay: PromiseWithResolvers<string[]> | undefined;
  process.on('message', (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.figures === 'wanted') void own().then((text) => send({ figures: 'told', text }));
    if (message.figures === 'gathered') underWay?.resolve(message.texts);
  });
  const ask = (): PromiseWithResolvers<string[]> => {
    const asked = Promise.withResolvers<string[]>();
    const late = setTimeout(asked.resolve, gatherWithinMs, []);
    void asked.promise.then(() => {
      clearTimeout(late);
      underWay = undefined;
    });
    send({ figures: 'wanted' });
    return asked;
  };
  return { gather: () => (underWay ??= ask()).promise };
}

/** Told apart by this among the processes on one port. Nothing for one that is alone. */
export const ownLabel = (): Record<string, string> =>
  cluster.worker === undefined ? {} : { worker: String(cluster.worker.id) };

/** Several texts in the Prometheus format as one: each figure is described once, with the values of all below it. */
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
