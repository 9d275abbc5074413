const sorts = [
  'when',
  '-when',
  'title',
  '-title',
  'team',
  '-team',
  'category',
  '-category',
  'people',
  '-people',
] as const;

/** The filters and the order of the planners' table in the URL. */
export type PlannedSearch = {
  q?: string | undefined;
  tid?: string | undefined;
  kind?: string | undefined;
  /** When the hour begins in which the tasks are on. */
  hour?: string | undefined;
  place?: string | undefined;
  open?: true | undefined;
  past?: true | undefined;
  sort?: (typeof sorts)[number] | undefined;
};

/** The order of the API; any other needs all tasks first. */
export const isByTime = ({ sort = 'when' }: PlannedSearch): boolean => sort === 'when';

/** A slug of digits alone, such as a year, arrives as a number. */
const text = (value: unknown): string | undefined => {
  const known = typeof value === 'number' ? String(value) : value;
  return typeof known === 'string' && known !== '' && known.length <= 100 ? known : undefined;
};

const isHour = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/;

export const plannedSearch = (search: Record<string, unknown>): PlannedSearch => {
  const { q, tid, kind, hour, place, open, past, sort } = search;
  return {
    q: text(q),
    tid: text(tid),
    kind: text(kind),
    hour: typeof hour === 'string' && isHour.test(hour) && !Number.isNaN(Date.parse(hour)) ? hour : undefined,
    place: text(place),
    open: open === true || undefined,
    past: past === true || undefined,
    sort: sorts.find((one) => one === sort),
  };
};

/** For the pages that lead back to the list. */
export const inList = (search: PlannedSearch): { list?: PlannedSearch } =>
  Object.values(search).some((value) => value !== undefined) ? { list: search } : {};

export const sortOf = (sort: string): PlannedSearch['sort'] => sorts.find((one) => one === sort);

const origins = ['planner', 'now', 'team'] as const;
export type TaskOrigin = (typeof origins)[number];

/** Where organisers opened a task, so that its page leads back there; the list of all tasks if it is missing. */
export const originSearch = ({ from }: Record<string, unknown>): { from?: TaskOrigin | undefined } => ({
  from: origins.find((one) => one === from),
});
