import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Task, TaskPage } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { explain } from '../../ui/problem.tsx';
import { nextTasksQuery, tasksKey } from './queries.ts';

type Move = { task: Task; join: boolean };

/** The task as it will be if the service agrees. */
function moved({ task, join }: Move): Task {
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
      // Who leaves may no longer see who comes, unless they plan; who joins may as soon as the service says so.
      see_attendees: join ? task.rights.see_attendees : task.rights.add_attendees,
    },
  };
}

type Kept = [readonly unknown[], unknown][];

/** Puts the task into every list that shows it, and hands back what stood there. */
function show(queryClient: QueryClient, pid: string, changed: Task): Kept {
  const lists = { queryKey: [...tasksKey(pid), 'list'] };
  const one = [...tasksKey(pid), 'one', changed.id];
  const kept: Kept = [...queryClient.getQueriesData(lists), [one, queryClient.getQueryData(one)]];
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
  queryClient.setQueryData<Task>(one, (task) => (task === undefined ? undefined : changed));
  return kept;
}

/** Joins and leaves at once on the screen; a refusal puts everything back and says why. */
export function useAttendance(pid: string) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ task: { id }, join }: Move) => call(join ? 'join_task' : 'leave_task', { path: { pid, id } }),
    onMutate: async (move) => {
      await queryClient.cancelQueries({ queryKey: tasksKey(pid) });
      return show(queryClient, pid, moved(move));
    },
    onSuccess: (_answer, { task: { title }, join }) =>
      notifications.show({ message: t(join ? 'project.tasks.joinedNow' : 'project.tasks.leftNow', { title }) }),
    onError: (error, _move, kept) => {
      for (const [key, value] of kept ?? []) queryClient.setQueryData(key, value);
      notifications.show({ color: 'red', message: explain(t, error), autoClose: 10_000 });
    },
    // Places, collisions and rights of the other tasks have changed as well.
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: nextTasksQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: tasksKey(pid) });
    },
  });
}
