import { maxTasksAtOnce } from '../../../../shared/limits.ts';
import { Id, Ref, Shape, Slug, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { CalendarDay } from '../series/series.schema.ts';
import { DryRun, LostPlace, PlannedTask, Release, step } from '../steps/steps.schema.ts';
import { changedTask } from '../task-fields.schema.ts';

export const TaskSelectionChange = Shape(
  {
    tasks: Type.Array(
      Shape({
        id: Id('Identifier of the task.'),
        revision: Type.Optional(
          Type.Integer({
            minimum: 1,
            description: "If the task's revision differs, nothing is changed.",
            examples: [3],
          }),
        ),
      }),
      { minItems: 1, maxItems: maxTasksAtOnce, description: 'The tasks to change.' },
    ),
    set: Type.Optional(Shape(changedTask, { description: 'New values for all of these tasks.' })),
    move_minutes: Type.Optional(
      Type.Integer({
        minimum: -525_600,
        maximum: 525_600,
        description: 'Move the tasks by this many minutes.',
        examples: [30],
      }),
    ),
    move_days: Type.Optional(
      Type.Integer({
        minimum: -366,
        maximum: 366,
        description: 'Move the tasks by this many days, at the same local time.',
        examples: [7],
      }),
    ),
    delete: Type.Optional(
      Type.Boolean({
        description: 'true: delete the tasks, without other changes.',
        examples: [false],
      }),
    ),
  },
  {
    $id: 'TaskSelectionChange',
    examples: [{ tasks: [{ id: '01jd0c8m3v5q2w7x9y1z4b6n8k' }], set: { capacity: 5 }, move_minutes: 30 }],
  },
);

export const TaskSelectionChanged = Shape(
  {
    step: step(),
    changed: Type.Array(Ref(PlannedTask)),
    removed: Type.Array(Ref(PlannedTask)),
    released: Type.Array(Ref(LostPlace), { description: 'People who lose a place.' }),
  },
  { $id: 'TaskSelectionChanged' },
);

export const TaskCopies = Shape(
  {
    from_day: CalendarDay("Copy tasks that begin on this day in the project's time zone."),
    to_day: CalendarDay(
      'Day to copy them to, at the same times: of the event, or at most 180 days before or after it.',
    ),
    tids: Type.Optional(
      Type.Array(Slug('Team.', ['venue']), {
        maxItems: 200,
        uniqueItems: true,
        description: 'Only tasks of these teams. Default: all that the caller plans.',
      }),
    ),
  },
  { $id: 'TaskCopies', examples: [{ from_day: '2026-08-08', to_day: '2026-08-09', tids: ['venue'] }] },
);

export const CreatedTasks = Shape(
  { step: step(), tasks: Type.Array(Ref(PlannedTask), { description: 'Ordered by start time.' }) },
  { $id: 'CreatedTasks' },
);

export const BulkQuery = Shape({ dry_run: DryRun(), release: Release() });
export const CopyQuery = Shape({ dry_run: DryRun() });

export const bulkSchemas = [TaskSelectionChange, TaskSelectionChanged, TaskCopies, CreatedTasks];

export type TaskSelectionChange = Static<typeof TaskSelectionChange>;
export type TaskSelectionChanged = Static<typeof TaskSelectionChanged>;
export type TaskCopies = Static<typeof TaskCopies>;
export type CreatedTasks = Static<typeof CreatedTasks>;
