import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Candidate } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { affectedByOwnRights, auditKeys, projectKeys, roomKeys, userKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import { pagedQuery } from '../../ui/paging.ts';

const maxFound = 8;

export const userQuery = (uid: string) =>
  queryOptions({ queryKey: userKeys.detail(uid), queryFn: () => call('get_user', { path: { uid } }) });

export type UserFilter = { q?: string; email?: string; suspended?: boolean };

export const usersQuery = (filter: UserFilter) =>
  pagedQuery(userKeys.list(filter), (query) => call('list_users', { query: { ...query, ...filter } }), 50);

/** Whom a search in a project finds. */
export type Searched = 'candidates' | 'room-mates';

/** The first people whose name matches: of one project, or of everybody with an account. */
export const peopleSearchQuery = (q: string, pid: string | undefined, who: Searched = 'candidates') =>
  queryOptions({
    queryKey:
      pid === undefined
        ? userKeys.search(q)
        : who === 'candidates'
          ? projectKeys.candidates(pid, q)
          : roomKeys.possibleMates(pid, q),
    queryFn: async (): Promise<{ people: Candidate[]; more: boolean }> => {
      const query = { q, limit: maxFound };
      const { data, next } =
        pid === undefined
          ? await call('list_users', { query })
          : who === 'candidates'
            ? await call('list_candidates', { path: { pid }, query })
            : await findRoomMates(pid, query);
      return { people: data, more: next !== null };
    },
    placeholderData: keepPreviousData,
  });

/** They have nothing but a name there. */
async function findRoomMates(pid: string, query: { q: string; limit: number }) {
  const { data, next } = await call('list_possible_room_mates', { path: { pid }, query });
  return { data: data.map((one): Candidate => ({ ...one, email_hint: null, teams: [] })), next };
}

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
