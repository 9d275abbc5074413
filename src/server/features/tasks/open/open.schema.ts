import { Nullable, Page, PageQuery, Ref, Shape, Slug, Timestamp, Type } from '../../../lib/schema.ts';

export const OpenTask = Shape(
  {
    id: Type.String({ description: 'Identifier of the task.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    pid: Type.String({ examples: ['2026'] }),
    project: Type.String({ description: 'Name of the project.', examples: ['Summer Camp 2026'] }),
    timezone: Type.String({ description: 'Time zone of the project.', examples: ['Asia/Taipei'] }),
    tid: Nullable(Type.String({ description: 'The team; null for the whole project.', examples: ['venue'] })),
    team: Nullable(Type.String({ description: 'Name of the team.', examples: ['Venue'] })),
    title: Type.String({ examples: ['Registration desk'] }),
    starts_at: Timestamp('When it begins.'),
    ends_at: Timestamp('When it ends.'),
    missing: Type.Integer({ description: 'How many people are missing below the minimum.', examples: [2] }),
    open_places: Type.Integer({ description: 'How many places are free.', examples: [3] }),
  },
  { $id: 'OpenTask' },
);

export const OpenTaskPage = { ...Page(Ref(OpenTask)), $id: 'OpenTaskPage' };
export const OpenTaskQuery = Shape({
  ...PageQuery,
  project: Type.Optional(Slug('Only tasks of this project.', ['2026'])),
});

export const openTaskSchemas = [OpenTask, OpenTaskPage];
