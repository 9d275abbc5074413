import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api.ts';
import { healthKeys } from '../../keys.ts';

const refreshMs = 30_000;

export const serviceStateQuery = queryOptions({
  queryKey: healthKeys.all,
  queryFn: () => call('get_service_state', {}),
  refetchInterval: refreshMs,
});
