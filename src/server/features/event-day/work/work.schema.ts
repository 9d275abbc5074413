import { CountedPage, Id, Line, Nullable, PageQuery, Ref, Shape, Slug, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Moment } from '../../../lib/time.ts';
import { Pid } from '../../../auth/project-role.ts';

const title = Line(200, { minLength: 1, pattern: '\\S', examples: ['Fetched the tables'] });
const states = ['claimed', 'approved', 'declined'] as const;

export const Work = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ description: 'Name of the person.', examples: ['Ada Lovelace'] }),
    tid: Nullable(Type.String({ examples: ['venue'] })),
    title,
    starts_at: Timestamp('When it began.'),
    ends_at: Timestamp('When it ended.'),
    minutes: Type.Integer({ minimum: 0, description: 'In quarters of an hour; counts once approved.', examples: [90] }),
    state: Type.Enum([...states], { description: '`claimed`: nobody has decided yet.', examples: ['approved'] }),
    reason: Type.String({ description: 'Why it was declined.' }),
    created_at: Timestamp('When it was entered.'),
    rights: Shape({
      decide: Type.Boolean({ description: 'Whether the caller can approve or decline it.' }),
      remove: Type.Boolean({ description: 'Whether the caller can delete it.' }),
    }),
  },
  { $id: 'Work' },
);

export const NewWork = Shape(
  {
    uid: Type.Optional(Id("The person, if not the caller. For owners, and chiefs of the person's team.")),
    tid: Type.Optional(Nullable(Slug('The team that it was for.', ['venue']))),
    title,
    starts_at: Moment('When it began.'),
    ends_at: Moment('When it ended. At most 24 hours later, and not in the future.'),
  },
  {
    $id: 'NewWork',
    examples: [
      {
        tid: 'venue',
        title: 'Fetched the tables',
        starts_at: '2026-05-30T09:00:00+08:00',
        ends_at: '2026-05-30T11:30:00+08:00',
      },
    ],
  },
);

export const WorkDecision = Shape(
  {
    state: Type.Enum(['approved', 'declined'], { examples: ['approved'] }),
    reason: Type.Optional(Line(500, { description: 'Why it is declined.' })),
  },
  { $id: 'WorkDecision', examples: [{ state: 'approved' }] },
);

export const WorkPage = { ...CountedPage(Ref(Work)), $id: 'WorkPage' };
export const WorkListParams = Shape({ pid: Pid });
export const WorkQuery = Shape({
  ...PageQuery,
  state: Type.Optional(Type.Enum([...states], { description: 'Only entries in this state.' })),
  decided: Type.Optional(
    Type.Boolean({
      description: 'true: only entries that were approved or declined, the newest first; false: only the others.',
    }),
  ),
  mine: Type.Optional(
    Type.Boolean({ description: "true: only the caller's own entries; false: only those of others." }),
  ),
});
export const WorkParams = Shape({ pid: Pid, id: Id('Identifier of the work.') });

export const workSchemas = [Work, NewWork, WorkDecision, WorkPage];
export type Work = Static<typeof Work>;
export type NewWork = Static<typeof NewWork>;
export type WorkDecision = Static<typeof WorkDecision>;
