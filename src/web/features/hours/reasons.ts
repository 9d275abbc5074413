import { quartersOf } from '../../../shared/rules.ts';
import type { HoursStatement } from '../../../client/client.ts';

export type HoursEntry = HoursStatement['entries'][number];

/** The time for which a task counts: what is not marked counts as planned, and coming early does not count. */
export function countedSpan({ starts_at: starts, ends_at: ends, arrived_at: arrived, left_at: left }: HoursEntry) {
  return { from: arrived !== null && arrived > starts ? arrived : starts, to: left ?? ends };
}

/** Presumed: nobody checked the person out, or they were never checked in and the planned time counts. */
export const shownStateOf = ({ state, presumed, arrived_at: arrived }: HoursEntry) =>
  presumed ? (arrived === null ? 'not_checked_in' : 'presumed') : state;

type Reason = 'times' | 'afterEnd' | 'short' | 'weight' | 'byThemselves';

/** Why a task that was done counts other hours than planned, and that nobody else decided what counts. */
export function reasonsOf(entry: HoursEntry): Reason[] {
  return [...timeReasonsOf(entry), ...(entry.by_themselves ? (['byThemselves'] as const) : [])];
}

function timeReasonsOf(entry: HoursEntry): Reason[] {
  const { kind, state, starts_at: starts, ends_at: ends, weight } = entry;
  if (kind === 'work' || state === 'no_show') return [];
  const { from, to } = countedSpan(entry);
  if (from >= to) return ['afterEnd'];
  const counted = quartersOf(Date.parse(to) - Date.parse(from));
  return [
    ...(counted === quartersOf(Date.parse(ends) - Date.parse(starts)) ? [] : (['times'] as const)),
    ...(counted === 0 ? (['short'] as const) : []),
    ...(weight === 1 ? [] : (['weight'] as const)),
  ];
}
