/** The search and the order of a table in the URL, so that back and reload show the same rows. */
export type TableSearch = { q?: string | undefined; sort?: string | undefined };

/** A search for digits alone arrives as a number. */
export const searchText = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' && text.length <= 100 ? text : undefined;
};

/** Columns can be named after the questions of a form; a table ignores those that it does not have. */
export const searchSort = (value: unknown): string | undefined =>
  typeof value === 'string' && /^-?[a-z0-9_-]{1,64}$/i.test(value) ? value : undefined;

export const tableSearch = ({ q, sort }: Record<string, unknown>): TableSearch => ({
  q: searchText(q),
  sort: searchSort(sort),
});

/** Suits a table without a search. */
export const sortSearch = ({ sort }: Record<string, unknown>): Pick<TableSearch, 'sort'> => ({
  sort: searchSort(sort),
});

/** Whether one of the texts contains what was searched for. */
export const includesText = (q: string, ...texts: (string | null | undefined)[]): boolean => {
  const wanted = q.trim().toLowerCase();
  return wanted === '' || texts.some((text) => text?.toLowerCase().includes(wanted) ?? false);
};
