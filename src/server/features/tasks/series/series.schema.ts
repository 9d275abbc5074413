import { Id, Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type, allOptional } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { DryRun, LostPlace, PlannedTask, Release, step } from '../steps/steps.schema.ts';
import { changedTask, newTask, shownTask } from '../task-fields.schema.ts';
import { Pid } from '../../../auth/project-role.ts';

const clock = (description: string, example: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', maxLength: 5, description, examples: [example] });

export const CalendarDay = (description: string) =>
  Type.String({
    format: 'date',
    pattern: '^(?:19[7-9]|2\\d\\d)\\d-',
    maxLength: 10,
    description,
    examples: ['2026-08-08'],
  });

const times = {
  days: Type.Array(CalendarDay('A day of the event, or at most 180 days before or after it.'), {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description: 'On which days.',
  }),
  from: clock("When the first task of a day begins, in the project's time zone.", '08:00'),
  to: clock('When the last one ends. Not after `from`: on the next day.', '20:00'),
  every_minutes: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 5,
        maximum: 1440,
        description: 'Minutes between the starts of two tasks.',
        examples: [120],
      }),
    ),
  ),
  at: Type.Optional(
    Nullable(
      Type.Array(clock('When a task begins.', '12:00'), {
        minItems: 1,
        maxItems: 100,
        description: 'Instead of `every_minutes`: more start times, in addition to `from`.',
      }),
    ),
  ),
  handover_minutes: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 240,
      description: 'How long each task overlaps with the next one.',
      examples: [15],
    }),
  ),
};

const example = {
  title: 'Registration desk',
  tid: 'venue',
  days: ['2026-08-08', '2026-08-09'],
  from: '08:00',
  to: '20:00',
  every_minutes: 120,
  capacity: 4,
};

export const NewTaskSeries = Shape({ ...newTask, ...times }, { $id: 'NewTaskSeries', examples: [example] });

export const TaskSeriesChanges = Shape(
  { ...changedTask, ...allOptional(times) },
  { $id: 'TaskSeriesChanges', examples: [{ to: '22:00', capacity: 5 }] },
);

export const TaskSeries = Shape(
  {
    id: Id('Identifier of the series.'),
    pid: Type.String({ examples: ['2026'] }),
    task_count: Type.Integer({ description: 'How many tasks belong to it.', examples: [12] }),
    created_at: Timestamp('When it was created.'),
    ...shownTask,
    days: Type.Array(Type.String({ format: 'date', examples: ['2026-08-08'] })),
    from: Type.String({ examples: ['08:00'] }),
    to: Type.String({ examples: ['20:00'] }),
    every_minutes: Nullable(Type.Integer({ examples: [120] })),
    at: Nullable(Type.Array(Type.String({ examples: ['12:00'] }))),
    handover_minutes: Type.Integer({ examples: [15] }),
    rights: Shape({ edit: Type.Boolean({ description: 'Whether the caller may change and delete the series.' }) }),
  },
  { $id: 'TaskSeries' },
);
export const TaskSeriesPage = { ...Page(Ref(TaskSeries)), $id: 'TaskSeriesPage' };

export const CreatedSeries = Shape(
  {
    step: step(),
    series: Nullable(Ref(TaskSeries)),
    tasks: Type.Array(Ref(PlannedTask), { description: 'Ordered by start time.' }),
  },
  { $id: 'CreatedSeries' },
);

export const ChangedSeries = Shape(
  {
    step: step(),
    kept: Type.Array(Ref(PlannedTask), { description: 'Tasks that keep their time and their people.' }),
    moved: Type.Array(Ref(PlannedTask), { description: 'Tasks whose time changes.' }),
    added: Type.Array(Ref(PlannedTask)),
    removed: Type.Array(Ref(PlannedTask)),
    released: Type.Array(Ref(LostPlace), { description: 'People who lose a place, or would lose it in a preview.' }),
  },
  { $id: 'ChangedSeries' },
);

export const RemovedSeries = Shape(
  {
    step: step(),
    removed: Type.Array(Ref(PlannedTask)),
    stay: Type.Array(Ref(PlannedTask), { description: 'Tasks with people. They stay, without a series.' }),
  },
  { $id: 'RemovedSeries' },
);

const Count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] });

export const PlanCopy = Shape(
  {
    kinds: Count('Kinds of tasks.', 6),
    places: Count('Places.', 9),
    skills: Count('Skills.', 4),
    series: Count('Series of tasks.', 12),
    tasks: Count('Tasks, on the same weekdays.', 84),
    left_out: Count('Other tasks: on days that the new event does not have, or of a disabled team.', 3),
  },
  { $id: 'PlanCopy' },
);
export const NewDays = Shape({
  starts_on: Type.Optional(CalendarDay('First day of the new event. Without it, no tasks are copied.')),
  ends_on: Type.Optional(CalendarDay('Last day of the new event.')),
});

export const SeriesQuery = Shape(PageQuery);
export const SeriesParams = Shape({ pid: Pid, id: Id('Identifier of the series.') });
export const NewSeriesQuery = Shape({ dry_run: DryRun() });
export const ChangeSeriesQuery = Shape({ dry_run: DryRun(), release: Release() });

export const seriesSchemas = [
  TaskSeries,
  TaskSeriesPage,
  NewTaskSeries,
  TaskSeriesChanges,
  CreatedSeries,
  ChangedSeries,
  RemovedSeries,
  PlanCopy,
];

export type TaskSeries = Static<typeof TaskSeries>;
export type NewTaskSeries = Static<typeof NewTaskSeries>;
export type TaskSeriesChanges = Static<typeof TaskSeriesChanges>;
export type CreatedSeries = Static<typeof CreatedSeries>;
export type PlanCopy = Static<typeof PlanCopy>;
export type NewDays = Static<typeof NewDays>;
export type ChangedSeries = Static<typeof ChangedSeries>;
export type RemovedSeries = Static<typeof RemovedSeries>;
