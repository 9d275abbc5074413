import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { eventDayKeys, meKeys, projectKeys } from '../../../keys.ts';
import { invalidate } from '../../../ui/change.ts';

/** Resolves once answers go through the service worker, which on the first visit starts after the page. */
async function controlled(signal: AbortSignal): Promise<void> {
  const workers = navigator.serviceWorker;
  if (workers.controller !== null) return;
  await new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true, signal }));
}

/** Loads what the page needs once more through the service worker, so that one visit is enough to have it offline. */
export function useKeptOffline(pid: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const leaving = new AbortController();
    void controlled(leaving.signal).then(() => {
      if (leaving.signal.aborted) return undefined;
      return invalidate(queryClient, [meKeys.all, projectKeys.detail(pid), eventDayKeys.myDay(pid)]);
    });
    return () => leaving.abort();
  }, [queryClient, pid]);
}
