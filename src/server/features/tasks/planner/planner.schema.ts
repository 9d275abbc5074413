import { Id, Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';

/** How many names a task carries in the plan. The attendees of a task are listed in full elsewhere. */
export const namesShown = 100;

const Named = (description: string, name: string) =>
  Shape({ id: Id(description), name: Type.String({ examples: [name] }) });

export const PlanTask = Shape(
  {
    id: Id('Identifier of the task.'),
    title: Type.String({ examples: ['Registration desk'] }),
    category: Type.String({ examples: ['reception'] }),
    tid: Nullable(Type.String({ description: 'The team; null for the whole project.', examples: ['venue'] })),
    kind: Nullable(Named('Identifier of the kind.', 'Reception')),
    place: Nullable(Named('Identifier of the location.', 'Main entrance')),
    starts_at: Timestamp('When it begins.'),
    ends_at: Timestamp('When it ends.'),
    min_people: Type.Integer({ description: 'How many people are needed at least.', examples: [2] }),
    capacity: Type.Integer({ examples: [5] }),
    attendee_count: Type.Integer({ examples: [1] }),
    attendees: Type.Array(
      Shape({
        uid: Type.String({ description: 'Identifier of the person.' }),
        name: Type.String({ examples: ['Ada Lovelace'] }),
        confirmed: Type.Boolean({ description: 'Whether the person has confirmed that they are coming.' }),
        available: Type.Boolean({
          description:
            "False if the person said they aren't free at that time; included for tasks that the caller plans.",
        }),
      }),
      { description: `By name, at most ${namesShown}.` },
    ),
    rights: Shape({ edit: Type.Boolean({ description: 'Whether the caller plans this task.' }) }),
  },
  { $id: 'PlanTask' },
);

export const PlanTaskPage = { ...Page(Ref(PlanTask)), $id: 'PlanTaskPage' };

const PlannedDay = (description: string, example: string) =>
  Type.String({
    format: 'date',
    pattern: '^(?:19[7-9]|2\\d\\d)\\d-',
    maxLength: 10,
    description,
    examples: [example],
  });

export const PlannerQuery = Shape({
  from: Type.Optional(
    PlannedDay("First day, in the project's time zone. Without it, from the first task on.", '2026-08-08'),
  ),
  to: Type.Optional(PlannedDay("Last day, in the project's time zone. Without it, to the last task.", '2026-08-09')),
  ...PageQuery,
});

export const plannerSchemas = [PlanTask, PlanTaskPage];

export type PlanTask = Static<typeof PlanTask>;
