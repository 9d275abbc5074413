import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  draftKey,
  parseDraft,
  readDraft,
  removeAllDrafts,
  removeDraft,
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

beforeEach(() => vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() }));
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

  test('a field that became a list, or stopped being one, has the value of the server', () => {
    const draft = parseDraft<typeof current>('{"values":{"teams":"venue","size":["M"]}}');
    expect(restoreValues(current, draft)).toEqual(current);
  });
});
