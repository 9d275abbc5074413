import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Task, TaskPage } from '../../../client/client.ts';
import type { Versioned } from '../../api.ts';
import { taskKeys } from '../../keys.ts';

/** The task as it will be if the server accepts that the person joins or leaves. */
export function withAttendance(task: Task, join: boolean): Task {
  const step = join ? 1 : -1;
  return {
    ...task,
    joined: join,
    attendee_count: task.attendee_count + step,
    open_places: task.open_places - step,
    rights: {
      ...task.rights,
      join: !join,
      leave: join,
      // Leaving takes the right to see the attendees, except from planners; joining gives it once the server says so.
      see_attendees: join ? task.rights.see_attendees : task.rights.add_attendees,
    },
  };
}

/** Shows a changed task in every list and on its page. Returns a function that puts the previous data back. */
export function showTask(queryClient: QueryClient, pid: string, changed: Task): () => void {
  const lists = { queryKey: taskKeys.lists(pid) };
  const detail = taskKeys.detail(pid, changed.id);
  const previous: [QueryKey, unknown][] = [
    ...queryClient.getQueriesData(lists),
    [detail, queryClient.getQueryData(detail)],
  ];
  queryClient.setQueriesData<InfiniteData<TaskPage>>(lists, (list) =>
    list === undefined
      ? undefined
      : {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            data: page.data.map((task) => (task.id === changed.id ? changed : task)),
          })),
        },
  );
  queryClient.setQueryData<Versioned<Task>>(detail, (found) =>
    found === undefined ? undefined : { ...found, body: changed },
  );
  return () => {
    for (const [key, data] of previous) {
      // The cache may have been cleared meanwhile, because the session ended: nothing may come back then.
      if (queryClient.getQueryState(key) !== undefined) queryClient.setQueryData(key, data);
    }
  };
}
