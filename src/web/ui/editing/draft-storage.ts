/**
 * Text that somebody has typed and not saved yet, so that a reload, an expired session or a lost connection loses
 * nothing. `base` is the ETag of the version it was typed on: saving it later still notices a change made meanwhile.
 */
export type Draft<T> = { values: T; base: string | undefined };

/** Private data stays in the tab it was typed in; everything else survives closing the browser. */
export type DraftPlace = 'browser' | 'tab';

const prefix = 'muster-draft:';

/** One draft for each form and person, so that people who share a browser do not see each other's text. */
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

/** What an item of a list looks like, for lists that may be empty on the server. */
export type ItemShapes<T> = { [K in keyof T]?: T[K] extends readonly (infer Item)[] ? Item : never };

export const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Only these are kept, so that the others show what the server has when the form is opened again. */
export const changedFields = <T extends Record<string, unknown>>(values: T, saved: T): Partial<T> =>
  // A part of T has the keys and values of T.
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !sameValue(value, saved[name]))) as Partial<T>;

/** The values to show: a field that the draft lacks, or that has another shape now, is as on the server. */
export function restoreValues<T extends Record<string, unknown>>(
  current: T,
  draft: Draft<Partial<T>> | undefined,
  items: ItemShapes<T> = {},
): T {
  const typed = Object.entries(draft?.values ?? {}).filter(([name, value]) =>
    hasShape(value, current[name], items[name]),
  );
  return { ...current, ...Object.fromEntries(typed) };
}

/** Whether a value can take the place of the template. Numbers and text are interchangeable, as inputs return either. */
function hasShape(value: unknown, template: unknown, item?: unknown): boolean {
  if (Array.isArray(template)) {
    const shape: unknown = template[0] ?? item;
    return Array.isArray(value) && (shape === undefined || value.every((one) => hasShape(one, shape)));
  }
  if (isObject(template)) {
    return isObject(value) && Object.entries(template).every(([name, part]) => hasShape(value[name], part));
  }
  if (value === undefined || isObject(value) || Array.isArray(value)) return false;
  return (typeof value === 'boolean') === (typeof template === 'boolean') || template === undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether this browser has any. */
export function hasDrafts(): boolean {
  try {
    return [window.localStorage, window.sessionStorage].some((storage) =>
      Object.keys(storage).some((key) => key.startsWith(prefix)),
    );
  } catch {
    // Storage is disabled.
    return false;
  }
}

/** The drafts that were read or written on each page, so that a page that cannot show its draft can drop it. */
const draftsByPage = new Map<string, Map<string, DraftPlace>>();

const draftsOfPage = (): Map<string, DraftPlace> => {
  const { pathname } = window.location;
  const found = draftsByPage.get(pathname) ?? new Map<string, DraftPlace>();
  draftsByPage.set(pathname, found);
  return found;
};

export const pageHasDraft = (): boolean => draftsOfPage().size > 0;

export function discardDraftsOfPage(): void {
  for (const [key, place] of draftsOfPage()) removeDraft(place, key);
}

export function readDraft<T>(place: DraftPlace, key: string): Draft<T> | undefined {
  try {
    const text = storageOf(place).getItem(key);
    if (text !== null) draftsOfPage().set(key, place);
    return parseDraft(text);
  } catch {
    return undefined;
  }
}

export function writeDraft<T>(place: DraftPlace, key: string, draft: Draft<T>): void {
  try {
    storageOf(place).setItem(key, JSON.stringify(draft));
    draftsOfPage().set(key, place);
  } catch {
    // Storage is disabled or full: the text is still in the form.
  }
}

export function removeDraft(place: DraftPlace, key: string): void {
  try {
    storageOf(place).removeItem(key);
    draftsOfPage().delete(key);
  } catch {
    // Storage is disabled, so there is no draft.
  }
}

/** What somebody typed before they signed in becomes theirs. */
export function adoptDraft<T>(place: DraftPlace, from: string, key: string): Draft<T> | undefined {
  if (from === key) return undefined;
  const found = readDraft<T>(place, from);
  if (found === undefined) return undefined;
  writeDraft(place, key, found);
  removeDraft(place, from);
  return found;
}

function removeDraftsThat(match: (key: string) => boolean): void {
  for (const place of ['browser', 'tab'] as const) {
    try {
      const storage = storageOf(place);
      for (const key of Object.keys(storage)) if (key.startsWith(prefix) && match(key)) storage.removeItem(key);
    } catch {
      // Storage is disabled, so there are no drafts.
    }
  }
}

/** Removes the drafts of everybody at sign-out, as other people may use this browser next. */
export const removeAllDrafts = (): void => removeDraftsThat(() => true);

/** For somebody whose session ended without a sign-out, and whose browser another person uses now. */
export const removeDraftsOfOthers = (uid: string): void =>
  removeDraftsThat((key) => !key.startsWith(draftKey(uid, '')) && !key.startsWith(draftKey('', '')));
