import { QueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { editOwnAnswer } from './features/forms/answers/queries.ts';
import { decideWork, mark } from './features/event-day/queries.ts';
import { editForm } from './features/forms/queries.ts';
import { undoPayment } from './features/forms/payments/queries.ts';
import { editProject, removeOwner } from './features/projects/queries.ts';
import { editSubsidies } from './features/subsidies/queries.ts';
import { changeSkillOf } from './features/tasks/catalogue/queries.ts';
import { applyDraft } from './features/tasks/drafts/queries.ts';
import { createTask } from './features/tasks/queries.ts';
import { declineApplication } from './features/teams/applications/queries.ts';
import { revokeInvitation } from './features/teams/invitations/queries.ts';
import { addMember } from './features/teams/memberships/queries.ts';
import { createTeam, editTeam } from './features/teams/queries.ts';
import { suspendUser } from './features/users/queries.ts';
import {
  affectedByOwnRights,
  affectedByProfile,
  answerKeys,
  applicationKeys,
  auditKeys,
  consentKeys,
  disclosureKeys,
  draftKeys,
  eventDayKeys,
  exchangeKeys,
  formKeys,
  hoursKeys,
  invitationKeys,
  memberKeys,
  meKeys,
  membershipKeys,
  paymentKeys,
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
  members: membershipKeys.pages('camp', 'venue'),
  chiefs: membershipKeys.chiefs('camp', 'venue'),
  invitations: invitationKeys.team('camp', 'venue'),
  'own invitations': invitationKeys.own,
  applications: applicationKeys.team('camp', 'venue'),
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
  dashboard: projectKeys.dashboard('camp'),
  'who is here': eventDayKeys.now('camp'),
  'my day': eventDayKeys.myDay('camp'),
  work: eventDayKeys.work('camp'),
  hours: hoursKeys.list('camp', 50),
  'help requests': exchangeKeys.help('camp', 'build'),
  candidates: taskKeys.candidates('camp', 'build', ['ada']),
  drafts: draftKeys.list('camp'),
  payments: paymentKeys.list('camp', 'travel'),
  'own consents': consentKeys.own,
  'audit log': auditKeys.list({}),
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
  'chiefs',
  'invitations',
  'applications',
  'tasks',
  'task',
  'forms',
  'form',
  'own answer',
  'totals',
  'subsidies',
  'dashboard',
  'who is here',
  'my day',
  'work',
  'hours',
  'help requests',
  'candidates',
  'drafts',
  'payments',
];
const own = ['me', 'own invitations', 'own applications', 'own tasks', 'own consents'];
// `me` has the number of unread notices.
const byTask = [
  'me',
  'people',
  'tasks',
  'task',
  'own tasks',
  'dashboard',
  'who is here',
  'my day',
  'help requests',
  'candidates',
];
const inTeamLists = ['me', 'people', 'listing', 'teams', 'team', 'own invitations', 'own applications', 'user'];
const byForm = ['me', 'people', 'forms', 'form', 'own answer', 'totals', 'dashboard', 'own consents'];

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
      [...inTeamLists, 'applications', 'tasks', 'task', 'own tasks', 'candidates', 'drafts', 'dashboard'],
    ],
    ['a new team', createTeam('camp').affects, ['listing', 'teams', 'team', 'dashboard']],
    ['a task', createTask('camp').affects, byTask],
    ['a skill of somebody', changeSkillOf('camp', 'ada').affects, byTask],
    ['a draft plan', applyDraft('camp', 'draft').affects, [...byTask, 'drafts']],
    ['who came', mark('camp').affects, [...byTask, 'hours']],
    ['work', decideWork('camp').affects, ['me', 'people', 'work', 'hours']],
    ['a form', editForm('camp', 'travel').affects, byForm],
    [
      'an answer',
      editOwnAnswer('camp', 'travel').affects,
      [...byForm.filter((screen) => screen !== 'own answer'), 'payments'],
    ],
    ['a payment', undoPayment('camp', 'travel').affects, ['payments', 'own answer', 'dashboard']],
    ['the subsidies', editSubsidies('camp').affects, ['forms', 'form', 'own answer', 'totals', 'subsidies']],
    ['a declined application', declineApplication('camp', 'venue').affects, ['me', 'applications', 'dashboard']],
    ['an invitation', revokeInvitation('camp').affects, ['invitations', 'own invitations', 'dashboard']],
    ['a suspension', suspendUser('ada').affects, [...inCamp, 'another project', 'user', 'audit log']],
  ])('%s', async (_name, affects, expected) => {
    expect(new Set(await outdatedBy(affects))).toEqual(new Set(expected));
  });

  test('somebody who is no owner any more loses what they had as one', async () => {
    const outdated = await outdatedBy(removeOwner('camp').affects);
    expect(outdated).toEqual(expect.arrayContaining(['project', 'me', 'own tasks', 'user']));
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
