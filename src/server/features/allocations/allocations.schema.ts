import { Id, Nullable, Page, PageQuery, Ref, Shape, Slug, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { draftObstacles } from '../../../shared/rules.ts';
import { Day } from '../tasks/tasks.schema.ts';
import { Pid } from '../../auth/project-role.ts';

const states = ['running', 'ready', 'applied', 'discarded', 'failed'] as const;
const reasons = ['own_team', 'preferred_team', 'preferred_kind', 'stays', 'few_could', 'free'] as const;
const fixes = [
  'open_to_project',
  'ask_unavailable',
  'ask_them',
  'teach',
  'more_hours',
  'move_task',
  'find_people',
] as const;

/** How many people a suggestion names. */
export const maxNamed = 3;

const count = (description: string) => Type.Integer({ description, examples: [3] });
const tids = () =>
  Type.Array(Slug('Team whose tasks are planned.', ['venue']), { maxItems: 200, uniqueItems: true, minItems: 1 });
const days = () => Type.Array(Day(), { maxItems: 60, uniqueItems: true, minItems: 1 });

export const NewAllocation = Shape(
  {
    tids: Type.Optional(tids()),
    days: Type.Optional(days()),
    keep: Type.Optional(
      Type.Boolean({
        description: 'false: people who are on these tasks can be moved.',
        default: true,
        examples: [true],
      }),
    ),
    fill_all: Type.Optional(
      Type.Boolean({ description: 'true: fill all places, minimums first.', default: false, examples: [false] }),
    ),
    max_hours_per_day: Type.Optional(
      Type.Integer({
        description: 'Maximum hours per person and day. A task counts on the day it begins.',
        minimum: 1,
        maximum: 24,
        examples: [8],
      }),
    ),
  },
  { $id: 'NewAllocation', description: 'Without `tids` and `days`: all tasks that the caller plans.' },
);

const summary = {
  task_count: count('Tasks with free places.'),
  person_count: count('People who were considered.'),
  place_count: count('Places that the draft fills.'),
  missing: count('Number of people missing to reach the minimums with this draft.'),
  bound: Nullable(count("Number of people missing in the best possible plan; null if it couldn't be computed.")),
  begun_count: count('Understaffed tasks that have begun. Drafts leave them out.'),
};

const head = {
  id: Type.String({ description: 'Identifier of the draft.' }),
  state: Type.Enum(states, { examples: ['ready'] }),
  tids: Nullable(Type.Array(Type.String({ examples: ['venue'] }), { description: 'null for all teams.' })),
  days: Nullable(Type.Array(Type.String({ examples: ['2026-08-08'] }), { description: 'null for all days.' })),
  keep: Type.Boolean(),
  fill_all: Type.Boolean(),
  max_hours_per_day: Nullable(
    Type.Integer({ description: 'Maximum hours per person and day; null: no limit.', examples: [8] }),
  ),
  created_at: Timestamp('When it was requested.'),
  finished_at: Nullable(Timestamp('When it was ready or failed.')),
  summary: Nullable(Shape(summary)),
};

export const Allocation = Shape(head, { $id: 'Allocation' });
export const AllocationPage = { ...Page(Ref(Allocation)), $id: 'AllocationPage' };

const task = {
  task: Type.String({ description: 'Identifier of the task.' }),
  title: Type.String({ examples: ['Registration desk'] }),
  starts_at: Timestamp('When it begins.'),
  ends_at: Timestamp('When it ends.'),
};
const person = {
  uid: Type.String({ description: 'Identifier of the person.' }),
  name: Type.String({ examples: ['Ada Lovelace'] }),
};

export const AllocationDetails = Shape(
  {
    ...head,
    assignments: Type.Array(
      Shape({
        ...task,
        ...person,
        reasons: Type.Array(Type.Enum(reasons)),
        could_count: count('How many people could take the task.'),
        now: Type.Enum(['free', 'has_place', 'task_full'], {
          description: 'Whether the person has the place by now, or the task filled up without them.',
          examples: ['free'],
        }),
      }),
      { description: 'Who would get which place, by time.' },
    ),
    released: Type.Array(Shape({ ...task, ...person }), {
      description: 'Who would lose which place; empty with `keep`.',
    }),
    gaps: Type.Array(
      Shape({
        ...task,
        missing: count('Number of people missing to reach the minimum.'),
        empty: count('Places that stay empty, with `fill_all`; otherwise as `missing`.'),
        obstacles: Type.Array(Shape({ obstacle: Type.Enum(draftObstacles), people: count('How many people.') }), {
          description: "Why the others can't take it. Each person is counted once.",
        }),
        fix: Shape({
          kind: Type.Enum(fixes),
          people: count('How many people could take the task then.'),
          ask: Type.Array(Shape(person), {
            description: `Whom to ask, at most ${maxNamed} of these people. Empty unless they can change it themselves.`,
          }),
          skills: Type.Array(Type.String({ examples: ['First aid'] }), {
            description: 'For `teach`: names of the skills that these people lack.',
          }),
        }),
      }),
    ),
    hours: Type.Array(
      Shape({
        ...person,
        before: Type.Number({ description: 'Planned hours before the draft.', examples: [4] }),
        after: Type.Number({
          description: 'Planned hours with the draft, or with what was applied.',
          examples: [8],
        }),
        max: Nullable(Type.Number({ description: 'Maximum hours the person wants.', examples: [12] })),
        blocks: Nullable(
          Type.Integer({
            description:
              'The most separate blocks of tasks that the person has on one day with the draft; tasks at most half an hour ' +
              'apart are one block. Null for drafts of earlier versions.',
            examples: [1],
          }),
        ),
      }),
      { description: 'People with tasks in the draft, most hours first.' },
    ),
    skipped: Type.Array(
      Shape({
        ...task,
        ...person,
        reason: Type.String({ description: 'Error code of the rule, or `not_available`.', examples: ['task_full'] }),
      }),
      { description: 'Changes that could not be applied or undone because something has changed since.' },
    ),
    placed: Type.Array(Shape({ ...task, ...person }), {
      description: 'Who got which place when the draft was applied.',
    }),
  },
  { $id: 'AllocationDetails' },
);

/** The body is optional. */
export const AppliedAllocation = Nullable(
  Shape({
    assignments: Type.Optional(
      Type.Array(Shape({ task: Id('Identifier of the task.'), uid: Id('Identifier of the person.') }), {
        description:
          'Apply only these assignments. People whose assignments are all included also lose the places that the draft takes from them.',
        minItems: 1,
        maxItems: 5000,
      }),
    ),
  }),
);

export const AllocationQuery = Shape(PageQuery);
export const AllocationsParams = Shape({ pid: Pid });
export const AllocationParams = Shape({ pid: Pid, id: Id('Identifier of the draft.') });

export const allocationSchemas = [NewAllocation, Allocation, AllocationPage, AllocationDetails];

export type NewAllocation = Static<typeof NewAllocation>;
export type Allocation = Static<typeof Allocation>;
export type AllocationDetails = Static<typeof AllocationDetails>;
export type Obstacle = (typeof draftObstacles)[number];
export type Reason = (typeof reasons)[number];
export type Fix = (typeof fixes)[number];
