import { Line, Nullable, Shape, Slug, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { cursorPattern } from './changes.policy.ts';

const ChangeSubject = Shape(
  {
    pid: Type.Optional(Type.String({ description: 'A project that was created or deleted.', examples: ['2026'] })),
    tid: Type.Optional(Type.String({ description: 'A team.', examples: ['venue'] })),
    uid: Type.Optional(Type.String({ description: 'A person.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] })),
    task: Type.Optional(Type.String({ description: 'A task.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] })),
    form: Type.Optional(Type.String({ description: 'A form.', examples: ['shirts'] })),
    announcement: Type.Optional(
      Type.String({ description: 'An announcement.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    ),
    document: Type.Optional(Type.String({ description: 'A document.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] })),
    thing: Type.Optional(
      Type.String({ description: 'A thing that is lent.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    ),
    claim: Type.Optional(Type.String({ description: 'A claim.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] })),
    budget: Type.Optional(Type.String({ description: 'Code of a budget.', examples: ['4711'] })),
    invitation: Type.Optional(Type.String({ description: 'An invitation.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] })),
  },
  {
    description: 'What changed, as identifiers only. Empty if the project itself changed.',
    examples: [{ tid: 'venue', uid: '01jd0c8m3v5q2w7x9y1z4b6n8k' }],
  },
);

export const Change = Shape(
  {
    id: Type.String({
      description: 'Cursor of this change. Send it as `after` to continue from here.',
      examples: ['2s-mhz3k5c0'],
    }),
    at: Timestamp('When it happened.'),
    project: Nullable(
      Type.String({ description: 'Project that it happened in; null for the installation.', examples: ['2026'] }),
    ),
    kind: Type.String({ description: 'What happened.', examples: ['member.added'] }),
    subject: ChangeSubject,
    revision: Nullable(
      Type.Integer({
        description: 'Revision of the resource after the change, if it has one: its `ETag`.',
        examples: [3],
      }),
    ),
  },
  { $id: 'Change' },
);

export const ChangePage = Shape(
  {
    data: Type.Array(Type.Unsafe<Static<typeof Change>>({ $ref: 'Change' })),
    next: Type.String({
      description: 'Send it as `after` to get what follows. Never null.',
      examples: ['2s-mhz3k5c0'],
    }),
    more: Type.Boolean({ description: 'Whether there are more changes now. `data` can still be empty: ask again.' }),
  },
  { $id: 'ChangePage' },
);

export const ChangeQuery = Shape({
  after: Type.Optional(
    Type.String({
      pattern: cursorPattern,
      maxLength: 20,
      description: 'A cursor: `next` or the `id` of a change. `latest`: only what follows. Without: the last 30 days.',
    }),
  ),
  project: Type.Optional(Slug('Only changes of this project.', ['2026'])),
  kinds: Type.Optional(
    Line(1000, {
      minLength: 1,
      description: 'Only these kinds, separated by commas, such as `task.changed,task.removed`.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'maximum number of items' })),
});

export const changeSchemas = [Change, ChangePage];

export type Change = Static<typeof Change>;
export type ChangePage = Static<typeof ChangePage>;
export type ChangeQuery = Static<typeof ChangeQuery>;
