import { Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';

export const ReleasedPlace = Shape(
  {
    id: Type.String({ description: 'Identifier of the task.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    pid: Type.String({ examples: ['2026'] }),
    title: Type.String({ examples: ['Registration desk'] }),
    starts_at: Timestamp('When the task begins.'),
    ends_at: Timestamp('When it ends.'),
    timezone: Type.String({ description: 'Time zone of the project.', examples: ['Asia/Taipei'] }),
    people: Type.Integer({ description: 'How many people would lose their place.', examples: [1] }),
  },
  { $id: 'ReleasedPlace' },
);

export const ReleasedPlacePage = { ...Page(Ref(ReleasedPlace)), $id: 'ReleasedPlacePage' };
export const ReleasesQuery = Shape(PageQuery);

export const releaseSchemas = [ReleasedPlace, ReleasedPlacePage];

export type ReleasedPlace = Static<typeof ReleasedPlace>;
export type ReleasedPlacePage = Static<typeof ReleasedPlacePage>;
