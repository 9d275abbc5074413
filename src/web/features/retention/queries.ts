import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api.ts';
import { retentionKeys } from '../../keys.ts';

/** How many months personal data and answers are kept. */
export const retentionQuery = queryOptions({
  queryKey: retentionKeys.all,
  queryFn: () => call('get_retention', {}),
});
