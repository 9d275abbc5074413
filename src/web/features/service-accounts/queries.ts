import { queryOptions } from '@tanstack/react-query';
import type {
  CreatedServiceAccount,
  NewServiceAccount,
  RenewedServiceAccount,
  ServiceAccount,
} from '../../../client/client.ts';
import { call } from '../../api.ts';
import { serviceAccountKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';

/** A project has at most 50: all are on the first page. */
export const serviceAccountsQuery = (pid: string) =>
  queryOptions({
    queryKey: serviceAccountKeys.list(pid),
    queryFn: () => call('list_service_accounts', { path: { pid }, query: {} }),
  });

export const createServiceAccount = (pid: string): Change<NewServiceAccount, CreatedServiceAccount> => ({
  run: (body) => call('create_service_account', { path: { pid }, body }),
  affects: [serviceAccountKeys.list(pid)],
});

export const renewServiceAccount = (pid: string): Change<{ id: string; ends_at: string }, RenewedServiceAccount> => ({
  run: ({ id, ends_at }) => call('renew_service_account', { path: { pid, id }, body: { ends_at } }),
  affects: [serviceAccountKeys.list(pid)],
});

export const revokeServiceAccount = (pid: string): Change<ServiceAccount, unknown> => ({
  run: ({ id }) => call('revoke_service_account', { path: { pid, id } }),
  affects: [serviceAccountKeys.list(pid)],
});
