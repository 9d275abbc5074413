import { Email, Id, Line, Nullable, Page, PageQuery, Ref, Shape, Text, Timestamp, Type } from '../../lib/schema.ts';
import { distinction } from '../people/distinction.schema.ts';
import type { Static } from '../../lib/schema.ts';

const entry = {
  uid: Type.String({ description: 'Identifier of the person.' }),
  name: Type.String({ description: 'Display name.', examples: ['Ada Lovelace', '王小明'] }),
  email_hash: Nullable(
    Type.String({
      description: "Hash of the person's email address; keyed if the person chose so, null if they chose to be hidden.",
      examples: ['b7f0f1a9c3a9d0f4e1b1c9a3e6f3f5b0a4d8f1c1f7f0a9b8c7d6e5f4a3b2c1d0'],
    }),
  ),
  suspended_at: Type.Optional(Nullable(Timestamp('When the account was suspended; shown to administrators only.'))),
  administrator: Type.Optional(
    Type.Boolean({ description: 'Whether the person is an administrator; shown to administrators only.' }),
  ),
};

export const UserEntry = Shape({ ...entry, ...distinction }, { $id: 'UserEntry' });
export const UserPage = { ...Page(Ref(UserEntry)), $id: 'UserPage' };

export const UserHistory = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    project: Type.String({ examples: ['Summer Camp 2026'] }),
    tid: Type.String({ examples: ['venue'] }),
    team: Type.String({ examples: ['Venue'] }),
    role: Type.Enum(['chief', 'member']),
  },
  { $id: 'UserHistory' },
);

export const User = Shape(
  {
    ...entry,
    intro: Type.String({ description: 'Introduction, in Markdown.', examples: ['Builds stages since 2020.'] }),
    resume: Nullable(Type.String({ description: 'In Markdown; null unless the person made it public.' })),
    history: Nullable(
      Type.Array(Ref(UserHistory), { description: 'Teams the person has been in, newest project first.' }),
    ),
    leads: Type.Array(Ref(UserHistory), {
      description: 'Teams of current projects that the person leads and the caller is in.',
    }),
    projects: Type.Optional(
      Type.Array(
        Shape({
          pid: Type.String({ examples: ['2026'] }),
          name: Type.String({ examples: ['Summer Camp 2026'] }),
          owner: Type.Boolean({ description: 'Whether the person owns the project.' }),
          teams: Type.Array(
            Shape({
              tid: Type.String({ examples: ['venue'] }),
              name: Type.String({ examples: ['Venue'] }),
              role: Type.Enum(['chief', 'member']),
            }),
          ),
        }),
        { description: 'For administrators: projects that the person owns or has a team in, newest first.' },
      ),
    ),
    email: Type.Optional(Type.String({ description: 'For administrators only.', examples: ['ada@example.org'] })),
    rights: Shape({
      suspend: Type.Boolean({ description: 'Whether the caller may suspend this account.' }),
      appoint: Type.Boolean({
        description: 'Whether the caller can make the person an administrator, or remove them as one.',
      }),
    }),
  },
  { $id: 'User' },
);

export const UserQuery = Shape({
  q: Type.Optional(
    Line(100, { description: 'Search by name. Matches the start of any word; ignores case and accents.' }),
  ),
  email: Type.Optional(Email({ description: 'For administrators: the account with exactly this address.' })),
  suspended: Type.Optional(
    Type.Boolean({ description: 'For administrators: only suspended accounts, or only active ones.' }),
  ),
  ...PageQuery,
});
export const UserParams = Shape({ uid: Id('Identifier of the person.') });
export const SuspensionInput = Shape({
  reason: Type.Optional(
    Text(500, { description: 'Reason for the audit log. Removed when the account is erased.', examples: ['Spam'] }),
  ),
});

export const userSchemas = [UserEntry, UserPage, UserHistory, User];

export type UserQuery = Static<typeof UserQuery>;
export type SuspensionInput = Static<typeof SuspensionInput>;
export type UserEntry = Static<typeof UserEntry>;
export type UserHistory = Static<typeof UserHistory>;
export type User = Static<typeof User>;
