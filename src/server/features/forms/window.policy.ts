import { failField } from '../../errors.ts';
import { toUtc } from '../../http/moment.ts';
import { addSeconds, minutes, timestamp } from '../../lib/clock.ts';
import { dayRange, isStorable } from '../../lib/time.ts';
import type { Field } from './fields.schema.ts';
import { daysIn } from './settings.policy.ts';
import type { EventDates } from './settings.policy.ts';

/** The last day that a built-in form asks about. */
export const lastDayIn = (kind: string, fields: readonly Field[]): string | undefined =>
  kind === 'custom' ? undefined : daysIn(fields)?.toSorted().at(-1);

/** The last minute of the last day: midnight is easily taken for a day later. Null without days. */
export const usualClosing = (lastDay: string | undefined, timezone: string): string | null =>
  lastDay === undefined ? null : timestamp(addSeconds(new Date(dayRange(lastDay, timezone).to), -minutes(1)));

type Window = { opens_at: string | null; closes_at: string | null };
type Given = { opens_at?: string | null; closes_at?: string | null };
/** The usual closing times before and after the days change. */
type Closings = { before: string | null; after: string | null };

const read = (pointer: string, given: string | null | undefined, kept: string | null) => {
  if (given === undefined) return kept;
  return given === null ? null : toUtc(pointer, given);
};

/** When a new or changed form can be answered. It closes with its last day, unless owners say otherwise. */
export function windowOf(input: Given, kept: Window, closings: Closings, now: Date): Window {
  const opens = read('/opens_at', input.opens_at, kept.opens_at);
  const closes = read('/closes_at', input.closes_at, closingOf({ ...kept, opens_at: opens }, closings, now));
  if (opens !== null && closes !== null && closes <= opens) failField('/closes_at', 'must be after opens_at');
  return { opens_at: opens, closes_at: closes };
}

function closingOf({ opens_at, closes_at }: Window, { before, after }: Closings, now: Date): string | null {
  if (after === null || after === before || closes_at !== before) return closes_at;
  return after > timestamp(now) && after > (opens_at ?? '') ? after : closes_at;
}

type CopiedDates = EventDates & { timezone: string };

/** When a copied form closes: a deadline that owners chose moves with the event, any other follows from the days. */
export function copiedClosing(
  closes: string | null,
  { before, after }: Closings,
  { from, to, now }: { from: CopiedDates; to: CopiedDates; now: Date },
): string | null {
  const moved = closes === null || closes === before ? null : movedWithEvent(closes, from, to);
  return moved !== null && moved > timestamp(now) ? moved : closingOf(noWindow, { before: null, after }, now);
}

const noWindow = { opens_at: null, closes_at: null };

/**
 * At the same time of day, as many days from the first day of the event. Null if one of the events has no dates, or it is
 * too late to be stored.
 */
function movedWithEvent(moment: string, from: CopiedDates, to: CopiedDates): string | null {
  const [first, next] = [from.starts_on ?? from.ends_on, to.starts_on ?? to.ends_on];
  if (first === null || next === null) return null;
  const distance = Temporal.PlainDate.from(first).until(Temporal.PlainDate.from(next), { largestUnit: 'days' });
  const wall = Temporal.Instant.from(moment).toZonedDateTimeISO(from.timezone).toPlainDateTime().add(distance);
  const moved = wall.toZonedDateTime(to.timezone).toInstant().toString({ fractionalSecondDigits: 3 });
  return isStorable(moved) ? moved : null;
}
