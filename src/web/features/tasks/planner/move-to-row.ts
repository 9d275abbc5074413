import type { TaskChanges } from '../../../../client/client.ts';
import type { RowOf } from './plan.ts';
import type { Grouping } from './search.ts';

/** What has to be changed so that a task gets into another row. */
export function toRow(by: Grouping, { id }: RowOf): TaskChanges {
  if (by === 'team') return { tid: id };
  return by === 'kind' ? { kind: id } : { place: id };
}
