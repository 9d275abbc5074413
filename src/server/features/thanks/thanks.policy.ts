import { dayAt } from '../../lib/time.ts';

type Event = { state: string; starts_on: string | null; ends_on: string | null; timezone: string };

/** Whether the last day is over where the event is, or the project is archived. */
export function isOver({ state, starts_on, ends_on, timezone }: Event, now: Date): boolean {
  const last = ends_on ?? starts_on;
  return state === 'archived' || (last !== null && last < dayAt(now, timezone));
}

/** A page that was published is not shown while the project is a draft, or after the event was moved to a later day. */
export const isShown = (event: Event & { published_at: string | null }, now: Date): boolean =>
  event.published_at !== null && event.state !== 'draft' && isOver(event, now);

const fewest = 5;

/** Of few people, the sums would say what one of them did. */
export const publicTotals = <T extends { people: number; shifts: number; minutes: number }>(totals: T) =>
  totals.people < fewest ? { people: null, shifts: null, minutes: null } : totals;
