import { createRoute } from '@tanstack/react-router';
import { page } from '../loading.ts';
import { coverageSearch, plannerSearch, printSearch } from '../features/tasks/planner/search.ts';
import { originSearch, plannedSearch } from '../features/tasks/table/search.ts';
import { manage } from './manage-root.tsx';
import { teamSearch } from './search.ts';

const tasks = createRoute({
  getParentRoute: () => manage,
  path: '/tasks',
  validateSearch: plannedSearch,
  ...page(() => import('../features/tasks/table/manage-tasks-page.tsx'), 'ManageTasksPage'),
});

const planner = createRoute({
  getParentRoute: () => manage,
  path: '/tasks/planner',
  validateSearch: plannerSearch,
  ...page(() => import('../features/tasks/planner/planner-page.tsx'), 'PlannerPage'),
});

const coverage = createRoute({
  getParentRoute: () => manage,
  path: '/tasks/coverage',
  validateSearch: coverageSearch,
  ...page(() => import('../features/tasks/coverage/coverage-page.tsx'), 'CoveragePage'),
});

const printedPlan = createRoute({
  getParentRoute: () => manage,
  path: '/tasks/print',
  validateSearch: printSearch,
  ...page(() => import('../features/tasks/planner/print/print-page.tsx'), 'PrintPlanPage'),
});

const drafts = createRoute({
  getParentRoute: () => manage,
  path: '/tasks/drafts',
  validateSearch: teamSearch,
  ...page(() => import('../features/tasks/drafts/drafts-page.tsx'), 'DraftsPage'),
});

const draft = createRoute({
  getParentRoute: () => manage,
  path: '/tasks/drafts/$id',
  ...page(() => import('../features/tasks/drafts/draft-page.tsx'), 'DraftPage'),
});

const newSeries = createRoute({
  getParentRoute: () => manage,
  path: '/tasks/new-series',
  validateSearch: teamSearch,
  ...page(() => import('../features/tasks/bulk/series-page.tsx'), 'NewSeriesPage'),
});

const seriesList = createRoute({
  getParentRoute: () => manage,
  path: '/tasks/series',
  validateSearch: teamSearch,
  ...page(() => import('../features/tasks/bulk/series-list-page.tsx'), 'SeriesListPage'),
});

const editSeries = createRoute({
  getParentRoute: () => manage,
  path: '/tasks/series/$id',
  ...page(() => import('../features/tasks/bulk/edit-series-page.tsx'), 'EditSeriesPage'),
});

const pasteTasks = createRoute({
  getParentRoute: () => manage,
  path: '/tasks/paste',
  validateSearch: teamSearch,
  ...page(() => import('../features/tasks/bulk/paste/paste-page.tsx'), 'PasteTasksPage'),
});

const task = createRoute({
  getParentRoute: () => manage,
  path: '/tasks/$id',
  validateSearch: originSearch,
  ...page(() => import('../features/tasks/task-page.tsx'), 'ManagedTaskPage'),
});

/** Pages on which tasks are planned. */
export const manageTaskRoutes = [
  tasks,
  planner,
  coverage,
  printedPlan,
  drafts,
  draft,
  newSeries,
  seriesList,
  editSeries,
  pasteTasks,
  task,
] as const;
