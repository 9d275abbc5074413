import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Task } from '../../../../client/client.ts';
import { toHours } from '../../../../locales/format/numbers.ts';
import { loadJoinedTasks } from '../queries.ts';
import { availabilityQuery } from '../../availability/queries.ts';

/** For somebody who has just joined: whether they help more than they wanted to. Only a hint: it's their decision. */
export function useHoursHint(pid: string): () => void {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const hint = async () => {
    const max = (await queryClient.fetchQuery(availabilityQuery(pid))).max_hours;
    if (max === null) return;
    const hours = hoursOf(await loadJoinedTasks(pid));
    if (hours > max) notifications.show({ message: t('helping.overMaximum', { hours, max }), autoClose: 10_000 });
  };
  // Nobody misses a hint that could not be loaded.
  return () => void hint().catch(() => undefined);
}

/** How long the tasks take together. */
export const hoursOf = (tasks: readonly Pick<Task, 'starts_at' | 'ends_at'>[]): number =>
  toHours(tasks.reduce((sum, { starts_at: from, ends_at: to }) => sum + minutesBetween(from, to), 0));

const minutesBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 60_000;
