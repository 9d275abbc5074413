import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rememberReturnPath, safePath, takeReturnPath } from './return-path.ts';

const origin = 'https://muster.example.org';
const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('window', { location: { origin } });
  vi.stubGlobal('localStorage', storage);
  vi.useFakeTimers({ now: Date.parse('2026-08-08T09:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the page to return to', () => {
  test.each([
    '/',
    '/projects/2026/tasks?view=day&day=2026-08-08#list',
    '/sign-inside',
    '/apiary',
    '/me/profile?next=//evil.example',
  ])('%s is kept as it is', (path) => {
    expect(safePath(path)).toBe(path);
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\\evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/projects/..//evil.example',
    '//muster.example.org/projects',
    'javascript:alert(1)',
    'data:text/html,hi',
    'projects',
    '',
    undefined,
    null,
    7,
    { path: '/' },
  ])('%j leads elsewhere and is refused', (value) => {
    expect(safePath(value)).toBeUndefined();
  });

  test.each(['/api', '/api/me', '/assets/app.js', '/sign-in', '/sign-in?next=/', '/me/../api/me', '/./sign-in'])(
    '%s is no page to return to',
    (path) => {
      expect(safePath(path)).toBeUndefined();
    },
  );
});

describe('remembering the page', () => {
  test('it is returned once', () => {
    rememberReturnPath('/projects/2026');
    expect(takeReturnPath()).toBe('/projects/2026');
    expect(takeReturnPath()).toBeUndefined();
  });

  test('it is forgotten after a quarter of an hour, and when there is none', () => {
    rememberReturnPath('/projects/2026');
    vi.advanceTimersByTime(15 * 60_000);
    expect(takeReturnPath()).toBeUndefined();
    rememberReturnPath('/projects/2026');
    rememberReturnPath(undefined);
    expect(takeReturnPath()).toBeUndefined();
  });

  test.each(['{', 'null', '"/projects"', '{"path":"/projects"}', '{"path":"/projects","until":"later"}'])(
    'damaged storage, %s, is ignored',
    (text) => {
      storage.setItem('muster-return-path', text);
      expect(takeReturnPath()).toBeUndefined();
    },
  );

  test('a foreign URL in the storage is rejected, too', () => {
    const until = Date.now() + 60_000;
    storage.setItem('muster-return-path', JSON.stringify({ path: 'https://evil.example/', until }));
    expect(takeReturnPath()).toBeUndefined();
  });
});
