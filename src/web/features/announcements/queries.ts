import { queryOptions } from '@tanstack/react-query';
import type { Announcement, AnnouncementChanges, NewAnnouncement } from '../../../client/client.ts';
import { bodyOf, call, ifMatch, read } from '../../api.ts';
import { announcementKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import type { Editable } from '../../ui/editing/editing.ts';
import { pagedQuery } from '../../ui/paging.ts';

export const announcementsQuery = (pid: string, tid?: string) =>
  pagedQuery(announcementKeys.list(pid, tid), (query) =>
    call('list_announcements', { path: { pid }, query: { ...query, ...(tid === undefined ? {} : { tid }) } }),
  );

/** The first few, for the pages of a project or a team. */
export const latestAnnouncementsQuery = (pid: string, tid?: string) =>
  queryOptions({
    queryKey: announcementKeys.latest(pid, tid),
    queryFn: () =>
      call('list_announcements', { path: { pid }, query: { limit: 3, ...(tid === undefined ? {} : { tid }) } }),
  });

export const ownAnnouncementsQuery = queryOptions({
  queryKey: announcementKeys.own,
  queryFn: async () => (await call('list_own_announcements', { query: { limit: 3 } })).data,
});

/** The announcement with its ETag, for editing. */
export const announcementVersionQuery = (pid: string, id: string) =>
  queryOptions({
    queryKey: announcementKeys.detail(pid, id),
    queryFn: () => read('get_announcement', { path: { pid, id } }),
  });

export const announcementQuery = (pid: string, id: string) =>
  queryOptions({ ...announcementVersionQuery(pid, id), select: bodyOf<Announcement> });

const affected = (pid: string) => [announcementKeys.all(pid), announcementKeys.own];

export const createAnnouncement = (pid: string): Change<NewAnnouncement, Announcement> => ({
  run: (body) => call('create_announcement', { path: { pid }, body }),
  affects: affected(pid),
});

export const editAnnouncement = (pid: string, id: string): Editable<Announcement, AnnouncementChanges> => ({
  load: () => read('get_announcement', { path: { pid, id } }),
  save: (body, etag) => read('change_announcement', { path: { pid, id }, body, ...ifMatch(etag) }),
  affects: affected(pid),
});

/** Leaves out the announcement itself, which is still on screen and would be loaded once more. */
export const deleteAnnouncement = (pid: string): Change<string, unknown> => ({
  run: (id) => call('delete_announcement', { path: { pid, id } }),
  affects: [announcementKeys.lists(pid), announcementKeys.own],
});
