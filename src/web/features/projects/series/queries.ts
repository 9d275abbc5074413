import { queryOptions } from '@tanstack/react-query';
import { call, ifMatch, read } from '../../../api.ts';
import { hoursKeys, projectKeys } from '../../../keys.ts';
import type { Change } from '../../../ui/change.ts';

/** The years before the project, with the version that a change needs. */
export const seriesQuery = (pid: string) =>
  queryOptions({
    queryKey: projectKeys.series(pid),
    queryFn: () => read('get_series', { path: { pid } }),
  });

export const setFollowed = (pid: string, etag: string | undefined): Change<string | null, unknown> => ({
  run: (follows) => call('set_series', { path: { pid }, body: { follows }, ...ifMatch(etag) }),
  affects: [projectKeys.series(pid), projectKeys.detail(pid), hoursKeys.series(pid)],
});
