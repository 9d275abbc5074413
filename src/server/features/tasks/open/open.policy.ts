import { joinRefusals } from '../rules/joining.policy.ts';
import type { OpenTask } from './open.schema.ts';

type Row = Parameters<typeof joinRefusals>[0];
type Situation = Omit<Parameters<typeof joinRefusals>[1], 'waiting'> & {
  requested: boolean;
  waiting: OpenTask['waiting'];
};

/** What keeps the person from taking a place, and what they could do. */
export function openFor(row: Row, situation: Situation) {
  const { plans, requested, waiting } = situation;
  const asks = row.joining === 'approval' && !plans;
  const refusals = joinRefusals(row, situation);
  const [refusal = null] = refusals;
  const isFree = refusal === null && !requested;
  return {
    refusal,
    refusals,
    requested,
    waiting,
    rights: {
      join: isFree && !asks,
      ask: isFree && asks,
      wait: refusal === 'task_full' && !asks && waiting === null,
    },
  };
}
