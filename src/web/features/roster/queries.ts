import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, ifMatch, read } from '../../api.ts';
import { projectKeys } from '../../keys.ts';
import type { Download } from '../../ui/download.tsx';
import type { Editable } from '../../ui/editing/editing.ts';
import { isLanguage } from '../../ui/i18n.ts';
import type { PersonNote, Project, RosterEntry } from '../../../client/client.ts';
import { maxPageSize } from '../../../shared/limits.ts';
import { pagedQuery } from '../../ui/paging.ts';
import { filtersOf } from './search.ts';
import type { PeopleSearch } from './search.ts';

/** Owners, and deputies who have to know who is in the project. Chiefs list the people of their teams. */
export const seesEverybody = (rights: Project['rights']): boolean =>
  rights.recruit_all || rights.see_safety || rights.see_hours;

/** In large pages for an order that the API doesn't have, because it needs everybody. */
export const peopleQuery = (pid: string, { sort, ...search }: PeopleSearch) => {
  const filters = filtersOf(search);
  const limit = sort === undefined ? 50 : maxPageSize;
  return pagedQuery(
    projectKeys.peopleList(pid, filters, limit),
    (query) => call('list_project_people', { path: { pid }, query: { ...query, ...filters } }),
    limit,
  );
};

/** Leaves out contact details, because looks at those are recorded. */
const quiet = { contacts: false } as const;

/** Who of these people is in the project, or in one of its teams. */
export const peopleByIdQuery = (pid: string, uids: readonly string[], tid?: string) =>
  queryOptions({
    queryKey: projectKeys.peopleById(pid, uids, tid),
    queryFn: async () => {
      const found: RosterEntry[] = [];
      for (let first = 0; first < uids.length; first += maxPageSize) {
        const some = uids.slice(first, first + maxPageSize).join();
        const query = { ...quiet, limit: maxPageSize, uids: some, ...(tid !== undefined && { tid }) };
        found.push(...(await call('list_project_people', { path: { pid }, query })).data);
      }
      return found;
    },
  });

/** The first people by name who match. */
export const peopleFoundQuery = (pid: string, q: string) =>
  queryOptions({
    queryKey: projectKeys.peopleFound(pid, q),
    queryFn: async () => {
      const query = { ...quiet, suspended: false, limit: 50, ...(q !== '' && { q }) };
      return (await call('list_project_people', { path: { pid }, query })).data;
    },
    placeholderData: keepPreviousData,
  });

/** How many people of the team are in no other. */
export const peopleOnlyInQuery = (pid: string, tid: string) =>
  queryOptions({
    queryKey: projectKeys.peopleOnlyIn(pid, tid),
    queryFn: async () => {
      const query = { ...quiet, tid, no_other_team: true, limit: 1 };
      return (await call('list_project_people', { path: { pid }, query })).total ?? 0;
    },
  });

/** Everybody who can be assigned to tasks, page by page. */
export const assignablePeopleQuery = (pid: string, q: string) =>
  pagedQuery(
    projectKeys.assignable(pid, q),
    (query) =>
      call('list_project_people', {
        path: { pid },
        query: { ...query, ...quiet, suspended: false, ...(q !== '' && { q }) },
      }),
    maxPageSize,
  );

export const projectPersonQuery = (pid: string, uid: string) =>
  queryOptions({
    queryKey: projectKeys.person(pid, uid),
    queryFn: () => call('get_project_person', { path: { pid, uid } }),
  });

/** What happened to a person, and what they were sent. */
export const timelineQuery = (pid: string, uid: string) => ({
  ...pagedQuery(
    projectKeys.timeline(pid, uid),
    (query) => call('list_person_timeline', { path: { pid, uid }, query }),
    10,
  ),
  staleTime: 0,
});

export const personNoteQuery = (pid: string, uid: string) =>
  queryOptions({
    queryKey: projectKeys.personNote(pid, uid),
    queryFn: () => read('get_person_note', { path: { pid, uid } }),
  });

export const editNote = (pid: string, uid: string): Editable<PersonNote, { note: string }> => ({
  load: () => read('get_person_note', { path: { pid, uid } }),
  save: (body, etag) => read('set_person_note', { path: { pid, uid }, body, ...ifMatch(etag) }),
  affects: [projectKeys.personNote(pid, uid), projectKeys.timeline(pid, uid)],
});

export const exportPeople =
  (pid: string, search: PeopleSearch, language: string): Download =>
  (download) =>
    download('export_project_people', {
      path: { pid },
      query: { ...filtersOf(search), language: isLanguage(language) ? language : 'en' },
    });
