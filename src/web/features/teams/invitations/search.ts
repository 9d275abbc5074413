import { tableSearch } from '../../../ui/table/search.ts';
import type { TableSearch } from '../../../ui/table/search.ts';

export const invitationStates = ['open', 'not_sent', 'expired', 'declined', 'accepted'] as const;
export type InvitationState = (typeof invitationStates)[number];
export type InvitationsSearch = TableSearch & { state?: InvitationState | undefined };

export const invitationsSearch = (search: Record<string, unknown>): InvitationsSearch => ({
  ...tableSearch(search),
  state: invitationStates.find((one) => one === search['state']),
});
