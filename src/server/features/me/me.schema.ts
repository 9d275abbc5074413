import { grantRoles } from '../../../shared/deputies.ts';
import { Line, Nullable, Ref, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { disclosedKinds } from '../forms/disclosure/disclosure.schema.ts';

export const OwnProject = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    name: Type.String({ examples: ['Summer Camp 2026'] }),
    owner: Type.Boolean({ description: 'Whether the caller is an owner of the project.' }),
    teams: Type.Array(
      Shape({
        tid: Type.String({ examples: ['venue'] }),
        name: Type.String({ examples: ['Venue'] }),
        role: Type.Enum(['chief', 'member']),
      }),
      { description: "The caller's teams in this project, with those that they lead as a deputy." },
    ),
    grants: Type.Array(
      Shape({
        id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
        role: Type.Enum([...grantRoles], { examples: ['finance'] }),
        tid: Nullable(Type.String({ description: 'The team of a `chief`.', examples: ['venue'] })),
        team: Nullable(Type.String({ description: 'Name of the team.', examples: ['Venue'] })),
        until: Timestamp('When it ends.'),
      }),
      { description: 'What the caller does as a deputy of the owners, until it ends.' },
    ),
  },
  { $id: 'OwnProject' },
);

export const WaitingForm = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    form: Type.String({ examples: ['shirt'] }),
    title: Type.String({ examples: ['Shirt size'] }),
    closes_at: Nullable(Timestamp("When it closes; null if it doesn't.")),
    asks_more: Type.Boolean({
      description: 'Whether questions were added after the person answered.',
      examples: [false],
    }),
  },
  { $id: 'WaitingForm' },
);

export const WaitingApplications = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    project: Type.String({ description: 'Name of the project.', examples: ['Summer Camp 2026'] }),
    tid: Type.String({ examples: ['venue'] }),
    team: Type.String({ description: 'Name of the team.', examples: ['Venue'] }),
    count: Type.Integer({ description: 'Number of open applications.', minimum: 1, examples: [2] }),
  },
  { $id: 'WaitingApplications' },
);

export const Me = Shape(
  {
    uid: Type.String({ description: 'Identifier of the person.' }),
    email: Type.String({ examples: ['ada@example.org'] }),
    email_hash: Type.String({ description: 'Same as in the public listing.' }),
    name: Line(100, { description: 'Display name; empty if not set.', examples: ['Ada Lovelace'] }),
    listing: Type.Enum(['public', 'keyed', 'hidden'], { description: 'How the public listing shows the person.' }),
    roles: Type.Array(Type.Enum(['administrator'])),
    projects: Type.Array(Ref(OwnProject), { description: 'Newest first.' }),
    disabled_teams: Type.Array(
      Shape({
        pid: Type.String({ examples: ['2026'] }),
        project: Type.String({ description: 'Name of the project.', examples: ['Summer Camp 2026'] }),
        tid: Type.String({ examples: ['venue'] }),
        team: Type.String({ description: 'Name of the team.', examples: ['Venue'] }),
        role: Type.Enum(['chief', 'member']),
      }),
      { description: 'Disabled teams of the caller: they give no rights, and can be left.' },
    ),
    missing: Type.Array(Type.Enum(['name', 'real_profile', 'address', 'bank', 'dietary_habits']), {
      deprecated: true,
      description:
        "Data that the person hasn't filled in completely, whether anybody needs it or not. `GET /api/me/checklist` has what " +
        'they have to do.',
    }),
    needed: Type.Array(
      Shape({
        record: Type.Enum([...disclosedKinds]),
        forms: Type.Array(
          Shape({
            pid: Type.String({ examples: ['2026'] }),
            form: Type.String({ examples: ['travel'] }),
            title: Type.String({ examples: ['Travel'] }),
          }),
          { description: 'Forms in which the person has agreed to share it.' },
        ),
      }),
      { description: 'The part of `missing` that the person has agreed to share in a form.' },
    ),
    bank_unconfirmed_since: Nullable(
      Timestamp(
        'When the bank account was changed with an API token or an old session. Nobody is shown it or pays to it ' +
          'until the person confirms it in a browser; null if there is nothing to confirm.',
      ),
    ),
    missing_forms: Type.Array(Ref(WaitingForm), {
      description:
        "Open forms in their projects that the person hasn't answered, or that have new questions; at most 200.",
    }),
    waiting_applications: Type.Array(Ref(WaitingApplications), {
      description: 'Open applications that the person can decide, by team.',
    }),
    unread_notices: Type.Integer({
      description: 'Number of unread notices; 100 means 100 or more.',
      minimum: 0,
      maximum: 100,
      examples: [2],
    }),
    rights_withheld: Type.Boolean({
      description:
        'Whether rights of an administrator, owner or deputy are off until the session is confirmed with a passkey.',
      examples: [false],
    }),
    signed_in_at: Nullable(Timestamp('When this browser signed in; null for an API token.')),
  },
  { $id: 'Me' },
);

export type Me = Static<typeof Me>;
export type OwnProject = Static<typeof OwnProject>;
export const meSchemas = [OwnProject, WaitingForm, WaitingApplications, Me];

export type WaitingForm = Static<typeof WaitingForm>;
export type WaitingApplications = Static<typeof WaitingApplications>;
