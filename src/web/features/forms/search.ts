import { searchSort } from '../../ui/table/search.ts';
import type { TableSearch } from '../../ui/table/search.ts';

export const formStates = ['open', 'closed', 'off'] as const;
export type FormState = (typeof formStates)[number];

/** The filters and the order of the forms in the URL. */
export type FormsSearch = Pick<TableSearch, 'sort'> & { state?: FormState | undefined };

export const formsSearch = ({ state, sort }: Record<string, unknown>): FormsSearch => ({
  sort: searchSort(sort),
  state: formStates.find((one) => one === state),
});

/** A form that is on can be closed because its time has not come yet, or has passed. */
export const formStateOf = ({ enabled, open }: { enabled: boolean; open: boolean }): FormState =>
  enabled ? (open ? 'open' : 'closed') : 'off';

/** Where the totals of a form are on the page of all totals. */
export const totalsId = (form: string): string => `totals-${form}`;
