import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  changedFields,
  discardDraftsOfPage,
  draftKey,
  pageHasDraft,
  parseDraft,
  readDraft,
  removeAllDrafts,
  removeDraft,
  removeDraftsOfOthers,
  restoreValues,
  writeDraft,
} from './draft-storage.ts';

/** As in a browser, the entries are the own properties. */
function memoryStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? (this[key] ?? null) : null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods) as Storage;
}

const brokenStorage = new Proxy({} as Storage, {
  get: () => {
    throw new Error('storage is switched off');
  },
});

beforeEach(() =>
  vi.stubGlobal('window', {
    localStorage: memoryStorage(),
    sessionStorage: memoryStorage(),
    location: { pathname: '/me/profile' },
  }),
);
afterEach(() => vi.unstubAllGlobals());

const key = draftKey('ada', 'profile');

describe('keeping drafts', () => {
  test('a draft is found again with the version it was typed on', () => {
    writeDraft('browser', key, { values: { name: 'Ada', tags: ['one'] }, base: '"3"' });
    expect(readDraft('browser', key)).toEqual({ values: { name: 'Ada', tags: ['one'] }, base: '"3"' });
  });

  test('a draft of something new has no version', () => {
    writeDraft('browser', key, { values: 'text', base: undefined });
    expect(readDraft('browser', key)).toEqual({ values: 'text', base: undefined });
  });

  test('private drafts are in the tab only', () => {
    writeDraft('tab', key, { values: 'secret', base: undefined });
    expect(readDraft('browser', key)).toBeUndefined();
    expect(window.localStorage.getItem(key)).toBeNull();
    expect(readDraft('tab', key)).toEqual({ values: 'secret', base: undefined });
  });

  test('nobody gets the draft of another person', () => {
    writeDraft('browser', key, { values: 'text', base: undefined });
    expect(readDraft('browser', draftKey('bob', 'profile'))).toBeUndefined();
    expect(readDraft('browser', draftKey('ada', 'resume'))).toBeUndefined();
  });

  test('a removed draft is gone', () => {
    writeDraft('browser', key, { values: 'text', base: undefined });
    removeDraft('browser', key);
    expect(readDraft('browser', key)).toBeUndefined();
  });

  test('signing out removes the drafts of both places, and nothing else', () => {
    window.localStorage.setItem('muster-language', 'en');
    writeDraft('browser', key, { values: 'text', base: undefined });
    writeDraft('tab', draftKey('bob', 'bank'), { values: 'secret', base: undefined });
    removeAllDrafts();
    expect(Object.keys(window.localStorage)).toEqual(['muster-language']);
    expect(Object.keys(window.sessionStorage)).toEqual([]);
  });

  test('drafts of others are removed when somebody signs in, and their own stay', () => {
    window.localStorage.setItem('muster-language', 'en');
    const [own, visitors] = [draftKey('bob', 'profile'), draftKey('', 'contact')];
    for (const name of [own, visitors, key]) writeDraft('browser', name, { values: 'text', base: undefined });
    writeDraft('tab', draftKey('ada', 'bank'), { values: 'secret', base: undefined });
    removeDraftsOfOthers('bob');
    expect(Object.keys(window.localStorage)).toEqual(['muster-language', own, visitors]);
    expect(Object.keys(window.sessionStorage)).toEqual([]);
  });

  test('a page discards the drafts that were read or written on it, and no others', () => {
    const other = draftKey('ada', 'resume');
    window.location.pathname = '/one';
    expect(pageHasDraft()).toBe(false);
    window.location.pathname = '/two';
    writeDraft('browser', other, { values: 'text', base: undefined });
    window.location.pathname = '/one';
    window.localStorage.setItem(key, '{"values":{"name":7}}');
    readDraft('browser', key);
    expect(pageHasDraft()).toBe(true);
    discardDraftsOfPage();
    expect(pageHasDraft()).toBe(false);
    expect(Object.keys(window.localStorage)).toEqual([other]);
    window.location.pathname = '/two';
    discardDraftsOfPage();
  });

  test('without storage there are no drafts, and no errors', () => {
    vi.stubGlobal('window', { localStorage: brokenStorage, sessionStorage: brokenStorage });
    writeDraft('browser', key, { values: 'text', base: undefined });
    removeDraft('browser', key);
    removeAllDrafts();
    expect(readDraft('browser', key)).toBeUndefined();
  });
});

test.each([null, '', '{', 'null', '5', '"text"', '[]', '{}', '{"values":null}', '{"values":5}', '{"values":["a"]}'])(
  'a damaged draft, %s, is ignored',
  (text) => {
    expect(parseDraft(text)).toBeUndefined();
  },
);

test('a version that is not a string is dropped', () => {
  expect(parseDraft('{"values":{},"base":7}')).toEqual({ values: {}, base: undefined });
});

describe('restoring values', () => {
  const current = { name: 'Ada', size: 'M', teams: ['venue'] };

  test('without a draft the values are those of the server', () => {
    expect(restoreValues(current, undefined)).toEqual(current);
  });

  test('typed values win, and a field added since then has the value of the server', () => {
    const draft = parseDraft<typeof current>('{"values":{"name":"Ada L.","teams":[]}}');
    expect(restoreValues(current, draft)).toEqual({ name: 'Ada L.', size: 'M', teams: [] });
  });

  test('a field that was not changed is not kept, and shows what the server has by then', () => {
    const values = changedFields({ ...current, name: 'Ada L.' }, current);
    expect(values).toEqual({ name: 'Ada L.' });
    const later = { name: 'Ada', size: 'L', teams: ['venue', 'radio'] };
    expect(restoreValues(later, { values, base: undefined })).toEqual({ ...later, name: 'Ada L.' });
  });

  test('a field that became a list, or stopped being one, has the value of the server', () => {
    const draft = parseDraft<typeof current>('{"values":{"teams":"venue","size":["M"]}}');
    expect(restoreValues(current, draft)).toEqual(current);
  });

  test('a list with items of another shape is as on the server, also when that list is empty', () => {
    const form = { title: '', days: 3, fields: [] as { label: string; private: boolean }[] };
    const items = { fields: { label: '', private: false } };
    const restored = (values: unknown) =>
      restoreValues(form, { values: values as typeof form, base: undefined }, items);
    for (const fields of [[null], ['text'], [{}], [{ label: 'Why?' }], [{ label: ['a'], private: true }], [[]], {}])
      expect(restored({ fields })).toEqual(form);
    const typed = { title: 'Arrival', days: '', fields: [{ label: 'Why?', private: true }] };
    expect(restored(typed)).toEqual(typed);
  });

  test('text, switches and objects are not taken for each other', () => {
    const form = { title: '', enabled: false, note: null };
    const restored = (values: unknown) => restoreValues(form, { values: values as typeof form, base: undefined });
    for (const values of [{ title: true }, { title: {} }, { enabled: 'yes' }, { note: [] }, { note: {} }])
      expect(restored(values)).toEqual(form);
  });
});
