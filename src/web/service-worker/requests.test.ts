import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { handlingOf } from './requests.ts';

const asked = (path: string, method = 'GET', mode = 'cors') => handlingOf({ method, mode, path });

/** Every GET of the API, with an example for each parameter. */
const reads = readFileSync('test/routes.txt', 'utf8')
  .split('\n')
  .flatMap((line) => /\bGET\s+(\/api\/\S+)/.exec(line)?.[1] ?? [])
  .map((route) => route.replaceAll(/:\w+/g, 'one').replace('*', 'one'));

test('only these answers are saved for offline use; a new one is a decision', () => {
  expect(reads.filter((path) => asked(path) === 'answer')).toEqual([
    '/api/me',
    '/api/me/announcements',
    '/api/me/applications',
    '/api/me/invitations',
    '/api/me/listings',
    '/api/me/notices',
    '/api/me/tasks',
    '/api/members/one',
    '/api/projects',
    '/api/projects/one',
    '/api/projects/one/announcements',
    '/api/projects/one/announcements/one',
    '/api/projects/one/attendances',
    '/api/projects/one/documents',
    '/api/projects/one/documents/one',
    '/api/projects/one/forms',
    '/api/projects/one/my-day',
    '/api/projects/one/my-entitlements',
    '/api/projects/one/my-room',
    '/api/projects/one/roll-call',
    '/api/projects/one/task-categories',
    '/api/projects/one/tasks',
    '/api/projects/one/tasks/one',
    '/api/projects/one/tasks/one/attendees',
    '/api/projects/one/teams',
    '/api/projects/one/teams/one',
    '/api/projects/one/teams/one/chiefs',
    '/api/projects/one/teams/one/members',
  ]);
});

test.each([
  ['POST', '/api/sign-in'],
  ['POST', '/api/sign-in/passkey'],
  ['POST', '/api/sign-out'],
  ['DELETE', '/api/me'],
  ['DELETE', '/api/me/sessions'],
  ['DELETE', '/api/me/sessions/one'],
  ['POST', '/api/not-me'],
])('%s %s can change who is signed in', (method, path) => {
  expect(asked(path, method)).toBe('session');
});

test('a visit to the sign-in provider can change who is signed in', () => {
  expect(asked('/api/sign-in/oidc/callback', 'GET', 'navigate')).toBe('session');
});

test('pages and files are distinguished from what other programs read', () => {
  const navigations = ['/', '/projects/2026/tasks', '/me/notices', '/api/docs', '/members/2026', '/calendar/x.ics'];
  expect(navigations.map((path) => asked(path, 'GET', 'navigate'))).toEqual([
    'page',
    'page',
    'page',
    'network',
    'network',
    'network',
  ]);
  expect([asked('/assets/app-1.js'), asked('/icons/icon-192.png'), asked('/api/projects', 'POST')]).toEqual([
    'file',
    'file',
    'network',
  ]);
});
