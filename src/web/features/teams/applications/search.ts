import { tableSearch } from '../../../ui/table/search.ts';
import type { TableSearch } from '../../../ui/table/search.ts';

/** Which applications the table shows. */
export const listedStates = ['open', 'pending', 'accepted', 'waiting', 'declined', 'withdrawn', 'all'] as const;
export type ListedState = (typeof listedStates)[number];
export type ApplicationsSearch = TableSearch & { state?: ListedState | undefined; tid?: string | undefined };

const slugOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[a-z0-9][a-z0-9_-]{0,63}$/.test(text) ? text : undefined;
};

export const applicationsSearch = (search: Record<string, unknown>): ApplicationsSearch => ({
  ...tableSearch(search),
  state: listedStates.find((one) => one === search['state']),
  tid: slugOf(search['tid']),
});

/** The team that somebody came from. */
export const applySearch = ({ tid }: Record<string, unknown>): { tid?: string } => {
  const slug = slugOf(tid);
  return slug === undefined ? {} : { tid: slug };
};
