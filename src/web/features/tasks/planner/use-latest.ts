import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** The latest value for a listener that is registered once. */
export function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value);
  useLayoutEffect(() => {
    ref.current = value;
  });
  return ref;
}
