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
  min_people: number | '';
  place: string;
  kind: string;
  visibility: Task['visibility'];
  joining: Task['joining'];
  /** Empty: people can join at once. */
  opens_at: string;
  briefing: string;
};

export const visibilities = ['team', 'project', 'signed_in'] as const satisfies Task['visibility'][];
export const joinings = ['open', 'approval', 'planners'] as const satisfies Task['joining'][];

/** Before somebody chooses who sees a new task: the task of a team is for the team. */
export const usualVisibility = (tid: string) => (tid === '' ? 'project' : 'team');

type Seen = { tid: string; visibility: Task['visibility'] };

/** What a new task or series gets with another team. Who sees it changes, too, unless somebody chose it. */
export const withTeam = ({ tid: before = '', visibility }: Partial<Seen>, tid: string): Partial<Seen> =>
  visibility === usualVisibility(before) ? { tid, visibility: usualVisibility(tid) } : { tid };

export const emptyTask = (tid: string, day: string): TaskValues => ({
  title: '',
  category: '',
  tid,
  starts_at: `${day}T09:00`,
  ends_at: `${day}T11:00`,
  capacity: 2,
  description: '',
  min_people: 1,
  place: '',
  kind: '',
  visibility: usualVisibility(tid),
  joining: 'open',
  opens_at: '',
  briefing: '',
});

export const taskValues = (task: Task, timezone: string): TaskValues => ({
  title: task.title,
  category: task.category,
  tid: task.tid ?? '',
  starts_at: toZonedInput(task.starts_at, timezone),
  ends_at: toZonedInput(task.ends_at, timezone),
  capacity: task.capacity,
  description: task.description,
  min_people: task.min_people,
  place: task.place ?? '',
  kind: task.kind ?? '',
  visibility: task.visibility,
  joining: task.joining,
  opens_at: task.opens_at === null ? '' : toZonedInput(task.opens_at, timezone),
  briefing: task.briefing,
});

export const taskBody = (values: TaskValues, timezone: string) => ({
  title: values.title.trim(),
  category: values.category.trim(),
  tid: values.tid === '' ? null : values.tid,
  starts_at: fromZonedInput(values.starts_at, timezone) ?? '',
  ends_at: fromZonedInput(values.ends_at, timezone) ?? '',
  capacity: values.capacity === '' ? 1 : values.capacity,
  description: values.description,
  min_people: values.min_people === '' ? 0 : values.min_people,
  place: values.place === '' ? null : values.place,
  kind: values.kind === '' ? null : values.kind,
  visibility: values.visibility,
  joining: values.joining,
  opens_at: values.opens_at === '' ? null : (fromZonedInput(values.opens_at, timezone) ?? null),
  briefing: values.briefing,
});

export function useTaskValidation() {
  const { t } = useTranslation();
  return ({
    title,
    tid,
    visibility,
    starts_at,
    ends_at,
    capacity,
    min_people,
  }: TaskValues): Record<string, string> => ({
    ...(title.trim() === '' ? { title: t('manage.tasks.titleMissing') } : {}),
    ...(visibility === 'team' && tid === '' ? { visibility: t('signup.needsTeam') } : {}),
    ...(starts_at === '' ? { starts_at: t('manage.tasks.timeMissing') } : {}),
    ...(ends_at === '' ? { ends_at: t('manage.tasks.timeMissing') } : {}),
    ...(starts_at !== '' && ends_at !== '' && ends_at <= starts_at ? { ends_at: t('manage.tasks.endsTooEarly') } : {}),
    ...(capacity === '' ? { capacity: t('manage.tasks.capacityMissing') } : {}),
    ...(capacity !== '' && min_people !== '' && min_people > capacity ? { min_people: t('signup.minTooHigh') } : {}),
  });
}

/** The end after the start was changed: the task stays as long as it was. */
export function movedEnd({ starts_at: start = '', ends_at: end = '' }: Partial<TaskValues>, newStart: string): string {
  const moved = Date.parse(`${end}Z`) + Date.parse(`${newStart}Z`) - Date.parse(`${start}Z`);
  return Number.isNaN(moved) ? end : new Date(moved).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length);
}
