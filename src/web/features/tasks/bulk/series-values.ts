import type { NewTaskSeries, TaskSeries } from '../../../../client/client.ts';
import { aboutBody, aboutValues, emptyAbout } from '../planning/task-values.ts';
import type { AboutValues } from '../planning/task-values.ts';

export type SeriesValues = AboutValues & {
  days: string[];
  from: string;
  to: string;
  way: 'every' | 'at' | 'once';
  every: number | '';
  at: string;
  handover: number | '';
};

export const emptySeries = (tid: string, days: readonly string[]): SeriesValues => ({
  ...emptyAbout(tid),
  days: [...days],
  from: '09:00',
  to: '17:00',
  way: 'every',
  every: 120,
  at: '',
  handover: 0,
});

export const seriesValues = (series: TaskSeries, timezone: string): SeriesValues => ({
  ...aboutValues(series, timezone),
  days: series.days,
  from: series.from,
  to: series.to,
  way: series.at !== null ? 'at' : series.every_minutes !== null ? 'every' : 'once',
  every: series.every_minutes ?? 120,
  at: (series.at ?? []).join(', '),
  handover: series.handover_minutes,
});

/** `9:00, 13:30` as the API wants it. Undefined: not times. */
export function readTimes(text: string): string[] | undefined {
  const words = text.split(/[\s,;、，]+/).filter((word) => word !== '');
  const times = words
    .map((word) => /^(\d{1,2})[:.](\d{2})$/.exec(word))
    .map((match) => match && `${match[1]?.padStart(2, '0')}:${match[2]}`);
  const isClock = (time: string | null): time is string => time !== null && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
  return times.length > 0 && times.every(isClock) ? times.filter(isClock) : undefined;
}

/** Undefined while something that every series needs is missing. The title is not needed for a preview. */
export function seriesBody(
  values: SeriesValues,
  timezone: string,
  title = values.title.trim(),
): NewTaskSeries | undefined {
  const { days, from, to, way, every, capacity, handover, min_people: minimum } = values;
  const at = way === 'at' ? readTimes(values.at) : undefined;
  if (title === '' || days.length === 0 || from === '' || to === '' || capacity === '') return undefined;
  if ((way === 'at' && at === undefined) || (way === 'every' && (every === '' || every < 5))) return undefined;
  if (minimum !== '' && minimum > capacity) return undefined;
  if (values.visibility === 'team' && values.tid === '') return undefined;
  return {
    ...aboutBody(values, timezone),
    title,
    days: days.toSorted(),
    from,
    to,
    ...(way === 'every' && every !== '' ? { every_minutes: every } : {}),
    ...(at === undefined ? {} : { at }),
    handover_minutes: handover === '' ? 0 : handover,
  };
}
