import { joinRefusal } from '../rules/joining.policy.ts';
import type { OpenTask } from './open.schema.ts';

type Row = Parameters<typeof joinRefusal>[0];
type Situation = Omit<Parameters<typeof joinRefusal>[1], 'waiting'> & {
  requested: boolean;
  waiting: OpenTask['waiting'];
};

/** What keeps the person from taking a place, and what they could do. */
export function openFor(row: Row, situation: Situation) {
  const { plans, requested, waiting } = situation;
  const asks = row.joining === 'approval' && !plans;
  const refusal = joinRefusal(row, situation);
  const isFree = refusal === null && !requested;
  return {
    refusal,
    requested,
    waiting,
    rights: {
      join: isFree && !asks,
      ask: isFree && asks,
      wait: refusal === 'task_full' && !asks && waiting === null,
    },
  };
}
