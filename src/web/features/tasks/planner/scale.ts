import { fromZonedInput, toZonedInput } from '../../../../locales/format/zoned-time.ts';
import { laterDay } from '../bulk/project-days.ts';
import type { Times } from './plan.ts';
import type { Zoom } from './search.ts';

const hourMs = 3_600_000;
/** How long the hours are at least; they are longer if the window has the room. */
const leastHourWidth: Record<Zoom, number> = { hours: 120, day: 40, days3: 14, days7: 6 };
const daysOf: Record<Zoom, number> = { hours: 1, day: 1, days3: 3, days7: 7 };
/** What hours that are left out are reduced to. */
const foldWidth = 14;
/** A day without tasks beside others has room for its name. */
const emptyWidth = 92;
/** Shown of a day without tasks that is alone. */
const usualHours = [8, 20] as const;

/** The days that a zoom shows. */
export const shownDays = (day: string, zoom: Zoom): string[] =>
  Array.from({ length: daysOf[zoom] }, (_, index) => laterDay(day, index));

/** A span of time that is drawn at one scale. Hours without tasks are folded: before or after the others of their day, or all of it. */
export type Part = {
  fromMs: number;
  toMs: number;
  x: number;
  width: number;
  folded: false | 'before' | 'after' | 'day';
  day: string;
};

/** The days that are shown, as spans of time in the time zone of the event, and how they are drawn. */
export type Scale = {
  days: string[];
  parts: Part[];
  fromMs: number;
  toMs: number;
  hourWidth: number;
  width: number;
  /** The position of a moment within what is drawn. */
  x: (iso: string) => number;
  msAt: (x: number) => number;
};

export type ScaleOptions = {
  day: string;
  zoom: Zoom;
  timezone: string;
  /** Their hours are shown; those before the first and after the last of a day are left out. */
  tasks: readonly Times[];
  /** Leaves no hours out. */
  allHours: boolean;
  /** The room for the hours. */
  room: number;
};

export function scaleOf({ day, zoom, timezone, tasks, allHours, room }: ScaleOptions): Scale {
  const days = shownDays(day, zoom);
  const spans = days.flatMap((one) => spansOf(one, timezone, allHours ? undefined : tasks, days.length === 1));
  const folds = spans.reduce((sum, { folded }) => sum + (folded === false ? 0 : foldWidths[folded]), 0);
  const hours = spans.reduce((sum, span) => sum + (span.folded === false ? hoursIn(span) : 0), 0);
  const hourWidth = Math.max(leastHourWidth[zoom], hours === 0 ? 0 : (room - folds) / hours);
  let end = 0;
  const parts = spans.map((span): Part => {
    const x = end;
    end += span.folded === false ? hoursIn(span) * hourWidth : foldWidths[span.folded];
    return { ...span, x, width: end - x };
  });
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a scale has days');
  const clamp = (value: number, from: number, to: number) => Math.min(Math.max(value, from), to);
  const xOf = (ms: number): number => {
    const part = parts.find(({ toMs }) => ms < toMs) ?? last;
    return part.x + clamp((ms - part.fromMs) / (part.toMs - part.fromMs), 0, 1) * part.width;
  };
  const msAt = (x: number): number => {
    const part = parts.find((one) => x < one.x + one.width) ?? last;
    // Folded hours are so narrow that nobody could choose a time in them.
    if (part.folded === 'before') return part.toMs;
    if (part.folded === 'after') return part.fromMs;
    return part.fromMs + ((x - part.x) / part.width) * (part.toMs - part.fromMs);
  };
  return {
    days,
    parts,
    fromMs: first.fromMs,
    toMs: last.toMs,
    hourWidth,
    width: end,
    x: (iso) => xOf(Date.parse(iso)),
    msAt,
  };
}

type Span = Omit<Part, 'x' | 'width'>;

const foldWidths = { before: foldWidth, after: foldWidth, day: emptyWidth };
const hoursIn = ({ fromMs, toMs }: Span): number => (toMs - fromMs) / hourMs;

/** The hours of a day around its tasks, and what is before and after them. Without tasks given, the whole day. */
function spansOf(day: string, timezone: string, tasks: readonly Times[] | undefined, isAlone: boolean): Span[] {
  const at = (hour: number) =>
    Date.parse(
      hour >= 24
        ? (fromZonedInput(`${laterDay(day, 1)}T00:00`, timezone) ?? '')
        : (fromZonedInput(`${day}T${String(hour).padStart(2, '0')}:00`, timezone) ?? ''),
    );
  const hours = tasks === undefined ? ([0, 24] as const) : hoursOf(day, timezone, tasks);
  if (hours === undefined && !isAlone) return [{ fromMs: at(0), toMs: at(24), folded: 'day', day }];
  const [from, to] = hours ?? usualHours;
  const spans: Span[] = [
    { fromMs: at(0), toMs: at(from), folded: 'before', day },
    { fromMs: at(from), toMs: at(to), folded: false, day },
    { fromMs: at(to), toMs: at(24), folded: 'after', day },
  ];
  return spans.filter(({ fromMs, toMs }) => fromMs < toMs);
}

/** From the hour before the first task of a day to the one after the last. One or two hours are not worth leaving out. */
function hoursOf(day: string, timezone: string, tasks: readonly Times[]): readonly [number, number] | undefined {
  const next = laterDay(day, 1);
  const [start, end] = [`${day}T00:00`, `${next}T00:00`].map((local) => fromZonedInput(local, timezone) ?? '');
  const shown = tasks.filter(({ starts_at: from, ends_at: to }) => from < (end ?? '') && to > (start ?? ''));
  if (shown.length === 0) return undefined;
  const hourOf = (iso: string) => Number(toZonedInput(iso, timezone).slice(11, 13));
  const starts = shown.map(({ starts_at: from }) => (from <= (start ?? '') ? 0 : hourOf(from)));
  const ends = shown.map(({ ends_at: to }) => (to >= (end ?? '') ? 24 : hourOf(to) + 1));
  const [first, last] = [Math.min(...starts) - 1, Math.max(...ends)];
  return [first < 3 ? 0 : first, last > 21 ? 24 : last];
}

/** A time above the plan. A day without tasks has only its name. */
export type Tick = {
  at: string;
  until: string;
  x: number;
  width: number;
  startsDay: string | undefined;
  empty: boolean;
};

/** The least width of a tick, so that the times above the plan do not overlap. */
const tickWidth = 52;
const tickHours = [1, 2, 3, 4, 6, 12, 24];

/** The hours above the plan, as many as have the room. */
export function ticksOf({ parts, hourWidth }: Scale): Tick[] {
  const step = (tickHours.find((hours) => hours * hourWidth >= tickWidth) ?? 24) * hourMs;
  return parts.flatMap(({ fromMs, toMs, x, width, folded, day }, index) => {
    if (folded === 'before' || folded === 'after') return [];
    const count = folded === 'day' ? 1 : Math.max(1, Math.floor((toMs - fromMs) / step));
    const isFirst = parts.slice(0, index).every((one) => one.folded !== false || one.day !== day);
    return Array.from({ length: count }, (_, tick): Tick => {
      // What is left after the last one belongs to it.
      const [from, to] = [fromMs + tick * step, tick === count - 1 ? toMs : fromMs + (tick + 1) * step];
      return {
        at: new Date(from).toISOString(),
        until: new Date(to).toISOString(),
        x: x + ((from - fromMs) / (toMs - fromMs)) * width,
        width: ((to - from) / (toMs - fromMs)) * width,
        startsDay: isFirst && tick === 0 ? day : undefined,
        empty: folded === 'day',
      };
    });
  });
}
