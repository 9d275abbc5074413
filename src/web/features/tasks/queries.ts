import { maxPageSize } from '../../../shared/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import type { Attendance, NewTask, ReleasedPlace, Task, TaskChanges } from '../../../client/client.ts';
import { bodyOf, call, ifMatch, read } from '../../api.ts';
import { affectedByDecision, eventDayKeys, exchangeKeys, projectKeys, releaseKeys, taskKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import type { Download } from '../../ui/download.tsx';
import type { Editable } from '../../ui/editing/editing.ts';
import { loadAll, pagedQuery } from '../../ui/paging.ts';
import type { TaskSearch } from './search.ts';
import type { PlannedSearch } from './table/search.ts';

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

export type PlannedFilter = Pick<PlannedSearch, 'q' | 'tid' | 'kind' | 'hour' | 'place' | 'open' | 'past'>;

/** The tasks of a project as those who plan them compare them; past ones only if asked for. */
export const plannedTasksQuery = (pid: string, filter: PlannedFilter, isByTime: boolean) => {
  const { q, tid, kind, hour, place, open, past } = filter;
  return pagedQuery(
    taskKeys.planned(pid, { q, tid, kind, hour, place, open, past, isByTime }),
    (query) =>
      call('list_tasks', {
        path: { pid },
        query: {
          ...query,
          ...(q && { q }),
          ...(tid && { tid }),
          ...(kind && { kind }),
          ...(place && { place }),
          ...(open && { open }),
          ...(hour && { hour }),
          ...(past !== true && hour === undefined && { upcoming: true }),
        },
      }),
    // Any other order needs all of them. More rows than this make the page slow to draw.
    isByTime ? 100 : maxPageSize,
  );
};

export type DayFilter = { tid?: string; upcoming?: true; planned?: true };

/** The days on which tasks begin, at the event, and how many. */
export const taskDaysQuery = (pid: string, filter: DayFilter) =>
  queryOptions({
    queryKey: taskKeys.days(pid, filter),
    queryFn: async () => (await call('list_task_days', { path: { pid }, query: filter })).data,
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

/** The next tasks of a team that have free places, those below their minimum first; as many as asked for. */
export const teamGapsQuery = (pid: string, tid: string, count: number) =>
  queryOptions({
    queryKey: taskKeys.gaps(pid, tid),
    queryFn: async () => {
      const load = async (query: { understaffed?: true; limit: number }) =>
        (await call('list_tasks', { path: { pid }, query: { tid, open: true, ...query } })).data;
      // If fewer are short, the second list has enough others: at most as many of them are short as in the first.
      const [short, open] = await Promise.all([load({ understaffed: true, limit: count }), load({ limit: 2 * count })]);
      const ids = new Set(short.map(({ id }) => id));
      return [...short, ...open.filter(({ id }) => !ids.has(id))].slice(0, count);
    },
  });

/** The tasks ahead of a short plan, or of one day of a long one, for somebody who wants one in return for their place. */
export const tasksAheadQuery = (pid: string, day: string | undefined) =>
  queryOptions({
    queryKey: taskKeys.ahead(pid, day),
    queryFn: () =>
      loadAll((query) =>
        call('list_tasks', { path: { pid }, query: { ...query, upcoming: true, ...(day !== undefined && { day }) } }),
      ),
  });

/** The tasks ahead that the person has joined, in any project. */
export const ownTasksQuery = queryOptions({
  queryKey: taskKeys.own,
  queryFn: () => loadAll((query) => call('list_own_tasks', { query })),
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

export const categoriesQuery = (pid: string) =>
  queryOptions({
    queryKey: taskKeys.categories(pid),
    queryFn: () => loadAll((query) => call('list_task_categories', { path: { pid }, query })),
  });

/** Who attends the tasks of a day, by task, for the printed plan. */
export const attendancesQuery = (pid: string, day: string) =>
  queryOptions({
    queryKey: taskKeys.attendances(pid, day),
    queryFn: () => loadAll((query) => call('list_attendances', { path: { pid }, query: { ...query, day } })),
    // The server writes what it has loaded into pages as JSON, which has no maps.
    select: byTask,
  });

const byTask = (all: readonly Attendance[]) => Map.groupBy(all, ({ task }) => task);

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

/** `save` also returns the step, with which the change can be undone. */
export const editTask = (pid: string, id: string) =>
  ({
    load: () => read('get_task', { path: { pid, id } }),
    save: (body, etag) => read('change_task', { path: { pid, id }, body, ...ifMatch(etag) }),
    affects: affectedByTask(pid),
  }) satisfies Editable<Task, TaskChanges>;

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
