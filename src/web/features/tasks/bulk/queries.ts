import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, ifMatch, read } from '../../../api.ts';
import type {
  ChangedSeries,
  CreatedSeries,
  CreatedTasks,
  ImportedTasks,
  LostPlace,
  NewTaskSeries,
  PastedTasks,
  RemovedSeries,
  TaskCopies,
  TaskSelectionChange,
  TaskSelectionChanged,
  TaskSeriesChanges,
} from '../../../../client/client.ts';
import { maxPageSize } from '../../../../shared/limits.ts';
import { seriesKeys } from '../../../keys.ts';
import type { Change } from '../../../ui/change.ts';
import type { Download } from '../../../ui/download.tsx';
import { isLanguage } from '../../../ui/i18n.ts';
import { pagedQuery } from '../../../ui/paging.ts';
import { affectedByTask } from '../queries.ts';

const affectedByStep = (pid: string) => [...affectedByTask(pid), seriesKeys.all(pid)];

/** What a series would create. The last preview stays while the next one is loaded. */
export const seriesPreviewQuery = (pid: string, body: NewTaskSeries | undefined) =>
  queryOptions({
    queryKey: seriesKeys.preview(pid, body),
    queryFn: () => call('create_task_series', { path: { pid }, query: { dry_run: true }, body: body ?? noSeries }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });

const noSeries: NewTaskSeries = { title: '', days: [], from: '', to: '', capacity: 1 };

export const createSeries = (pid: string): Change<NewTaskSeries, CreatedSeries> => ({
  run: (body) => call('create_task_series', { path: { pid }, body }),
  affects: affectedByStep(pid),
});

export const seriesListQuery = (pid: string) =>
  pagedQuery(seriesKeys.list(pid), (query) => call('list_task_series', { path: { pid }, query }), maxPageSize);

export const seriesQuery = (pid: string, id: string) =>
  queryOptions({
    queryKey: seriesKeys.detail(pid, id),
    queryFn: () => read('get_task_series', { path: { pid, id } }),
  });

/** What a change of a series would do. */
export const seriesChangeQuery = (pid: string, id: string, body: NewTaskSeries | undefined) =>
  queryOptions({
    queryKey: seriesKeys.preview(pid, { id, body }),
    queryFn: () =>
      call('change_task_series', { path: { pid, id }, query: { dry_run: true }, body: withBothWays(body ?? noSeries) }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });

/** A form says everything, also that there is nothing. */
const withBothWays = ({ every_minutes = null, at = null, ...body }: NewTaskSeries): TaskSeriesChanges => ({
  ...body,
  every_minutes,
  at,
});

type SeriesChange = { body: NewTaskSeries; release: boolean; etag: string | undefined };

export const changeSeries = (pid: string, id: string): Change<SeriesChange, ChangedSeries> => ({
  run: ({ body, release, etag }) =>
    call('change_task_series', {
      path: { pid, id },
      query: release ? { release } : {},
      body: withBothWays(body),
      ...ifMatch(etag),
    }),
  affects: affectedByStep(pid),
});

export const deleteSeries = (pid: string): Change<string, RemovedSeries> => ({
  run: (id) => call('delete_task_series', { path: { pid, id } }),
  affects: affectedByStep(pid),
});

export const previewImport = (pid: string): Change<PastedTasks, ImportedTasks> => ({
  run: (body) => call('import_tasks', { path: { pid }, query: { dry_run: true }, body }),
  affects: [],
});

export const importTasks = (pid: string): Change<PastedTasks, ImportedTasks> => ({
  run: (body) => call('import_tasks', { path: { pid }, body }),
  affects: affectedByStep(pid),
});

const creations = {
  places: (pid: string, name: string): Promise<unknown> => call('create_place', { path: { pid }, body: { name } }),
  kinds: (pid: string, name: string): Promise<unknown> => call('create_task_kind', { path: { pid }, body: { name } }),
};
export type NamedList = keyof typeof creations;
export type NewNames = { list: NamedList; names: readonly string[] };

/** Locations, or kinds of tasks without rules. */
export const createNames = (pid: string): Change<NewNames, unknown> => ({
  run: async ({ list, names }) => {
    for (const name of names) await creations[list](pid, name);
  },
  affects: affectedByTask(pid),
});

export const importTemplate =
  (pid: string, language: string): Download =>
  (download) =>
    download('get_import_template', { path: { pid }, query: { language: isLanguage(language) ? language : 'en' } });

export const copyDay = (pid: string): Change<TaskCopies, CreatedTasks> => ({
  run: (body) => call('copy_tasks', { path: { pid }, body }),
  affects: affectedByStep(pid),
});

export type SelectionChange = Omit<TaskSelectionChange, 'tasks'>;

/** Null: people would lose a place, and nothing was changed. */
export type SelectionResult = { lost: readonly LostPlace[]; done: TaskSelectionChanged | null };
export type SelectionInput = { body: TaskSelectionChange; release: boolean };

/** Asks first who would lose a place. Without `release`, nothing is changed if anybody would. */
export const changeSelection = (pid: string): Change<SelectionInput, SelectionResult> => ({
  run: async ({ body, release }) => {
    if (!release) {
      const { released } = await call('change_tasks', { path: { pid }, query: { dry_run: true }, body });
      if (released.length > 0) return { lost: released, done: null };
    }
    const done = await call('change_tasks', { path: { pid }, query: release ? { release } : {}, body });
    return { lost: [], done };
  },
  affects: affectedByStep(pid),
});

type Joined = { id: string; attendee_count: number };

/** One task, with the people who were shown as joined. Can be undone. */
export const deleteTask = (pid: string, { id, attendee_count: count }: Joined): Change<void, TaskSelectionChanged> => ({
  run: () =>
    call('change_tasks', {
      path: { pid },
      query: count > 0 ? { release: true } : {},
      body: { tasks: [{ id }], delete: true },
    }),
  affects: affectedByStep(pid),
});

export const undoStep = (pid: string): Change<string, unknown> => ({
  run: (id) => call('undo_planning_step', { path: { pid, id } }),
  affects: affectedByStep(pid),
});
