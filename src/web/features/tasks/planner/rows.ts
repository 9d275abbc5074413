import type { PlanTask } from '../../../../client/client.ts';
import type { RowOf } from './plan.ts';
import type { Grouping, PlannerSearch } from './search.ts';

/** The tasks that the filters leave. */
export function filtered(
  tasks: readonly PlanTask[],
  { tid, kind, place, q, gaps }: PlannerSearch,
  isGap: (task: PlanTask) => boolean,
) {
  const wanted = q?.trim().toLowerCase() ?? '';
  return tasks.filter(
    (task) =>
      (tid === undefined || task.tid === tid) &&
      (kind === undefined || task.kind?.id === kind) &&
      (place === undefined || task.place?.id === place) &&
      (gaps === undefined || isGap(task)) &&
      [task.title, task.category, task.kind?.name, task.place?.name, ...task.attendees.map(({ name }) => name)]
        .join('\n')
        .toLowerCase()
        .includes(wanted),
  );
}

type Known = {
  teams: readonly { tid: string; name: string; disabled: boolean }[];
  kinds: readonly RowOf[];
  places: readonly RowOf[];
};

/** The rows of the planner: all teams, kinds or places, and one for tasks without. */
export function groupsOf(
  tasks: readonly PlanTask[],
  by: Grouping,
  tid: string | undefined,
  { teams, kinds, places }: Known,
  without: string,
): RowOf[] {
  if (by === 'team') {
    const used = new Set(tasks.map((task) => task.tid));
    const rows = [
      { id: null, name: without },
      ...teams.filter((team) => !team.disabled || used.has(team.tid)).map(({ tid: id, name }) => ({ id, name })),
    ];
    return tid === undefined ? rows : rows.filter(({ id }) => id === tid);
  }
  const rows = by === 'kind' ? kinds : places;
  return [...rows, { id: null, name: without }];
}
