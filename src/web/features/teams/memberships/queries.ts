import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api.ts';
import { affectedByMembership, membershipKeys } from '../../../keys.ts';
import type { Change } from '../../../ui/change.ts';
import type { Download } from '../../../ui/download.tsx';
import { loadAll, pagedQuery } from '../../../ui/paging.ts';

type Person = { uid: string; name: string };

/** Page by page, for everybody who looks at the team. */
export const teamMemberPagesQuery = (pid: string, tid: string) =>
  pagedQuery(membershipKeys.pages(pid, tid), (query) => call('list_team_members', { path: { pid, tid }, query }), 100);

/** The first people of the team whose name matches. */
export const membersFoundQuery = (pid: string, tid: string, q: string) =>
  queryOptions({
    queryKey: membershipKeys.found(pid, tid, q),
    queryFn: async () => {
      const query = { limit: 50, ...(q !== '' && { q }) };
      return (await call('list_team_members', { path: { pid, tid }, query })).data;
    },
    placeholderData: keepPreviousData,
  });

export const chiefsQuery = (pid: string, tid: string) =>
  queryOptions({
    queryKey: membershipKeys.chiefs(pid, tid),
    queryFn: () => loadAll((query) => call('list_team_chiefs', { path: { pid, tid }, query })),
  });

export const addMember = (pid: string, tid: string): Change<Person, unknown> => ({
  run: ({ uid }) => call('add_member', { path: { pid, tid, uid } }),
  affects: affectedByMembership(pid),
});

/** Adds those of these people who can be added, and says why for the others. */
export const addMembers = (pid: string, tid: string) => ({
  run: (emails: readonly string[]) =>
    call('add_members', { path: { pid, tid }, body: { people: emails.map((email) => ({ email })), partial: true } }),
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
