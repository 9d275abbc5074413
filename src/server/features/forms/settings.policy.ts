import { failField } from '../../errors.ts';
import { addSeconds, days as daysOf, timestamp } from '../../lib/clock.ts';
import type { Field } from './fields.schema.ts';

/** The settings of a built-in form are kept in its fields. */
export const daysIn = (fields: readonly Field[]) =>
  fields.find(({ key }) => key === 'days' || key === 'nights')?.options?.map(({ value }) => value);
export const eraseAfterIn = (fields: readonly Field[]) => fields.find((field) => field.private)?.erase_after;

const keptDays = 180;
const maxDays = 60;

export function defaultErasure(endsOn: string | null, now: Date): string {
  const end = endsOn === null ? now : new Date(`${endsOn}T00:00:00.000Z`);
  return timestamp(addSeconds(end > now ? end : now, daysOf(keptDays))).slice(0, 10);
}

export function daysBetween(first: string | null, last: string | null): string[] {
  const list: string[] = [];
  if (first === null) return list;
  for (let day = first; day <= (last ?? first) && list.length < maxDays;) {
    list.push(day);
    day = timestamp(addSeconds(new Date(`${day}T00:00:00.000Z`), daysOf(1))).slice(0, 10);
  }
  return list;
}

/** Null without a day. */
export const dayBefore = (day: string | null): string | null =>
  day === null ? null : timestamp(addSeconds(new Date(`${day}T00:00:00.000Z`), -daysOf(1))).slice(0, 10);

/** The choices of this field; undefined if there is no such field. */
export const choicesIn = (fields: readonly Field[], field: string | undefined) =>
  fields.find(({ key }) => key === field)?.options ?? undefined;

export function requireEachOnce(pointer: string, choices: readonly { value: string }[]): void {
  if (new Set(choices.map(({ value }) => value)).size < choices.length) failField(pointer, 'must have each value once');
}
