import { queryOptions } from '@tanstack/react-query';
import type { NewTask, ReleasedPlace, Task, TaskChanges } from '../../../client/client.ts';
import { bodyOf, call, ifMatch, read } from '../../api.ts';
import { affectedByDecision, eventDayKeys, exchangeKeys, projectKeys, releaseKeys, taskKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import type { Download } from '../../ui/download.tsx';
import type { Editable } from '../../ui/editing/editing.ts';
import { loadAll, maxPageSize, pagedQuery } from '../../ui/paging.ts';
import type { TaskSearch } from './search.ts';

export const tasksQuery = (pid: string, { day, tid, category, kind, place, open, mine, past }: TaskSearch) =>
  pagedQuery(
    taskKeys.list(pid, { day, tid, category, kind, place, open, mine, past }),
    (query) =>
      call('list_tasks', {
        path: { pid },
        query: {
          ...query,
          ...(day && { day }),
          ...(tid && { tid }),
          ...(category && { category }),
          ...(kind && { kind }),
          ...(place && { place }),
          ...(open && { open }),
          ...(mine && { mine }),
          // A day is shown as a whole, also today.
          ...(day === undefined && past !== true && { upcoming: true }),
        },
      }),
    // A day is shown and printed as a whole.
    day === undefined ? 50 : maxPageSize,
  );

/** All tasks of a project, or of one team, for those who plan them. */
export const plannedTasksQuery = (pid: string, tid: string | undefined, upcoming: boolean) =>
  queryOptions({
    queryKey: taskKeys.planned(pid, { tid, upcoming }),
    queryFn: () =>
      loadAll((query) =>
        call('list_tasks', { path: { pid }, query: { ...query, ...(tid && { tid }), ...(upcoming && { upcoming }) } }),
      ),
  });

/** All tasks of the project that the person is on, also past ones. */
export const loadJoinedTasks = (pid: string) =>
  loadAll((page) => call('list_tasks', { path: { pid }, query: { ...page, mine: true } }));

export const joinedTasksQuery = (pid: string) =>
  queryOptions({ queryKey: taskKeys.joined(pid), queryFn: () => loadJoinedTasks(pid) });

/** Whether the project has a task. */
export const anyTaskQuery = (pid: string) =>
  queryOptions({
    queryKey: taskKeys.any(pid),
    queryFn: async () => (await call('list_tasks', { path: { pid }, query: { limit: 1 } })).data.length > 0,
  });

/** The next tasks of a team that have free places, those below their minimum first. */
export const teamGapsQuery = (pid: string, tid: string) =>
  queryOptions({
    queryKey: taskKeys.gaps(pid, tid),
    queryFn: async () => {
      const { data } = await call('list_tasks', { path: { pid }, query: { tid, open: true, limit: maxPageSize } });
      const isShort = ({ min_people: least, attendee_count: joined }: Task) => least > joined;
      return [...data.filter(isShort), ...data.filter((task) => !isShort(task))];
    },
  });

/** What somebody could get in return for their place. */
export const tasksAheadQuery = (pid: string) =>
  queryOptions({
    queryKey: taskKeys.ahead(pid),
    queryFn: async () =>
      (await call('list_tasks', { path: { pid }, query: { upcoming: true, limit: maxPageSize } })).data,
  });

/** The next tasks that the person has joined, in any project. */
export const ownTasksQuery = queryOptions({
  queryKey: taskKeys.own,
  queryFn: async () => (await call('list_own_tasks', { query: { limit: 20 } })).data,
});

/** All of them. */
export const allOwnTasksQuery = queryOptions({
  queryKey: taskKeys.allOwn,
  queryFn: async () => (await call('list_own_tasks', { query: { limit: maxPageSize } })).data,
});

/** Who would leave what: the places that are lost depend on it. */
export type Departure =
  | { of: 'me' }
  | { of: 'self' | 'member'; pid: string; tid: string; uid: string }
  | { of: 'members'; pid: string; tid: string; uids: readonly string[] }
  | { of: 'team'; pid: string; tid: string }
  | { of: 'owner'; pid: string; uid: string }
  | { of: 'suspended'; uid: string };

type ReleasedPage = { data: ReleasedPlace[]; next: string | null };

function loadReleased(departure: Departure): Promise<ReleasedPage> {
  const query = { limit: maxPageSize };
  switch (departure.of) {
    case 'me':
      return loadOwnPlaces();
    case 'team':
      return call('list_places_lost_by_disabling', { path: { pid: departure.pid, tid: departure.tid }, query });
    case 'owner':
      return call('list_places_lost_by_owner', { path: { pid: departure.pid, uid: departure.uid }, query });
    case 'suspended':
      return call('list_places_lost_by_suspension', { path: { uid: departure.uid }, query });
    case 'self':
    case 'member': {
      const { pid, tid, uid } = departure;
      return call('list_places_lost_by_leaving', { path: { pid, tid, uid }, query });
    }
    case 'members':
      return loadPlacesOfMembers(departure);
  }
}

/** The API lists the places of one person; what several of them lose in the same task is added up. */
async function loadPlacesOfMembers({ pid, tid, uids }: Extract<Departure, { of: 'members' }>): Promise<ReleasedPage> {
  const places = new Map<string, ReleasedPlace>();
  let more: string | null = null;
  for (const uid of uids) {
    const { data, next } = await loadReleased({ of: 'member', pid, tid, uid });
    for (const place of data)
      places.set(place.id, { ...place, people: place.people + (places.get(place.id)?.people ?? 0) });
    more ??= next;
  }
  const data = [...places.values()].toSorted((one, other) => one.starts_at.localeCompare(other.starts_at));
  return { data, next: more };
}

async function loadOwnPlaces(): Promise<ReleasedPage> {
  const { data, next } = await call('list_own_tasks', { query: { limit: maxPageSize } });
  return { data: data.map((task) => ({ ...task, people: 1 })), next };
}

/** The places in tasks that would be lost. Loaded each time somebody is asked, because others join and leave meanwhile. */
export const releasedPlacesQuery = (departure: Departure) =>
  queryOptions({
    queryKey: releaseKeys.of(departure),
    queryFn: () => loadReleased(departure),
    gcTime: 0,
    staleTime: 0,
  });

/** A project has a few dozen categories at most, so one page holds them all. */
export const categoriesQuery = (pid: string) =>
  queryOptions({
    queryKey: taskKeys.categories(pid),
    queryFn: async () => (await call('list_task_categories', { path: { pid }, query: { limit: maxPageSize } })).data,
  });

/** Who attends the tasks of a day, by task, for the printed plan. */
export const attendancesQuery = (pid: string, day: string) =>
  queryOptions({
    queryKey: taskKeys.attendances(pid, day),
    queryFn: async () => {
      const all = await loadAll((query) => call('list_attendances', { path: { pid }, query: { ...query, day } }));
      return Map.groupBy(all, ({ task }) => task);
    },
  });

/** The task with its ETag, for editing. */
export const taskVersionQuery = (pid: string, id: string) =>
  queryOptions({ queryKey: taskKeys.detail(pid, id), queryFn: () => read('get_task', { path: { pid, id } }) });

export const taskQuery = (pid: string, id: string) =>
  queryOptions({ ...taskVersionQuery(pid, id), select: bodyOf<Task> });

export const attendeesQuery = (pid: string, id: string) =>
  queryOptions({
    queryKey: taskKeys.attendees(pid, id),
    queryFn: () => loadAll((query) => call('list_attendees', { path: { pid, id }, query })),
  });

/** Who of these people could be assigned. */
export const candidatesQuery = (pid: string, id: string, uids: readonly string[]) =>
  queryOptions({
    queryKey: taskKeys.candidates(pid, id, uids),
    queryFn: async () => (await call('check_candidates', { path: { pid, id }, query: { uids: uids.join() } })).data,
  });

/**
 * The places, conflicts and rights of the other tasks change as well, and so do the hours of people, the gaps that
 * owners see, who is expected when, and what is offered or asked.
 */
export const affectedByTask = (pid: string) => [
  taskKeys.all(pid),
  taskKeys.own,
  exchangeKeys.all(pid),
  projectKeys.people(pid),
  projectKeys.dashboard(pid),
  eventDayKeys.now(pid),
  eventDayKeys.myDay(pid),
  ...affectedByDecision,
];

export const createTask = (pid: string): Change<NewTask, Task> => ({
  run: (body) => call('create_task', { path: { pid }, body }),
  affects: affectedByTask(pid),
});

export const editTask = (pid: string, id: string): Editable<Task, TaskChanges> => ({
  load: () => read('get_task', { path: { pid, id } }),
  save: (body, etag) => read('change_task', { path: { pid, id }, body, ...ifMatch(etag) }),
  affects: affectedByTask(pid),
});

type Person = { uid: string; name: string };

export const addAttendee = (pid: string, id: string): Change<Person, unknown> => ({
  run: ({ uid }) => call('add_attendee', { path: { pid, id, uid } }),
  affects: affectedByTask(pid),
});

export const givePlace = (pid: string, id: string, giver: string): Change<Person, unknown> => ({
  run: ({ uid }) => call('add_attendee', { path: { pid, id, uid }, query: { place_of: giver } }),
  affects: affectedByTask(pid),
});

export const removeAttendee = (pid: string, id: string): Change<Person, unknown> => ({
  run: ({ uid }) => call('remove_attendee', { path: { pid, id, uid } }),
  affects: affectedByTask(pid),
});

export const setAttendance = (pid: string, id: string, join: boolean, note = '') =>
  join
    ? call('join_task', { path: { pid, id }, ...(note !== '' && { body: { note } }) })
    : call('leave_task', { path: { pid, id } });

export const exportTasks =
  (pid: string): Download =>
  (download) =>
    download('export_tasks', { path: { pid } });
