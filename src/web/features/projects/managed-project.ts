import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Project } from '../../../client/client.ts';
import type { Loading } from '../../loading.ts';
import { projectQuery, projectsQuery, projectVersionQuery } from './queries.ts';

/** The project of the current organiser page; the layout has loaded it already. */
export function useManagedProject() {
  const { pid } = useParams({ from: '/signed-in/projects/$pid/manage' });
  const { body, etag } = useSuspenseQuery(projectVersionQuery(pid)).data;
  return { pid, project: body, etag };
}

/**
 * The loader of a page for organisers: loads what the page shows if the project gives the right to it. Without it the page
 * says so, and nothing is asked that the server would refuse.
 */
export const loadManaged =
  <Name extends string = 'pid'>(
    right: keyof Project['rights'],
    loader: (loading: Loading<Name | 'pid'>, project: Project) => Promise<unknown>,
  ) =>
  async (loading: Loading<Name | 'pid'>): Promise<void> => {
    const project = await loading.load(projectQuery(loading.params.pid));
    if (project.rights[right]) await loader(loading, project);
  };

/** The loader of a page for administrators: only they have the right to create projects. */
export const loadAdministered =
  (loader: (loading: Loading) => Promise<unknown>) =>
  async (loading: Loading): Promise<void> => {
    const { pages } = await loading.loadPages(projectsQuery);
    if (pages[0]?.rights.create === true) await loader(loading);
  };
