export const groupings = ['team', 'kind', 'place'] as const;
export type Grouping = (typeof groupings)[number];

export const zooms = ['hours', 'day', 'days3', 'days7'] as const;
export type Zoom = (typeof zooms)[number];

/** The days, filters and zoom of the planner, and the chosen task, in the URL. */
export type PlannerSearch = {
  day?: string | undefined;
  days?: 3 | 7 | undefined;
  /** One day with room for each quarter of an hour. */
  fine?: true | undefined;
  /** Shows also the hours that no task needs. */
  all?: true | undefined;
  by?: Exclude<Grouping, 'team'> | undefined;
  tid?: string | undefined;
  kind?: string | undefined;
  place?: string | undefined;
  q?: string | undefined;
  gaps?: true | undefined;
  task?: string | undefined;
};

/** A word of digits alone, such as a year, arrives as a number. */
const text = (value: unknown): string | undefined => {
  const known = typeof value === 'number' ? String(value) : value;
  return typeof known === 'string' && known !== '' && known.length <= 100 ? known : undefined;
};

const isDay = /^(?:19[7-9]|2\d\d)\d-\d\d-\d\d$/;

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isDay.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

export const groupingOf = (value: unknown): PlannerSearch['by'] =>
  value === 'kind' || value === 'place' ? value : undefined;

export const zoomOf = ({ days, fine }: PlannerSearch): Zoom =>
  days === 3 ? 'days3' : days === 7 ? 'days7' : fine ? 'hours' : 'day';

export const zoomedTo = (zoom: string): Pick<PlannerSearch, 'days' | 'fine'> => ({
  days: zoom === 'days3' ? 3 : zoom === 'days7' ? 7 : undefined,
  fine: zoom === 'hours' || undefined,
});

/** The day and the groups of the coverage, in the URL. */
export type CoverageSearch = Pick<PlannerSearch, 'day' | 'by'>;

export const coverageSearch = ({ day, by }: Record<string, unknown>): CoverageSearch => ({
  day: dayOf(day),
  by: groupingOf(by),
});

export const plannerSearch = (search: Record<string, unknown>): PlannerSearch => {
  const { day, days, fine, all, by, tid, kind, place, q, gaps, task } = search;
  return {
    day: dayOf(day),
    days: days === 3 || days === 7 ? days : undefined,
    fine: fine === true || undefined,
    all: all === true || undefined,
    by: groupingOf(by),
    tid: text(tid),
    kind: text(kind),
    place: text(place),
    q: text(q),
    gaps: gaps === true || undefined,
    task: text(task),
  };
};

export const printings = ['all', 'day', 'place', 'person'] as const;
export type Printing = (typeof printings)[number];

/** What is printed: the whole event, or one or all days, places or people. */
export type PrintSearch = { what?: Exclude<Printing, 'all'> | undefined; one?: string | undefined };

export const printSearch = ({ what, one }: Record<string, unknown>): PrintSearch => ({
  what: what === 'day' || what === 'place' || what === 'person' ? what : undefined,
  one: what === 'day' ? dayOf(one) : text(one),
});
