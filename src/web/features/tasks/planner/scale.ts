import { dayAt } from '../../../../locales/format/dates.ts';
import { fromZonedInput } from '../../../../locales/format/zoned-time.ts';

const hourMs = 3_600_000;
/** Wide enough for the time above it, and twelve of them fit on a laptop. */
const dayHourWidth = 46;

/** The day some days later, by the calendar. */
export function shiftedDay(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The days that are shown, as a span of time in the time zone of the event, and how it is drawn. */
export type Scale = {
  days: string[];
  fromMs: number;
  toMs: number;
  hourWidth: number;
  width: number;
  /** Where a moment is, within the drawn span. */
  x: (iso: string) => number;
  msAt: (x: number) => number;
};

export function scaleOf(day: string, count: number, timezone: string): Scale {
  const startOf = (one: string) => Date.parse(fromZonedInput(`${one}T00:00`, timezone) ?? '');
  const days = Array.from({ length: count }, (_, index) => shiftedDay(day, index));
  const [fromMs, toMs] = [startOf(day), startOf(shiftedDay(day, count))];
  const hourWidth = count === 1 ? dayHourWidth : 36;
  const width = ((toMs - fromMs) / hourMs) * hourWidth;
  const x = (iso: string) => Math.min(Math.max(((Date.parse(iso) - fromMs) / hourMs) * hourWidth, 0), width);
  return { days, fromMs, toMs, hourWidth, width, x, msAt: (at) => fromMs + (at / hourWidth) * hourMs };
}

export type Tick = { at: string; x: number; startsDay: string | undefined };

/** The hours above the plan; with several days, every third one. */
export function ticksOf({ days, fromMs, toMs, x }: Scale, timezone: string): Tick[] {
  const step = days.length === 1 ? hourMs : 3 * hourMs;
  return Array.from({ length: Math.ceil((toMs - fromMs) / step) }, (_, index) => {
    const at = new Date(fromMs + index * step).toISOString();
    const day = dayAt(at, timezone);
    const isFirst = index === 0 || dayAt(new Date(fromMs + (index - 1) * step).toISOString(), timezone) !== day;
    return { at, x: x(at), startsDay: isFirst ? day : undefined };
  });
}
