import { tableSearch } from '../../ui/table/search.ts';
import type { TableSearch } from '../../ui/table/search.ts';

export const askStates = ['to_ask', 'asked', 'yes', 'no'] as const;
type AskState = (typeof askStates)[number];
export type AskAgainSearch = TableSearch & { state?: AskState | undefined; asker?: string | undefined };

export const askAgainSearch = (search: Record<string, unknown>): AskAgainSearch => {
  const { asker } = search;
  return {
    ...tableSearch(search),
    state: askStates.find((one) => one === search['state']),
    asker: typeof asker === 'string' && /^[0-9a-z]{1,40}$/.test(asker) ? asker : undefined,
  };
};
