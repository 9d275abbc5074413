import { expect, test } from 'vitest';
import { guideFor } from './guides.ts';

const project = (owner: boolean, role: 'chief' | 'member') => ({
  pid: '2026',
  name: 'Summer Camp 2026',
  owner,
  teams: [{ tid: 'venue', name: 'Venue', role }],
});

test('help opens the guide for what a person does', () => {
  expect(guideFor(null)).toBe('volunteers');
  expect(guideFor({ roles: [], projects: [] })).toBe('volunteers');
  expect(guideFor({ roles: [], projects: [project(false, 'member')] })).toBe('volunteers');
  expect(guideFor({ roles: [], projects: [project(false, 'member'), project(false, 'chief')] })).toBe('chiefs');
  expect(guideFor({ roles: [], projects: [project(true, 'chief')] })).toBe('owners');
  expect(guideFor({ roles: ['administrator'], projects: [] })).toBe('owners');
});
