import { queryOptions } from '@tanstack/react-query';
import type { NewTeam, Team, TeamChange } from '../../../client/client.ts';
import { bodyOf, call, ifMatch, read } from '../../api.ts';
import {
  affectedByMembership,
  applicationKeys,
  draftKeys,
  invitationKeys,
  memberKeys,
  meKeys,
  projectKeys,
  taskKeys,
  teamKeys,
  userKeys,
} from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import type { Editable } from '../../ui/editing/editing.ts';
import { loadAll } from '../../ui/paging.ts';

export const teamsQuery = (pid: string) =>
  queryOptions({
    queryKey: teamKeys.list(pid),
    queryFn: () => loadAll((query) => call('list_teams', { path: { pid }, query })),
  });

/** Who leads each team, and what waits in it, by its identifier. For owners. */
export const teamSummariesQuery = (pid: string) =>
  queryOptions({
    queryKey: teamKeys.summaries(pid),
    queryFn: async () => {
      const { data } = await call('list_team_summaries', { path: { pid } });
      return new Map(data.map((summary) => [summary.tid, summary]));
    },
  });

/** The team with its ETag, for editing. */
export const teamVersionQuery = (pid: string, tid: string) =>
  queryOptions({ queryKey: teamKeys.detail(pid, tid), queryFn: () => read('get_team', { path: { pid, tid } }) });

export const teamQuery = (pid: string, tid: string) =>
  queryOptions({ ...teamVersionQuery(pid, tid), select: bodyOf<Team> });

/** An empty team shows in the lists of teams and in the public listing, and it has no chief yet. */
export const createTeam = (pid: string): Change<NewTeam, Team> => ({
  run: (body) => call('create_team', { path: { pid }, body }),
  affects: [teamKeys.all(pid), memberKeys.listing(pid), projectKeys.dashboard(pid)],
});

/** Lists of people and of tasks, own lists and public profiles show the name of a team. */
const affectedByTeam = (pid: string) => [
  teamKeys.all(pid),
  memberKeys.listing(pid),
  projectKeys.people(pid),
  projectKeys.dashboard(pid),
  taskKeys.all(pid),
  taskKeys.own,
  draftKeys.all(pid),
  meKeys.all,
  applicationKeys.all(pid),
  applicationKeys.own,
  invitationKeys.own,
  userKeys.all,
];

export const editTeam = (pid: string, tid: string): Editable<Team, TeamChange> => ({
  load: () => read('get_team', { path: { pid, tid } }),
  save: (body, etag) => read('update_team', { path: { pid, tid }, body, ...ifMatch(etag) }),
  affects: affectedByTeam(pid),
});

/** Opens or closes the team for applications. */
export const setTakesApplications = (pid: string, tid: string): Change<boolean, Team> => ({
  run: (takes) => call('update_team', { path: { pid, tid }, body: { takes_applications: takes } }),
  affects: [teamKeys.all(pid), applicationKeys.all(pid), applicationKeys.own],
});

/** A disabled team takes its people's rights and its tasks away, as leaving would. */
export const disableTeam = (pid: string, tid: string): Change<void, unknown> => ({
  run: () => call('disable_team', { path: { pid, tid } }),
  affects: affectedByMembership(pid),
});

export const enableTeam = (pid: string, tid: string): Change<void, unknown> => ({
  run: () => call('enable_team', { path: { pid, tid } }),
  affects: affectedByMembership(pid),
});
