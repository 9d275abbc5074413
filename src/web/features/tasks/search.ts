/** The filters of the task list as the address holds them, so that back and reload show the same list. */
export type TaskSearch = {
  view?: 'day' | undefined;
  day?: string | undefined;
  tid?: string | undefined;
  category?: string | undefined;
  kind?: string | undefined;
  place?: string | undefined;
  open?: true | undefined;
  mine?: true | undefined;
  past?: boolean | undefined;
};

const text = (value: unknown): string | undefined => {
  const known = typeof value === 'number' ? String(value) : value;
  return typeof known === 'string' && known !== '' && known.length <= 100 ? known : undefined;
};

export function taskSearch(search: Record<string, unknown>): TaskSearch {
  const { view, day, tid, category, kind, place, open, mine, past } = search;
  const date = text(day);
  return {
    view: view === 'day' ? view : undefined,
    day: date !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : undefined,
    tid: text(tid),
    category: text(category),
    kind: text(kind),
    place: text(place),
    open: open === true || undefined,
    mine: mine === true || undefined,
    past: typeof past === 'boolean' ? past : undefined,
  };
}
