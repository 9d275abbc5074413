import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Candidate } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { affectedByOwnRights, auditKeys, projectKeys, userKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import { pagedQuery } from '../../ui/paging.ts';

const maxFound = 8;

export const userQuery = (uid: string) =>
  queryOptions({ queryKey: userKeys.detail(uid), queryFn: () => call('get_user', { path: { uid } }) });

export type UserFilter = { q?: string; email?: string; suspended?: boolean };

export const usersQuery = (filter: UserFilter) =>
  pagedQuery(userKeys.list(filter), (query) => call('list_users', { query: { ...query, ...filter } }), 50);

/** The first people whose name matches: of one project, or of everybody with an account. */
export const peopleSearchQuery = (q: string, pid: string | undefined) =>
  queryOptions({
    queryKey: pid === undefined ? userKeys.search(q) : projectKeys.candidates(pid, q),
    queryFn: async (): Promise<{ people: Candidate[]; more: boolean }> => {
      const query = { q, limit: maxFound };
      const { data, next } =
        pid === undefined
          ? await call('list_users', { query })
          : await call('list_candidates', { path: { pid }, query });
      return { people: data, more: next !== null };
    },
    placeholderData: keepPreviousData,
  });

/** Suspended people are marked, or missing, in the lists of every project. The audit log records it. */
const affectedBySuspension = [userKeys.all, projectKeys.everything, auditKeys.all];

export const suspendUser = (uid: string): Change<string, unknown> => ({
  run: (reason) => call('suspend_user', { path: { uid }, body: reason === '' ? {} : { reason } }),
  affects: affectedBySuspension,
});

export const reinstateUser = (uid: string): Change<void, unknown> => ({
  run: () => call('reinstate_user', { path: { uid } }),
  affects: affectedBySuspension,
});

export const appointAdministrator = (uid: string): Change<void, unknown> => ({
  run: () => call('appoint_administrator', { path: { uid } }),
  affects: [userKeys.all],
});

/** Somebody who dismisses themselves loses what their own rights show. */
export const dismissAdministrator = (uid: string): Change<void, unknown> => ({
  run: () => call('dismiss_administrator', { path: { uid } }),
  affects: [userKeys.all, ...affectedByOwnRights],
});

export const resetPasskeys = (uid: string): Change<void, unknown> => ({
  run: () => call('reset_passkeys', { path: { uid } }),
  affects: [userKeys.detail(uid)],
});
