import { grantDaysAfterEvent, usualGrantDays } from '../../../../shared/deputies.ts';
import { toUtc } from '../../../http/moment.ts';
import { failField, refuseField } from '../../../errors.ts';
import { addSeconds, days, timestamp } from '../../../lib/clock.ts';
import { dayRange } from '../../../lib/time.ts';

export type EventDates = { ends_on: string | null; timezone: string };

/** Rights for one event end soon after it. */
export function latestEnd({ ends_on, timezone }: EventDates, now: Date): string {
  const event = ends_on === null ? now : new Date(dayRange(ends_on, timezone).to);
  return timestamp(addSeconds(event, days(grantDaysAfterEvent)));
}

/** In UTC. A beginning that has passed is now: nobody had the role before it was given. */
export function timesOf(input: { from?: string; until?: string }, event: EventDates, now: Date) {
  const at = timestamp(now);
  const asked = input.from === undefined ? at : toUtc('/from', input.from);
  const from = asked < at ? at : asked;
  const latest = latestEnd(event, now);
  const usual = timestamp(addSeconds(new Date(from), days(usualGrantDays)));
  const until = input.until === undefined ? (usual < latest ? usual : latest) : toUtc('/until', input.until);
  requireEnd(until, { after: from, latest });
  return { from, until };
}

export function requireEnd(until: string, { after, latest }: { after: string; latest: string }): void {
  if (until > latest) refuseField('/until', `can be at most ${grantDaysAfterEvent} days after the event: ${latest}`);
  if (until <= after) failField('/until', 'must be after it begins, and in the future');
}
