import { addSeconds, days, hours, timestamp } from '../../lib/clock.ts';

/** The last day that has ended in every time zone. */
export const lastDayOver = (now: Date): string => timestamp(addSeconds(now, -hours(36))).slice(0, 10);

/** Clamped to the last day of a shorter month. */
export function monthsBefore(now: Date, months: number): Date {
  const date = new Date(now);
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(now.getUTCDate(), lastDay));
  return date;
}

const privateReadDays = 1095;

/**
 * Before when audit entries are deleted. They are kept at least as long as private data, because they show whether a
 * person is active. People can see for three years who read their private data: as long as they could sue over it.
 */
export function auditCutoffs(now: Date, auditDays: number, privateMonths: number | null) {
  const before = (count: number) => addSeconds(now, -days(count));
  const active = monthsBefore(now, privateMonths ?? 0);
  const [most, reads] = [before(auditDays), before(Math.max(auditDays, privateReadDays))];
  return { most: active < most ? active : most, privateReads: active < reads ? active : reads };
}
