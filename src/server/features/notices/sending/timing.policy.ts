import type { NoticeSettings } from '../settings/settings.schema.ts';

const digestHour = 8;
const monday = 1;

const localTime = (moment: string, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(timezone);

/** Has the format of the database. */
const momentOf = (local: Temporal.ZonedDateTime): string => local.toInstant().toString({ fractionalSecondDigits: 3 });

/** The first digest after this moment: at 8:00 local time, every day or every Monday. */
export function digestAfter(moment: string, every: 'daily' | 'weekly', timezone: string): string {
  const start = localTime(moment, timezone);
  let digest = start.withPlainTime({ hour: digestHour });
  const isDigest = () =>
    Temporal.ZonedDateTime.compare(digest, start) > 0 && (every === 'daily' || digest.dayOfWeek === monday);
  while (!isDigest()) digest = digest.add({ days: 1 }).withPlainTime({ hour: digestHour });
  return momentOf(digest);
}

/** When the quiet hours end; undefined outside of them. Correct on days on which the clocks change. */
export function quietUntil(moment: string, hours: NoticeSettings['quiet_hours'], timezone: string): string | undefined {
  if (hours === null) return undefined;
  const local = localTime(moment, timezone);
  const time = local.toPlainTime().toString().slice(0, 5);
  const { from, to } = hours;
  const isQuiet = from < to ? time >= from && time < to : time >= from || time < to;
  if (!isQuiet) return undefined;
  const day = time < to ? local : local.add({ days: 1 });
  // In the hour that comes twice, the hours end the second time. If that has passed as well, they are over.
  const end = momentOf(day.toPlainDate().toPlainDateTime(to).toZonedDateTime(timezone, { disambiguation: 'later' }));
  return end > moment ? end : undefined;
}
