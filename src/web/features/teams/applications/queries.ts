import { queryOptions } from '@tanstack/react-query';
import type { OwnApplication } from '../../../../client/client.ts';
import { call, read } from '../../../api.ts';

/** No more are open for one person at a time than one page takes. */
const listOwn = async () => (await call('list_own_applications', { query: { limit: 200 } })).data;

export const ownApplicationsQuery = queryOptions({ queryKey: ['own', 'applications'], queryFn: listOwn });

export type Sent = { body: OwnApplication; etag: string | undefined };

/** Looked for in the list first, as most people have not applied to the team that they look at. */
export const sentQuery = (pid: string, tid: string) =>
  queryOptions({
    queryKey: [...ownApplicationsQuery.queryKey, pid, tid],
    queryFn: async (): Promise<Sent | null> =>
      (await listOwn()).some((one) => one.pid === pid && one.tid === tid)
        ? read('get_own_application', { path: { pid, tid } })
        : null,
  });
