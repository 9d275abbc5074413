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
  send: (batch: T[]) => Promise<A>;
  /** Called with the items that were not sent, because of a stop or an error. */
  onEnd?: (answers: A[], left: T[]) => void;
};

type State<A> = { running: boolean; done: number; all: number; error: unknown; answers: A[] };

/** Sends a long list in batches, so that people can see the progress and stop it. */
export function useBatches<T, A>({ size, send, onEnd }: Options<T, A>): Batches<T, A> {
  const idle: State<A> = { running: false, done: 0, all: 0, error: undefined, answers: [] };
  const [state, setState] = useState(idle);
  const stopped = useRef(false);
  const work = async (items: readonly T[]) => {
    stopped.current = false;
    const answers: A[] = [];
    let done = 0;
    setState({ ...idle, running: true, all: items.length });
    try {
      while (done < items.length && !stopped.current) {
        answers.push(await send(items.slice(done, done + size)));
        done = Math.min(items.length, done + size);
        setState({ running: true, done, all: items.length, error: undefined, answers: [...answers] });
      }
      setState({ running: false, done, all: items.length, error: undefined, answers });
    } catch (error) {
      setState({ running: false, done, all: items.length, error, answers });
    }
    onEnd?.(answers, items.slice(done));
  };
  return {
    ...state,
    run: (items) => void work(items),
    stop: () => void (stopped.current = true),
    reset: () => setState(idle),
  };
}
