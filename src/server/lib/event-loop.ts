type Work<T> = (items: readonly T[]) => void;

/**
 * What many ask for at the same time is done for all of them together, one after the other: signed-in reads take less
 * than half the time. Some of it is what can then be shared; the rest probably that the code of each step is in the
 * processor's cache, which was not looked at by itself.
 */
function gather<T>(schedule: (end: () => void) => void, work: Work<T>): (item: T) => void {
  let items: T[] = [];
  const end = (): void => {
    const due = items;
    items = [];
    work(due);
  };
  return (item) => {
    if (items.length === 0) schedule(end);
    items.push(item);
  };
}

/** Waits until all that has arrived in this turn of the event loop has been looked at. */
export const byTurn = <T>(work: Work<T>) => gather((end) => setImmediate(end), work);

/**
 * Waits until everybody can do nothing but wait. What was begun together goes on in step, so this is enough; another
 * turn would let in more requests before these are answered.
 */
export const byStep = <T>(work: Work<T>) => gather((end) => process.nextTick(end), work);
