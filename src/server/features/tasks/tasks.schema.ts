import {
  CountedPage,
  Id,
  Line,
  Nullable,
  PageQuery,
  Ref,
  Shape,
  Slug,
  allOptional,
  Timestamp,
  Type,
} from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { Moment } from '../../lib/time.ts';
import { changedTask, newTask, shownTask } from './task-fields.schema.ts';
import { personalRules } from './attendance/placement.policy.ts';
import { OwnWaiting } from './waiting/waiting.schema.ts';
import { Pid } from '../../auth/project-role.ts';

const taskId = () => Id('Identifier of the task.');
const joinRefusals = ['task_full', ...personalRules, 'not_open_yet', 'planners_only', 'declined'] as const;

export const JoinRefusal = () =>
  Nullable(
    Type.Enum([...joinRefusals], {
      description: "Why the caller can't take a place now; null if they can, or already have one.",
    }),
  );

export const JoinRefusals = () =>
  Type.Array(Type.Enum([...joinRefusals]), {
    description: 'All reasons, if there are several. The first one is `refusal`.',
    examples: [[]],
  });

export const MissingSkills = () =>
  Type.Array(Type.String({ examples: ['First aid'] }), {
    description: 'Names of the skills that the task needs and the caller does not have.',
    examples: [[]],
  });

export const MissingDocuments = () =>
  Type.Array(
    Shape({
      id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
      title: Type.String({ examples: ['Safety rules'] }),
    }),
    { description: 'Documents that the caller has to sign before they can take a place.', examples: [[]] },
  );

export const GrantedSkills = () =>
  Type.Array(Type.String({ examples: ['First aid'] }), {
    description: 'Those of `missing_skills` that only owners and chiefs can give. People add the others themselves.',
    examples: [[]],
  });

export const TimeRule = () =>
  Nullable(
    Shape({
      minutes: Type.Integer({
        description: 'The longest time without a break, or the shortest rest.',
        examples: [240],
      }),
      tasks: Type.Array(Type.String({ examples: ['Hand out badges'] }), {
        description: "Titles of the caller's tasks before and after it.",
      }),
      kind: Nullable(
        Type.String({
          description: 'Name of the kind of task whose rule it is; null if it is of another project.',
          examples: ['Kitchen'],
        }),
      ),
    }),
  );

export const Conflicts = () =>
  Type.Array(
    Shape({
      id: taskId(),
      pid: Type.String({ examples: ['2026'] }),
      title: Type.String({ examples: ['Hand out badges'] }),
    }),
    { description: "The caller's other tasks, of any project, that overlap this one." },
  );

export const TaskRights = Shape({
  edit: Type.Boolean({ description: 'Whether the caller may change and delete the task.' }),
  add_attendees: Type.Boolean({ description: 'Whether the caller may assign others to the task and remove them.' }),
  see_attendees: Type.Boolean({ description: 'Whether the caller may see who has joined.' }),
  join: Type.Boolean({ description: 'Whether the caller can join or request a place now.' }),
  leave: Type.Boolean({ description: 'Whether the caller can leave now.' }),
  wait: Type.Boolean({ description: 'Whether the task is full and the caller can join the waiting list.' }),
  offer: Type.Boolean({ description: 'Whether the caller can hand over their place.' }),
  ask_for_help: Type.Boolean({ description: 'Whether the caller can ask people to help with the task.' }),
});

export const Task = Shape(
  {
    id: taskId(),
    pid: Type.String({ examples: ['2026'] }),
    ...shownTask,
    starts_at: Timestamp('When it begins.'),
    ends_at: Timestamp('When it ends.'),
    attendee_count: Type.Integer({ examples: [2] }),
    open_places: Type.Integer({ examples: [3] }),
    created_at: Timestamp('When it was created.'),
    series: Nullable(
      Type.String({ description: 'The series that it belongs to.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8r'] }),
    ),
    joined: Type.Boolean({ description: 'Whether the caller has joined.' }),
    replaced: Type.Boolean({
      description:
        'Whether the caller was marked as absent and their place was opened to others. Then `joined` is false.',
      examples: [false],
    }),
    waiting_count: Type.Integer({ description: 'Number of people on the waiting list.', examples: [0] }),
    waiting: Nullable(OwnWaiting),
    offering: Type.Boolean({ description: 'Whether the caller wants to hand over their place.' }),
    given: Type.Boolean({
      description: 'Whether somebody wants to give up their place. False for callers who do not plan the task.',
      examples: [false],
    }),
    asked: Nullable(
      Shape({
        at: Timestamp('When an organiser asked the caller to help.'),
        answer: Nullable(Type.Enum(['yes', 'no'], { description: 'Null if the caller has not answered.' })),
      }),
    ),
    requested: Type.Boolean({ description: "Whether the caller's request for a place is open." }),
    conflicts: Conflicts(),
    refusal: JoinRefusal(),
    refusals: JoinRefusals(),
    missing_skills: MissingSkills(),
    granted_skills: GrantedSkills(),
    missing_documents: MissingDocuments(),
    time_rule: TimeRule(),
    rights: TaskRights,
  },
  { $id: 'Task' },
);

export const TaskPage = { ...CountedPage(Ref(Task)), $id: 'TaskPage' };

const times = { starts_at: Moment('When it begins.'), ends_at: Moment('When it ends.') };

export const NewTask = Shape(
  { ...newTask, ...times },
  {
    $id: 'NewTask',
    examples: [
      {
        title: 'Registration desk',
        tid: 'venue',
        starts_at: '2026-08-08T08:00:00+08:00',
        ends_at: '2026-08-08T12:00:00+08:00',
        capacity: 4,
        min_people: 2,
      },
    ],
  },
);

export const TaskChanges = Shape(
  {
    ...changedTask,
    ...allOptional(times),
    release_conflicting: Type.Optional(
      Type.Boolean({
        description:
          "Remove people who can't stay on the task with its new time or kind. Without it, such a change fails with 409.",
        examples: [false],
      }),
    ),
  },
  {
    $id: 'TaskChanges',
    examples: [{ title: 'Information desk', capacity: 6, briefing: 'Come to the main entrance.' }],
  },
);

export const Day = () =>
  Type.String({
    format: 'date',
    pattern: '^(?:19[7-9]|2\\d\\d)\\d-',
    maxLength: 10,
    description: "Tasks that begin on this day in the project's time zone.",
    examples: ['2026-08-08'],
  });

const filters = {
  day: Type.Optional(Day()),
  hour: Type.Optional(Moment('Only tasks that are on within the hour that begins at this time.')),
  tid: Type.Optional(Slug('Only tasks of this team.', ['venue'])),
  category: Type.Optional(Line(100, { description: 'Only tasks with this label.', examples: ['reception'] })),
  open: Type.Optional(Type.Boolean({ description: 'true: only tasks that have not ended and have places left.' })),
  upcoming: Type.Optional(Type.Boolean({ description: 'true: only tasks that have not ended.' })),
  place: Type.Optional(Id('Only tasks at this location.')),
  kind: Type.Optional(Id('Only tasks of this kind.')),
  understaffed: Type.Optional(Type.Boolean({ description: 'true: only tasks with fewer people than their minimum.' })),
  mine: Type.Optional(Type.Boolean({ description: 'true: only tasks that the caller has joined.' })),
  planned: Type.Optional(Type.Boolean({ description: 'true: only tasks that the caller may change.' })),
  q: Type.Optional(Line(100, { description: 'Part of the title or the label.', examples: ['desk'] })),
};
export const TaskFilters = Shape(filters);
export const TaskQuery = Shape({ ...PageQuery, ...filters });
export const TaskDays = Shape(
  {
    data: Type.Array(
      Shape({
        day: Type.String({ description: "In the project's time zone.", examples: ['2026-08-08'] }),
        count: Type.Integer({ description: 'Number of tasks that begin on it.', examples: [12] }),
      }),
      { description: 'Days with tasks, in their order.' },
    ),
  },
  { $id: 'TaskDays' },
);
export const ProjectParams = Shape({ pid: Pid });
export const TaskParams = Shape({ pid: Pid, id: taskId() });
export const DeleteTaskQuery = Shape({
  force: Type.Optional(Type.Boolean({ description: 'true: delete the task even if people have joined it.' })),
});

export const taskSchemas = [Task, TaskPage, TaskDays, NewTask, TaskChanges];

export type Task = Static<typeof Task>;
export type TaskRights = Static<typeof TaskRights>;
export type NewTask = Static<typeof NewTask>;
export type TaskChanges = Static<typeof TaskChanges>;
export type TaskFilters = Static<typeof TaskFilters>;
export type TaskQuery = Static<typeof TaskQuery>;
