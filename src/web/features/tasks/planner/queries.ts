import { queryOptions } from '@tanstack/react-query';
import type { PlanTask } from '../../../../client/client.ts';
import { call } from '../../../api.ts';
import { taskKeys } from '../../../keys.ts';
import { loadAll } from '../../../ui/paging.ts';
import type { PlanChange } from './plan-change.ts';

export type PlanDays = { from?: string; to?: string };

/** The tasks of these days with the names of their attendees; without days, of the whole event. */
export const planQuery = (pid: string, days: PlanDays) =>
  queryOptions({
    queryKey: taskKeys.plan(pid, days),
    queryFn: (): Promise<PlanTask[]> =>
      loadAll((query) => call('list_plan', { path: { pid }, query: { ...query, ...days } })),
  });

export function runPlanChange(pid: string, change: PlanChange): Promise<unknown> {
  const { id } = change.task;
  switch (change.what) {
    case 'assign':
      return call('add_attendee', { path: { pid, id, uid: change.person.uid } });
    case 'remove':
      return call('remove_attendee', { path: { pid, id, uid: change.person.uid } });
    case 'transfer':
      return call('add_attendee', {
        path: { pid, id, uid: change.person.uid },
        query: { instead_of: change.from.id },
      });
    case 'change':
      return call('change_task', { path: { pid, id }, body: change.fields });
  }
}
