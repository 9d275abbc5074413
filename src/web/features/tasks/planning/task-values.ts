import { useTranslation } from 'react-i18next';
import type { Task } from '../../../../client/client.ts';
import { fromZonedInput, toZonedInput } from '../../../../locales/format/zoned-time.ts';

/** A task in its form: times in the time zone of the event, an empty text for no team. */
export type TaskValues = {
  title: string;
  category: string;
  tid: string;
  starts_at: string;
  ends_at: string;
  capacity: number | '';
  description: string;
};

export const emptyTask = (tid: string, day: string): TaskValues => ({
  title: '',
  category: '',
  tid,
  starts_at: `${day}T09:00`,
  ends_at: `${day}T11:00`,
  capacity: 2,
  description: '',
});

export const taskValues = (task: Task, timezone: string): TaskValues => ({
  title: task.title,
  category: task.category,
  tid: task.tid ?? '',
  starts_at: toZonedInput(task.starts_at, timezone),
  ends_at: toZonedInput(task.ends_at, timezone),
  capacity: task.capacity,
  description: task.description,
});

export const taskBody = (values: TaskValues, timezone: string) => ({
  title: values.title.trim(),
  category: values.category.trim(),
  tid: values.tid === '' ? null : values.tid,
  starts_at: fromZonedInput(values.starts_at, timezone) ?? '',
  ends_at: fromZonedInput(values.ends_at, timezone) ?? '',
  capacity: values.capacity === '' ? 1 : values.capacity,
  description: values.description,
});

export function useTaskValidation() {
  const { t } = useTranslation();
  return ({ title, starts_at, ends_at, capacity }: TaskValues): Record<string, string> => ({
    ...(title.trim() === '' ? { title: t('manage.tasks.titleMissing') } : {}),
    ...(starts_at === '' ? { starts_at: t('manage.tasks.timeMissing') } : {}),
    ...(ends_at === '' ? { ends_at: t('manage.tasks.timeMissing') } : {}),
    ...(starts_at !== '' && ends_at !== '' && ends_at <= starts_at ? { ends_at: t('manage.tasks.endsTooEarly') } : {}),
    ...(capacity === '' ? { capacity: t('manage.tasks.capacityMissing') } : {}),
  });
}
