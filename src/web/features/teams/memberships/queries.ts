import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api.ts';
import { affectedByMembership, membershipKeys } from '../../../keys.ts';
import type { Change } from '../../../ui/change.ts';
import type { Download } from '../../../ui/download.tsx';
import { loadAll, pagedQuery } from '../../../ui/paging.ts';

type Person = { uid: string; name: string };

type PageQuery = { limit: number; cursor?: string };

const loadMembers = (pid: string, tid: string) => (query: PageQuery) =>
  call('list_team_members', { path: { pid, tid }, query });

/** Page by page, for everybody who looks at the team. */
export const teamMemberPagesQuery = (pid: string, tid: string) =>
  pagedQuery(membershipKeys.pages(pid, tid), loadMembers(pid, tid), 100);

/** All at once, for those who manage the team and have to see who is in it. */
export const teamMembersQuery = (pid: string, tid: string) =>
  queryOptions({ queryKey: membershipKeys.all(pid, tid), queryFn: () => loadAll(loadMembers(pid, tid)) });

export const addMember = (pid: string, tid: string): Change<Person, unknown> => ({
  run: ({ uid }) => call('add_member', { path: { pid, tid, uid } }),
  affects: affectedByMembership(pid),
});

/** Adds all of these people, or none if one of them cannot be added. */
export const addMembers = (pid: string, tid: string) => ({
  run: (emails: readonly string[]) =>
    call('add_members', { path: { pid, tid }, body: { people: emails.map((email) => ({ email })) } }),
  affects: affectedByMembership(pid),
});

export const removeMember = (pid: string, tid: string): Change<{ uid?: string; name: string }, unknown> => ({
  run: ({ uid = '' }) => call('remove_member', { path: { pid, tid, uid } }),
  affects: affectedByMembership(pid),
});

export const appointChief = (pid: string, tid: string): Change<Person, unknown> => ({
  run: ({ uid }) => call('add_chief', { path: { pid, tid, uid } }),
  affects: affectedByMembership(pid),
});

export const dismissChief = (pid: string, tid: string): Change<Person, unknown> => ({
  run: ({ uid }) => call('remove_chief', { path: { pid, tid, uid } }),
  affects: affectedByMembership(pid),
});

export const exportMembers =
  (pid: string, tid: string): Download =>
  (download) =>
    download('export_members', { path: { pid, tid } });
