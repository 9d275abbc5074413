import { Id, Nullable, Page, PageQuery, Ref, Shape, Slug, Timestamp, Type } from '../../../lib/schema.ts';
import { taskLengths } from '../../../../shared/task-length.ts';
import type { Static } from '../../../lib/schema.ts';
import {
  Conflicts,
  Day,
  GrantedSkills,
  JoinRefusal,
  JoinRefusals,
  MissingDocuments,
  MissingSkills,
  TimeRule,
} from '../tasks.schema.ts';
import { OwnWaiting } from '../waiting/waiting.schema.ts';

const Named = (description: string, name: string) =>
  Nullable(Shape({ id: Type.String({ description }), name: Type.String({ examples: [name] }) }));

export const OpenTask = Shape(
  {
    id: Type.String({ description: 'Identifier of the task.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    pid: Type.String({ examples: ['2026'] }),
    project: Type.String({ description: 'Name of the project.', examples: ['Summer Camp 2026'] }),
    timezone: Type.String({ description: 'Time zone of the project.', examples: ['Asia/Taipei'] }),
    tid: Nullable(Type.String({ description: 'The team; null for the whole project.', examples: ['venue'] })),
    team: Nullable(Type.String({ description: 'Name of the team.', examples: ['Venue'] })),
    place: Named('Identifier of the location.', 'Main entrance'),
    kind: Named('Identifier of the kind.', 'Reception'),
    title: Type.String({ examples: ['Registration desk'] }),
    starts_at: Timestamp('When it begins.'),
    ends_at: Timestamp('When it ends.'),
    opens_at: Nullable(Timestamp('When sign-up opens; null: at once.')),
    missing: Type.Integer({ description: 'Number of people missing to reach the minimum.', examples: [2] }),
    open_places: Type.Integer({ description: 'How many places are free.', examples: [3] }),
    refusal: JoinRefusal(),
    refusals: JoinRefusals(),
    missing_skills: MissingSkills(),
    granted_skills: GrantedSkills(),
    missing_documents: MissingDocuments(),
    time_rule: TimeRule(),
    conflicts: Conflicts(),
    requested: Type.Boolean({ description: "Whether the caller's request for a place is open." }),
    waiting: Nullable(OwnWaiting),
    rights: Shape({
      join: Type.Boolean({ description: 'Whether the caller can take a place now.' }),
      ask: Type.Boolean({ description: 'Whether the caller can request a place now.' }),
      wait: Type.Boolean({ description: 'Whether the caller can join the waiting list.' }),
    }),
  },
  { $id: 'OpenTask' },
);

export const OpenTaskPage = { ...Page(Ref(OpenTask)), $id: 'OpenTaskPage' };
export const OpenTaskQuery = Shape({
  ...PageQuery,
  project: Type.Optional(Slug('Only tasks of this project.', ['2026'])),
  day: Type.Optional(Day()),
  tid: Type.Optional(Slug('Only tasks of this team.', ['venue'])),
  place: Type.Optional(Id('Only tasks at this location.')),
  kind: Type.Optional(Id('Only tasks of this kind.')),
  all: Type.Optional(
    Type.Boolean({
      description:
        "Also list tasks that the caller can't take now (`refusal` says why), and tasks where places must be requested.",
      examples: [false],
    }),
  ),
  full: Type.Optional(
    Type.Boolean({
      description: 'Only tasks without a free place, or only tasks with one. Use it with `all`.',
      examples: [false],
    }),
  ),
  length: Type.Optional(
    Type.Enum(taskLengths, { description: 'Only tasks of up to 2 hours, of more than 2 and up to 4, or longer ones.' }),
  ),
  order: Type.Optional(
    Type.Enum(['need', 'time'], { description: 'Most needed first, or by start time.', default: 'need' }),
  ),
});

export const openTaskSchemas = [OpenTask, OpenTaskPage];

export type OpenTask = Static<typeof OpenTask>;
export type OpenTaskQuery = Static<typeof OpenTaskQuery>;
