import { useCallback, useMemo, useState } from 'react';
import { useMe } from '../../features/people/queries.ts';

/**
 * What somebody has typed and not yet saved, so that a reload, a lost session or a lost connection loses nothing.
 * `base` is the tag of what the text was written upon: saving it later still notices a change made meanwhile.
 */
export type Draft<T> = { values: T; base: string | undefined };

/** Private data stays in the tab that it was typed in; everything else survives the closing of the browser. */
export type DraftPlace = 'browser' | 'tab';

const prefix = 'muster-draft:';

const storageOf = (place: DraftPlace): Storage => (place === 'tab' ? window.sessionStorage : window.localStorage);

function readDraft<T>(place: DraftPlace, key: string): Draft<T> | undefined {
  try {
    const text = storageOf(place).getItem(key);
    // Only this file writes here, and the key names the form.
    return text === null ? undefined : (JSON.parse(text) as Draft<T>);
  } catch {
    return undefined;
  }
}

function writeDraft<T>(place: DraftPlace, key: string, draft: Draft<T>): void {
  try {
    storageOf(place).setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is switched off or full: the text is in the form all the same.
  }
}

function dropDraft(place: DraftPlace, key: string): void {
  try {
    storageOf(place).removeItem(key);
  } catch {
    // Nothing can be kept, so there is nothing to drop.
  }
}

/** At sign-out, nothing that was typed stays behind for the next person at this browser. */
export function forgetDrafts(): void {
  for (const place of ['browser', 'tab'] as const) {
    try {
      const storage = storageOf(place);
      for (const key of Object.keys(storage).filter((name) => name.startsWith(prefix))) storage.removeItem(key);
    } catch {
      // Nothing can be kept, so there is nothing to forget.
    }
  }
}

export type DraftKeeper<T> = {
  /** What was left here when the form was opened. */
  found: Draft<T> | undefined;
  keep: (draft: Draft<T>) => void;
  drop: () => void;
};

/** One draft for each form and person: whoever signs in next does not find the text of another. */
export function useDraft<T>(name: string, place: DraftPlace = 'browser'): DraftKeeper<T> {
  const uid = useMe()?.uid ?? '';
  const key = `${prefix}${uid}:${name}`;
  const [found] = useState(() => readDraft<T>(place, key));
  const keep = useCallback((draft: Draft<T>) => writeDraft(place, key, draft), [place, key]);
  const drop = useCallback(() => dropDraft(place, key), [place, key]);
  return useMemo(() => ({ found, keep, drop }), [found, keep, drop]);
}
