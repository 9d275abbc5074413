import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { projectVersionQuery } from './queries.ts';

/** The project of the current organiser page; the layout has loaded it already. */
export function useManagedProject() {
  const { pid } = useParams({ from: '/signed-in/projects/$pid/manage' });
  const { body, etag } = useSuspenseQuery(projectVersionQuery(pid)).data;
  return { pid, project: body, etag };
}
