import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** A part of the next tab shows that there is one. */
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
    // No further than needed, so that the first tabs stay in view.
    list.current.scrollLeft = 0;
    const hiddenPx = tab.getBoundingClientRect().right + peekPx - list.current.getBoundingClientRect().right;
    list.current.scrollLeft = Math.max(0, hiddenPx);
  }, [open]);
  return list;
}
