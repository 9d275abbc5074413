import type { Refusal } from '../rules/rules.policy.ts';
import type { OpenTask } from './open.schema.ts';

type Row = {
  joining: 'open' | 'approval' | 'planners';
  opens_at: string | null;
  capacity: number;
  attendee_count: number;
  held_count: number;
};

type Situation = {
  /** Why the person's own plan, skills or age do not allow it. */
  personal: Refusal | null;
  /** Planners take places directly, whatever the way of joining. */
  plans: boolean;
  requested: boolean;
  declined: boolean;
  waiting: OpenTask['waiting'];
  now: string;
};

/** What keeps the person from taking a place, and what they could do. */
export function openFor(row: Row, situation: Situation) {
  const { plans, requested, waiting } = situation;
  const asks = row.joining === 'approval' && !plans;
  const refusal = refusalFor(row, situation, asks);
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

/** Reasons that concern the person come first: waiting or trying later would not help. */
function refusalFor(row: Row, situation: Situation, asks: boolean): OpenTask['refusal'] {
  const { personal, plans, declined, waiting, now } = situation;
  if (personal !== null) return personal;
  if (declined && asks) return 'declined';
  if (!plans && row.opens_at !== null && row.opens_at > now) return 'not_open_yet';
  // A free place may be held for the person.
  const isFull = row.attendee_count + row.held_count >= row.capacity && waiting?.offered_until == null;
  return isFull ? 'task_full' : null;
}
