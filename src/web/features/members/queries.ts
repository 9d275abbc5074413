import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api.ts';
import { memberKeys } from '../../keys.ts';

/** The public listing of a project. */
export const membersQuery = (pid: string) =>
  queryOptions({
    queryKey: memberKeys.listing(pid),
    queryFn: async () => (await call('list_members', { path: { pid } })).data,
  });
