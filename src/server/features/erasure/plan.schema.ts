import { Nullable, Shape, Timestamp, Type } from '../../lib/schema.ts';
import { Availability } from '../availability/availability.schema.ts';

/** What a person's export has about their tasks. */
export const ownPlan = {
  tasks: Type.Array(
    Shape({
      id: Type.String(),
      pid: Type.String({ examples: ['2026'] }),
      title: Type.String({ examples: ['Registration desk'] }),
      starts_at: Timestamp('When the task begins.'),
      ends_at: Timestamp('When the task ends.'),
      joined_at: Timestamp('When the person joined it.'),
    }),
  ),
  ...ownTaskData,
  left_tasks: Type.Array(
    Shape({
      id: Type.String(),
      pid: Type.String({ examples: ['2026'] }),
      title: Type.String({ examples: ['Registration desk'] }),
      starts_at: Timestamp('When the task begins.'),
      ends_at: Timestamp('When the task ends.'),
      left_at: Timestamp('When the person left it, or it was deleted.'),
    }),
    { description: 'Tasks that calendars show as cancelled; kept for 30 days after the task.' },
  ),
  availabilities: Type.Array(Shape({ pid: Type.String({ examples: ['2026'] }), ...Availability.properties })),
};
