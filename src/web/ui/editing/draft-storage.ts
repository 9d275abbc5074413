/**
 * Text that somebody has typed and not saved yet, so that a reload, an expired session or a lost connection loses
 * nothing. `base` is the ETag of the version it was typed on: saving it later still notices a change made meanwhile.
 */
export type Draft<T> = { values: T; base: string | undefined };

/** Private data stays in the tab it was typed in; everything else survives closing the browser. */
export type DraftPlace = 'browser' | 'tab';

const prefix = 'muster-draft:';

/** One draft for each form and person, so that nobody finds the text of somebody else. */
export const draftKey = (uid: string, name: string): string => `${prefix}${uid}:${name}`;

const storageOf = (place: DraftPlace): Storage => (place === 'tab' ? window.sessionStorage : window.localStorage);

/** Undefined for text that is not a draft, such as one that another version of this page has written. */
export function parseDraft<T>(text: string | null): Draft<T> | undefined {
  if (text === null) return undefined;
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found !== 'object' || found === null || !('values' in found)) return undefined;
    const { values } = found;
    if (values === null || (typeof values !== 'string' && typeof values !== 'object') || Array.isArray(values))
      return undefined;
    const base = 'base' in found && typeof found.base === 'string' ? found.base : undefined;
    // The key names the form, so the values are those of the form.
    return { values: values as T, base };
  } catch {
    return undefined;
  }
}

/** The values to show: a field that is new since the draft was kept, or has another shape now, is as on the server. */
export function restoreValues<T extends Record<string, unknown>>(current: T, draft: Draft<T> | undefined): T {
  const typed = Object.entries(draft?.values ?? {}).filter(
    ([name, value]) => Array.isArray(value) === Array.isArray(current[name]),
  );
  return { ...current, ...Object.fromEntries(typed) };
}

export function readDraft<T>(place: DraftPlace, key: string): Draft<T> | undefined {
  try {
    return parseDraft(storageOf(place).getItem(key));
  } catch {
    return undefined;
  }
}

export function writeDraft<T>(place: DraftPlace, key: string, draft: Draft<T>): void {
  try {
    storageOf(place).setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is switched off or full: the text is still in the form.
  }
}

export function removeDraft(place: DraftPlace, key: string): void {
  try {
    storageOf(place).removeItem(key);
  } catch {
    // Storage is switched off, so there is no draft.
  }
}

/** Removes the drafts of everybody at sign-out, as other people may use this browser next. */
export function removeAllDrafts(): void {
  for (const place of ['browser', 'tab'] as const) {
    try {
      const storage = storageOf(place);
      for (const key of Object.keys(storage).filter((name) => name.startsWith(prefix))) storage.removeItem(key);
    } catch {
      // Storage is switched off, so there are no drafts.
    }
  }
}
