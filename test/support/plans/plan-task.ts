import type { PlanTask } from '../../../src/client/client.ts';

export const at = (hour: number): string => new Date(Date.UTC(2030, 7, 8, hour)).toISOString();

/** A task in the planner, without people. */
export const planTask = (id: string, from: number, to: number, more: Partial<PlanTask> = {}): PlanTask => ({
  id,
  title: id,
  category: '',
  tid: 'venue',
  kind: null,
  place: null,
  starts_at: at(from),
  ends_at: at(to),
  min_people: 0,
  capacity: 3,
  attendee_count: 0,
  attendees: [],
  rights: { edit: true },
  ...more,
});

export const withPerson = (person: { uid: string; name: string }): Pick<PlanTask, 'attendee_count' | 'attendees'> => ({
  attendee_count: 1,
  attendees: [{ ...person, confirmed: false, available: true }],
});
