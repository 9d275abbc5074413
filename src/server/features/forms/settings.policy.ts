import { failField } from '../../errors.ts';
import { addSeconds, days as daysOf, timestamp } from '../../lib/clock.ts';
import { lastDay } from '../../lib/time.ts';
import type { Field } from './fields.schema.ts';
import { definesFields, mealsOfDay } from './forms.schema.ts';
import type { MealOfDay } from './forms.schema.ts';

const isAboutDays = ({ key }: Field): boolean => ['days', 'nights', 'arrival', 'departure'].includes(key);

const choicesOfDays = (fields: readonly Field[]) => fields.find(isAboutDays)?.options?.map(({ value }) => value);

/** The settings of a built-in form are kept in its fields. A choice is a day, or a meal of one: `2026-08-08 lunch`. */
export function daysIn(fields: readonly Field[]): string[] | undefined {
  const choices = choicesOfDays(fields);
  return choices && [...new Set(choices.map((choice) => choice.slice(0, dayLength)))];
}

export function mealsIn(fields: readonly Field[]): MealOfDay[] {
  const named = new Set(choicesOfDays(fields)?.map((choice) => choice.slice(dayLength + 1)));
  return mealsOfDay.filter((meal) => named.has(meal));
}

/** What people choose from: days, or each meal of each day. */
export const choicesOf = (days: readonly string[], meals: readonly MealOfDay[]) =>
  days
    .flatMap((day) =>
      meals.length === 0 ? [day] : mealsOfDay.filter((meal) => meals.includes(meal)).map((meal) => `${day} ${meal}`),
    )
    .map((value) => ({ value, label: value }));
export const eraseAfterIn = (fields: readonly Field[]) => fields.find((field) => field.private)?.erase_after;

const keptDays = 180;
const dayLength = '2026-08-08'.length;
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

/** Null if there is no day. */
const dayAfter = (day: string | null, count: number): string | null =>
  day === null ? null : timestamp(addSeconds(new Date(`${day}T00:00:00.000Z`), daysOf(count))).slice(0, 10);

export type EventDates = { starts_on: string | null; ends_on: string | null };

/** For building up and tearing down. Owners choose other days if theirs take longer. */
const stayMarginDays = 3;

/**
 * The days of the event. Of beds, also the night before, because people come the evening before; of stays, some days before
 * and after.
 */
export function defaultDays(kind: string, { starts_on, ends_on }: EventDates): string[] {
  const [before, after] = kind === 'stay' ? [stayMarginDays, stayMarginDays] : [kind === 'accommodation' ? 1 : 0, 0];
  return daysBetween(dayAfter(starts_on, -before), dayAfter(ends_on ?? starts_on, after));
}

/** A day moved by as many days as lie between two others; unchanged if one of them is unknown. */
export function moveDay(day: string, from: string | null, to: string | null): string {
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
  const days = definesFields(kind) ? undefined : daysIn(fields);
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
      return [{ ...moved, options: choicesOf(newDays, mealsIn(fields)) }];
    }),
  };
}

/** The choices of this field; undefined if there is no such field. */
export const choicesIn = (fields: readonly Field[], field: string | undefined) =>
  fields.find(({ key }) => key === field)?.options ?? undefined;

export function requireEachOnce(pointer: string, choices: readonly { value: string }[]): void {
  if (new Set(choices.map(({ value }) => value)).size < choices.length) failField(pointer, 'must have each value once');
}
