import { setTimeout as sleep } from 'node:timers/promises';
import { openEventStream } from './event-stream.ts';

/** Follows the change feed as a client should: comes back with its last cursor to whichever server is available. */
export function followChanges(door: () => string | undefined, headers: Record<string, string>) {
  const ids: string[] = [];
  let last = '';
  const stopping = new AbortController();
  let connections = 0;
  const follow = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const base = door();
      const resume = last === '' ? {} : { 'last-event-id': last };
      const stream =
        base === undefined
          ? undefined
          : await openEventStream(`${base}/api/changes`, { ...headers, ...resume }).catch(() => undefined);
      if (stream?.status !== 200) {
        await sleep(20);
        continue;
      }
      connections += 1;
      await using _closing = stream;
      for (let change = await stream.next(); change !== undefined; change = await stream.next()) {
        ids.push(change.id);
        last = stream.lastId();
        if (stopping.signal.aborted) return;
      }
    }
  };
  const following = follow();
  return {
    connections: () => connections,
    /** Waits until it has the change with this cursor; it must be the last one. */
    finish: async (lastId: string): Promise<string[]> => {
      while (ids.at(-1) !== lastId) await sleep(20);
      stopping.abort();
      void following.catch(() => {});
      return ids;
    },
  };
}
