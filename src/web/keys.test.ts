import { QueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { editOwnAnswer } from './features/answers/queries.ts';
import { editForm } from './features/forms/queries.ts';
import { editProject } from './features/projects/queries.ts';
import { editSubsidies } from './features/subsidies/queries.ts';
import { createTask } from './features/tasks/queries.ts';
import { addMember } from './features/teams/memberships/queries.ts';
import { editTeam } from './features/teams/queries.ts';
import {
  affectedByOwnRights,
  affectedByProfile,
  answerKeys,
  applicationKeys,
  disclosureKeys,
  formKeys,
  invitationKeys,
  memberKeys,
  meKeys,
  membershipKeys,
  projectKeys,
  subsidyKeys,
  taskKeys,
  teamKeys,
  userKeys,
} from './keys.ts';
import { invalidate } from './ui/change.ts';

/** A name for each screen that could be out of date, with the query behind it. */
const screens: Record<string, QueryKey> = {
  me: meKeys.all,
  project: projectKeys.detail('camp'),
  'project list': projectKeys.list,
  'current project': projectKeys.current,
  owners: projectKeys.owners('camp'),
  people: projectKeys.people('camp'),
  listing: memberKeys.listing('camp'),
  teams: teamKeys.list('camp'),
  team: teamKeys.detail('camp', 'venue'),
  members: membershipKeys.all('camp', 'venue'),
  'pages of members': membershipKeys.pages('camp', 'venue'),
  invitations: invitationKeys.team('camp', 'venue'),
  'own invitations': invitationKeys.own,
  applications: applicationKeys.list('camp'),
  'own applications': applicationKeys.ownList,
  tasks: taskKeys.list('camp', {}),
  task: taskKeys.detail('camp', 'build'),
  'own tasks': taskKeys.own,
  forms: formKeys.list('camp'),
  form: formKeys.detail('camp', 'travel'),
  'own answer': answerKeys.own('camp', 'travel'),
  totals: answerKeys.totals('camp', 'travel'),
  disclosure: disclosureKeys.list('camp', 'travel', 'bank'),
  subsidies: subsidyKeys.all('camp'),
  user: userKeys.detail('ada'),
  'another project': projectKeys.detail('fair'),
};

/** The screens that are loaded again after a change. */
async function outdatedBy(affects: readonly QueryKey[]): Promise<string[]> {
  const queryClient = new QueryClient();
  for (const key of Object.values(screens)) queryClient.setQueryData(key, 'loaded');
  await invalidate(queryClient, affects);
  return Object.entries(screens)
    .filter(([, key]) => queryClient.getQueryState(key)?.isInvalidated === true)
    .map(([name]) => name);
}

const inCamp = [
  'project',
  'owners',
  'people',
  'listing',
  'teams',
  'team',
  'members',
  'pages of members',
  'invitations',
  'applications',
  'tasks',
  'task',
  'forms',
  'form',
  'own answer',
  'totals',
  'subsidies',
];
const own = ['me', 'own invitations', 'own applications', 'own tasks'];

describe('what a change makes out of date', () => {
  test('a change of membership affects the whole project, the home page and profiles', async () => {
    const outdated = await outdatedBy(addMember('camp', 'venue').affects);
    expect(new Set(outdated)).toEqual(new Set([...inCamp, ...own, 'project list', 'current project', 'user']));
  });

  test('a new project name affects every list of projects', async () => {
    const outdated = await outdatedBy(editProject('camp').affects);
    expect(new Set(outdated)).toEqual(new Set([...inCamp, ...own, 'project list', 'current project', 'user']));
  });

  test.each([
    [
      'a team',
      editTeam('camp', 'venue').affects,
      ['me', 'people', 'listing', 'teams', 'team', 'own invitations', 'own applications', 'user'],
    ],
    ['a task', createTask('camp').affects, ['tasks', 'task', 'own tasks']],
    ['a form', editForm('camp', 'travel').affects, ['me', 'forms', 'form', 'own answer', 'totals']],
    ['an answer', editOwnAnswer('camp', 'travel').affects, ['me', 'forms', 'form', 'totals']],
    ['the subsidies', editSubsidies('camp').affects, ['forms', 'form', 'own answer', 'totals', 'subsidies']],
  ])('%s', async (_name, affects, expected) => {
    expect(await outdatedBy(affects)).toEqual(expected);
  });

  test('a profile affects the lists of every project', async () => {
    const outdated = await outdatedBy(affectedByProfile);
    expect(outdated).toEqual(expect.arrayContaining(['me', 'members', 'listing', 'user', 'another project']));
  });

  test('no change repeats a read that is recorded', async () => {
    const everything = [...affectedByOwnRights, ...affectedByProfile, ...addMember('camp', 'venue').affects];
    expect(await outdatedBy(everything)).not.toContain('disclosure');
  });

  test('a project named like a list key is not mistaken for it', async () => {
    expect(await outdatedBy([projectKeys.all('list')])).toEqual([]);
  });
});
