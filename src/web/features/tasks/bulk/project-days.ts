import { plannableMarginDays } from '../../../../shared/rules.ts';
import type { Project } from '../../../../client/client.ts';

type Dates = Pick<Project, 'starts_on' | 'ends_on'>;

const dayMs = 86_400_000;
const maxDays = 62;

/** The day so many days later, by the calendar. */
export const laterDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The days of the event, none if they are not known. */
export function projectDays({ starts_on: first, ends_on: last }: Dates): string[] {
  if (first === null) return [];
  const count = Math.min(maxDays, Math.round((Date.parse(last ?? first) - Date.parse(first)) / dayMs) + 1);
  return Array.from({ length: Math.max(0, count) }, (_, index) => laterDay(first, index));
}

/** The first and last day on which the API accepts tasks of a series or copied ones. */
export const plannableDays = ({ starts_on: first, ends_on: last }: Dates): { min?: string; max?: string } => ({
  ...(first !== null && { min: laterDay(first, -plannableMarginDays) }),
  ...(last !== null && { max: laterDay(last, plannableMarginDays) }),
});

export function isPlannable(project: Dates, day: string): boolean {
  const { min = '1970-01-01', max = '9999-12-31' } = plannableDays(project);
  return day >= min && day <= max;
}
