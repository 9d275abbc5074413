import { grantDaysAfterEvent, grantRoles, usualGrantDays } from '../../../../shared/deputies.ts';
import { Pid } from '../../../auth/project-role.ts';
import { Email, Id, Line, Nullable, Page, PageQuery, Ref, Shape, Slug, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Moment } from '../../../lib/time.ts';

const role = Type.Enum([...grantRoles], {
  description:
    '`finance`: travel money and payments. `recruiting`: applications and invitations. `desk`: check-in, devices and ' +
    'hand-outs. `writer`: messages and announcements. `safety`: who is on site, and emergency contacts. `viewer`: reads what ' +
    'owners read, without private data. `chief`: leads the team `tid`.',
  examples: ['finance'],
});
const reason = Line(200, { minLength: 1, pattern: '\\S', examples: ['Kim pays the travel money in August'] });

export const Grant = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    uid: Type.String({ description: 'The deputy.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Kim Lee'] }),
    role,
    tid: Nullable(Type.String({ description: 'The team of a `chief`.', examples: ['venue'] })),
    team: Nullable(Type.String({ description: 'Name of the team.', examples: ['Venue'] })),
    from: Timestamp('When it begins.'),
    until: Timestamp('When it ends, or ended.'),
    reason,
    granted_by: Nullable(Type.String({ description: 'The owner who gave it; null if the account was erased.' })),
    granted_by_name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
    state: Type.Enum(['coming', 'active', 'ended'], { examples: ['active'] }),
    rights: Shape({ change: Type.Boolean({ description: 'Whether the caller can change and end it.' }) }),
  },
  { $id: 'Grant' },
);

export const GrantPage = { ...Page(Ref(Grant)), $id: 'GrantPage' };

export const NewGrant = Shape(
  {
    uid: Type.Optional(Id('The person who becomes a deputy. Either `uid` or `email`.')),
    email: Type.Optional(Email({ description: 'Their address; they need an account.' })),
    role,
    tid: Type.Optional(Slug('The team, for the role `chief` only.', ['venue'])),
    from: Type.Optional({ ...Moment('When it begins. Default: now.'), examples: ['2026-07-01T09:00:00+08:00'] }),
    until: Type.Optional({
      ...Moment(
        `When it ends. Default: after ${usualGrantDays} days. At the latest ${grantDaysAfterEvent} days after the event, or ` +
          'from now if the event has no dates.',
      ),
      examples: ['2026-07-15T23:59:00+08:00'],
    }),
    reason,
  },
  {
    $id: 'NewGrant',
    examples: [{ uid: '01jd0c8m3v5q2w7x9y1z4b6n8k', role: 'finance', reason: 'Kim pays the travel money in August' }],
  },
);

export const GrantChange = Shape(
  { until: { ...Moment('When it ends.'), examples: ['2026-07-15T23:59:00+08:00'] } },
  { $id: 'GrantChange' },
);

export const GrantsParams = Shape({ pid: Pid });
export const GrantParams = Shape({ pid: Pid, id: Id('Identifier of the grant.') });
export const OwnGrantParams = Shape({ id: Id('Identifier of the grant.') });
export const GrantsQuery = Shape({
  ...PageQuery,
  state: Type.Optional(
    Type.Enum(['open', 'ended'], { default: 'open', description: 'Whether they have ended.', examples: ['open'] }),
  ),
  granted_by: Type.Optional(Id('Only those that this owner gave.')),
});

export const grantSchemas = [Grant, GrantPage, NewGrant, GrantChange];

export type Grant = Static<typeof Grant>;
export type NewGrant = Static<typeof NewGrant>;
