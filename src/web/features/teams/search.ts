import { searchSort, searchText, tableSearch } from '../../ui/table/search.ts';
import type { TableSearch } from '../../ui/table/search.ts';
import { plannedSearch } from '../tasks/table/search.ts';
import type { PlannedSearch } from '../tasks/table/search.ts';

export const teamTabs = ['people', 'applications', 'tasks', 'hours', 'announcements', 'texts', 'chat'] as const;
const addMethods = ['invite', 'last-year'] as const;
const roles = ['chief', 'owner'] as const;

/** The URL of a team's manage page: the tab, and the search and order of its tables. */
export type TeamSearch = Omit<PlannedSearch, 'sort'> &
  TableSearch & {
    tab?: (typeof teamTabs)[number] | undefined;
    add?: (typeof addMethods)[number];
    role?: (typeof roles)[number];
    /** Searches the open invitations, which are above the people of the team. */
    invitation_q?: string | undefined;
    invitation_sort?: string | undefined;
  };

export function teamPageSearch({ tab, add, role, ...search }: Record<string, unknown>): TeamSearch {
  const known = teamTabs.find((one) => one === tab) ?? 'people';
  // Adding by address used to be a form of its own.
  const method = add === 'paste' ? 'invite' : addMethods.find((one) => one === add);
  const invited = roles.find((one) => one === role);
  return {
    // Said explicitly: the router keeps what the address has under names that are missing here.
    tab: known === 'people' ? undefined : known,
    ...(method && { add: method }),
    ...(invited && { role: invited }),
    ...(known === 'tasks' ? plannedSearch(search) : tableSearch(search)),
    ...(known === 'people' && {
      invitation_q: searchText(search['invitation_q']),
      invitation_sort: searchSort(search['invitation_sort']),
    }),
  };
}
