import { queryOptions } from '@tanstack/react-query';
import type { PlanTask } from '../../../../client/client.ts';
import { call } from '../../../api.ts';
import { projectKeys, taskKeys } from '../../../keys.ts';
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

/** Everybody whom the planner can assign, with their teams and hours. Phone numbers are not needed here. */
export const assignableQuery = (pid: string) =>
  queryOptions({
    queryKey: projectKeys.everybody(pid, { for: 'planner' }),
    queryFn: () =>
      loadAll((query) => call('list_project_people', { path: { pid }, query: { ...query, contacts: false } })),
  });

/** Hours of people change with their tasks. */
export const affectedByPlan = (pid: string) => [taskKeys.all(pid), taskKeys.own, projectKeys.people(pid)];

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
