import { Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const seenKinds = ['bank', 'address', 'real_profile', 'answers', 'contact'] as const;

export const PrivateRead = Shape(
  {
    id: Type.String(),
    at: Timestamp('When it was seen.'),
    actor: Nullable(Type.String({ description: 'Who saw it. `erased-...` once gone.' })),
    actor_name: Nullable(
      Type.String({ description: 'Their name today; null once they are gone.', examples: ['Ada Lovelace'] }),
    ),
    seen: Type.Enum([...seenKinds], {
      description:
        'Which data of the caller; `answers`: private answers to the form; `contact`: phone number or handles.',
      examples: ['bank'],
    }),
    project: Nullable(Type.String({ description: 'In which project.', examples: ['2026'] })),
    project_name: Nullable(Type.String({ examples: ['Summer Camp 2026'] })),
    form: Nullable(Type.String({ description: 'By which form.', examples: ['travel'] })),
    form_title: Nullable(
      Type.String({ description: 'Its title today; null once it is gone.', examples: ['Travel money'] }),
    ),
  },
  { $id: 'PrivateRead' },
);

export const PrivateReadPage = { ...Page(Ref(PrivateRead)), $id: 'PrivateReadPage' };
export const PrivateReadQuery = Shape(PageQuery);

export const privateReadSchemas = [PrivateRead, PrivateReadPage];

export type PrivateRead = Static<typeof PrivateRead>;
