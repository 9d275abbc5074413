import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api.ts';

export const projectsQuery = infiniteQueryOptions({
  queryKey: ['projects'],
  queryFn: ({ pageParam }) =>
    call('list_projects', { query: { limit: 20, ...(pageParam === null ? {} : { cursor: pageParam }) } }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
});

/** The newest project: what visitors have come for. */
export const currentProjectQuery = queryOptions({
  queryKey: ['current-project'],
  queryFn: async () => (await call('list_projects', { query: { limit: 1 } })).data[0] ?? null,
});

export const projectQuery = (pid: string) =>
  queryOptions({ queryKey: ['project', pid], queryFn: () => call('get_project', { path: { pid } }) });

/** A project has a few dozen teams at most; the bound of a page takes them all. */
export const teamsQuery = (pid: string) =>
  queryOptions({
    queryKey: ['project', pid, 'teams'],
    queryFn: async () => (await call('list_teams', { path: { pid }, query: { limit: 200 } })).data,
  });

export const staffQuery = (pid: string) =>
  queryOptions({
    queryKey: ['project', pid, 'staff'],
    queryFn: async () => (await call('list_members', { path: { pid } })).data,
  });
