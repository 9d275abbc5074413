import { useInfiniteQuery } from '@tanstack/react-query';
import type { Project } from '../../../../client/client.ts';
import { projectsQuery } from '../../projects/queries.ts';

/** What is in the address after `#` while the card for invitations shows last year's members. */
export const lastYearHash = 'last-year';

/** Earlier projects in which the person plans, so that they may list its people, the latest first. */
export function useEarlierProjects(project: Pick<Project, 'pid' | 'starts_on'> | undefined): Project[] {
  const found = useInfiniteQuery(projectsQuery).data?.pages.flatMap(({ data }) => data) ?? [];
  if (project === undefined) return [];
  const day = project.starts_on ?? '9999';
  return found
    .filter(({ pid, rights, starts_on: from }) => pid !== project.pid && rights.plan_tasks && (from ?? '') < day)
    .toSorted((one, other) => (other.starts_on ?? '').localeCompare(one.starts_on ?? ''));
}
