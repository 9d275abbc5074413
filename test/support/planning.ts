import type { Trx } from '../../src/server/db/db.ts';
import type { World } from './world.ts';

/** A series without tasks, and a step of the caller that changed nothing. */
export async function insertPlanning(trx: Trx, { pid, tid, series, step, caller }: World, at: string): Promise<void> {
  const definition = {
    ...{ title: 'Desk', description: '', category: '', kind: null, tid, place: null, visibility: 'project' },
    ...{
      joining: 'open',
      opens_at: null,
      min_people: 0,
      capacity: 2,
      days: ['2026-08-08'],
      from: '08:00',
      to: '10:00',
    },
    ...{ every_minutes: null, at: null, handover_minutes: 0 },
  };
  await trx
    .insertInto('task_series')
    .values({ id: series, pid, title: 'Desk', definition: JSON.stringify(definition), created_at: at })
    .execute();
  const before = { series: null, tasks: [], attendances: [], hopeful: { waiting: [], requests: [] } };
  await trx
    .insertInto('planning_steps')
    .values({ id: step, pid, kind: 'change', before: JSON.stringify(before), created_by: caller, created_at: at })
    .execute();
}
