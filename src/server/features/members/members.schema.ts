import { Line, Ref, Shape, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const PersonEntry = Shape(
  {
    email_hash: Type.String({
      description:
        "Hash of the person's email address (trimmed, lower-cased) in lower-case hexadecimal; a keyed hash where the person chose so.",
      examples: ['b7f0f1a9c3a9d0f4e1b1c9a3e6f3f5b0a4d8f1c1f7f0a9b8c7d6e5f4a3b2c1d0'],
    }),
    name: Type.String({ description: 'Display name of the person.', examples: ['Ada Lovelace', '王小明'] }),
  },
  { $id: 'PersonEntry' },
);

export const TeamEntry = Shape(
  {
    name: Type.String({ description: 'Display name of the team.', examples: ['Venue'] }),
    tid: Type.String({ description: 'Team identifier.', examples: ['venue'] }),
    chiefs: Type.Array(Ref(PersonEntry), { description: 'Chiefs of the team.' }),
    members: Type.Array(Ref(PersonEntry), { description: 'Everyone in the team, the chiefs first.' }),
  },
  { $id: 'TeamEntry' },
);

export const MemberListing = Shape(
  { data: Type.Array(Ref(TeamEntry), { description: 'The teams of the project.' }) },
  { $id: 'MemberListing' },
);

/** Any text is taken here: what is no identifier is simply not that of a project. */
const pid = Line(200, { minLength: 1, description: 'Project identifier', examples: ['2026'] });

export const MembersQuery = Shape({ pid });
export const MembersParams = Shape({ pid });

export const memberSchemas = [PersonEntry, TeamEntry, MemberListing];

export type PersonEntry = Static<typeof PersonEntry>;
export type TeamEntry = Static<typeof TeamEntry>;
