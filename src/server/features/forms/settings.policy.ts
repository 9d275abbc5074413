import { failField } from '../../errors.ts';
import { addSeconds, days as daysOf, timestamp } from '../../lib/clock.ts';
import { lastDay } from '../../lib/time.ts';
import type { Field } from './fields.schema.ts';

const isAboutDays = ({ key }: Field): boolean => key === 'days' || key === 'nights';

/** The settings of a built-in form are kept in its fields. */
export const daysIn = (fields: readonly Field[]) => fields.find(isAboutDays)?.options?.map(({ value }) => value);
export const eraseAfterIn = (fields: readonly Field[]) => fields.find((field) => field.private)?.erase_after;

const keptDays = 180;
const maxDays = 60;

export function defaultErasure(endsOn: string | null, now: Date): string {
  const end = endsOn === null ? now : new Date(`${endsOn}T00:00:00.000Z`);
  return timestamp(addSeconds(end > now ? end : now, daysOf(keptDays))).slice(0, 10);
}

function daysBetween(first: string | null, last: string | null): string[] {
  const list: string[] = [];
  if (first === null) return list;
  for (let day = first; day <= (last ?? first) && list.length < maxDays;) {
    list.push(day);
    day = timestamp(addSeconds(new Date(`${day}T00:00:00.000Z`), daysOf(1))).slice(0, 10);
  }
  return list;
}

/** Null without a day. */
const dayBefore = (day: string | null): string | null =>
  day === null ? null : timestamp(addSeconds(new Date(`${day}T00:00:00.000Z`), -daysOf(1))).slice(0, 10);

export type EventDates = { starts_on: string | null; ends_on: string | null };

/** The days of the event. Of beds, also the night before, because people come the evening before. */
export const defaultDays = (kind: string, { starts_on, ends_on }: EventDates): string[] =>
  daysBetween(kind === 'accommodation' ? dayBefore(starts_on) : starts_on, ends_on ?? starts_on);

/** A day moved by as many days as lie between two others; unchanged if one of them is unknown. */
function moveDay(day: string, from: string | null, to: string | null): string {
  if (from === null || to === null) return day;
  return new Date(Date.parse(day) + Date.parse(to) - Date.parse(from)).toISOString().slice(0, 10);
}

type CopiedSettings = { kind: string; fields: readonly Field[]; until: string | null };

/**
 * The settings of a form for next year's project: defaults become the defaults of that project, and chosen days move
 * with the event. `created`: when the form was created, on which its defaults may depend.
 */
export function settingsForCopy(
  { kind, fields, until }: CopiedSettings,
  { from, to, created, now }: { from: EventDates; to: EventDates; created: Date; now: Date },
): Omit<CopiedSettings, 'kind'> {
  const usualEnd = defaultErasure(from.ends_on, created);
  const endOf = (day: string | null) => {
    if (day === null) return null;
    if (day === usualEnd) return defaultErasure(to.ends_on, now);
    const moved = moveDay(day, from.ends_on ?? from.starts_on, to.ends_on ?? to.starts_on);
    return moved > lastDay ? lastDay : moved;
  };
  const days = kind === 'custom' ? undefined : daysIn(fields);
  const hasUsualDays = days?.join() === defaultDays(kind, from).join();
  const newDays = hasUsualDays
    ? defaultDays(kind, to)
    : days?.map((day) => moveDay(day, from.starts_on ?? from.ends_on, to.starts_on ?? to.ends_on));
  return {
    until: endOf(until),
    fields: fields.flatMap((field) => {
      const moved = { ...field, erase_after: endOf(field.erase_after) };
      if (newDays === undefined || !isAboutDays(field)) return [moved];
      // Beds are asked without nights while the project has no dates.
      if (newDays.length === 0 && kind === 'accommodation') return [];
      return [{ ...moved, options: newDays.map((day) => ({ value: day, label: day })) }];
    }),
  };
}

/** The choices of this field; undefined if there is no such field. */
export const choicesIn = (fields: readonly Field[], field: string | undefined) =>
  fields.find(({ key }) => key === field)?.options ?? undefined;

export function requireEachOnce(pointer: string, choices: readonly { value: string }[]): void {
  if (new Set(choices.map(({ value }) => value)).size < choices.length) failField(pointer, 'must have each value once');
}
