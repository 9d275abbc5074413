import type { Project } from '../../../client/client.ts';
import { currentTime, dayAt } from '../../../locales/format/dates.ts';

/** The first day of the event; today while it takes place or has no dates. */
export function firstDay({ starts_on: from, ends_on: to, timezone }: Project): string {
  const today = dayAt(currentTime(), timezone);
  return from === null || (today >= from && today <= (to ?? from)) ? today : from;
}
