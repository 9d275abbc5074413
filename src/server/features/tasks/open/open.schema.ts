import { Id, Nullable, Page, PageQuery, Ref, Shape, Slug, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Conflicts, Day, JoinRefusal, MissingSkills, TimeRule } from '../tasks.schema.ts';
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
    place: Named('Identifier of the place.', 'Main entrance'),
    kind: Named('Identifier of the kind.', 'Reception'),
    title: Type.String({ examples: ['Registration desk'] }),
    starts_at: Timestamp('When it begins.'),
    ends_at: Timestamp('When it ends.'),
    opens_at: Nullable(Timestamp('When people can begin to join by themselves; null: at once.')),
    missing: Type.Integer({ description: 'How many people are missing below the minimum.', examples: [2] }),
    open_places: Type.Integer({ description: 'How many places are free.', examples: [3] }),
    refusal: JoinRefusal(),
    missing_skills: MissingSkills(),
    time_rule: TimeRule(),
    conflicts: Conflicts(),
    requested: Type.Boolean({ description: 'Whether the caller has asked for a place and nobody has decided yet.' }),
    waiting: Nullable(OwnWaiting),
    rights: Shape({
      join: Type.Boolean({ description: 'Whether the caller could take a place now.' }),
      ask: Type.Boolean({ description: 'Whether the caller could ask for a place now.' }),
      wait: Type.Boolean({ description: 'Whether the caller could wait for a place.' }),
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
  place: Type.Optional(Id('Only tasks at this place.')),
  kind: Type.Optional(Id('Only tasks of this kind.')),
  all: Type.Optional(
    Type.Boolean({
      description:
        'Also tasks that the caller sees but cannot take now: `refusal` says why. And those for which places are asked for.',
      examples: [false],
    }),
  ),
});

export const openTaskSchemas = [OpenTask, OpenTaskPage];

export type OpenTask = Static<typeof OpenTask>;
export type OpenTaskQuery = Static<typeof OpenTaskQuery>;
