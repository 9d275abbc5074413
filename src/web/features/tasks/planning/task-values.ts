import { useTranslation } from 'react-i18next';
import type { NewTask, Task, TaskSeries } from '../../../../client/client.ts';
import { fromZonedInput, toZonedInput } from '../../../../locales/format/zoned-time.ts';

/** What people fill in about a task, and about each task of a series. */
type About = Required<Omit<NewTask, 'starts_at' | 'ends_at'>>;

/** How a field is edited: an empty text for no value, and for a number that is being typed. */
type Edited<T> = [T] extends [number] ? number | '' : null extends T ? string : T;

/** What the form of a task holds. Times are in the time zone of the event. */
export type AboutValues = { [N in keyof About]: Edited<About[N]> };

/** What changes in several tasks at once. An empty text leaves the field of each task as it is. */
export type SharedValues = { [N in keyof AboutValues]: AboutValues[N] | '' };

export type TaskValues = AboutValues & { starts_at: string; ends_at: string };

/** What the people on a task are notified of. */
export const notifiedFields = ['title', 'starts_at', 'ends_at', 'place', 'description', 'briefing'] as const;

export const visibilities = ['team', 'project', 'signed_in'] as const satisfies Task['visibility'][];
export const joinings = ['open', 'approval', 'planners'] as const satisfies Task['joining'][];

/** Before somebody chooses who sees a new task: the task of a team is for the team. */
export const usualVisibility = (tid: string) => (tid === '' ? 'project' : 'team');

type Seen = { tid: string; visibility: Task['visibility'] };

/** What a new task or series gets with another team. Who sees it changes, too, unless somebody chose it. */
export const withTeam = ({ tid: before = '', visibility }: Partial<Seen>, tid: string): Partial<Seen> =>
  visibility === usualVisibility(before) ? { tid, visibility: usualVisibility(tid) } : { tid };

export const emptyAbout = (tid: string): AboutValues => ({
  title: '',
  category: '',
  tid,
  capacity: 2,
  description: '',
  min_people: 1,
  place: '',
  kind: '',
  grants_skill: '',
  visibility: usualVisibility(tid),
  joining: 'open',
  opens_at: '',
  briefing: '',
});

export const aboutValues = (task: Task | TaskSeries, timezone: string): AboutValues => ({
  title: task.title,
  category: task.category,
  tid: task.tid ?? '',
  capacity: task.capacity,
  description: task.description,
  min_people: task.min_people,
  place: task.place ?? '',
  kind: task.kind ?? '',
  grants_skill: task.grants_skill ?? '',
  visibility: task.visibility,
  joining: task.joining,
  opens_at: task.opens_at === null ? '' : toZonedInput(task.opens_at, timezone),
  briefing: task.briefing,
});

const orNull = (text: string): string | null => (text === '' ? null : text);

export const aboutBody = (values: AboutValues, timezone: string): About => ({
  title: values.title.trim(),
  category: values.category.trim(),
  tid: orNull(values.tid),
  capacity: values.capacity === '' ? 1 : values.capacity,
  description: values.description,
  min_people: values.min_people === '' ? 0 : values.min_people,
  place: orNull(values.place),
  kind: orNull(values.kind),
  grants_skill: orNull(values.grants_skill),
  visibility: values.visibility,
  joining: values.joining,
  opens_at: values.opens_at === '' ? null : fromZonedInput(values.opens_at, timezone),
  briefing: values.briefing,
});

export const wholeProject = '*';

export const unchanged: SharedValues = {
  title: '',
  category: '',
  tid: '',
  capacity: '',
  description: '',
  min_people: '',
  place: '',
  kind: '',
  grants_skill: '',
  visibility: '',
  joining: '',
  opens_at: '',
  briefing: '',
};

export const sharedBody = (values: SharedValues, timezone: string): Partial<About> => ({
  ...(values.title.trim() !== '' && { title: values.title.trim() }),
  ...(values.category.trim() !== '' && { category: values.category.trim() }),
  ...(values.tid !== '' && { tid: values.tid === wholeProject ? null : values.tid }),
  ...(values.capacity !== '' && { capacity: values.capacity }),
  ...(values.description.trim() !== '' && { description: values.description }),
  ...(values.min_people !== '' && { min_people: values.min_people }),
  ...(values.place !== '' && { place: values.place }),
  ...(values.kind !== '' && { kind: values.kind }),
  ...(values.grants_skill !== '' && { grants_skill: values.grants_skill }),
  ...(values.visibility !== '' && { visibility: values.visibility }),
  ...(values.joining !== '' && { joining: values.joining }),
  ...(values.opens_at !== '' && { opens_at: fromZonedInput(values.opens_at, timezone) }),
  ...(values.briefing.trim() !== '' && { briefing: values.briefing }),
});

export const emptyTask = (tid: string, day: string): TaskValues => ({
  ...emptyAbout(tid),
  starts_at: `${day}T09:00`,
  ends_at: `${day}T11:00`,
});

export const taskValues = (task: Task, timezone: string): TaskValues => ({
  ...aboutValues(task, timezone),
  starts_at: toZonedInput(task.starts_at, timezone),
  ends_at: toZonedInput(task.ends_at, timezone),
});

export const taskBody = (values: TaskValues, timezone: string) => ({
  ...aboutBody(values, timezone),
  starts_at: fromZonedInput(values.starts_at, timezone) ?? '',
  ends_at: fromZonedInput(values.ends_at, timezone) ?? '',
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
