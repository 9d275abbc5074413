import { Id, Nullable, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { sharedRules } from '../attendance/placement.policy.ts';
import { Pid } from '../../../auth/project-role.ts';

export const PlannedTask = Shape(
  {
    id: Nullable(
      Type.String({ description: 'Null in a preview of a new task.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    ),
    title: Type.String({ examples: ['Registration desk'] }),
    tid: Nullable(Type.String({ examples: ['venue'] })),
    kind: Nullable(Type.String({ description: 'Identifier of the kind.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] })),
    place: Nullable(
      Type.String({ description: 'Identifier of the location.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    ),
    starts_at: Timestamp('When it begins.'),
    ends_at: Timestamp('When it ends.'),
    min_people: Type.Integer({ examples: [2] }),
    capacity: Type.Integer({ examples: [4] }),
  },
  { $id: 'PlannedTask' },
);

export const BrokenLimit = () =>
  Nullable(
    Shape(
      { kind: Type.String({ examples: ['Kitchen'] }), minutes: Type.Integer({ examples: [480] }) },
      { description: 'The kind of task whose rule about rest or breaks it is, and the limit.' },
    ),
  );

export const LostPlace = Shape(
  {
    uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    task: Type.String({ description: 'Identifier of the task.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    title: Type.String({ examples: ['Registration desk'] }),
    starts_at: Timestamp('New start of the task.'),
    reason: Type.Enum(['task_removed', ...sharedRules], {
      description: "Why the person can't keep the place.",
      examples: ['task_overlap'],
    }),
    rule: BrokenLimit(),
  },
  { $id: 'LostPlace' },
);

export const step = () =>
  Nullable(
    Type.String({
      description: 'With this identifier the step can be undone within 7 days. Null in a preview.',
      examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'],
    }),
  );

export const DryRun = () => Type.Optional(Type.Boolean({ description: 'true: preview only; nothing changes.' }));

export const Release = () =>
  Type.Optional(
    Type.Boolean({
      description:
        "true: people who can't keep their place lose it and are notified. Otherwise such a change fails with 409 and lists them.",
    }),
  );

export const StepParams = Shape({ pid: Pid, id: Id('Identifier of the step.') });

export const stepSchemas = [PlannedTask, LostPlace];

export type PlannedTask = Static<typeof PlannedTask>;
