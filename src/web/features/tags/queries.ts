import { queryOptions } from '@tanstack/react-query';
import type { Project, TagChange } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { messageKeys, projectKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';

/** The tags of the people whom the reader sees, with how many have them. */
export const tagsQuery = (pid: string) =>
  queryOptions({
    queryKey: projectKeys.tags(pid),
    queryFn: async () => (await call('list_tags', { path: { pid } })).data,
  });

/** Whether somebody with these rights may read them. */
export const readsTags = (rights: Project['rights']): boolean =>
  rights.recruit || rights.see_plan || rights.send_messages;

/** Adds and removes tags, and leaves the others as they are, so that two people can do it at the same time. */
export const changeTags = (pid: string): Change<TagChange, { changed: number }> => ({
  run: (body) => call('change_tags', { path: { pid }, body }),
  affects: [projectKeys.people(pid), messageKeys.all(pid)],
});
