type Work<T> = (items: readonly T[]) => void;

/**
 * Collects items and handles them together. Signed-in reads of many requests take less than half the processor time this
 * way: they share work, and probably the processor's caches.
 */
function gather<T>(schedule: (end: () => void) => void, work: Work<T>): (item: T) => void {
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

/** Runs on `setImmediate`, after everything that arrived in this turn of the event loop was read. */
export const byTurn = <T>(work: Work<T>) => gather((end) => setImmediate(end), work);

/** Runs on `process.nextTick`, after all pending reads were queued and before new requests are read. */
export const byStep = <T>(work: Work<T>) => gather((end) => process.nextTick(end), work);
