/** The end of a day on this device, as the API takes it; undefined if it is no day. */
export function endOfDay(day: string): string | undefined {
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}

const dayText = (date: Date): string =>
  [date.getFullYear(), String(date.getMonth() + 1).padStart(2, '0'), String(date.getDate()).padStart(2, '0')].join('-');

/** Offered at first: a year from now, enough for one event. */
export function inOneYear(): string {
  const date = new Date();
  date.setFullYear(date.getFullYear() + 1);
  return dayText(date);
}

export const today = (): string => dayText(new Date());
