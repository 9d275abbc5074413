import { isDbUnavailable } from './db-unavailable.ts';
import { errorFields } from './error-fields.ts';

type Polling = {
  everyMs: number;
  log: { error: (fields: object, message: string) => void };
  /** What the log says when the work fails. */
  failure: string;
};

/**
 * Looks for work at the start, when it is woken, and a while after the last time. A database that cannot serve at the moment is no
 * fault of the work, so it is not logged.
 */
export function polling(work: () => Promise<void>, { everyMs, log, failure }: Polling) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = true;

  const turn = (): void => {
    if (stopped || running !== undefined) return;
    clearTimeout(timer);
    running = work()
      .catch((error: unknown) => {
        if (!isDbUnavailable(error)) log.error({ err: errorFields(error) }, failure);
      })
      .finally(() => {
        running = undefined;
        if (!stopped) timer = setTimeout(turn, everyMs);
      });
  };

  return {
    /** Whether work that polling has begun should come to an end. */
    isStopping: (): boolean => stopped && running !== undefined,
    wake: (): void => void setImmediate(turn),
    start: (): void => {
      stopped = false;
      turn();
    },
    /** Waits for what is in progress. */
    stop: async (): Promise<void> => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
