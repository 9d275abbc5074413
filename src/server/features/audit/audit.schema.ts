import { Line, Nullable, Page, PageQuery, Ref, Shape, Slug, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

const Detail = Type.Unsafe<Record<string, string | number | null>>({
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'null'] },
  description: 'More details, by name. Never private data.',
  examples: [{ tid: 'venue', role: 'member' }],
});

export const AuditRecord = Shape(
  {
    id: Type.String(),
    at: Timestamp('When it was done.'),
    actor: Nullable(
      Type.String({ description: 'Who did it; null for the service itself. `erased-...` after erasure.' }),
    ),
    actor_name: Nullable(
      Type.String({
        description: 'Their current name; for `service-...`, the name of the service account.',
        examples: ['Ada Lovelace'],
      }),
    ),
    token: Nullable(Type.String({ description: 'The API token used; null if done in a browser.' })),
    token_name: Nullable(Type.String({ description: 'Name of the token.', examples: ['staff page'] })),
    kind: Type.String({ description: 'What was done.', examples: ['member.added'] }),
    project: Nullable(Type.String({ description: 'Project that it happened in.', examples: ['2026'] })),
    project_name: Nullable(Type.String({ description: 'Its current name.', examples: ['Summer Camp 2026'] })),
    subject: Type.String({ description: 'The person or resource affected.' }),
    subject_name: Nullable(
      Type.String({ description: 'Their current name, if it is a person.', examples: ['王小明'] }),
    ),
    team_name: Nullable(Type.String({ description: 'Name of the team, if any.', examples: ['Venue'] })),
    task_title: Nullable(
      Type.String({
        description: 'Title of the task, if it still exists.',
        examples: ['Registration desk'],
      }),
    ),
    task_starts_at: Nullable(Timestamp('When the task begins now.')),
    task_ends_at: Nullable(Timestamp('When it ends.')),
    form_title: Nullable(Type.String({ description: 'Title of the form, if it still exists.', examples: ['Shirts'] })),
    credential_name: Nullable(
      Type.String({
        description: 'The name of the API token or passkey, if it still exists.',
        examples: ['My laptop'],
      }),
    ),
    detail: Detail,
  },
  { $id: 'AuditRecord' },
);

export const AuditPage = { ...Page(Ref(AuditRecord)), $id: 'AuditPage' };

const filters = {
  actor: Type.Optional(Line(64, { minLength: 1, description: 'Only what this person did.' })),
  project: Type.Optional(Slug('Only what was done in this project.', ['2026'])),
  kind: Type.Optional(
    Type.String({
      pattern: '^[a-z_]+\\.[a-z_]+$',
      maxLength: 64,
      description: 'Only this kind.',
      examples: ['member.added'],
    }),
  ),
};

export const AuditQuery = Shape({
  ...filters,
  order: Type.Optional(
    Type.Enum(['newest', 'oldest'], {
      default: 'newest',
      description: 'Which entries come first. `newest` if missing.',
    }),
  ),
  ...PageQuery,
});
export const AuditFilter = Shape(filters);

export const auditSchemas = [AuditRecord, AuditPage];

export type AuditFilter = Static<typeof AuditFilter>;
export type AuditRecord = Static<typeof AuditRecord>;
