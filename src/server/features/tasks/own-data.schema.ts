import { Nullable, Shape, Timestamp, Type } from '../../lib/schema.ts';
import { Availability } from '../availability/availability.schema.ts';

/** Parts of the export of a person's own data. */
export const ownTaskData = {
  availabilities: Type.Array(Shape({ pid: Type.String({ examples: ['2026'] }), ...Availability.properties })),
  skills: Type.Array(
    Shape({
      project: Type.String({ examples: ['2026'] }),
      name: Type.String({ examples: ['First aid'] }),
      granted: Type.Boolean({ description: 'false: the person added it.' }),
      created_at: Timestamp('When it started.'),
      valid_until: Nullable(Timestamp('Until when the person has it; null without end.')),
    }),
    { description: "The person's skills." },
  ),
  join_requests: Type.Array(
    Shape({
      project: Type.String({ examples: ['2026'] }),
      task: Type.String({ description: 'Title of the task.', examples: ['Registration desk'] }),
      note: Type.String({ description: 'What the person wrote to the planners.', examples: ['I did this last year.'] }),
      created_at: Timestamp('When the person asked for a place.'),
      declined_at: Nullable(Timestamp('When a planner declined.')),
    }),
    { description: 'Requests for a place that were not approved; deleted when the task ends.' },
  ),
  helps_in: Type.Array(Shape({ pid: Type.String({ examples: ['2026'] }), created_at: Timestamp('When it started.') }), {
    description: 'Projects in which the person helps without a team.',
  }),
  waiting_lists: Type.Array(
    Shape({
      id: Type.String(),
      pid: Type.String({ examples: ['2026'] }),
      title: Type.String({ examples: ['Registration desk'] }),
      offered_until: Nullable(Timestamp('A place is held for the person until this time.')),
      since: Timestamp('When the person joined the waiting list.'),
    }),
    { description: 'Tasks whose waiting list the person is on.' },
  ),
  place_offers: Type.Array(
    Shape({
      task_id: Type.String(),
      uid: Type.String({ description: 'Who offers the place.' }),
      to_uid: Nullable(Type.String({ description: 'Who it is offered to; null: anyone.' })),
      for_task: Nullable(Type.String({ description: 'The task requested in return.' })),
      created_at: Timestamp('When it was made.'),
    }),
    { description: 'Places that the person offers, or that were offered to them.' },
  ),
  help_requests: Type.Array(
    Shape({
      id: Type.String(),
      pid: Type.String({ examples: ['2026'] }),
      title: Type.String({ examples: ['Registration desk'] }),
      asked_at: Timestamp('When the person was asked.'),
      answer: Nullable(Type.Enum(['yes', 'no'])),
    }),
    { description: 'Tasks that the person was asked to help with.' },
  ),
};
