/**
 * One tab at a time works as the desk: a second one with another link would make what the first has stored unreadable.
 * A tab that is asked to stop finishes what it is doing first, so no scan is lost.
 */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const name = 'muster-desk';
/** Not in browsers of some years ago. */
const isLockable = 'locks' in navigator;
const inFlight = new Set<Promise<unknown>>();

/** The desk stays with this tab until the work has ended. */
export function keepTabUntil(work: Promise<unknown>): void {
  inFlight.add(work);
  void work.finally(() => inFlight.delete(work));
}

/** Asks the tab that has the desk to stop. */
export function takeDesk(): void {
  const channel = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  channel.postMessage('wanted');
  channel.close();
}

export type DeskTab = 'asking' | 'here' | 'elsewhere';

/** Where the desk is. It comes here by itself when the other tab is closed. */
export function useDeskTab(): DeskTab {
  const [tab, setTab] = useState<DeskTab>(isLockable ? 'asking' : 'here');
  useEffect(() => {
    if (!isLockable) return undefined;
    const leaving = new AbortController();
    const channel = new BroadcastChannel(name);
    let release = () => {};
    channel.addEventListener('message', () => {
      // At once: when the desk is no longer on the page, it cannot begin anything.
      flushSync(() => setTab('elsewhere'));
      release();
    });
    const hold = async (lock: Lock | null): Promise<void> => {
      setTab(lock === null ? 'elsewhere' : 'here');
      if (lock === null) return;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await Promise.allSettled(inFlight);
    };
    const wait = async (): Promise<void> => {
      await navigator.locks.request(name, { ifAvailable: true }, hold);
      while (!leaving.signal.aborted) await navigator.locks.request(name, { signal: leaving.signal }, hold);
    };
    // Rejects when the page is left.
    void wait().catch(() => undefined);
    return () => {
      leaving.abort();
      release();
      channel.close();
    };
  }, []);
  return tab;
}
