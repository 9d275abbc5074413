import { useEffect, useState } from 'react';

/** How many bars a slow computer adds within a frame of 50 ms. */
const step = 6;

const waiting = new Set<() => void>();

function next(): void {
  const [work] = waiting;
  if (work === undefined) return;
  waiting.delete(work);
  work();
  if (waiting.size > 0) requestAnimationFrame(next);
}

/** Runs the work in a frame in which no other such work runs. */
function inTurn(work: () => void): () => void {
  waiting.add(work);
  if (waiting.size === 1) requestAnimationFrame(next);
  return () => void waiting.delete(work);
}

/** How many of these to render so far. Adding all bars of a row at once would interrupt scrolling. */
export function useFewAtATime(count: number): number {
  const [rendered, setRendered] = useState(step);
  useEffect(() => {
    if (rendered >= count) return undefined;
    return inTurn(() => setRendered(rendered + step));
  }, [rendered, count]);
  return rendered;
}
