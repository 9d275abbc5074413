import { Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const seenKinds = ['bank', 'address', 'real_profile', 'answers', 'contact', 'emergency', 'receipt'] as const;

export const PrivateRead = Shape(
  {
    id: Type.String(),
    at: Timestamp('When it was seen.'),
    actor: Nullable(Type.String({ description: 'Who saw it. `erased-...` after erasure.' })),
    actor_name: Nullable(
      Type.String({ description: 'Their current name; null after erasure.', examples: ['Ada Lovelace'] }),
    ),
    seen: Type.Enum([...seenKinds], {
      description:
        "Which of the caller's data; `answers`: private answers to the form; `contact`: phone number or user names; " +
        '`emergency`: emergency contacts; `receipt`: a receipt of a claim.',
      examples: ['bank'],
    }),
    project: Nullable(Type.String({ description: 'Project that it happened in.', examples: ['2026'] })),
    project_name: Nullable(Type.String({ examples: ['Summer Camp 2026'] })),
    form: Nullable(Type.String({ description: 'Form that shared it.', examples: ['travel'] })),
    form_title: Nullable(
      Type.String({ description: 'Its current title; null if it was deleted.', examples: ['Travel money'] }),
    ),
  },
  { $id: 'PrivateRead' },
);

export const PrivateReadPage = { ...Page(Ref(PrivateRead)), $id: 'PrivateReadPage' };
export const PrivateReadQuery = Shape(PageQuery);

export const privateReadSchemas = [PrivateRead, PrivateReadPage];

export type PrivateRead = Static<typeof PrivateRead>;
