import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api.ts';
import { everything } from '../../ui/paging.ts';

/** What the address says about the list of tasks; back and reload bring the same list. */
export type TaskSearch = {
  view?: 'day' | undefined;
  day?: string | undefined;
  tid?: string | undefined;
  category?: string | undefined;
  open?: true | undefined;
  mine?: true | undefined;
};

const text = (value: unknown): string | undefined => {
  const known = typeof value === 'number' ? String(value) : value;
  return typeof known === 'string' && known !== '' && known.length <= 100 ? known : undefined;
};

export function taskSearch({ view, day, tid, category, open, mine }: Record<string, unknown>): TaskSearch {
  const date = text(day);
  return {
    view: view === 'day' ? view : undefined,
    day: date !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : undefined,
    tid: text(tid),
    category: text(category),
    open: open === true || undefined,
    mine: mine === true || undefined,
  };
}

export const tasksKey = (pid: string) => ['project', pid, 'tasks'] as const;

export const tasksQuery = (pid: string, { day, tid, category, open, mine }: TaskSearch) =>
  infiniteQueryOptions({
    queryKey: [...tasksKey(pid), 'list', { day, tid, category, open, mine }],
    queryFn: ({ pageParam }) =>
      call('list_tasks', {
        path: { pid },
        query: {
          // A day is shown and printed as a whole.
          limit: day === undefined ? 50 : 200,
          ...(day && { day }),
          ...(tid && { tid }),
          ...(category && { category }),
          ...(open && { open }),
          ...(mine && { mine }),
          ...(pageParam && { cursor: pageParam }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/** What the person has promised to do next, in any project. */
export const nextTasksQuery = queryOptions({
  queryKey: ['own', 'tasks'],
  queryFn: async () => (await call('list_own_tasks', { query: { limit: 5 } })).data,
});

/** The words that the tasks are grouped by; a planner has a few dozen of them at most. */
export const categoriesQuery = (pid: string) =>
  queryOptions({
    queryKey: [...tasksKey(pid), 'categories'],
    queryFn: async () => (await call('list_task_categories', { path: { pid }, query: { limit: 200 } })).data,
  });

/** Who comes to the tasks of a day, for the paper; by task. */
export const attendancesQuery = (pid: string, day: string) =>
  queryOptions({
    queryKey: [...tasksKey(pid), 'attendances', day],
    queryFn: async () => {
      const all = await everything((query) => call('list_attendances', { path: { pid }, query: { ...query, day } }));
      return Map.groupBy(all, ({ task }) => task);
    },
  });

export const taskQuery = (pid: string, id: string) =>
  queryOptions({
    queryKey: [...tasksKey(pid), 'one', id],
    queryFn: () => call('get_task', { path: { pid, id } }),
  });

export const attendeesQuery = (pid: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [...tasksKey(pid), 'one', id, 'attendees'],
    queryFn: ({ pageParam }) =>
      call('list_attendees', {
        path: { pid, id },
        query: { limit: 100, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
