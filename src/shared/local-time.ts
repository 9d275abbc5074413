/** The day and the time of a clock on the wall: `2026-08-01` and `08:30`. */
type LocalTime = { day: string; time: string };

/**
 * Tells the local time of moments in a time zone. It is put together from its parts, because how a locale writes a date
 * depends on the version of its data: `en-CA` wrote 2026-12-19 for years, and 12/19/2026 with ICU 72.
 */
export function localTimeIn(timeZone: string): (moment: Date) => LocalTime {
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (moment) => {
    const parts = new Map(formatter.formatToParts(moment).map(({ type, value }) => [type, value]));
    const digits = (type: Intl.DateTimeFormatPartTypes, length = 2) => (parts.get(type) ?? '').padStart(length, '0');
    return {
      day: `${digits('year', 4)}-${digits('month')}-${digits('day')}`,
      time: `${digits('hour')}:${digits('minute')}`,
    };
  };
}
