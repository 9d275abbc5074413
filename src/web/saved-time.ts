import { savedAt } from './service-worker/names.ts';

/** When the oldest answer on screen was saved; undefined while answers come from the server. */
let oldest: string | undefined;
const listeners = new Set<() => void>();

function change(to: string | undefined): void {
  if (oldest === to) return;
  oldest = to;
  for (const listener of listeners) listener();
}

/** Looks at every answer of the API: the service worker marks those that it had saved. */
export function noteSavedTime({ headers }: Response): void {
  const time = headers.get(savedAt);
  if (time === null) change(undefined);
  else if (oldest === undefined || time < oldest) change(time);
}

export const savedTime = {
  get: (): string | undefined => oldest,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
