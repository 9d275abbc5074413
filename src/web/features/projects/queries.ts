import { currentProject } from '../../../shared/rules.ts';
import { queryOptions } from '@tanstack/react-query';
import type { NewProject, ProjectChange, Project } from '../../../client/client.ts';
import { bodyOf, call, ifMatch, read } from '../../api.ts';
import { affectedByMembership, meKeys, ownKeys, projectKeys, userKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import type { Editable } from '../../ui/editing/editing.ts';
import { loadAll, pagedQuery } from '../../ui/paging.ts';

export const projectsQuery = pagedQuery(projectKeys.list, (query) => call('list_projects', { query }), 50);

/** The project that the home page shows to visitors. */
export const currentProjectQuery = queryOptions({
  queryKey: projectKeys.current,
  queryFn: async () => currentProject((await call('list_projects', { query: { limit: 50 } })).data, new Date()) ?? null,
});

/** The project with its ETag, for editing. */
export const projectVersionQuery = (pid: string) =>
  queryOptions({ queryKey: projectKeys.detail(pid), queryFn: () => read('get_project', { path: { pid } }) });

export const projectQuery = (pid: string) => queryOptions({ ...projectVersionQuery(pid), select: bodyOf<Project> });

export const ownersQuery = (pid: string) =>
  queryOptions({
    queryKey: projectKeys.owners(pid),
    queryFn: () => loadAll((query) => call('list_owners', { path: { pid }, query })),
  });

type NewDays = { starts_on: string | null; ends_on: string | null };

/** What a new project on these days would take over of the plan. */
export const planCopyQuery = (pid: string, { starts_on, ends_on }: NewDays) => {
  const query = { ...(starts_on !== null && { starts_on }), ...(ends_on !== null && { ends_on }) };
  return queryOptions({
    queryKey: projectKeys.planCopy(pid, query),
    queryFn: () => call('preview_plan_copy', { path: { pid }, query }),
    // While somebody types a year, it is one of long ago.
    enabled: [starts_on, ends_on].every((day) => day === null || day >= '1970'),
  });
};

/** The creator may become an owner, and chiefs of the copied project get their teams. */
export const createProject: Change<NewProject, Project> = {
  run: (body) => call('create_project', { body }),
  affects: [projectKeys.lists, meKeys.all, userKeys.all],
};

/** The name of a project also shows on the home page, in own lists and on public profiles. */
export const editProject = (pid: string): Editable<Project, ProjectChange> => ({
  load: () => read('get_project', { path: { pid } }),
  save: (body, etag) => read('update_project', { path: { pid }, body, ...ifMatch(etag) }),
  affects: [projectKeys.all(pid), projectKeys.lists, meKeys.all, ownKeys.all, userKeys.all],
});

/** The head of every page names it. */
export const chooseLeading = (pid: string): Change<void, unknown> => ({
  run: () => call('choose_leading_project', { body: { pid } }),
  affects: [projectKeys.all(pid), projectKeys.lists],
});

/** The state also decides which project the home page shows. */
export const changeState = (pid: string): Change<Project['state'], unknown> => ({
  run: (state) => call('update_project', { path: { pid }, body: { state } }),
  affects: [projectKeys.all(pid), projectKeys.lists, meKeys.all, ownKeys.all, userKeys.all],
});

/** Who is in the public listing. */
export const changeListing = (pid: string): Change<Project['listing'], unknown> => ({
  run: (listing) => call('update_project', { path: { pid }, body: { listing } }),
  affects: [projectKeys.all(pid), projectKeys.lists, ownKeys.all],
});

export const deleteProject = ({ pid }: { pid: string }): Change<{ force: boolean }, unknown> => ({
  run: (query) => call('delete_project', { path: { pid }, query }),
  affects: [projectKeys.lists, meKeys.all, ownKeys.all, userKeys.all],
});

type Person = { uid: string; name: string };

/** Owners have rights on everything in the project. Without them, somebody in no team also loses their places. */
export const addOwner = (pid: string): Change<Person, unknown> => ({
  run: ({ uid }) => call('add_owner', { path: { pid, uid } }),
  affects: affectedByMembership(pid),
});

export const removeOwner = (pid: string): Change<Person & { endsGrants: boolean }, unknown> => ({
  run: ({ uid, endsGrants }) =>
    call('remove_owner', { path: { pid, uid }, query: endsGrants ? { end_grants: true } : {} }),
  affects: affectedByMembership(pid),
});
