type Work<T> = (items: readonly T[]) => void;

/** Collects items until the scheduled callback runs, then handles all of them in one call. */
function gather<T>(schedule: (flush: () => void) => void, work: Work<T>): (item: T) => void {
  let items: T[] = [];
  const flush = (): void => {
    const due = items;
    items = [];
    work(due);
  };
  return (item) => {
    if (items.length === 0) schedule(flush);
    items.push(item);
  };
}

/** Flushes with `setImmediate`, after everything that arrived in this turn of the event loop. */
export const byTurn = <T>(work: Work<T>) => gather((flush) => setImmediate(flush), work);

/** Flushes with `process.nextTick`, after all pending promise callbacks, but before new I/O is read. */
export const byTick = <T>(work: Work<T>) => gather((flush) => process.nextTick(flush), work);
