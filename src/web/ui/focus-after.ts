import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { focusPage } from './page.tsx';

/**
 * For buttons that are disabled while they work and then replaced: the focus goes to the next one in the same place, or to
 * the page if there is none. `status` is that of the mutation.
 */
export function useFocusAfter<T extends HTMLElement>(status: string): RefObject<T | null> {
  const area = useRef<T>(null);
  const isUsed = useRef(false);
  useEffect(() => {
    if (status !== 'idle') isUsed.current = true;
    if (isUsed.current && status !== 'pending' && document.activeElement === document.body)
      area.current?.querySelector('button')?.focus();
  });
  useEffect(
    () => () => {
      if (isUsed.current && document.activeElement === document.body) focusPage();
    },
    [],
  );
  return area;
}
