import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

const peekPx = 40;

/** For a list of tabs that scrolls to the side on phones: `open` says which one is open. */
export function useOpenTabInView<List extends HTMLElement = HTMLElement>(
  open: string | undefined,
): RefObject<List | null> {
  const list = useRef<List>(null);
  useEffect(() => {
    if (open === undefined) return;
    const tab = list.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!list.current || !tab) return;
    // No further than needed, so that the first tabs stay in view, with a part of the next one.
    const { left, right } = list.current.getBoundingClientRect();
    const { left: start, right: end } = tab.getBoundingClientRect();
    if (start - peekPx < left) list.current.scrollLeft -= left + peekPx - start;
    else if (end + peekPx > right) list.current.scrollLeft += end + peekPx - right;
  }, [open]);
  return list;
}
