import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Task } from '../../../client/client.ts';
import { formatSpanAt, localTimeZone } from '../../../locales/format/dates.ts';
import { exchangeKeys, taskKeys } from '../../keys.ts';
import { invalidate } from '../../ui/change.ts';
import { useHoursHint } from './signup/hours-hint.ts';
import { arePlannersNotified, plannersContext } from './signup/planners-notified.ts';
import { problemText } from '../../ui/problems/problem.tsx';
import { projectQuery } from '../projects/queries.ts';
import { showTask, withAttendance } from './optimistic.ts';
import { affectedByTask, setAttendance } from './queries.ts';

type Attendance = { task: Task; join: boolean; note?: string };

/** Planners take a place directly, others ask for one where planners decide. */
export const asksForPlace = ({ joining, joined, rights }: Task): boolean =>
  joining === 'approval' && !joined && !rights.edit;

/** The date and time of a task, by the clock of its event. */
export function useWhen(pid: string): (task: Pick<Task, 'starts_at' | 'ends_at'>) => string {
  const { i18n } = useTranslation();
  const timezone = useQuery(projectQuery(pid)).data?.timezone ?? localTimeZone();
  return ({ starts_at: from, ends_at: to }) => formatSpanAt(from, to, i18n.language, timezone);
}

/** Joins or leaves a task. The screen changes at once; an error restores it and says why. */
export function useAttendance(pid: string) {
  const { t } = useTranslation();
  const whenOf = useWhen(pid);
  const queryClient = useQueryClient();
  const hintAtHours = useHoursHint(pid);
  const messageOf = (task: Task, join: boolean): string => {
    const { title } = task;
    if (asksForPlace(task)) return t(join ? 'signup.asked' : 'signup.withdrawn');
    if (join) return t('project.tasks.joinedNow', { title, when: whenOf(task) });
    if (arePlannersNotified(task, Date.now()))
      return t('signup.leftNotified', { title, context: plannersContext(task) });
    return t('project.tasks.leftNow', { title });
  };
  return useMutation({
    mutationFn: ({ task: { id }, join, note }: Attendance) => setAttendance(pid, id, join, note),
    onMutate: async ({ task, join }) => {
      await queryClient.cancelQueries({ queryKey: taskKeys.all(pid) });
      // Asking for a place and withdrawing the request changes no numbers.
      if (asksForPlace(task)) return { rollBack: () => undefined };
      return { rollBack: showTask(queryClient, pid, withAttendance(task, join)) };
    },
    onSuccess: (_answer, { task, join }) => {
      notifications.show({ message: messageOf(task, join) });
      if (join && !asksForPlace(task)) hintAtHours();
    },
    onError: (error, _attendance, context) => {
      context?.rollBack();
      notifications.show({ color: 'red', message: problemText(t, error), autoClose: 10_000 });
    },
    // Places on offer may clash with the task now, or no longer.
    onSettled: () => invalidate(queryClient, [...affectedByTask(pid), exchangeKeys.offers]),
  });
}
