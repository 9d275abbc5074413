import { expect, test } from 'vitest';
import { missingTeams, returning } from './returning.ts';

const inTeam = (tid: string, role: 'chief' | 'member' = 'member') => ({ tid, name: tid.toUpperCase(), role });
const person = (name: string, teams: ReturnType<typeof inTeam>[], suspended = false) => ({
  name,
  email: `${name}@example.org`,
  suspended,
  teams,
});

const before = [
  person('ada', [inTeam('bar', 'chief'), inTeam('gate')]),
  person('bo', [inTeam('bar')]),
  person('cy', [inTeam('bar')], true),
  person('di', [inTeam('bar')]),
  person('me', [inTeam('bar')]),
  person('old', [inTeam('gone')]),
];
const context = {
  teams: [
    { tid: 'bar', name: 'Bar' },
    { tid: 'gate', name: 'Gate' },
  ],
  now: [person('bo', [inTeam('bar')])],
  invited: [{ tid: 'bar', email: 'di@example.org' }],
  me: { email: 'me@example.org' },
};
const shown = (edit: boolean) =>
  returning(before, { ...context, rights: { edit } }).map(({ name, tid, role, state }) => [name, tid, role, state]);

test('people are invited to each of their teams, unless they are in it, invited or suspended', () => {
  expect(shown(true)).toEqual([
    ['ada', 'bar', 'chief', 'open'],
    ['bo', 'bar', 'member', 'inTeam'],
    ['cy', 'bar', 'member', 'suspended'],
    ['di', 'bar', 'member', 'invited'],
    ['ada', 'gate', 'member', 'open'],
  ]);
});

test('only owners invite chiefs as chiefs', () => {
  expect(shown(false)[0]).toEqual(['ada', 'bar', 'member', 'open']);
});

test('teams that the project does not have, or has disabled, are named', () => {
  const teams = [
    { tid: 'bar', disabled: false },
    { tid: 'gate', disabled: true },
  ];
  expect(missingTeams(before, teams)).toEqual(['GATE', 'GONE']);
});
