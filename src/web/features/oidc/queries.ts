import { queryOptions } from '@tanstack/react-query';
import type { Identity } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { identityKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';

export const identitiesQuery = queryOptions({
  queryKey: identityKeys.all,
  queryFn: () => call('list_identities', { query: { limit: 50 } }),
});

export const unlinkIdentity: Change<Identity, unknown> = {
  run: ({ id }) => call('unlink_identity', { path: { id } }),
  affects: [identityKeys.all],
};

/** Starts signing in with the provider; the answer has the address to go to. */
export const visitProvider = () => call('visit_provider', {});
