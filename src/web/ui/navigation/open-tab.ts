import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** For a list of tabs that scrolls to the side on phones: `open` says which one is open. */
export function useOpenTabInView<List extends HTMLElement = HTMLElement>(
  open: string | undefined,
): RefObject<List | null> {
  const list = useRef<List>(null);
  useEffect(() => {
    if (open === undefined) return;
    const tab = list.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!list.current || !tab) return;
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [open]);
  return list;
}
