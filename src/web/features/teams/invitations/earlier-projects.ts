import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Project } from '../../../../client/client.ts';
import { projectsQuery } from '../../projects/queries.ts';
import { seriesQuery } from '../../projects/series/queries.ts';

/** What is in the address after `#` while the card for invitations shows last year's members. */
export const lastYearHash = 'last-year';

/**
 * Earlier projects in which the person plans, so that they may list its people: the year before, if the person may know which
 * it is, then the latest first.
 */
export function useEarlierProjects(project: Pick<Project, 'pid' | 'starts_on' | 'rights'> | undefined): Project[] {
  const isOwner = project?.rights.edit === true;
  const before = useQuery({ ...seriesQuery(project?.pid ?? ''), enabled: isOwner }).data?.body.follows;
  const found = useInfiniteQuery(projectsQuery).data?.pages.flatMap(({ data }) => data) ?? [];
  if (project === undefined) return [];
  const day = project.starts_on ?? '9999';
  return found
    .filter(({ pid, rights, starts_on: from }) => pid !== project.pid && rights.plan_tasks && (from ?? '') < day)
    .toSorted((one, other) => (other.starts_on ?? '').localeCompare(one.starts_on ?? ''))
    .toSorted((one, other) => Number(other.pid === before) - Number(one.pid === before));
}
