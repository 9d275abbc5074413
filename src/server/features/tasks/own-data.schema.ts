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
};
