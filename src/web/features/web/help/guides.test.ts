import { expect, test } from 'vitest';
import { guideFor } from './guides.ts';

const project = (owner: boolean, role: 'chief' | 'member', pid = '2026') => ({
  pid,
  name: `Summer Camp ${pid}`,
  owner,
  teams: [{ tid: 'venue', name: 'Venue', role }],
  grants: [],
});

const none = new Set<string>();

test('help opens the guide for what a person does', () => {
  expect(guideFor(null, none)).toBe('volunteers');
  expect(guideFor({ roles: [], projects: [] }, none)).toBe('volunteers');
  expect(guideFor({ roles: [], projects: [project(false, 'member')] }, none)).toBe('volunteers');
  expect(guideFor({ roles: [], projects: [project(false, 'member'), project(false, 'chief')] }, none)).toBe('chiefs');
  expect(guideFor({ roles: [], projects: [project(true, 'chief')] }, none)).toBe('owners');
  expect(guideFor({ roles: ['administrator'], projects: [] }, none)).toBe('owners');
});

test('what a person did in projects that are over counts only if all are', () => {
  const chiefBefore = { roles: [], projects: [project(false, 'chief', '2025'), project(false, 'member')] };
  expect(guideFor(chiefBefore, new Set(['2025']))).toBe('volunteers');
  expect(guideFor(chiefBefore, new Set(['2025', '2026']))).toBe('chiefs');
});
