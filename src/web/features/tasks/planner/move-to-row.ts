import type { TaskChanges } from '../../../../client/client.ts';
import type { RowOf } from './plan.ts';
import type { Grouping } from './search.ts';

/** How a task gets into another row; null if tasks cannot be moved between rows of this grouping. */
export function moveToRow(by: Grouping): ((row: RowOf) => TaskChanges) | null {
  return by === 'team' ? ({ id }) => ({ tid: id }) : null;
}
