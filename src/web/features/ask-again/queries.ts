import { queryOptions } from '@tanstack/react-query';
import type { AskInvitations, AskInvited, AskShare, FormerPerson } from '../../../client/client.ts';
import { maxPageSize } from '../../../shared/limits.ts';
import { call, ifMatch, read } from '../../api.ts';
import { askAgainKeys, invitationKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import { pagedQuery } from '../../ui/paging.ts';
import type { AskAgainSearch } from './search.ts';

type Filter = Pick<AskAgainSearch, 'state' | 'asker' | 'q'>;

/** People of earlier years. */
export const formerPeopleQuery = (pid: string, { state, asker, q }: Filter) => {
  const filter = {
    ...(state !== undefined && { state }),
    ...(asker !== undefined && { asker }),
    ...(q !== undefined && q !== '' && { q }),
  };
  return pagedQuery(
    askAgainKeys.list(pid, filter),
    (query) => call('list_former_people', { path: { pid }, query: { ...query, ...filter } }),
    maxPageSize,
  );
};

/** Read again whenever it is opened, because its ETag goes with the answer. */
export const formerPersonQuery = (pid: string, uid: string) =>
  queryOptions({
    queryKey: askAgainKeys.person(pid, uid),
    queryFn: () => read('get_former_person', { path: { pid, uid } }),
    gcTime: 0,
  });

type Answer = { uid: string; state: FormerPerson['state']; note: string; etag: string | undefined };

export const noteAnswer = (pid: string): Change<Answer, unknown> => ({
  run: ({ uid, state, note, etag }) =>
    call('set_former_person', { path: { pid, uid }, body: { state, note }, ...ifMatch(etag) }),
  affects: [askAgainKeys.all(pid)],
});

export const shareOut = (pid: string, body: AskShare): Promise<{ shared: number }> =>
  call('share_former_people', { path: { pid }, body });

export const inviteFormer = (pid: string, people: AskInvitations['people']): Promise<AskInvited> =>
  call('invite_former_people', { path: { pid }, body: { people } });

export const affectedByAsking = (pid: string) => [askAgainKeys.all(pid), invitationKeys.all(pid)];
