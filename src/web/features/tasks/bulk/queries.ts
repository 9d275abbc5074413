import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api.ts';
import type {
  CreatedSeries,
  CreatedTasks,
  ImportedTasks,
  LostPlace,
  NewTaskSeries,
  TaskCopies,
  TaskSelectionChange,
  TaskSelectionChanged,
} from '../../../../client/client.ts';
import { seriesKeys } from '../../../keys.ts';
import type { Change } from '../../../ui/change.ts';
import type { Download } from '../../../ui/download.tsx';
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

export const previewImport = (pid: string): Change<string, ImportedTasks> => ({
  run: (text) => call('import_tasks', { path: { pid }, query: { dry_run: true }, body: { text } }),
  affects: [],
});

export const importTasks = (pid: string): Change<string, ImportedTasks> => ({
  run: (text) => call('import_tasks', { path: { pid }, body: { text } }),
  affects: affectedByStep(pid),
});

export const importTemplate =
  (pid: string, language: string): Download =>
  (download) =>
    download('get_import_template', { path: { pid }, headers: { 'accept-language': language } });

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

export const undoStep = (pid: string): Change<string, unknown> => ({
  run: (id) => call('undo_planning_step', { path: { pid, id } }),
  affects: affectedByStep(pid),
});
