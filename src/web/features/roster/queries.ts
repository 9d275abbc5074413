import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api.ts';
import { projectKeys } from '../../keys.ts';
import type { Download } from '../../ui/download.tsx';
import { isLanguage } from '../../ui/i18n.ts';
import { loadAll, pagedQuery } from '../../ui/paging.ts';
import { filtersOf } from './search.ts';
import type { PeopleSearch } from './search.ts';

export const peopleQuery = (pid: string, search: PeopleSearch) => {
  const filters = filtersOf(search);
  return pagedQuery(
    projectKeys.peopleList(pid, filters),
    (query) => call('list_project_people', { path: { pid }, query: { ...query, ...filters } }),
    50,
  );
};

/** Everybody who matches, for an order that the API doesn't have. */
export const everybodyQuery = (pid: string, search: PeopleSearch) => {
  const filters = filtersOf(search);
  return queryOptions({
    queryKey: projectKeys.everybody(pid, filters),
    queryFn: () => loadAll((query) => call('list_project_people', { path: { pid }, query: { ...query, ...filters } })),
  });
};

/** Everybody who is in a team of the project, or owns it. Without contact details: looks at those are recorded. */
export const projectPeopleQuery = (pid: string) =>
  queryOptions({
    queryKey: projectKeys.members(pid),
    queryFn: () =>
      loadAll((query) => call('list_project_people', { path: { pid }, query: { ...query, contacts: false } })),
  });

export const projectPersonQuery = (pid: string, uid: string) =>
  queryOptions({
    queryKey: projectKeys.person(pid, uid),
    queryFn: () => call('get_project_person', { path: { pid, uid } }),
  });

export const exportPeople =
  (pid: string, search: PeopleSearch, language: string): Download =>
  (download) =>
    download('export_project_people', {
      path: { pid },
      query: { ...filtersOf(search), language: isLanguage(language) ? language : 'en' },
    });
