import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api.ts';

/** More than a handful are not open for one person at a time. */
export const ownInvitationsQuery = queryOptions({
  queryKey: ['own', 'invitations'],
  queryFn: async () => (await call('list_own_invitations', { query: { limit: 50 } })).data,
});
