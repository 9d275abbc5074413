import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { projectQuery } from './manage-queries.ts';

/** The project whose area is on show; its layout has loaded it already. */
export function useManaged() {
  const { pid } = useParams({ from: '/signed-in/projects/$pid/manage' });
  const { body, etag } = useSuspenseQuery(projectQuery(pid)).data;
  return { pid, project: body, etag };
}
