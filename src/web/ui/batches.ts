import { useRef, useState } from 'react';

export type Batches<T, A> = {
  run: (items: readonly T[]) => void;
  /** The current batch is finished; the remaining ones are not sent. */
  stop: () => void;
  running: boolean;
  done: number;
  all: number;
  error: unknown;
  /** The answers so far, one per batch. */
  answers: A[];
  reset: () => void;
};

type Options<T, A> = {
  size: number;
  /** Items of different groups are not sent in the same batch. */
  groupOf?: (item: T) => string;
  send: (batch: T[]) => Promise<A>;
  /** Called with the items that were not sent, because of a stop or an error. */
  onEnd?: (answers: A[], left: T[]) => void;
};

type State<A> = { running: boolean; done: number; all: number; error: unknown; answers: A[] };

const batchesOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** Sends a long list in batches, so that people can see the progress and stop it. */
export function useBatches<T, A>({ size, groupOf = () => '', send, onEnd }: Options<T, A>): Batches<T, A> {
  const idle: State<A> = { running: false, done: 0, all: 0, error: undefined, answers: [] };
  const [state, setState] = useState(idle);
  const stopped = useRef(false);
  const work = async (items: readonly T[]) => {
    stopped.current = false;
    const answers: A[] = [];
    const batches = [...Map.groupBy(items, groupOf).values()].flatMap((group) => batchesOf(group, size));
    let done = 0;
    setState({ ...idle, running: true, all: items.length });
    try {
      for (const batch of batches) {
        if (stopped.current) break;
        answers.push(await send(batch));
        done += batch.length;
        setState({ running: true, done, all: items.length, error: undefined, answers: [...answers] });
      }
      setState({ running: false, done, all: items.length, error: undefined, answers });
    } catch (error) {
      setState({ running: false, done, all: items.length, error, answers });
    }
    onEnd?.(answers, batches.flat().slice(done));
  };
  return {
    ...state,
    run: (items) => void work(items),
    stop: () => void (stopped.current = true),
    reset: () => setState(idle),
  };
}
