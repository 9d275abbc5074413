/**
 * One tab at a time works as the desk: a second one with another link would make what the first has stored unreadable.
 * A tab that is asked to stop finishes what it is doing first, so no scan is lost.
 */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const name = 'muster-desk';
/** Browsers of some years ago lack it. */
const isLockable = 'locks' in navigator;
const inFlight = new Set<Promise<unknown>>();
const ownId: string = crypto.randomUUID();

/** The desk stays with this tab until the work has ended. */
export function keepTabUntil(work: Promise<unknown>): void {
  inFlight.add(work);
  void work.finally(() => inFlight.delete(work));
}

/** Asks the tab that has the desk to stop. */
export function takeDesk(id = ownId): void {
  const channel = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  channel.postMessage(id);
  channel.close();
}

export type DeskTab = 'asking' | 'here' | 'elsewhere';

/** Waits for the desk and keeps it while nobody else wants it. Returns how to leave. */
export function joinDesk(id: string, onMove: (tab: DeskTab) => void): () => void {
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  /** Gives up the desk, or the place among those who wait for it. */
  let release = () => {};
  channel.addEventListener('message', ({ data }) => {
    if (data === id) return;
    onMove('elsewhere');
    release();
  });
  const hold = async (lock: Lock | null): Promise<void> => {
    if (leaving.signal.aborted) return;
    onMove(lock === null ? 'elsewhere' : 'here');
    if (lock === null) return;
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    await Promise.allSettled(inFlight);
  };
  const wait = async (): Promise<void> => {
    await navigator.locks.request(name, { ifAvailable: true }, hold);
    while (!leaving.signal.aborted) {
      const giveUp = new AbortController();
      release = () => giveUp.abort();
      await navigator.locks.request(name, { signal: giveUp.signal }, hold).catch((error: unknown) => {
        // Another tab wants the desk: it comes first then.
        if (!giveUp.signal.aborted) throw error;
      });
    }
  };
  // Rejects where the browser refuses locks.
  void wait().catch(() => undefined);
  return () => {
    leaving.abort();
    release();
    channel.close();
  };
}

/** Where the desk is. It comes here by itself when the other tab is closed. */
export function useDeskTab(): DeskTab {
  const [tab, setTab] = useState<DeskTab>(isLockable ? 'asking' : 'here');
  useEffect(() => {
    if (!isLockable) return undefined;
    // Shown at once: when the desk is no longer on the page, it cannot begin anything.
    return joinDesk(ownId, (to) => (to === 'elsewhere' ? flushSync(() => setTab(to)) : setTab(to)));
  }, []);
  return tab;
}
