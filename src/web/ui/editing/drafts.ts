import { useCallback, useMemo, useState } from 'react';
import { useMe } from '../../features/people/queries.ts';
import { adoptDraft, draftKey, readDraft, removeDraft, writeDraft } from './draft-storage.ts';
import type { Draft, DraftPlace } from './draft-storage.ts';

export type DraftKeeper<T> = {
  /** The draft that was there when the form was opened. */
  found: Draft<T> | undefined;
  keep: (draft: Draft<T>) => void;
  drop: () => void;
};

export function useDraft<T>(name: string, place: DraftPlace = 'browser'): DraftKeeper<T> {
  const key = draftKey(useMe()?.uid ?? '', name);
  const [found] = useState(() => readDraft<T>(place, key) ?? adoptDraft<T>(place, draftKey('', name), key));
  const keep = useCallback((draft: Draft<T>) => writeDraft(place, key, draft), [place, key]);
  const drop = useCallback(() => removeDraft(place, key), [place, key]);
  return useMemo(() => ({ found, keep, drop }), [found, keep, drop]);
}

/** The text of a single input, kept as a draft until it is empty again. */
export function useTextDraft(name: string, place: DraftPlace = 'browser'): [string, (value: string) => void] {
  const draft = useDraft<string>(name, place);
  const [text, setText] = useState(typeof draft.found?.values === 'string' ? draft.found.values : '');
  const change = (value: string) => {
    setText(value);
    if (value === '') draft.drop();
    else draft.keep({ values: value, base: undefined });
  };
  return [text, change];
}
