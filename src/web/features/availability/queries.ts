import { queryOptions } from '@tanstack/react-query';
import type { NewAvailability } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { availabilityKeys, projectKeys } from '../../keys.ts';

export const availabilityQuery = (pid: string) =>
  queryOptions({
    queryKey: availabilityKeys.own(pid),
    queryFn: () => call('get_availability', { path: { pid } }),
  });

/** Planners see it on the page of the person. */
export const editAvailability = (pid: string) => ({
  load: () => call('get_availability', { path: { pid } }),
  save: (body: NewAvailability) => call('set_availability', { path: { pid }, body }),
  affects: [availabilityKeys.own(pid), projectKeys.people(pid)],
});
